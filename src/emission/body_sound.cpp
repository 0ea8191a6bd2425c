#include "emission/body_sound.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "base/member_count.h"
#include "dsp/modal/push_energy.h"
#include "emission/radiating_surface.h"
#include "physics/elastic/materials/damping.h"

namespace peal {

std::string body_sound_key(const BodySoundRequest& request) {
  static_assert(member_count<BodySoundRequest>() == 3, "the modes, air, radiation");
  const auto& [speed_of_sound, density] = request.air;
  Hasher hasher;
  add_to_hash(hasher, static_cast<const BodyModesRequest&>(request));
  hasher.add(speed_of_sound).add(density).add(static_cast<int>(request.radiation));
  return hasher.result().hex();
}

TransferRequest transfer_request(const BodySoundRequest& request) {
  TransferRequest out;
  out.air = request.air;
  out.quality = request.level == MeshLevel::fine    ? TransferQuality::fine
                : request.level == MeshLevel::draft ? TransferQuality::draft
                                                    : TransferQuality::normal;
  out.most_seconds = usual_seconds(out.quality);
  return out;
}

BodySound::BodySound(const BodySoundRequest& request)
    : BodySound(request, *std::make_unique<ModesLibrary>()) {}

BodySound::BodySound(const BodySoundRequest& request, ModesLibrary& library,
                     const std::function<void(double)>& watch)
    : request_(request), model_(library.modes(request, watch)) {
  for (const Vec3& node : model_.surface.nodes)
    bounding_radius_ = std::max(bounding_radius_, norm(node));
  // Poles; modes that do not oscillate are the last ones when damping grows with frequency, but
  // alpha can stop the first ones: keep those that remain in order.
  std::vector<double> omega;
  std::vector<Vec3> shapes;
  const std::size_t nodes = model_.surface.nodes.size();
  for (std::size_t i = 0; i < model_.omega.size(); ++i) {
    const double w = model_.omega[i], sigma = decay_rate(request.material.damping, w);
    if (sigma >= w) {
      ++overdamped_;
      continue;
    }
    poles_.push_back({-sigma, std::sqrt(w * w - sigma * sigma)});
    omega.push_back(w);
    shapes.insert(shapes.end(), model_.shape(i), model_.shape(i) + nodes);
  }
  model_.omega = std::move(omega);
  model_.shapes = std::move(shapes);
  finder_ = std::make_unique<SurfaceFinder>(model_.surface);
  const std::size_t modes = poles_.size();
  shapes_.resize(3 * nodes * modes);
  for (std::size_t i = 0; i < modes; ++i)
    for (std::size_t node = 0; node < nodes; ++node)
      for (int axis = 0; axis < 3; ++axis)
        shapes_[(3 * node + static_cast<std::size_t>(axis)) * modes + i] =
            static_cast<float>(model_.shape(i)[node][axis]);
  play_.bounding_radius = bounding_radius_;
  play_.poles = poles_, play_.shapes = shapes_;
  play_.surface = finder_->play();
  if (request.radiation == Radiation::approximate) radiate(nullptr);
}

std::vector<ModeShape> BodySound::mode_shapes() const {
  std::vector<ModeShape> out;
  for (std::size_t i = 0; i < model_.omega.size(); ++i)
    out.push_back({model_.omega[i], {model_.shape(i), model_.surface.nodes.size()}});
  return out;
}

void BodySound::radiate(const std::shared_ptr<const TransferRecord>& record) {
  if (record && !record->modes.empty()) {
    transfer_ = std::make_unique<TransferField>(*record);
    play_.transfer = transfer_->play();
    for (std::size_t i = 0; i < record->modes.size(); ++i) {
      transfer_error_ += record->modes[i].error / static_cast<double>(record->modes.size());
      // Modal mass is 1: unit velocity holds 1/2 J and loses P watts, amplitudes decay by P.
      const double w = model_.omega[i];
      const double sigma = -poles_[i].re + radiated_power(*record, record->modes[i]);
      if (sigma < w) poles_[i] = {-sigma, std::sqrt(w * w - sigma * sigma)};
    }
  }
  const int first = transfer_modes();
  if (first == modes()) return;
  const TriangleMesh surface = radiating_surface(model_.surface, request_.level);
  const std::size_t nodes = model_.surface.nodes.size();
  std::vector<SurfaceMode> quick;
  for (int i = first; i < modes(); ++i)
    quick.push_back({poles_[i].im, normal_components(surface, {model_.shape(i), nodes})});
  radiation_ = std::make_unique<SurfaceRadiation>(surface, request_.air, quick);
}

void BodySound::project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const {
  if (!is_finite(point)) fail("a push acts on a place that is not finite");
  out.resize(poles_.size());
  peal::project(play_, point, impulse, out.data());
}

double BodySound::energy_of(std::span<const Blow> blows) const {
  double longest = 0;
  for (const Blow& blow : blows) longest = std::max(longest, blow.duration);
  std::vector<Complex<double>> amplitude(poles_.size());
  std::vector<double> modal_impulse;
  for (const Blow& blow : blows) {
    project(blow.point, blow.impulse, modal_impulse);
    add_push_amplitudes(poles_, modal_impulse.data(), blow.duration, longest - blow.duration,
                        amplitude.data());
  }
  return modal_energy(amplitude);
}

void BodySound::weights(const Vec3& ear, std::vector<std::complex<double>>& out) const {
  out.resize(poles_.size());
  if (poles_.empty()) return;
  mode_weights(play_, ear, out.data());
  if (!radiation_) return;
  const std::size_t first = static_cast<std::size_t>(transfer_modes());
  radiation_->weights(ear, std::span(out).subspan(first));
  for (std::size_t i = first; i < out.size(); ++i) out[i] = mode_weight(out[i], poles_[i]);
}

EmitterReport BodySound::report() const {
  EmitterReport out;
  const std::int64_t count = modes();
  out.facts = {{"modes", count}};
  if (model_.lowest_frequency > 0) out.facts.push_back({"lowest_mode_hz", model_.lowest_frequency});
  if (count > 0) {
    out.facts.push_back({"highest_mode_hz", model_.omega.back() / (2 * kPi)});
    const int computed = transfer_modes();
    out.facts.push_back({"radiation.method", computed == 0       ? "quick"
                                             : computed == count ? "transfer"
                                                                 : "transfer and quick"});
    if (computed > 0) {
      out.facts.push_back({"radiation.transfer_modes", computed});
      out.facts.push_back({"radiation.estimated_error", transfer_error_});
    }
  }
  if (overdamped_ > 0) out.facts.push_back({"overdamped_modes_left_out", overdamped_});
  if (count == 0 && overdamped_ > 0)
    out.silent_because = "all its modes are overdamped: its material does not ring";
  else if (count == 0)
    out.silent_because =
        fmt::format("its lowest mode, {:.0f} Hz, lies above max_frequency, {:.0f} Hz",
                    model_.lowest_frequency, request_.max_frequency);
  return out;
}

}  // namespace peal
