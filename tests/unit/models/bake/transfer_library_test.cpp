// Each body is computed once, whatever its size, air and density; what is found equals what was
// computed; damaged entries are said and made again; a disk that cannot be written is a warning.
#include "models/bake/transfer_library.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <thread>

#include "base/error.h"
#include "fixtures.h"
#include "models/bake/transfer_compute.h"
#include "models/bake/transfer_file.h"
#include "models/bodies/body_modes.h"
#include "support/error_of.h"

namespace peal::test {
namespace {

struct Body {
  TriangleMesh surface;
  std::vector<double> omega;
  std::vector<std::vector<Vec3>> shapes;
  std::vector<ModeShape> modes() const {
    std::vector<ModeShape> out;
    for (std::size_t i = 0; i < omega.size(); ++i) out.push_back({omega[i], shapes[i]});
    return out;
  }
};

/// A box `size` times 0.1 m with made-up modes as the theory scales them.
Body some_body(double size = 1, int modes = 6, double density = 1) {
  Body body;
  body.surface = box(0.1 * size * Vec3{0.9, 0.5, 0.3});
  const double amplitude = 1 / std::sqrt(density * size * size * size);
  for (int i = 0; i < modes; ++i) {
    body.omega.push_back(3000.0 * (i + 1) / size);
    body.shapes.emplace_back();
    for (const Vec3& x : body.surface.vertices)
      body.shapes.back().push_back(
          amplitude * Vec3{std::sin(i + 30 * x.x / size), std::cos(20 * x.y / size), 0.3 * i});
  }
  return body;
}

/// Stands for a solver: monopole and dipole of the right scaling, p = rho c v.
TransferRecord synthetic(const TriangleMesh& surface, std::span<const ModeShape> modes,
                         const TransferRequest& request,
                         const TransferLibrary::Progress& progress) {
  TransferRecord record;
  record.air = request.air;
  double bound = 0;
  for (const Vec3& x : surface.vertices) bound = std::max(bound, norm(x));
  record.radius = 1.1 * bound;
  record.centre = 0.01 * surface.vertices[0];
  for (const ModeShape& mode : modes) {
    ModeTransfer one;
    one.omega = mode.omega;
    one.order = 1;
    Vec3 mean;
    for (const Vec3& v : mode.shape) mean += v / static_cast<double>(mode.shape.size());
    const double impedance = request.air.density * request.air.speed_of_sound;
    const double ka = mode.omega * record.radius / request.air.speed_of_sound;
    for (const double v : {norm(mean), mean.x, mean.y, mean.z})
      one.coefficients.emplace_back(impedance * v, impedance * v * ka / (1 + ka));
    record.modes.push_back(one);
  }
  if (progress) progress(1);
  return record;
}

void expect_near(const TransferRecord& a, const TransferRecord& b, double part) {
  EXPECT_NEAR(a.radius / b.radius, 1, 1e-6);
  EXPECT_LT(norm(a.centre - b.centre), 1e-6 * b.radius);
  ASSERT_EQ(a.modes.size(), b.modes.size());
  for (std::size_t i = 0; i < a.modes.size(); ++i) {
    EXPECT_EQ(a.modes[i].omega, b.modes[i].omega);
    ASSERT_EQ(a.modes[i].order, b.modes[i].order);
    const double size = std::abs(b.modes[i].coefficients[0]);
    for (std::size_t c = 0; c < a.modes[i].coefficients.size(); ++c)
      EXPECT_LT(std::abs(a.modes[i].coefficients[c] - b.modes[i].coefficients[c]), part * size);
  }
}

// Three times as large in another air: ka stays, so the whole field does, on its own scale.
TEST(TransferLibrary, ARescaledRecordIsTheSameFieldAtTheSameKa) {
  const Body body = some_body();
  const TransferRecord record = synthetic(body.surface, body.modes(), {}, {});
  const Air water{1480, 998};
  const std::vector<double> amplitude(6, 0.25);
  const TransferRecord large = rescaled(record, 3, water, amplitude);
  const double impedance = 1480 * 998 / (record.air.speed_of_sound * record.air.density);
  for (std::size_t i = 0; i < 6; ++i) {
    const double k = record.modes[i].omega / record.air.speed_of_sound;
    EXPECT_NEAR(large.modes[i].omega / 1480 * large.radius / (k * record.radius), 1, 1e-12);
    const Vec3 place{0.3, -0.4, 0.2};
    const auto ratio = transfer_pressure(large, large.modes[i], 3 * place) /
                       transfer_pressure(record, record.modes[i], place);
    EXPECT_LT(std::abs(ratio / (0.25 * impedance) - 1.0), 1e-6);
  }
  EXPECT_THROW(rescaled(record, 0, water, amplitude), Error);
  EXPECT_THROW(rescaled(record, 1, water, std::span(amplitude).first(3)), Error);
}

// The way through the problem without size and back gives what the solver gives directly: for every
// size, air and density.
TEST(TransferLibrary, GivesWhatTheSolverGivesForEverySizeAirAndDensity) {
  for (const double size : {0.05, 1.0, 7.3})
    for (const Air& air : {Air{}, Air{1480, 998}})
      for (const double density : {1.0, 7800.0}) {
        const Body body = some_body(size, 4, density);
        TransferRequest request;
        request.air = air;
        TransferLibrary library({}, synthetic);
        const auto got = library.get(body.surface, body.modes(), request);
        EXPECT_EQ(got->air.speed_of_sound, air.speed_of_sound);
        expect_near(*got, synthetic(body.surface, body.modes(), request, {}), 3e-4);
      }
}

TEST(TransferLibrary, ScaledCopiesShareOneComputation) {
  TransferLibrary library({}, synthetic);
  const TransferRequest request;
  const Body one = some_body(), third = some_body(1.0 / 3), dense = some_body(1, 6, 2.7);
  const auto a = library.get(one.surface, one.modes(), request);
  const auto b = library.get(third.surface, third.modes(), request);
  const auto c = library.get(dense.surface, dense.modes(), request);
  EXPECT_EQ(library.computed(), 1);
  EXPECT_NEAR(b->radius * 3 / a->radius, 1, 1e-12);
  EXPECT_NEAR(b->modes[2].omega / a->modes[2].omega, 3, 1e-12);
  // T is pressure per modal velocity: as the shapes, 3^(3/2).
  EXPECT_NEAR(std::abs(b->modes[2].coefficients[0] / a->modes[2].coefficients[0]), std::pow(3, 1.5),
              1e-5);
  EXPECT_NEAR(std::abs(c->modes[2].coefficients[0] / a->modes[2].coefficients[0]),
              1 / std::sqrt(2.7), 1e-6);
  // Another air at the same ka.
  Body fast = one;
  for (double& omega : fast.omega) omega *= 2;
  TransferRequest light;
  light.air = {2 * 343.2, 0.3};
  library.get(fast.surface, fast.modes(), light);
  EXPECT_EQ(library.computed(), 1);
  TransferRequest fine;
  fine.quality = TransferQuality::fine;
  library.get(one.surface, one.modes(), fine);
  EXPECT_EQ(library.computed(), 2);
  Body other = one;
  other.shapes[3][0].x += 1e-3 * norm(other.shapes[3][0]);
  library.get(other.surface, other.modes(), request);
  other = one, other.omega[5] *= 1.0001;
  library.get(other.surface, other.modes(), request);
  other = one, other.surface.vertices[2].y *= 1.0001;
  library.get(other.surface, other.modes(), request);
  EXPECT_EQ(library.computed(), 5);
}

TEST(TransferLibrary, ALargerCopyThatWasPlannedServesTheSmallerOnes) {
  TransferLibrary library({}, synthetic);
  const Body small = some_body(0.5, 3), large = some_body(2, 8);
  library.plan(small.surface, small.modes(), {});
  library.plan(large.surface, large.modes(), {});
  const auto a = library.get(small.surface, small.modes(), {});
  const auto b = library.get(large.surface, large.modes(), {});
  const auto again = library.get(small.surface, small.modes(), {});
  EXPECT_EQ(library.computed(), 1);
  EXPECT_EQ(a->modes.size(), 3u);
  EXPECT_EQ(b->modes.size(), 8u);
  EXPECT_EQ(a->modes[1].omega, small.omega[1]);
  expect_near(*a, synthetic(small.surface, small.modes(), {}, {}), 3e-4);
  expect_near(*again, *a, 1e-9);
}

// Who asks first does not show.
TEST(TransferLibrary, TheOrderOfAskingLeavesNoTrace) {
  const Body one = some_body(), other = some_body(0.37);
  TransferLibrary first({}, synthetic), second({}, synthetic);
  first.get(other.surface, other.modes(), {});
  const auto a = first.get(one.surface, one.modes(), {});
  const auto b = second.get(one.surface, one.modes(), {});
  for (std::size_t i = 0; i < a->modes.size(); ++i)
    EXPECT_TRUE(a->modes[i].coefficients == b->modes[i].coefficients);
}

// Real bodies: the modes of scaled copies differ in their last digits.
TEST(TransferLibrary, CopiesOfAMeshedBodyShare) {
  ModesLibrary modes_library;
  TransferLibrary library({}, synthetic);
  const auto ask = [&](double size) {
    BodyModesRequest request;
    request.shape = BarShape{{0.2 * size, 0.01 * size, 0.02 * size}, 0.0005 * size};
    request.level = MeshLevel::draft;
    request.material.young = 200e9, request.material.poisson = 0.3;
    request.material.density = 7850;
    request.max_frequency = 10000 / size;
    const ModalModel model = modes_library.modes(request);
    TriangleMesh surface;
    surface.vertices = model.surface.nodes;
    for (const auto& t : model.surface.triangles) surface.triangles.push_back({t[0], t[1], t[2]});
    std::vector<ModeShape> modes;
    for (std::size_t i = 0; i < model.omega.size(); ++i)
      modes.push_back({model.omega[i], {model.shape(i), surface.vertices.size()}});
    return library.get(surface, modes, {})->modes.size();
  };
  EXPECT_GE(ask(1), 4u);
  for (const double size : {1 / 3.0, 0.7, 1.9, 0.123456789}) ask(size);
  EXPECT_EQ(library.computed(), 1);
}

TEST(TransferLibrary, ThePlanIsThatOfTheComputedBodyInItsOwnSize) {
  const Body body = some_body();
  const TransferPlan usual = planned_transfer(body.surface, body.omega, {});
  ASSERT_FALSE(usual.bands.empty());
  for (const double size : {0.01, 0.1, 20.0}) {
    const Body copy = some_body(size);
    TransferRequest request;
    request.air.speed_of_sound = 400;
    const TransferPlan plan = planned_transfer(copy.surface, copy.omega, request);
    // ka is that of the copy in the usual air times 343.2 / 400: compare with such a body.
    std::vector<double> slower = body.omega;
    for (double& omega : slower) omega *= 343.2 / 400;
    const TransferPlan same = planned_transfer(body.surface, slower, {});
    EXPECT_NEAR(plan.seconds / same.seconds, 1, 1e-9) << size;
    EXPECT_EQ(plan.bytes, same.bytes) << size;
    EXPECT_NEAR(plan.max_frequency * size / same.max_frequency, 400 / 343.2, 1e-9) << size;
    ASSERT_EQ(plan.bands.size(), same.bands.size());
    EXPECT_NEAR(plan.bands[0].cell / same.bands[0].cell, size, 1e-6 * size);
    EXPECT_EQ(plan.bands[0].chords, same.bands[0].chords);
    EXPECT_NEAR(plan.bound / same.bound, size, 1e-6 * size);
  }
  EXPECT_NEAR(usual.bound, norm(0.1 * Vec3{0.9, 0.5, 0.3}), 1e-7);
}

TEST(TransferLibrary, ComputesEachBodyOnceForAllThreads) {
  TransferLibrary library({}, synthetic);
  const Body body = some_body();
  {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] { library.get(body.surface, body.modes(), {}); });
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(library.computed(), 1);
}

class DamagedTransfer : public testing::Test {
 protected:
  void SetUp() override {
    TransferLibrary library(cache_, synthetic);
    good_ = library.get(body_.surface, body_.modes(), {});
    path_ = cache_.path_of(
        transfer_key(transfer_problem(body_.surface, body_.modes(), {}), TransferRequest{}));
    bytes_ = read_bytes(path_);
    ASSERT_GT(bytes_.size(), 1000u);
  }
  void expect_made_again() {
    TransferLibrary library(cache_, synthetic);
    expect_near(*library.get(body_.surface, body_.modes(), {}), *good_, 1e-12);
    EXPECT_EQ(library.computed(), 1);
    ASSERT_EQ(library.warnings().size(), 1u);
    EXPECT_NE(library.warnings()[0].find(path_.string()), std::string::npos);
    EXPECT_TRUE(library.warnings()[0].ends_with("; the entry is removed, it is computed again"));
    EXPECT_TRUE(read_bytes(path_) == bytes_);
  }
  const Folder folder_;
  const TransferCache cache_{folder_ / "new/transfer"};
  const Body body_ = some_body();
  std::shared_ptr<const TransferRecord> good_;
  std::filesystem::path path_;
  std::string bytes_;
};

TEST_F(DamagedTransfer, WholeItIsFound) {
  TransferLibrary library(cache_, synthetic);
  const auto found = library.get(body_.surface, body_.modes(), {});
  EXPECT_EQ(library.computed(), 0);
  EXPECT_EQ(library.found(), 1);
  for (std::size_t i = 0; i < found->modes.size(); ++i)
    EXPECT_TRUE(found->modes[i].coefficients == good_->modes[i].coefficients);
}

TEST_F(DamagedTransfer, WholeItIsWithoutSizeAndRounded) {
  const TransferRecord entry = read_transfer_file(path_).record;
  EXPECT_EQ(entry.air.speed_of_sound, 1);
  EXPECT_NEAR(entry.radius, 1.1, 1e-6);
  TransferRecord rounded = entry;
  round_transfer(rounded);
  for (std::size_t i = 0; i < entry.modes.size(); ++i)
    EXPECT_TRUE(rounded.modes[i].coefficients == entry.modes[i].coefficients);
}

TEST_F(DamagedTransfer, CutOffItIsMadeAgain) {
  write_bytes(path_, bytes_.substr(0, bytes_.size() / 2));
  expect_made_again();
}

TEST_F(DamagedTransfer, WithoutItsHashItIsMadeAgain) {
  std::string bad = bytes_;
  bad.replace(bad.find("hash"), 4, "hush");
  write_bytes(path_, bad);
  expect_made_again();
}

TEST_F(DamagedTransfer, OfAnotherBodyItIsMadeAgain) {
  const Body other = some_body(1, 5);
  TransferLibrary(cache_, synthetic).get(other.surface, other.modes(), {});
  const std::string key =
      transfer_key(transfer_problem(other.surface, other.modes(), {}), TransferRequest{});
  std::filesystem::copy_file(cache_.path_of(key), path_,
                             std::filesystem::copy_options::overwrite_existing);
  expect_made_again();
}

TEST(TransferLibrary, AFullDiskIsAWarning) {
  const Folder folder;
  TransferLibrary library(TransferCache(folder / "transfer"), synthetic);
  const Body body = some_body();
  rlimit old{};
  ::getrlimit(RLIMIT_FSIZE, &old);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{500, old.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto record = library.get(body.surface, body.modes(), {});
  ::setrlimit(RLIMIT_FSIZE, &old);
  ::signal(SIGXFSZ, handler);
  EXPECT_EQ(record->modes.size(), 6u);
  ASSERT_EQ(library.warnings().size(), 1u);
  EXPECT_TRUE(library.warnings()[0].ends_with("the field is used but not kept"));
  EXPECT_TRUE(std::filesystem::is_empty(folder / "transfer")) << "something was left behind";
}

TEST(TransferLibrary, WhatCannotBeComputedStopsAndCanBeAskedForAgain) {
  bool broken = true;
  TransferLibrary library({}, [&](auto&&... all) {
    if (broken) fail("the surface is open");
    return synthetic(all...);
  });
  const Body body = some_body();
  EXPECT_EQ(error_of([&] { library.get(body.surface, body.modes(), {}); }), "the surface is open");
  broken = false;
  EXPECT_EQ(library.get(body.surface, body.modes(), {})->modes.size(), 6u);
  TransferLibrary nonsense({}, [](auto&&... all) {
    TransferRecord record = synthetic(all...);
    record.modes[2].coefficients[1] = NAN;
    return record;
  });
  EXPECT_NE(error_of([&] { nonsense.get(body.surface, body.modes(), {}); }).find("mode 2"),
            std::string::npos);
  EXPECT_THROW(library.get({}, {}, {}), Error);
  std::vector<ModeShape> wrong = body.modes();
  wrong[1].shape = wrong[1].shape.first(3);
  EXPECT_THROW(library.get(body.surface, wrong, {}), Error);
}

// A solver may give fewer modes than it was asked for: those above what its grid resolves.
TEST(TransferLibrary, FewerModesThanAskedForAreTheFirst) {
  TransferLibrary library({}, [](auto&&... all) {
    TransferRecord record = synthetic(all...);
    record.modes.resize(2);
    return record;
  });
  const Body body = some_body();
  const auto record = library.get(body.surface, body.modes(), {});
  ASSERT_EQ(record->modes.size(), 2u);
  EXPECT_EQ(record->modes[1].omega, body.omega[1]);
}

}  // namespace
}  // namespace peal::test
