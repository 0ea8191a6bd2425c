// The scene itself: listeners, air, motion, sources, mix, output.
#include <cmath>

#include "io/schema/container_types.h"
#include "io/schema/tagged.h"
#include "io/schema/vector_types.h"
#include "scene/declare.h"

namespace peal {
namespace {

Record<Air> air_record() {
  return Record<Air>("air", Decides::radiation, "The air around everything, at rest.")
      .number("speed_of_sound", &Air::speed_of_sound, Range{100, 2000}, "m/s", "Speed of sound.")
      .number("density", &Air::density, Range{0.01, 100}, "kg/m^3", "Density.");
}

Record<ListenerKeyframe> listener_keyframe_record() {
  return Record<ListenerKeyframe>("keyframe", Decides::sound, "A place the listener reaches.")
      .number("time", &ListenerKeyframe::time, Range::above(0).up_to(3600), "s", "When.")
      .required()
      .field("position", &ListenerKeyframe::position, vector(kPosition, "m"), "Where.")
      .required()
      .field(
          "look", &ListenerKeyframe::look, optional_of(direction()),
          "The direction it faces then; left out: as before. It turns steadily, the shorter way; "
          "half a turn goes to the right.")
      .field("up", &ListenerKeyframe::up, optional_of(direction()),
             "Where its top is then; left out: as before.");
}

void check_listener(const ListenerSpec& listener, const Cursor& at) {
  // The ears lie on cross(look, up).
  const bool stereo = listener.kind == ListenerKind::stereo;
  const auto undefined = [&](const Vec3& look, const Vec3& up) {
    return stereo && norm(cross(look, up)) < 1e-6;
  };
  Vec3 look = listener.look, up = listener.up;
  if (undefined(look, up))
    at.child("look").error(
        "a stereo listener cannot look straight up or down; `up` says where its top is");
  const Cursor path = at.child("path");
  for (std::size_t i = 0; i < listener.path.size(); ++i) {
    const ListenerKeyframe& key = listener.path[i];
    look = key.look.value_or(look), up = key.up.value_or(up);
    if ((key.look || key.up) && undefined(look, up))
      path.child(i).error("the look runs along `up`; a stereo listener needs another one");
  }
  for (std::size_t i = 1; i < listener.path.size(); ++i) {
    const Cursor keyframe = path.child(i);
    if (!(listener.path[i].time > listener.path[i - 1].time))
      keyframe.child("time").error("expected > {} s, the time of the keyframe before, got {}",
                                   listener.path[i - 1].time, listener.path[i].time);
  }
}

template <class Level>
Record<Level> level_record(const char* name, const char* sentence) {
  return Record<Level>(name, Decides::sound, sentence)
      .number("gain_db", &MixLevel::gain_db, kGain, "dB", "Gain.")
      .boolean("mute", &MixLevel::mute, "It is not heard.")
      .boolean("solo", &MixLevel::solo, "Of its sort only what has this set is heard.");
}

Record<PairMix> mix_pair_record() {
  return level_record<PairMix>("pair mix", "How loud it is when two bodies touch.")
      .field("a", &PairMix::a, reference_to(kObjectOrGroup), "The one.")
      .required()
      .field("b", &PairMix::b, reference_to(kObjectGroupOrFloor), "The other; may be `floor`.")
      .required();
}

void check_output(const OutputSettings& output, const Cursor& at) {
  if (output.start && output.format == AudioFormat::flac)
    at.child("start").warn(
        "FLAC files carry no time stamp; choose the format wav, or place the sound by hand");
}

Record<MixSettings> mix_record() {
  return Record<MixSettings>("mix", Decides::sound,
                             "Balance of what is heard; does not change the motion.")
      .number("gain_db", &MixSettings::gain_db, kGain, "dB", "Gain of everything.")
      .field("objects", &MixSettings::objects,
             map_of(level_record<MixLevel>("object mix", "How loud one object or group is."),
                    MapKeys::refer, kObjectOrGroup),
             "How loud objects are, by name of object or group; `coin.007` is in the group `coin`, "
             "and both count.")
      .field("pairs", &MixSettings::pairs, array_of(mix_pair_record(), 0, 10'000),
             "How loud it is when two bodies touch; all entries that name the two count.")
      .field("mechanisms", &MixSettings::mechanisms,
             map_of(level_record<MixLevel>("mechanism mix", "How loud one kind of source is."),
                    MapKeys::refer, kMechanism),
             "How loud kinds of sources are.");
}

Record<ReverbSettings> reverb_record() {
  return Record<ReverbSettings>("reverb", Decides::sound,
                                "A room that is not there, behind everything.")
      .number("time", &ReverbSettings::time, Range{0.05, 30}, "s",
              "In which it falls by 60 dB; at 6 kHz in half of it.")
      .number("level", &ReverbSettings::level, Range{-80, 20}, "dB",
              "Energy of its answer over that of the sound itself.");
}

Record<CompressSettings> compress_record() {
  return Record<CompressSettings>("compress", Decides::sound, "What is loud is held back.")
      .number("threshold", &CompressSettings::threshold, Range{-120, 0}, "dB",
              "Against the loudest sample: what is louder is held back.")
      .number("ratio", &CompressSettings::ratio, Range{1, 100}, "",
              "So many dB above the threshold become one.")
      .number("attack", &CompressSettings::attack, Range{1e-5, 1}, "s",
              "Time constant with which it is held back.")
      .number("release", &CompressSettings::release, Range{1e-3, 10}, "s",
              "Time constant with which it is let go.");
}

Record<OutputSettings> output_record() {
  return Record<OutputSettings>("output", Decides::sound, "The sound file.")
      .integer("rate", &OutputSettings::rate, 8000, 384000, "Hz", "Sample rate.")
      .choice("format", &OutputSettings::format,
              {{"wav", "uncompressed"}, {"flac", "compressed without loss"}}, "File format.")
      .choice("level", &OutputSettings::level,
              {{"calibrated", "sample value 1.0 is the pressure `full_scale`"},
               {"normalised", "the largest sample is `peak_dbfs`"}},
              "How pascals become sample values.")
      .number("full_scale", &OutputSettings::full_scale, Range{1e-6, 1e6}, "Pa",
              "Pressure of sample value 1.0 when the level is calibrated.")
      .number("peak_dbfs", &OutputSettings::peak_dbfs, Range{-60, 0}, "dB",
              "Largest sample relative to full scale when the level is normalised.")
      .field("start", &OutputSettings::start, optional_of(number({0, 86400}, "s")),
             "Time of day or of the timeline at which the sound begins; written as the time stamp "
             "of broadcast WAV. Left out: no time stamp.")
      .choice("stems", &OutputSettings::stems,
              {{"none", "one file per listener"},
               {"objects", "and one per object that sounds; copies of one share theirs"},
               {"groups", "and one per group: `coin`, `coin.001` and `coin.002` share theirs"},
               {"mechanisms", "and one per kind of source"}},
              "Further sound files that add up to the listener's.")
      .field("reverb", &OutputSettings::reverb, optional_of(reverb_record()),
             "Reverberation of an imagined room, added to the finished sound; stems stay as "
             "they are.")
      .field("compress", &OutputSettings::compress, optional_of(compress_record()),
             "Dynamic range compression of the finished sound, after the reverberation; stems "
             "stay as they are.")
      .check(check_output);
}

Of<SourceSpec> source_type(std::span<const SourceKindDeclaration> kinds) {
  const auto tagged = std::make_shared<TaggedType>();
  for (const SourceKindDeclaration& kind : kinds)
    tagged->add({kind.name, kind.settings,
                 [kind](void* out, const Cursor& at) {
                   auto& source = *static_cast<SourceSpec*>(out);
                   source = {kind.name, kind.make(), at.pointer()};
                   return kind.inside(source.settings);
                 },
                 [kind](const void* value) -> const void* {
                   auto& source = *static_cast<SourceSpec*>(const_cast<void*>(value));
                   return source.kind == kind.name ? kind.inside(source.settings) : nullptr;
                 }});
  return {tagged};
}

}  // namespace

Record<ListenerSpec> listener_record() {
  return Record<ListenerSpec>("listener", Decides::sound,
                              "Who hears the scene; each listener becomes one sound file.")
      .field("name", &ListenerSpec::name, name_in("listener"), "Unique name.")
      .required()
      .choice(
          "kind", &ListenerSpec::kind,
          {{"mono", "one microphone"}, {"stereo", "two microphones side by side, left and right"}},
          "What the listener hears with.")
      .field("position", &ListenerSpec::position, vector(kPosition, "m"),
             "Where it is at the start; of a stereo listener the point between the microphones.")
      .required()
      .field("look", &ListenerSpec::look, direction(), "The direction the listener faces.")
      .field("up", &ListenerSpec::up, direction(),
             "Where the top of its head is; the microphones lie across `look` and `up`.")
      .number("spacing", &ListenerSpec::spacing, Range{0, 100}, "m",
              "Distance between the two microphones of a stereo listener.")
      .field("path", &ListenerSpec::path, array_of(listener_keyframe_record(), 0, 100'000),
             "Where it moves after the start, in straight lines at constant speed from keyframe to "
             "keyframe; it stays at the last.")
      .boolean("travel_time", &ListenerSpec::travel_time,
               "Sound takes its time to arrive. `false`: it arrives at once from any distance, in "
               "step with a picture of a far camera, and without Doppler shift; its level and what "
               "the microphones hear one after the other stay.")
      .check(check_listener);
}

Record<Scene> scene_record(std::span<const SourceKindDeclaration> kinds) {
  return Record<Scene>("scene", Decides::nothing,
                       "What is there, what happens, who listens and what is written.")
      .field("peal", &Scene::version, version_number(1), "Version of the scene format.")
      .required()
      .field("$schema", &Scene::schema_link, text(),
             "Where editors find the JSON Schema of this file; not read.")
      .field("comment", &Scene::comment, text(), "Notes for people; not read.")
      .field("name", &Scene::name, name_in("scene"), "Name of the scene and of its output files.")
      .decides(Decides::sound)
      .field("seed", &Scene::seed, natural(), "Start of all random numbers.")
      .decides(Decides::motion | Decides::sound)
      .number("duration", &Scene::duration, Range::above(0).up_to(3600), "s",
              "Length of the scene and of the sound.")
      .decides(Decides::motion | Decides::sound)
      .field("air", &Scene::air, air_record(), "The air.")
      .field("quality", &Scene::quality, quality_type(),
             "How exactly bodies are computed; objects may choose for themselves.")
      .decides(Decides::modes | Decides::radiation)
      .field("listeners", &Scene::listeners, array_of(listener_record(), 1, 1000), "Who hears.")
      .required()
      .field("materials", &Scene::materials, map_of(material_type(), MapKeys::declare, "material"),
             "Materials of this scene by name; a library material of the same name is replaced.")
      .field("objects", &Scene::objects, array_of(object_record(), 0, 100'000), "The bodies.")
      .field("grains", &Scene::grains, array_of(grains_record(), 0, 100), "Crowds of balls.")
      .field("motion", &Scene::motion, motion_record(), "How bodies move.")
      .field("sources", &Scene::sources, array_of(source_type(kinds), 0, 100'000),
             "What makes sound.")
      .field("mix", &Scene::mix, mix_record(), "Balance.")
      .field("output", &Scene::output, output_record(), "The sound file.");
}

}  // namespace peal
