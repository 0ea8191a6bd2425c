// Small bodies made by hand, for tests of the engine without meshes and files: boards of four
// curved triangles whose modes radiate as monopoles. The numbers are plausible, not physics.
#pragma once
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "base/aligned.h"
#include "base/constants.h"
#include "dsp/play_body.h"
#include "engine/engine_core.h"
#include "engine/engine_inbox.h"

namespace peal {

class ToyBody {
 public:
  explicit ToyBody(int modes, double lowest = 400, double decay = 6, std::string name = "toy")
      : name_(std::move(name)) {
    make_surface();
    for (int i = 0; i < modes; ++i) {
      const double f = lowest * std::pow(16000 / lowest, modes > 1 ? double(i) / (modes - 1) : 0);
      poles_.push_back({-decay * (1 + f / 2000), 2 * kPi * f});
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < modes; ++i)
          shapes_.push_back(static_cast<float>((axis == 1 ? 3.0 : 0.5) *
                                               std::cos(1.7 * i + 0.9 * double(n) + axis)));
    curvature_.assign(nodes_.size(), 1 / 0.02f);
    make_transfer(modes);
    body_.name = name_.c_str();
    body_.mass = 0.2;
    body_.inertia = {1e-4, 6e-4, 6e-4};
    body_.bounding_radius = 0.12;
    body_.material = {7e10, 0.6, 0.4, 2e-6};
    body_.poles = poles_;
    body_.surface = {nodes_, triangles_, balls_, 0.2};
    body_.shapes = shapes_;
    body_.curvature = curvature_;
    body_.transfer.radius = 0.13;
    body_.transfer.modes = modes;
    body_.transfer.order = 0;
    body_.transfer.blocks = blocks_;
    body_.transfer.values = values_;
    body_.transfer.steps = harmonic_steps();
  }
  ToyBody(const ToyBody&) = delete;
  ToyBody& operator=(const ToyBody&) = delete;

  /// Transfer of a large plate: multipoles up to order 4 for the lowest modes, up to `order` for
  /// the highest.
  void raise_transfer(int order) {
    blocks_.clear(), values_.clear();
    make_transfer(body_.modes(), order);
    body_.transfer.order = order;
    body_.transfer.blocks = blocks_;
    body_.transfer.values = values_;
  }

  /// A body that gives way more, or less.
  void scale_shapes(double factor) {
    for (float& shape : shapes_) shape *= static_cast<float>(factor);
  }

  /// Clicks as a dipole of one radius: two rows of a short pulse and its integral.
  void make_click(double rate) {
    click_ = std::make_unique<PlayClick>();
    constexpr int kBlocks = 8;
    table_.assign(2 * kBlocks * kClickBlock, 0.0f);
    for (int n = 0; n < 40; ++n) {
      const double x = (n - 20) / 3.0;
      const int at = (n / kClickBlock) * 2 * kClickBlock + n % kClickBlock;
      table_[at] = static_cast<float>(-x * std::exp(-x * x));
      table_[at + kClickBlock] = static_cast<float>(std::exp(-x * x));
    }
    click_->rate = rate;
    click_->lead = 20 / rate;
    click_->speed_of_sound = 343.2;
    click_->first = -20;
    click_->most_rows = 2;
    click_->tables = {table_.data(), 2, kBlocks};
    click_->is_dipole = true;
    click_->dipole = {{0.1, 0.02, 0.05}, {0.01, 0.01, 0.01}, 0.05, 1, 1};
    body_.click = click_.get();
  }

  const PlayBody& body() const { return body_; }
  PlayBody& body() { return body_; }

