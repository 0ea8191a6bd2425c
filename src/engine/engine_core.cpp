#include "engine/engine_core.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace peal {
namespace {

int most_modes(std::span<const PlayBody> bodies) {
  int most = 0;
  for (const PlayBody& body : bodies) most = std::max(most, body.modes());
  return most;
}

VoiceSpace space_of(const EngineWorld& world, const EngineLimits& limits) {
  VoiceSpace space;
  space.rate = limits.rate;
  space.samples_per_metre = limits.rate / world.speed_of_sound;
  space.inaudible = limits.inaudible;
  space.most_delay =
      limits.ears > 0 ? static_cast<int>(std::ceil(limits.max_distance * space.samples_per_metre))
                      : 0;
  space.ears = limits.ears;
  space.images = limits.ears > 0 && limits.floor_reflection > 0 ? 1 : 0;
  space.floor_height = limits.floor_height, space.reflection = limits.floor_reflection;
  return space;
}

EngineClicks::Size click_size(const EngineWorld& world, const EngineLimits& limits,
                              const VoiceSpace& space) {
  EngineClicks::Size size;
  size.channels = limits.ears > 0 ? limits.ears : limits.max_objects;
  size.most_delay = space.most_delay;
  size.rate = limits.rate;
  bool any = false;
  for (const PlayBody& body : world.bodies) {
    if (!body.click) continue;
    any = true;
    size.most_samples = std::max(size.most_samples, body.click->samples());
    size.most_rows = std::max(size.most_rows, body.click->most_rows);
  }
  if (!any) size.channels = size.most_delay = 0;
  return size;
}

}  // namespace

EngineCore::Memory EngineCore::memory(const EngineWorld& world, const EngineLimits& limits) {
  const VoiceSpace space = space_of(world, limits);
  const int modes = most_modes(world.bodies);
  Memory memory;
  memory.bank = world.bank_bytes;
  memory.voices =
      static_cast<double>(Voice::bytes(modes, space)) * (limits.max_voices + VoicePool::kSpare);
  for (const PlayBody& body : world.bodies)
    memory.bodies +=
        static_cast<double>(sizeof(ModalBank)) +
        static_cast<double>(ModalBank::bytes_per_mode(ModalBank::kMaxDrives, space.channels())) *
            body.modes();
  memory.bodies += static_cast<double>(EngineBlows::bytes_of_bodies(world.bodies));
  memory.blows =
      static_cast<double>(EngineBlows::bytes_of_running(world.bodies, limits.max_pushes));
  memory.clicks = static_cast<double>(EngineClicks::bytes(click_size(world, limits, space)));
  const int channels = limits.ears > 0 ? limits.ears : limits.max_objects;
  constexpr int kIds = 12 + 80;  // bytes of the inbox per object
  memory.objects = static_cast<double>(sizeof(EngineObject) + kIds) * limits.max_objects +
                   static_cast<double>(sizeof(float) * kHop) * channels;
  memory.contacts = static_cast<double>(EngineContacts::bytes(limits.max_contacts, modes) +
                                        EngineRest::bytes(limits.max_contacts, modes));
  memory.events = static_cast<double>(sizeof(PendingImpact) + 2 * sizeof(int)) * limits.max_events +
                  static_cast<double>(sizeof(EngineEvent)) *
                      std::bit_ceil(static_cast<unsigned>(limits.max_events));
  return memory;
}

EngineCore::EngineCore(const EngineWorld& world, const EngineLimits& limits)
    : world_(&world),
      limits_(&limits),
      channels_(limits.ears > 0 ? limits.ears : limits.max_objects),
      space_(space_of(world, limits)),
      pool_(world.bodies, space_, limits.max_voices, limits.max_modes),
      clicks_(click_size(world, limits, space_)),
      objects_(limits.max_objects),
      pending_(limits.max_events),
      blows_(world.bodies, limits.rate, limits.max_pushes),
      out_(static_cast<std::size_t>(channels_) * kHop),
      amplitude_(most_modes(world.bodies)),
      contacts_(limits.max_contacts, limits.rate, most_modes(world.bodies)),
      rest_(limits.max_contacts, most_modes(world.bodies)),
      contact_states_(limits.max_contacts) {
  for (auto& side : shape_)
    for (auto& shape : side) shape.resize(most_modes(world.bodies));
  space_.weights = &weights_;
  SincTable::instance();  // made now, not while sound plays
  harmonic_steps();
}

void EngineCore::handle(const EngineEvent& event) noexcept {
  const bool there =
      event.object >= 0 && event.object < limits_->max_objects && objects_[event.object].body >= 0;
  switch (event.kind) {
    case EventKind::spawn:
      return spawn(event);
    case EventKind::despawn:
      if (there) despawn(event.object);
      return;
    case EventKind::pose:
      if (there) pose(objects_[event.object], event);
      return;
    case EventKind::listener:
      // Nothing is heard from where the ears were while all is silent: they are there at once.
      if (pool_.silent())
        ears_[0].place({event.pose.position, {}}), ears_[1].place({event.point, {}});
      ears_[0].aim({event.pose.position, {}}, {}, {});
      ears_[1].aim({event.point, {}}, {}, {});
      return;
    case EventKind::impact:
      if (!pending_.add(event, static_cast<double>(hop_ * kHop) + event.delay * limits_->rate,
                        {life_of(event.object), life_of(event.other)}))
        ++counts_.unheard;
      return;
    case EventKind::contact_begin:
      contacts_.all()[event.object].disconnect();
      rest_.forget(event.object);
      contacts_.all()[event.object].begin(event.first, event.other,
                                          {life_of(event.first), life_of(event.other)});
      return;
    case EventKind::contact_update:
      contacts_.all()[event.object].tell(event);
      return;
    case EventKind::contact_end:
      contacts_.all()[event.object].end();
      return;
  }
}

