// What fields say they decide is what they decide: each declared field of a scene is changed, and
// exactly the keys of the results that it decides change with it. A new field, shape or source kind
// is tested here without a change to this file, when a scene of key_samples.h holds its record.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "conformance/key_samples.h"
#include "models/bake/transfer_compute.h"
#include "motion/take/event_tape.h"
#include "motion/take/scene_take.h"
#include "render/take_stage.h"
#include "sources/rebound.h"

namespace peal {
namespace {

using Keys = std::set<std::string>;

std::string modes_key(const BodySoundRequest& request) { return ModesLibrary().key_of(request); }

/// The transfer of one mode, which is another when the modes are.
std::string transfer_key_of(const ObjectSpec& object, const BodySoundRequest& request) {
  const TriangleMesh& surface = object.geometry->surface;
  const std::vector<Vec3> shape(surface.vertices.size(), Vec3{0, 1, 0});
  const double omega =
      1e3 + static_cast<double>(std::stoul(modes_key(request).substr(0, 8), {}, 16));
  const TransferRequest transfer = transfer_request(request);
  return TransferLibrary(TransferCache(), compute_transfer)
      .key_of(surface, std::vector<ModeShape>{{omega, shape}}, transfer);
}

/// The motion itself: what a key that forgot a field would replay in place of another.
/// @param analyses are shared by scenes that differ in other things
Hash128 simulated(const Scene& scene, const ModesCache& analyses) {
  ModesLibrary library(analyses);
  Recording recording;
  recording.writers = radiators(scene);
  const Take take =
      simulate_take(scene, {}, rebound_of_bodies(scene, library), std::move(recording));
  Hasher hasher;
  const auto add = [&](const auto&... values) { (hasher.add(values), ...); };
  add(take.begin, take.end, take.min_closing_speed);
  for (const auto& [name, mass, inertia] : take.bodies)
    add(name, mass, inertia.x, inertia.y, inertia.z);
  for (const PoseTrack& track : take.tracks)
    for (const PoseKnot& k : track.knots())
      add(k.time, k.pose.position.x, k.pose.position.y, k.pose.position.z, k.pose.rotation.w,
          k.pose.rotation.x, k.pose.rotation.y, k.pose.rotation.z);
  for (const Impact& impact : take.impacts) add(impact.time, norm(impact.impulse));
  if (take.tape) {
    MotionBlock events;
    EventTapeReader(take.tape, static_cast<int>(scene.grains.size())).read_until(1e9, events);
    for (const ShapePush& push : events.pushes) add(push.time, push.object, push.impulse[1]);
    for (const CrowdHits& crowd : events.crowds)
      for (const GrainHit& hit : crowd.hits)
        add(hit.time, hit.grain, hit.partner, static_cast<double>(hit.impulse));
    std::vector<std::byte> bytes;
    for (std::uint32_t object = 0; object < scene.objects.size(); ++object)
      for (const std::int64_t at : take.tape->chunks_of(object)) {  // emission tracks
        take.tape->read(object, at, bytes);
        hasher.add(std::span<const std::byte>(bytes));
      }
  }
  return hasher.result();
}

struct SceneKeys {
  std::string motion;
  Keys modes, radiation;

  explicit SceneKeys(const Scene& scene) : motion(motion_key(scene)) {
    ClickSourceSettings clicks;
    for (const SourceSpec& source : scene.sources)
      if (source.kind == "click") clicks = settings_of<ClickSourceSettings>(source);
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      const ObjectSpec& object = scene.objects[i];
      if (object.sound == ObjectSound::none) continue;
      const BodySoundRequest request = body_sound_request(scene, static_cast<int>(i));
      modes.insert(modes_key(request));
      if (request.radiation == Radiation::transfer)
        radiation.insert(transfer_key_of(object, request));
      if (const auto click = click_of(scene, object, clicks))
        radiation.insert(click_key(click_body_request(scene, object, *click)));
    }
  }

