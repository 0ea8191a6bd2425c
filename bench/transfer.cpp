// How modes reach an ear: weights from a transfer record beside those of approximate radiation, and
// what a record takes in memory and on disk. Records are made up: full up to l = ka, then
// evanescent.
#include <chrono>
#include <complex>
#include <filesystem>

#include "base/files/temporary_folder.h"
#include "base/rng.h"
#include "emission/body_sound.h"
#include "emission/fields/transfer_field.h"
#include "emission/resonator.h"
#include "models/bake/transfer_compute.h"
#include "models/bake/transfer_file.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/wave/bem/surface_radiation.h"
#include "table.h"
#include "tools/studies/chadwick2012_paper.h"

namespace peal::bench {
namespace {

constexpr double kRadius = 0.12;

TransferRecord made_up(int modes, double largest_ka) {
  TransferRecord record;
  record.radius = kRadius;
  record.centre = {0.004, -0.007, 0.002};
  KeyedRng random(1, 2, 3);
  for (int i = 0; i < modes; ++i) {
    const double ka = 0.3 + largest_ka * i / modes;
    ModeTransfer mode;
    mode.omega = ka / kRadius * record.air.speed_of_sound;
    mode.order = static_cast<int>(ka) + 6;
    for (int l = 0; l <= mode.order; ++l)
      for (int m = -l; m <= l; ++m) {
        const double size = std::pow(0.35, std::max(0.0, l - ka));
        mode.coefficients.emplace_back(size * random.normal(), size * random.normal());
      }
    record.modes.push_back(std::move(mode));
  }
  return record;
}

/// A ball of points spread evenly: 2 points - 4 triangles.
TriangleMesh ball(int triangles) {
  std::vector<Vec3> points;
  const int count = triangles / 2 + 2;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count, s = std::sqrt(1 - z * z), phi = 2.399963 * i;
    points.push_back(0.1 * Vec3{s * std::cos(phi), s * std::sin(phi), z});
  }
  return convex_hull(points);
}

/// Seconds per mode and weight, the ear going round the body at 2 m.
template <class Radiation>
double weight_seconds(const Radiation& radiation, int turns) {
  std::vector<std::complex<double>> out(radiation.mode_count());
  const double seconds = best_seconds([&] {
    for (int i = 0; i < turns; ++i)
      radiation.weights({2 * std::cos(0.002 * i), 2 * std::sin(0.002 * i), 0.4}, out);
  });
  return seconds / turns / static_cast<double>(out.size());
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// All modes to 20 kHz of bodies of the paper's size (Chadwick, Zheng & James 2012, Table 1).
void bakes() {
  head("transfer of all modes below 20 kHz; limits: bowl, plate, mug 300 s and 3 GB, coin 30 s");
  ModesLibrary library(ModesCache::of_user());
  for (const char* name : {"coin", "bowl", "mug", "plate"}) {
    BodySoundRequest request;
    const chadwick2012::Object& object = chadwick2012::object(name);
    request.shape = object.shape;
    request.material = object.material;
    request.radiation = Radiation::transfer;
    const BodySound body(request, library);
    const TriangleMesh surface = body.transfer_surface();
    const std::vector<ModeShape> modes = body.mode_shapes();
    std::vector<double> omegas;
    for (const ModeShape& mode : modes) omegas.push_back(mode.omega);
    const double start = now();
    const TransferPlan plan = plan_transfer(surface, omegas, {request.air});
    const TransferRecord record = time_domain_transfer(surface, modes, plan);
    const double seconds = now() - start;
    double steps = 0;
    for (const TransferBand& band : plan.bands) steps += band.cell_steps;
    row(fmt::format("{}: {} of {} modes", name, record.modes.size(), modes.size()), seconds, "s",
        fmt::format("estimate {:.1f} s, {:.0f} MB, {:.3g} cell-steps", plan.expected_seconds,
                    1e-6 * plan.bytes, steps));
  }
}

struct StillEar final : Ear {
  explicit StillEar(const Vec3& at) : place(at) {}
  Vec3 at_arrival(double, const Vec3&) const override { return place; }
  Vec3 place;
};

/// 2 s of a body that turns three times a second, struck once.
void ring(const std::shared_ptr<const BodySound>& body) {
  PoseTrack track;
  for (int i = 0; i <= 200; ++i) {
    const double t = -0.05 + 0.0105 * i, angle = 2 * kPi * 3 * t;
    track.append(
        {t, {{0, 0, 0}, Quat::from_axis_angle({0, 0, 1}, angle)}, {}, {0, 0, 2 * kPi * 3}});
  }
  Resonator resonator("plate", body, track, 2);
  resonator.push({0.01, 2e-4, body->model().surface.nodes[0], {0, 0, -0.05}});
  const StillEar left({1, 0.3, 0.4}), right({1, -0.3, 0.4});
  const Ear* ears[] = {&left, &right};
  std::vector<float> a(1024), b(1024);
  float* out[] = {a.data(), b.data()};
  const auto end = static_cast<std::int64_t>(2 * resonator.rate());
  for (std::int64_t n = 0; n < end; n += 1024) resonator.emit({n, 1024}, ears, out);
}

/// A spinning plate, heard from approximate radiation and from its transfer.
void sound() {
  head("rendering 2 s of a struck spinning plate, two ears");
  ModesLibrary library(ModesCache::of_user());
  TransferLibrary transfers(TransferCache::of_user(), compute_transfer);
  double seconds[2] = {};
  for (const Radiation radiation : {Radiation::approximate, Radiation::transfer}) {
    BodySoundRequest request;
    request.shape = chadwick2012::object("plate").shape;
    request.material = chadwick2012::object("plate").material;
    request.radiation = radiation;
    const auto body = std::make_shared<BodySound>(request, library);
    if (radiation == Radiation::transfer)
      body->radiate(transfers.get(body->transfer_surface(), body->mode_shapes(), {request.air}));
    seconds[radiation == Radiation::transfer] = best_seconds([&] { ring(body); }, 0.1);
  }
  row("approximate radiation", seconds[0], "s");
  row("transfer", seconds[1], "s", fmt::format("{:.2f} of it; limit 1.5", seconds[1] / seconds[0]));
}

void run() {
  const TriangleMesh mesh = ball(2400);
  const TemporaryFolder folder;
  for (const double ka : {3.0, 8.0, 20.0, 40.0}) {
    const int modes = ka < 5 ? 20 : ka < 30 ? 100 : 200;
    TransferRecord record = made_up(modes, ka);
    head(fmt::format("{} modes up to ka = {}, order {}", modes, ka, record.modes.back().order));
    std::vector<SurfaceMode> shapes;
    for (const ModeTransfer& mode : record.modes)
      shapes.push_back({mode.omega, std::vector<double>(mesh.triangles.size(), 1.0)});
    const double quick = weight_seconds(SurfaceRadiation(mesh, record.air, shapes), 4);
    row(fmt::format("approximate radiation, {} triangles", mesh.triangles.size()), 1e9 * quick,
        "ns/weight");
    const TransferField field(record);
    const double transfer = weight_seconds(field, 100);
    row("transfer", 1e9 * transfer, "ns/weight",
        fmt::format("{:.3f} of approximate radiation", transfer / quick));
    row("memory", 1e-6 * static_cast<double>(field.bytes()), "MB");
    round_transfer(record);
    const std::filesystem::path path = folder.path() / "bench.transfer";
    write_transfer_file(path, record, "bench");
    row("file", 1e-6 * static_cast<double>(std::filesystem::file_size(path)), "MB");
    row("reading it", 1e3 * best_seconds([&] { read_transfer_file(path); }, 0.1), "ms");
  }
}

}  // namespace
}  // namespace peal::bench

int main() {
  peal::bench::run();
  peal::bench::bakes();
  peal::bench::sound();
}
