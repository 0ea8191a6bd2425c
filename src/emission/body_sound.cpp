#include "emission/body_sound.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "base/member_count.h"
#include "dsp/modal/push_energy.h"
#include "emission/fields/radiating_surface.h"
#include "emission/place_memory.h"
#include "models/bodies/contact_modes.h"
#include "models/bodies/mode_groups.h"
#include "physics/elastic/materials/damping.h"
#include "physics/elastic/mode_decay.h"

namespace peal {

namespace {

/// Bodies of this run, from 1 on: an address may be that of another body later.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

std::string body_sound_key(const BodySoundRequest& request) {
  static_assert(member_count<BodySoundRequest>() == 6,
                "the modes, air, radiation, groups; which copy it is and its legs do not count");
  const auto& [speed_of_sound, density] = request.air;
  Hasher hasher;
  add_to_hash(hasher, static_cast<const BodyModesRequest&>(request));
  hasher.add(speed_of_sound).add(density).add(static_cast<int>(request.radiation));
  hasher.add(request.groups);
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
    : number_(next_number()),
      request_(request),
      model_(library.modes(with_contact_modes(request), watch)) {
  split_unheard();
  add_groups(library);
  for (const Vec3& node : model_.surface.nodes)
    bounding_radius_ = std::max(bounding_radius_, norm(node));
  // Poles; modes that do not oscillate are the last ones when damping grows with frequency, but
  // alpha can stop the first ones: keep those that remain in order.
  std::vector<double> omega;
  std::vector<Vec3> shapes;
  std::vector<double> members;
  const int ungrouped = grouped_;
  const std::size_t nodes = model_.surface.nodes.size();
  const ModeDecay decay(model_, request.material);
  for (std::size_t i = 0; i < model_.omega.size(); ++i) {
    const double w = model_.omega[i], sigma = decay.rate(i);
    if (sigma >= w) {
      ++overdamped_;
      if (static_cast<int>(i) < ungrouped) --grouped_;
      if (static_cast<int>(i) < ungrouped && distinct_ > 0) --distinct_;
      continue;
    }
    if (static_cast<int>(i) >= ungrouped)
      members.push_back(members_[i - static_cast<std::size_t>(ungrouped)]);
    poles_.push_back({-sigma, std::sqrt(w * w - sigma * sigma)});
    own_decay_.push_back(sigma);
    omega.push_back(w);
    shapes.insert(shapes.end(), model_.shape(i), model_.shape(i) + nodes);
  }
  model_.omega = std::move(omega);
  model_.shapes = std::move(shapes);
  members_ = std::move(members);
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
  unheard_.surface = play_.surface = finder_->play();
  unheard_.poles = unheard_poles_, unheard_.shapes = unheard_shapes_;
  set_contact_poles();
  if (request.radiation == Radiation::approximate) radiate(nullptr);
}

// Modes above the band leave the model: contacts feel them, nobody hears them.
void BodySound::split_unheard() {
  const double limit = 2 * kPi * request_.max_frequency;
  std::size_t heard = 0;
  while (heard < model_.omega.size() && model_.omega[heard] < limit) ++heard;
  const std::size_t nodes = model_.surface.nodes.size(), count = model_.omega.size() - heard;
  if (count == 0) return;
  unheard_shapes_.resize(3 * nodes * count);
  for (std::size_t i = 0; i < count; ++i) {
    const double w = model_.omega[heard + i];
    const double sigma = std::min(decay_rate(request_.material.damping, w), 0.5 * w);
    unheard_poles_.push_back({-sigma, std::sqrt(w * w - sigma * sigma)});
    for (std::size_t node = 0; node < nodes; ++node)
      for (int axis = 0; axis < 3; ++axis)
        unheard_shapes_[(3 * node + static_cast<std::size_t>(axis)) * count + i] =
            static_cast<float>(model_.shape(heard + i)[node][axis]);
  }
  model_.omega.resize(heard);
  model_.residuals.resize(heard);
  model_.shapes.resize(heard * nodes);
  model_.modes_below_limit = static_cast<int>(heard);
}

// Their shapes at the nodes of this body's surface are those at the nearest places of the draft's.
void BodySound::add_groups(ModesLibrary& library) {
  grouped_ = distinct_ = static_cast<int>(model_.omega.size());
  if (!request_.groups || missing_modes() == 0) return;
  const ModeGroups groups = mode_groups(request_, model_, library);
  if (groups.modes() == 0) return;
  distinct_ = peal::distinct_modes(model_, request_.material);
  told_ = groups.told, members_ = groups.members;
  const SurfaceFinder finder(groups.model.surface);
  const std::size_t nodes = model_.surface.nodes.size(), all = members_.size();
  const std::size_t first = model_.shapes.size();
  model_.shapes.resize(first + nodes * all);
  for (std::size_t node = 0; node < nodes; ++node) {
    SurfacePlace place;
    finder.nearest(model_.surface.nodes[node], place);
    const auto& triangle = groups.model.surface.triangles[place.triangle];
    for (std::size_t i = 0; i < all; ++i) {
      Vec3& shape = model_.shapes[first + i * nodes + node];
      for (std::size_t k = 0; k < 6; ++k)
        shape += place.weights[k] * groups.model.shape(i)[triangle[k]];
    }
  }
  model_.omega.insert(model_.omega.end(), groups.model.omega.begin(), groups.model.omega.end());
  model_.residuals.insert(model_.residuals.end(), groups.model.residuals.begin(),
                          groups.model.residuals.end());
}

void BodySound::set_contact_poles() {
  contact_poles_ = poles_;
  contact_poles_.insert(contact_poles_.end(), unheard_poles_.begin(), unheard_poles_.end());
}

void BodySound::project_contact(const Vec3& point, const Vec3& impulse,
                                std::vector<double>& out) const {
  project(point, impulse, out);
  out.resize(contact_poles_.size());
  if (!unheard_poles_.empty())
    peal::project(unheard_, place_at(point), impulse, out.data() + poles_.size());
}

SurfacePlace BodySound::place_at(const Vec3& point) const {
  static PlaceMemory memory;
  return memory.place(number_, point,
                      [&](const Vec3& at, SurfacePlace& found) { finder_->nearest(at, found); });
}

std::vector<ModeShape> BodySound::mode_shapes() const {
  std::vector<ModeShape> out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(distinct_); ++i)
    out.push_back({model_.omega[i], {model_.shape(i), model_.surface.nodes.size()}});
  return out;
}

/// Modal mass is 1: unit velocity holds 1/2 J and loses `power` watts, so that amplitudes decay by
/// that [1/s]. The pole of a mode that would lose its energy within a period (foil) stays half the
/// way to that of one that does not oscillate.
/// @return how many times as loud the mode is when it sends out just what it loses: 1 but for
/// those.
double BodySound::lose(std::size_t mode, double power) {
  const double w = model_.omega[mode], material = -poles_[mode].re;
  const Damping& damping = request_.material.damping;
  const double sigma = std::min(with_radiation(damping, material, power), 0.5 * (w + material));
  poles_[mode] = {-sigma, std::sqrt(w * w - sigma * sigma)};
  // Rayleigh terms have the air in them already.
  const double lost = damping.rayleigh ? sigma : sigma - material;
  return lost < (1 - 1e-9) * power ? std::sqrt(lost / power) : 1;
}

void BodySound::radiate(const std::shared_ptr<const TransferRecord>& record,
                        const QuickRadiationCache& kept) {
  radiate_modes(record, kept);
  set_contact_poles();
}

void BodySound::radiate_modes(const std::shared_ptr<const TransferRecord>& record,
                              const QuickRadiationCache& kept) {
  if (record && !record->modes.empty()) {
    TransferRecord heard = *record;
    for (std::size_t i = 0; i < heard.modes.size(); ++i) {
      ModeTransfer& mode = heard.modes[i];
      transfer_error_ += mode.error / static_cast<double>(heard.modes.size());
      if (const double loud = lose(i, radiated_power(heard, mode)); loud < 1)
        for (std::complex<float>& c : mode.coefficients) c *= static_cast<float>(loud);
    }
    transfer_ = std::make_unique<TransferField>(heard);
    play_.transfer = transfer_->play();
  }
  const int first = transfer_modes();
  if (first == modes()) return;
  const RadiatingSurface surface = radiating_surface(model_.surface, request_.level);
  const std::size_t nodes = model_.surface.nodes.size();
  std::vector<SurfaceMode> quick;
  for (int i = first; i < modes(); ++i)
    quick.push_back({poles_[i].im, normal_components(surface.mesh, {model_.shape(i), nodes})});
  QuickRadiation known = quick_radiation(surface.mesh, request_.air, quick, surface.kind, kept);
  radiation_ = std::move(known.radiation);
  for (std::size_t i = 0; i < known.powers.size(); ++i) {
    const std::size_t mode = static_cast<std::size_t>(first) + i;
    // Its shape is that of n modes, its mass that of one.
    const double n =
        static_cast<int>(mode) < grouped_ ? 1 : members_[mode - static_cast<std::size_t>(grouped_)];
    radiation_->scale(i, lose(mode, known.powers[i] / n) / std::sqrt(n));
  }
}

void BodySound::project(const Vec3& point, const Vec3& impulse, std::vector<double>& out) const {
  if (!is_finite(point)) fail("a push acts on a place that is not finite");
  out.resize(poles_.size());
  if (!poles_.empty()) peal::project(play_, place_at(point), impulse, out.data());
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
  if (told_ > 0) {
    out.facts.push_back({"modes_told_in_groups", std::int64_t{told_}});
    out.facts.push_back({"groups", static_cast<std::int64_t>(members_.size())});
  }
  if (missing_modes() > 0)
    out.facts.push_back({"modes_beyond_max_modes", std::int64_t{missing_modes()}});
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