  Decides differing(const SceneKeys& other) const {
    Decides out = Decides::nothing;
    if (motion != other.motion) out = out | Decides::motion;
    if (modes != other.modes) out = out | Decides::modes;
    if (radiation != other.radiation) out = out | Decides::radiation;
    return out;
  }
};

std::string words(Decides set) {
  std::string out;
  for (const auto& [bit, word] : {std::pair{Decides::motion, "motion "},
                                  {Decides::modes, "modes "},
                                  {Decides::radiation, "radiation "}})
    if (has(set, bit)) out += word;
  return out.empty() ? "nothing that is kept" : out;
}

/// Where the records of a section are: "objects[].shape", "mix.objects.<name>".
std::vector<Json::json_pointer> places_of(const Json& scene, const std::string& path) {
  std::vector<Json::json_pointer> places{Json::json_pointer()};
  std::stringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    const bool list = part.ends_with("[]");
    if (list) part.resize(part.size() - 2);
    std::vector<Json::json_pointer> inner;
    for (const auto& place : places) {
      const Json& here = scene[place];
      if (part == "<name>") {
        for (const auto& item : here.items()) inner.push_back(place / item.key());
      } else if (here.is_object() && here.contains(part)) {
        if (!list) inner.push_back(place / part);
        for (std::size_t i = 0; list && i < here[part].size(); ++i)
          inner.push_back(place / part / i);
      }
    }
    places = std::move(inner);
  }
  std::erase_if(places, [&](const auto& place) { return !scene[place].is_object(); });
  return places;
}

/// Scenes with a record of some section, and where it is in them.
using Samples = std::vector<std::pair<Json, Json::json_pointer>>;

class KeysOfFields : public testing::Test {
 protected:
  KeysOfFields() { test::write_key_files(folder_.path()); }

  std::optional<Scene> load(const Json& scene) const {
    try {
      return parse_scene(scene.dump(), "sample.json", kinds_, folder_.path());
    } catch (const SceneError&) {
      return std::nullopt;
    }
  }

  /// Scenes that hold the record; of a kind that none holds, one into which it was put.
  Samples samples_of(const ReferenceSection& section) const {
    Samples held, made;
    const Json* made_of = nullptr;
    for (const Json& scene : scenes_) {
      for (const auto& place : places_of(scene, section.path)) {
        Json sample = scene;
        const bool holds = section.kind.empty() || scene[place].value("kind", "") == section.kind;
        if (!holds) {
          if (section.path == "sources[]" || (made_of && made_of != &scene)) continue;
          Json record = Json::parse(section.record->write(section.defaults).dump());
          record["kind"] = section.kind;
          if (section.kind == "mesh") record["file"] = "one.obj";
          sample[place] = record;
        }
        if (!load(sample)) continue;
        if (!holds) made_of = &scene;
        (holds ? held : made).emplace_back(std::move(sample), place);
      }
      if (!section.kind.empty() && !held.empty()) break;
    }
    return held.empty() ? made : held;
  }

  /// A sample before and after a change of the field, one for each place that lets it be changed.
  template <class Use>
  void each_change(const Samples& samples, const RecordType::Field& field, const Json& schema,
                   const Use& use) const {
    for (const auto& [sample, place] : samples) {
      const bool there = sample[place].contains(field.name);
      const auto values =
          there ? test::others_than(sample[place][field.name], schema) : test::some_values(schema);
      for (const Json& value : values) {
        Json changed = sample;
        changed[place][field.name] = value;
        const auto scene = load(changed);
        if (!scene) continue;
        if (!use(sample, *scene, value.dump())) return;
        break;
      }
    }
  }

  /// The key of a motion is made from the claims themselves, so the motion must bear them out: what
  /// does not claim it leaves it alone, what claims it shows in one of the samples.
  void check(const ReferenceSection& section, const RecordType::Field& field,
             const Samples& samples) {
    const Json schema = Json::parse(field.type->schema(field.of(section.defaults)).dump());
    if (schema.contains("const") || field.type->decides()) return;
    const std::string name = section.path + (section.kind.empty() ? "" : "(" + section.kind + ")") +
                             (section.path.empty() ? "" : ".") + field.name;
    const bool moves = has(field.decides, Decides::motion);
    int tried = 0;
    bool moved = false;
    each_change(samples, field, schema,
                [&](const Json& before, const Scene& after, const auto& value) {
                  if (++tried == 1) {
                    EXPECT_EQ(words(SceneKeys(*load(before)).differing(SceneKeys(after))),
                              words(field.decides))
                        << name << " = " << value;
                  }
                  try {
                    moved = unchanged(before) != simulated(after, analyses_);
                  } catch (const Error&) {  // two bodies at one place
                  }
                  return moves && !moved;
                });
    EXPECT_GT(tried, 0) << name << ": no scene of key_samples.h holds it and lets it be changed";
    EXPECT_TRUE(moves || !moved) << name << " changes the motion";
    if (moves && !moved) unmoved_.insert(name);
  }

  /// The motion of a sample, which is there before many a change.
  const Hash128& unchanged(const Json& sample) {
    const std::string text = sample.dump();
    const auto found = unchanged_.find(text);
    return found != unchanged_.end()
               ? found->second
               : unchanged_.emplace(text, simulated(*load(sample), analyses_)).first->second;
  }

