#include "sources/friction_record.h"

#include "base/files/atomic_file.h"
#include "dsp/modal/bank_kernel.h"
#include "io/data/hdf5_file.h"

namespace peal {

void FrictionRecord::begin(const std::vector<GivenMode>& exciter, double rate) {
  rate_ = rate;
  for (const GivenMode& mode : exciter)
    modes_.emplace_back(mode.frequency, mode.decay, mode.mass, mode.shape, rate);
}

void FrictionRecord::add(const double* force, const double* velocity, const double* bend,
                         const Vec3& rubbed, const double* carried, const double* on_modes) {
  force_.insert(force_.end(), force, force + kHop);
  velocity_.insert(velocity_.end(), velocity, velocity + kHop);
  bend_.insert(bend_.end(), bend, bend + kHop);
  for (int n = 0; n < kHop; ++n) {
    double exciter = carried[n];
    for (HeldMode& mode : modes_) exciter += mode.step(force[n] + (on_modes ? on_modes[n] : 0));
    const double resonator = velocity[n] + exciter;
    exciter_velocity_.push_back(exciter), resonator_velocity_.push_back(resonator);
    exciter_position_.push_back(exciter_at_ += exciter / rate_);
    resonator_position_.push_back(resonator_at_ += resonator / rate_);
  }
  for (int axis = 0; axis < 3; ++axis) point_.push_back(rubbed[axis]);
}

void FrictionRecord::write(const std::filesystem::path& file, double rate) const {
  AtomicFile whole(file);
  Hdf5Writer out(whole.temporary(), 4);
  out.attribute("peal_friction", std::int64_t{2});
  out.attribute("rate", rate);
  out.attribute("grain", std::int64_t{kHop});
  const auto samples = [&](const char* name, const std::vector<double>& values, const char* unit) {
    out.array(name, values, {values.size()}, unit);
  };
  samples("force", force_, "N");
  samples("velocity", velocity_, "m/s");
  samples("bristle", bend_, "m");
  samples("exciter_velocity", exciter_velocity_, "m/s");
  samples("exciter_position", exciter_position_, "m");
  samples("resonator_velocity", resonator_velocity_, "m/s");
  samples("resonator_position", resonator_position_, "m");
  out.array("point", point_, {point_.size() / 3, 3}, "m");
  out.close();
  whole.commit();
}

}  // namespace peal