void EngineCore::spawn(const EngineEvent& event) noexcept {
  EngineObject& object = objects_[event.object];
  object.body = event.other;
  object.held = event.first != 0;
  object.follower.place(event.pose);
  object.follower.aim(event.pose, event.velocity, event.spin);
  object.voice = nullptr;
  ++object.life;
  used_objects_ = std::max(used_objects_, event.object + 1);
}

// An object that is silent is at once where it is told to be: what strikes it next does so there.
void EngineCore::pose(EngineObject& object, const EngineEvent& event) noexcept {
  if (!object.voice) object.follower.place(event.pose);
  object.follower.aim(event.pose, event.velocity, event.spin);
}

void EngineCore::despawn(int slot) noexcept {
  EngineObject& object = objects_[slot];
  if (object.voice && object.voice->object() == slot) {
    if (space_.ears == 0) object.voice->fade_out();  // its row may soon be another's
    object.voice->leave();
  }
  // Impacts on it that have not happened yet do not happen, and contacts end: both remember its
  // life, which is over.
  const std::int64_t life = object.life;
  object = {};
  object.life = life;
}

void EngineCore::move(double step) noexcept {
  for (int slot = 0; slot < used_objects_; ++slot) {
    EngineObject& object = objects_[slot];
    if (object.body < 0) continue;
    object.follower.advance(step);
    Voice* voice = object.voice;
    if (!voice) continue;
    if (voice->object() != slot || voice->state() == VoiceState::free ||
        voice->state() == VoiceState::fading)
      object.voice = nullptr;
    else
      voice->move(object.follower.pose());
  }
  for (int ear = 0; ear < kOwnEars; ++ear) {
    ears_[ear].advance(step);
    space_.ear[ear] = ears_[ear].pose().position;
  }
  for (int ear = 0; ear < space_.ears * space_.images; ++ear) {
    const Vec3& own = space_.ear[ear];
    space_.ear[space_.ears + ear] = {own.x, 2 * space_.floor_height - own.y, own.z};
  }
}

void EngineCore::render_hop() noexcept {
  weights_.next_hop(pool_.wanted_work());
  move(kHop / limits_->rate);
  strike_due();
  blows_.deliver(hop_ * kHop);
  std::fill(out_.begin(), out_.end(), 0.0f);
  rub();
  pool_.keep_budget();
  for (Voice& voice : pool_.voices()) {
    if (voice.state() == VoiceState::free) continue;
    float* out[kOwnEars] = {};
    if (space_.ears > 0)
      for (int ear = 0; ear < space_.ears; ++ear) out[ear] = out_.data() + ear * kHop;
    else
      out[0] = out_.data() + voice.row() * kHop;
    voice.render(out);
    if (!voice.healthy()) ++counts_.refused;
  }
  for (int c = 0; c < clicks_.channels(); ++c) clicks_.take(c, out_.data() + c * kHop);
  clicks_.next_hop();
  for (int c = 0; c < channels_; ++c) limit(out_.data() + c * kHop);
  ++hop_;
  count();
}

int EngineCore::mode_amplitudes(int slot, float* out, int most) const noexcept {
  if (slot < 0 || slot >= static_cast<int>(objects_.size())) return 0;
  Voice* voice = objects_[slot].voice;
  if (!voice || voice->object() != slot) return 0;
  const int count = std::clamp(voice->modes(), 0, std::max(most, 0));
  for (int i = 0; i < count; ++i)
    out[i] = static_cast<float>(std::abs(voice->bank().amplitude(i)) / voice->body().poles[i].im);
  return count;
}

void EngineCore::limit(float* out) noexcept {
  const auto scale = static_cast<float>(1 / limits_->full_scale);
  int bent = 0;
  for (int n = 0; n < kHop; ++n) {
    const float x = scale * out[n], size = std::abs(x);
    if (size <= kLimitFrom) {
      out[n] = x;
      continue;
    }
    ++bent;
    // Continuous in value and slope; NaN, which nothing above lets through, becomes silence.
    const float over = (size - kLimitFrom) / (1 - kLimitFrom);
    const float y = size < 1e30f ? kLimitFrom + (1 - kLimitFrom) * std::tanh(over) : 1.0f;
    out[n] = std::isnan(x) ? 0.0f : std::copysign(std::min(y, 1.0f), x);
  }
  if (bent > 0) counts_.limited.fetch_add(bent, std::memory_order_relaxed);
}

void EngineCore::count() noexcept {
  counts_.rendered.store(hop_ * kHop, std::memory_order_relaxed);
  counts_.stolen.store(pool_.stolen(), std::memory_order_relaxed);
  counts_.voices.store(pool_.ringing(), std::memory_order_relaxed);
  counts_.contacts.store(contacts_.sounding(), std::memory_order_relaxed);
  counts_.modes.store(pool_.modes(), std::memory_order_relaxed);
}

}  // namespace peal
