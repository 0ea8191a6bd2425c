// Tables of an import: bodies (a column mesh), contacts (body_a), points (no body), else poses.
#include <cmath>

#include "file_in_memory.h"
#include "fuzz.h"
#include "io/data/csv_table.h"
#include "io/data/pressure_probes.h"
#include "tools/import/body_list.h"
#include "tools/import/events/pose_table.h"
#include "tools/import/import_contacts.h"

namespace {

using namespace peal;

void read_contacts(const std::string& text) {
  RigidSetup setup;
  setup.bodies.resize(2);
  Take take;
  take.begin = 0, take.end = 1;
  take.bodies = {{"ball", 1, {1, 1, 1}}, {"bar", 1, {1, 1, 1}}};
  take.tracks.resize(2);
  for (PoseTrack& track : take.tracks) {
    track.append({0, {{0, 1, 0}, {}}, {0, -1, 0}, {}});
    track.append({1, {{0, 0, 0}, {}}, {0, -1, 0}, {}});
  }
  ContactImport settings;
  settings.bodies = {{"ball", 0}, {"bar", 1}};
  CsvReader first(text, "fuzz.csv"), again(text, "fuzz.csv");
  settings.step = contact_step(first);
  if (!(settings.step > 0)) settings.step = 1e-3;
  import_contacts(again, setup, settings, take);
  check(take, "fuzz.csv");
}

void read_poses(const std::string& text) {
  CsvReader csv(text, "fuzz.csv");
  const PoseTable table = read_pose_table(csv, {});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const PoseRow& row = table.rows[i];
    if (row.body < 0 || row.body >= static_cast<int>(table.bodies.size())) std::abort();
    if (!std::isfinite(row.time) || !is_finite(row.own.position)) std::abort();
    if (i > 0 && row.body == table.rows[i - 1].body && !(row.time > table.rows[i - 1].time))
      std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const FileInMemory file;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string header = text.substr(0, text.find('\n'));
  const auto has = [&](const char* word) { return header.find(word) != header.npos; };
  try {
    if (has("mesh")) {
      file.set(text);
      scene_from_body_list({file.path(), "/none", "fuzz", {}}, {}, {});
    } else if (has("body_a")) {
      read_contacts(text);
    } else if (has("body")) {
      read_poses(text);
    } else {
      file.set(text);
      has("time") ? void(read_probe_table(file.path())) : void(read_probe_points(file.path()));
    }
  } catch (const Error&) {
  }
  return 0;
}
