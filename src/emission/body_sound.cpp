#include "emission/body_sound.h"

#include <algorithm>
#include <cmath>

#include "elastic/damping.h"
#include "emission/radiating_surface.h"
#include "play/half_sine_kernel.h"

namespace peal {

TransferRequest transfer_request(const BodySoundRequest& request) {
  TransferRequest out;
  out.air = request.air;
  out.quality = request.level == MeshLevel::fine    ? TransferQuality::fine
                : request.level == MeshLevel::draft ? TransferQuality::draft
                                                    : TransferQuality::normal;
  if (out.quality == TransferQuality::fine) out.most_seconds = 600;
  return out;
}

BodySound::BodySound(const BodySoundRequest& request)
    : BodySound(request, *std::make_unique<ModesLibrary>()) {}

BodySound::BodySound(const BodySoundRequest& request, ModesLibrary& library)
    : request_(request), model_(library.modes(request)) {
  for (const Vec3& node : model_.surface.nodes) reach_ = std::max(reach_, norm(node));
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
  if (request.radiation == Radiation::quick) radiate(nullptr);
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
  std::vector<Vec3> shape;
  shapes_at(model_, *finder_, point, shape);
  out.resize(shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i) out[i] = dot(shape[i], impulse);
}

double BodySound::energy_of(std::span<const Blow> blows) const {
  double longest = 0;
  for (const Blow& blow : blows) longest = std::max(longest, blow.duration);
  std::vector<Complex<double>> amplitude(poles_.size());
  std::vector<double> modal_impulse;
  for (const Blow& blow : blows) {
    project(blow.point, blow.impulse, modal_impulse);
    for (std::size_t i = 0; i < poles_.size(); ++i)
      amplitude[i] += exp((longest - blow.duration) * poles_[i]) *
                      HalfSinePush<double>(poles_[i], modal_impulse[i], blow.duration).at_end();
  }
  double energy = 0;
  for (const Complex<double>& a : amplitude) energy += norm_squared(a) / 2;
  return energy;
}

void BodySound::weights(const Vec3& ear, std::vector<std::complex<double>>& out) const {
  out.resize(poles_.size());
  if (poles_.empty()) return;
  const std::span<std::complex<double>> all(out);
  if (transfer_) transfer_->weights(ear, all.first(transfer_->mode_count()));
  if (radiation_) radiation_->weights(ear, all.subspan(transfer_modes()));
  // Transfer T is per unit modal velocity dq/dt = Re[(1 + i sigma/omega_d) a], and is given for
  // e^{-i omega t}: the bank turns the other way.
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::conj(out[i]) * std::complex<double>(1, -poles_[i].re / poles_[i].im);
}

}  // namespace peal