  test::TemporaryFolder folder_;
  ModesCache analyses_{folder_.path() / "cache"};
  std::map<std::string, Hash128> unchanged_;
  std::set<std::string> unmoved_;  // fields that claim the motion, which does not show it
  std::vector<SourceKindDeclaration> kinds_ = source_declarations();
  std::vector<Json> scenes_ = test::key_scenes();
};

/// Every eighth field of the declarations, so that tests that run side by side share them.
class EveryEighth : public KeysOfFields, public testing::WithParamInterface<int> {
 public:
  static constexpr int kShares = 8;
};

TEST_P(EveryEighth, DecidesWhatItSaysAndNothingElse) {
  const Record<Scene> record = scene_record(kinds_);
  std::vector<ReferenceSection> sections;
  record.type->sections("", nullptr, sections);
  int field_number = 0, tried = 0;
  for (const ReferenceSection& section : sections) {
    std::optional<Samples> samples;
    for (const RecordType::Field& field : section.record->fields()) {
      if (field_number++ % kShares != GetParam()) continue;
      if (!samples) samples = samples_of(section);
      check(section, field, *samples), ++tried;
    }
  }
  EXPECT_GT(tried, 25);
  for (const char* played : {"motion.take", "motion.take_offset", "objects[].solid.recording"})
    unmoved_.erase(played);
  EXPECT_EQ(unmoved_, std::set<std::string>());
}
INSTANTIATE_TEST_SUITE_P(All, EveryEighth, testing::Range(0, EveryEighth::kShares));

TEST_F(KeysOfFields, WhatNobodyUsesAndNamesOfMaterialsDecideNothing) {
  Json scene = scenes_[0];
  scene["materials"]["unused"] = {{"like", "steel"}};
  const SceneKeys before(*load(scenes_[0]));
  EXPECT_EQ(words(before.differing(SceneKeys(*load(scene)))), words(Decides::nothing));
  scene["materials"]["renamed"] = scene["materials"]["alike"];
  scene["objects"][1]["material"] = "renamed";
  EXPECT_EQ(words(before.differing(SceneKeys(*load(scene)))), words(Decides::nothing));
}

// What materials lose is heard of rigid bodies; rods move otherwise with it.
TEST_F(KeysOfFields, LossesOfMaterialsDecideTheMotionOfRodsAlone) {
  const auto with_loss = [](Json scene, double loss) {
    scene["materials"]["lossy"] = {{"like", "steel"}, {"loss_factor", loss}};
    for (Json& object : scene["objects"]) object["material"] = "lossy";
    return scene;
  };
  const auto motions = [&](const Json& scene) {
    return std::pair(motion_key(*load(with_loss(scene, 1e-3))),
                     motion_key(*load(with_loss(scene, 2e-3))));
  };
  const auto [rigid, of_other_loss] = motions(scenes_[0]);
  EXPECT_EQ(rigid, of_other_loss);
  const auto [rods, rods_of_other_loss] = motions(test::with_defaults(test::kMatterSample));
  EXPECT_NE(rods, rods_of_other_loss);
}

// Their strengths are in the emission track beside the take.
TEST_F(KeysOfFields, TheAirIsInTheTakesOfRodsAlone) {
  const auto motions = [&](Json scene) {
    scene["air"]["density"] = 1.1;
    const std::string thin = motion_key(*load(scene));
    scene["air"]["density"] = 1.2;
    return thin == motion_key(*load(scene));
  };
  EXPECT_TRUE(motions(scenes_[0]));
  EXPECT_FALSE(motions(test::with_defaults(test::kMatterSample)));
}

TEST_F(KeysOfFields, FilesCountByTheirContent) {
  Json scene = scenes_[0];
  scene["objects"][4]["shape"] = {{"kind", "mesh"}, {"file", "one.obj"}};
  scene["motion"]["take"] = "one.h5";
  const SceneKeys before(*load(scene));
  std::filesystem::copy_file(folder_.path() / "one.obj", folder_.path() / "moved.obj");
  std::filesystem::copy_file(folder_.path() / "one.h5", folder_.path() / "moved.h5");
  scene["objects"][4]["shape"]["file"] = "moved.obj";
  scene["motion"]["take"] = "moved.h5";
  EXPECT_EQ(words(before.differing(SceneKeys(*load(scene)))), words(Decides::nothing));
  std::ofstream(folder_.path() / "moved.h5") << "changed";
  EXPECT_EQ(words(before.differing(SceneKeys(*load(scene)))), words(Decides::motion));
}

}  // namespace
}  // namespace peal