 private:
  void make_surface() {
    // A board of 0.2 x 0.1 m in the plane y = 0: four triangles around its middle.
    const Vec3 corner[5] = {{-0.1, 0, -0.05}, {0.1, 0, -0.05}, {0.1, 0, 0.05}, {-0.1, 0, 0.05}, {}};
    for (int k = 0; k < 4; ++k) {
      const Vec3 &a = corner[k], &b = corner[(k + 1) % 4], &c = corner[4];
      const Vec3 six[6] = {a, b, c, 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)};
      for (const Vec3& node : six) {
        triangles_.push_back(static_cast<int>(nodes_.size()));
        nodes_.push_back(node);
      }
      balls_.push_back(surface_ball(six));
    }
  }
  void make_transfer(int modes, int most_order = 0) {
    const auto up = [](std::uint64_t n) { return (n + 7) / 8 * 8; };
    for (int first = 0; first < modes; first += kTransferLane) {
      TransferBlock block{};
      block.order =
          std::min(most_order, 4 + std::max(0, most_order - 4) * first / std::max(1, modes - 8));
      block.first = values_.size();
      values_.resize(values_.size() + up(block_value_count(block.order)));
      float* value = values_.data() + block.first;
      float* inverse = value + coefficient_count(block.order);
      float* wavenumber = inverse + inverse_count(block.order);
      for (int n = 0; n < kTransferLane; ++n) {
        const int mode = first + n;
        block.modes[n] = mode < modes ? mode : -1;
        block.size[n] = 3.0;
        for (int h = 0; h < (block.order + 1) * (block.order + 1); ++h) {
          const double size = 1.0 / (1 + h);
          value[2 * kTransferLane * h + n] = static_cast<float>(size * std::cos(0.3 * mode + h));
          value[2 * kTransferLane * h + kTransferLane + n] =
              static_cast<float>(size * std::sin(0.3 * mode + h));
        }
        // About 1 / (2 l - 1): the multipoles fall off from the sphere on.
        for (int l = 1; l <= block.order; ++l)
          inverse[2 * kTransferLane * l + n] = static_cast<float>(1.0 / (2 * l - 1));
        if (mode < modes) wavenumber[n] = static_cast<float>(poles_[mode].im / 343.2);
      }
      blocks_.push_back(block);
    }
  }

  std::string name_;
  std::vector<Vec3> nodes_;
  std::vector<int> triangles_;
  std::vector<SurfaceBall> balls_;
  std::vector<Complex<double>> poles_;
  std::vector<float> shapes_, curvature_;
  std::vector<TransferBlock> blocks_;
  AlignedVector<float> values_, table_;
  std::unique_ptr<PlayClick> click_;
  PlayBody body_;
};

/// An engine over toy bodies, without a bank. Everything goes the way it goes in peal::Engine.
class ToyEngine {
 public:
  ToyEngine(const std::vector<const ToyBody*>& bodies, const EngineLimits& limits)
      : limits_(limits) {
    for (const ToyBody* body : bodies) bodies_.push_back(body->body());
    world_.bodies = bodies_;
    world_.ground = {3e10, 0.5, 0.6, 1e-5};
    inbox_ = std::make_unique<EngineInbox>(limits_, bodies_);
    core_ = std::make_unique<EngineCore>(world_, limits_);
  }
  EngineInbox& game() { return *inbox_; }
  EngineCore& core() { return *core_; }
  const PlayMaterial& ground() const { return world_.ground; }
  const EngineCore::Counts& counts() const { return core_->counts(); }

  int spawn(int body, const EngineVector& position) {
    EnginePose pose;
    pose.position = position;
    return inbox_->spawn(body, pose, false);
  }
  void listen(const EngineVector& left, const EngineVector& right) {
    inbox_->set_listener(left, right);
  }
  /// By the ground, from below.
  void strike(int object, const EngineVector& point, double speed, double delay = 0) {
    EngineImpact impact;
    impact.a = object, impact.point = point, impact.closing_speed = speed, impact.delay = delay;
    inbox_->impact(impact);
  }
  void take_events() noexcept {
    EngineEvent event;
    while (inbox_->pop(event)) core_->handle(event);
  }
  /// Hops of every channel; appended to out.
  void render(int hops, std::vector<std::vector<float>>& out) {
    out.resize(core_->channels());
    take_events();
    for (int g = 0; g < hops; ++g) {
      core_->render_hop();
      for (int c = 0; c < core_->channels(); ++c)
        out[c].insert(out[c].end(), core_->channel(c), core_->channel(c) + kHop);
    }
  }
  std::vector<std::vector<float>> render(int hops) {
    std::vector<std::vector<float>> out;
    render(hops, out);
    return out;
  }

 private:
  EngineLimits limits_;
  std::vector<PlayBody> bodies_;
  EngineWorld world_;
  std::unique_ptr<EngineInbox> inbox_;
  std::unique_ptr<EngineCore> core_;
};

}  // namespace peal
