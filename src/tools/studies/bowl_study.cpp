#include "tools/studies/bowl_study.h"

#include <algorithm>
#include <cmath>

#include "base/progress.h"
#include "models/bake/click_method.h"
#include "models/bodies/body_geometry.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "tools/studies/chadwick2012_paper.h"

namespace peal {
namespace {

const AngleGrid kFine{40, 80}, kCoarse{5, 10};
constexpr double kAfterShown = 3e-4;  // [s] the last nodes of a fit are poor

std::vector<Vec3> probe_places(const AngleGrid& angles, const std::vector<double>& radii) {
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < angles.size(); ++i)
    for (const double r : radii) out.push_back(r * angles.direction(i));
  return out;
}

}  // namespace

BowlStudy::BowlStudy(bool quick, bool quiet) : quiet_(quiet) {
  const chadwick2012::Object& bowl = chadwick2012::object("bowl");
  const auto geometry = body_geometry(bowl.shape);
  surface_ = click_surface(bowl.shape, *geometry);
  for (const Vec3& x : surface_.vertices) radius_ = std::max(radius_, norm(x));
  frame_ = geometry->frame;
  const Vec3 up = frame_.turn_to_body({0, 1, 0});
  for (int a = 1; a < 3; ++a)
    if (std::abs(up[a]) > std::abs(up[axis_])) axis_ = a;
  for (const Vec3& own : {Vec3{0.52, 0.62, 0.59}, Vec3{0.66, -0.31, 0.69}}) {
    const Vec3 direction = frame_.turn_to_body(own);
    ears_.push_back(8 * radius_ / norm(direction) * direction);
  }
  pulse_ = pulse_width(geometry->solid.volume, bowl.material.density, bowl.material.young,
                       bowl.material.poisson);
  cell_ = radius_ / (bowl.cells_per_radius() * (quick ? 0.5 : 1.0));
  const double sample = pulse_ / 2;
  steps_per_sample_ = static_cast<int>(std::ceil(sample / stable_step(cell_, air_.speed_of_sound)));
  step_ = sample / steps_per_sample_;
}

TriangleMesh BowlStudy::upright_surface() const {
  TriangleMesh out = surface_;
  for (Vec3& x : out.vertices) x = frame_.turn_to_own(x);
  return out;
}

double BowlStudy::half_sine(double t) {
  const double x = (t - kTau / 4) / kTau;
  return x > 0 && x < 1 ? std::sin(kPi * x) : 0;
}

std::size_t BowlStudy::samples() const {
  return static_cast<std::size_t>((8 * radius_ / air_.speed_of_sound + kShown) / step_);
}

std::vector<double> BowlStudy::radii() const { return radii_2012(2 * radius_, 4 * radius_); }

PulsePlan BowlStudy::plan() const {
  PulseRequest request;
  request.air = air_;
  request.cell = cell_;
  request.pulse = pulse_;
  return plan_pulses(surface_, request);
}

// The same cells around the body as in the box of the record: all methods hear the same bowl.
WaveGrid BowlStudy::grid(const Vec3& low, const Vec3& high) const {
  return box_around(low, high, cell_, plan().centre);
}

const PulseRecord& BowlStudy::record() {
  if (record_) return *record_;
  constexpr double kTicks = 1000;
  Progress progress("bowl, field of pulses", static_cast<std::uint64_t>(kTicks), {quiet_});
  record_ = compute_pulses(surface_, plan(), [&](double part) {
    progress.set(static_cast<std::uint64_t>(kTicks * part));
  });
  progress.finish();
  return *record_;
}

const GridResponses& BowlStudy::direct() {
  if (direct_) return *direct_;
  Vec3 low{-2 * radius_, -2 * radius_, -2 * radius_}, high = -1 * low;
  for (const Vec3& ear : ears_)
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], ear[a] - radius_ / 2);
      high[a] = std::max(high[a], ear[a] + radius_ / 2);
    }
  const GridRun run{&surface_, grid(low, high),         air_,  step_, dofs(), ears_,
                    samples(), "bowl, directly at 8 R", quiet_};
  direct_ = run_grid(run, [&](std::size_t n) { return half_sine(static_cast<double>(n) * step_); });
  return *direct_;
}

const GridResponses& BowlStudy::impulses() {
  if (impulses_) return *impulses_;
  const Vec3 reach = 4 * radius_ * Vec3{1, 1, 1};
  std::vector<Vec3> places = probe_places(kFine, radii());
  const std::vector<Vec3> coarse = probe_places(kCoarse, radii());
  places.insert(places.end(), coarse.begin(), coarse.end());
  const double end = kShown + kAfterShown + 4 * radius_ / air_.speed_of_sound;
  const GridRun run{&surface_,
                    grid(-1 * reach, reach),
                    air_,
                    step_,
                    dofs(),
                    std::move(places),
                    static_cast<std::size_t>(end / step_),
                    "bowl, probes from 2 R to 4 R",
                    quiet_};
  impulses_ = run_grid(run, [](std::size_t n) { return n == 0 ? 1.0 : 0.0; });
  return *impulses_;
}

PulseField2012 BowlStudy::field_2012(std::size_t dof, const AngleGrid& angles, int widening) {
  const GridResponses& response = impulses();
  const double h = widening * pulse_, c = air_.speed_of_sound;
  const long stride = static_cast<long>(widening) * steps_per_sample_;  // of h/2
  RadialFitSettings settings;
  settings.radii = radii();
  settings.step = h / 2;
  settings.begin = -2 * h - radius_ / c;
  settings.end = kShown + kAfterShown / 2;
  settings.speed_of_sound = c;
  std::vector<double> kernel;  // at -2h, -2h + step, ...
  for (long m = -4 * stride; m <= 4 * stride; ++m)
    kernel.push_back(pulse_kernel(static_cast<double>(m) * step_, h));
  // The field asks for its probes in the order in which they were placed.
  std::size_t place = angles.polar == kFine.polar ? 0 : kFine.size() * settings.radii.size();
  return PulseField2012(RadialFit2012(settings), angles, h,
                        [&](const Vec3&, double, long first, std::span<double> out) {
                          const std::vector<double> g = response.signal(dof, place++);
                          for (std::size_t i = 0; i < out.size(); ++i) {
                            const long at = (first + static_cast<long>(i)) * stride;
                            double sum = 0;
                            for (long m = -4 * stride; m <= 4 * stride; ++m)
                              if (at - m > 0 && at - m < static_cast<long>(g.size()))
                                sum += kernel[m + 4 * stride] * g[at - m];
                            out[i] = sum;
                          }
                        });
}

}  // namespace peal
