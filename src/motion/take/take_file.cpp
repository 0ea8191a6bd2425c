#include "motion/take/take_file.h"

#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/hash.h"
#include "motion/take/take_columns.h"

namespace peal {
namespace {

constexpr std::int64_t kVersion = 2;  // 1: without a tape, still written then
constexpr int kCompression = 1;       // more costs much time and saves little
constexpr const char* kFormat = "peal take";

struct KnotRow {
  double time = 0;
  Vec3 position, velocity, spin;
  Quat rotation;
};

// What a file holds, once for writer and reader.

template <class Columns>
void body_columns(Columns& c) {
  c.numbers("mass", "kg", &TakeBody::mass);
  c.numbers("inertia", "kg m^2", &TakeBody::inertia);
}

template <class Columns>
void knot_columns(Columns& c) {
  c.numbers("time", "s", &KnotRow::time);
  c.numbers("position", "m", &KnotRow::position);
  c.numbers("rotation", "1", &KnotRow::rotation);
  c.numbers("velocity", "m/s", &KnotRow::velocity);
  c.numbers("spin", "rad/s", &KnotRow::spin);
}

template <class Columns>
void impact_columns(Columns& c) {
  c.numbers("time", "s", &Impact::time);
  c.integers("body_a", &Impact::body_a);
  c.integers("body_b", &Impact::body_b);
  c.numbers("point_a", "m", &Impact::point_a);
  c.numbers("point_b", "m", &Impact::point_b);
  c.numbers("normal", "1", &Impact::normal);
  c.numbers("impulse", "N s", &Impact::impulse);
  c.numbers("closing_speed", "m/s", &Impact::closing_speed);
  c.numbers("lost_energy", "J", &Impact::lost_energy);
  c.numbers("confidence", "1", &Impact::confidence);
}

template <class Columns>
void contact_columns(Columns& c) {
  c.numbers("time", "s", &ContactSample::time);
  c.integers("track", &ContactSample::track);
  c.integers("body_a", &ContactSample::body_a);
  c.integers("body_b", &ContactSample::body_b);
  c.integers("state", &ContactSample::state);
  c.integers("ends", &ContactSample::ends);
  c.numbers("normal_force", "N", &ContactSample::normal_force);
  c.numbers("point_a", "m", &ContactSample::point_a);
  c.numbers("point_b", "m", &ContactSample::point_b);
  c.numbers("normal", "1", &ContactSample::normal);
  c.numbers("slip", "m/s", &ContactSample::slip);
  c.numbers("roll", "m/s", &ContactSample::roll);
}

template <class Columns>
void summary_columns(Columns& c) {
  c.numbers("begin", "s", &ImpactSummary::begin);
  c.numbers("end", "s", &ImpactSummary::end);
  c.integers("body_a", &ImpactSummary::body_a);
  c.integers("body_b", &ImpactSummary::body_b);
  c.integers("count", &ImpactSummary::count);
  c.numbers("impulse", "N s", &ImpactSummary::impulse);
  c.numbers("closing_speed", "m/s", &ImpactSummary::closing_speed);
}

template <class Row>
ColumnWriter<Row> writer(Hdf5Writer& out, Hasher& hasher, const char* group,
                         const std::vector<Row>& rows) {
  return {out, hasher, group, rows.size(), [&rows](const auto& use) {
            for (const Row& row : rows) use(row);
          }};
}

void write_tracks(Hdf5Writer& out, Hasher& hasher, const Take& take, const std::string& file) {
  std::vector<std::int32_t> first{0};
  std::size_t knots = 0;
  for (const PoseTrack& track : take.tracks) {
    knots += track.knots().size();
    if (knots > std::numeric_limits<std::int32_t>::max())
      fail("{}: more than two thousand million knots cannot be written", file);
    first.push_back(static_cast<std::int32_t>(knots));
  }
  hasher.add(std::span<const int>(first));
  out.array("knots/first", std::span<const std::int32_t>(first), {first.size()}, "1");
  ColumnWriter<KnotRow> columns(out, hasher, "knots", knots, [&take](const auto& use) {
    for (const PoseTrack& track : take.tracks)
      for (const PoseKnot& k : track.knots())
        use({k.time, k.pose.position, k.velocity, k.spin, k.pose.rotation});
  });
  knot_columns(columns);
}

std::vector<PoseTrack> read_tracks(const Hdf5Reader& in, Hasher& hasher, const Take& take,
                                   const std::string& file) {
  std::vector<std::size_t> shape;
  const std::vector<std::int32_t> first = in.integers("knots/first", shape, 1);
  hasher.add(std::span<const int>(first));
  ColumnReader<KnotRow> columns(in, hasher, file, "knots");
  knot_columns(columns);
  const std::vector<KnotRow> knots = columns.rows();
  bool good = first.size() == take.bodies.size() + 1 && first.front() == 0 &&
              static_cast<std::size_t>(first.back()) == knots.size();
  for (std::size_t i = 1; good && i < first.size(); ++i) good = first[i] >= first[i - 1];
  if (!good) fail("{}: 'knots/first' does not fit the bodies and knots", file);
  std::vector<PoseTrack> tracks(take.bodies.size());
  for (std::size_t body = 0; body < tracks.size(); ++body)
    for (std::int32_t i = first[body]; i < first[body + 1]; ++i) {
      const KnotRow& k = knots[i];
      if (!std::isfinite(k.time) || (i > first[body] && k.time < knots[i - 1].time))
        fail("{}: knot {} of body '{}' at {} s is not in order of time", file, i - first[body],
             take.bodies[body].name, k.time);
      tracks[body].append({k.time, {k.position, k.rotation}, k.velocity, k.spin});
    }
  return tracks;
}

std::int64_t version_of(const Take& take) { return take.tape_bytes > 0 ? 2 : 1; }

void hash_head(Hasher& hasher, const Take& take) {
  const std::array<double, 4> numbers{take.begin, take.end, take.min_closing_speed,
                                      take.frame_rate};
  hasher.add(version_of(take)).add(std::span<const double>(numbers));
  if (take.tape_bytes > 0) hasher.add(take.tape_bytes);
  hasher.add(take.motion_key).add(take.origin);
  for (const TakeBody& body : take.bodies) hasher.add(body.name);
}

}  // namespace

void write_take_file(const std::filesystem::path& path, const Take& take) {
  check(take, path.string());
  AtomicFile file(path);
  Hasher hasher;
  hash_head(hasher, take);
  Hdf5Writer out(file.temporary(), kCompression);
  out.attribute("format", std::string(kFormat));
  out.attribute("version", version_of(take));
  if (take.tape_bytes > 0) out.attribute("tape_bytes", static_cast<std::int64_t>(take.tape_bytes));
  out.attribute("begin", take.begin);
  out.attribute("end", take.end);
  out.attribute("min_closing_speed", take.min_closing_speed);
  out.attribute("frame_rate", take.frame_rate);
  out.attribute("motion_key", take.motion_key);
  out.attribute("origin", take.origin);
  std::vector<std::string> names;
  for (const TakeBody& body : take.bodies) names.push_back(body.name);
  out.texts("bodies/name", names);
  auto bodies = writer(out, hasher, "bodies", take.bodies);
  body_columns(bodies);
  write_tracks(out, hasher, take, path.string());
  auto impacts = writer(out, hasher, "impacts", take.impacts);
  impact_columns(impacts);
  auto contacts = writer(out, hasher, "contacts", take.contacts);
  contact_columns(contacts);
  auto summaries = writer(out, hasher, "summaries", take.summaries);
  summary_columns(summaries);
  out.attribute("hash", hasher.result().hex());
  out.close();
  file.commit();
}

Take read_take_file(const std::filesystem::path& path) {
  const std::string file = path.string();
  const Hdf5Reader in(path);
  if (!in.has_attribute("format") || in.text("format") != kFormat)
    fail("{}: an HDF5 file, but not a take; `peal import` makes takes from other data", file);
  const auto version = in.integer("version");
  if (version < 1 || version > kVersion)
    fail("{}: written in version {} of the format; this program reads versions 1 to {}", file,
         version, kVersion);
  Take take;
  if (version == 2) {
    const auto bytes = in.integer("tape_bytes");
    if (bytes <= 0) fail("{}: its tape has {} bytes", file, bytes);
    take.tape_bytes = static_cast<std::uint64_t>(bytes);
  }
  take.begin = in.number("begin"), take.end = in.number("end");
  take.min_closing_speed = in.number("min_closing_speed");
  take.frame_rate = in.number("frame_rate");
  take.motion_key = in.text("motion_key"), take.origin = in.text("origin");
  const std::vector<std::string> names = in.texts("bodies/name");
  for (const std::string& name : names) take.bodies.push_back({name, 0, {}});
  Hasher hasher;
  hash_head(hasher, take);
  const auto read = [&]<class Row>(const char* group, void (*list)(ColumnReader<Row>&)) {
    ColumnReader<Row> columns(in, hasher, file, group);
    list(columns);
    return columns.rows();
  };
  take.bodies = read.operator()<TakeBody>("bodies", body_columns);
  if (names.size() != take.bodies.size())
    fail("{}: {} names, but {} bodies", file, names.size(), take.bodies.size());
  for (std::size_t i = 0; i < names.size(); ++i) take.bodies[i].name = names[i];
  take.tracks = read_tracks(in, hasher, take, file);
  take.impacts = read.operator()<Impact>("impacts", impact_columns);
  take.contacts = read.operator()<ContactSample>("contacts", contact_columns);
  take.summaries = read.operator()<ImpactSummary>("summaries", summary_columns);
  if (in.text("hash") != hasher.result().hex())
    fail("{}: damaged: its content does not hash to what was written", file);
  check(take, file);
  if (take.tape_bytes > 0) open_tape(take, path);
  return take;
}

std::filesystem::path tape_of(const std::filesystem::path& take) {
  return std::filesystem::path(take).replace_extension(".tape");
}

void open_tape(Take& take, const std::filesystem::path& path) {
  const std::filesystem::path tape = tape_of(path);
  auto opened = std::make_shared<ChunkFile>(ChunkFile::open(tape));
  if (opened->bytes() != take.tape_bytes)
    fail("{}: {} bytes of it are whole, {} belong to {}: it was cut off, or is of another take",
         tape.string(), opened->bytes(), take.tape_bytes, path.string());
  take.tape = std::move(opened);
}

}  // namespace peal
