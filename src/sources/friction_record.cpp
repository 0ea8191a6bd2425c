#include "sources/friction_record.h"

#include "base/files/atomic_file.h"
#include "io/data/hdf5_file.h"

namespace peal {

void FrictionRecord::add(const double* force, const double* velocity, const double* bend,
                         const ContactEnd& rubbed, double exciter_velocity,
                         double exciter_position) {
  force_.insert(force_.end(), force, force + kHop);
  velocity_.insert(velocity_.end(), velocity, velocity + kHop);
  bend_.insert(bend_.end(), bend, bend + kHop);
  exciter_velocity_.push_back(exciter_velocity);
  exciter_position_.push_back(exciter_position);
  for (int axis = 0; axis < 3; ++axis) point_.push_back(rubbed.point[axis]);
}

void FrictionRecord::write(const std::filesystem::path& file, double rate) const {
  AtomicFile whole(file);
  Hdf5Writer out(whole.temporary(), 4);
  out.attribute("peal_friction", std::int64_t{1});
  out.attribute("rate", rate);
  out.attribute("grain", std::int64_t{kHop});
  out.array("force", force_, {force_.size()}, "N");
  out.array("velocity", velocity_, {velocity_.size()}, "m/s");
  out.array("bristle", bend_, {bend_.size()}, "m");
  out.array("exciter_velocity", exciter_velocity_, {exciter_velocity_.size()}, "m/s");
  out.array("exciter_position", exciter_position_, {exciter_position_.size()}, "m");
  out.array("point", point_, {point_.size() / 3, 3}, "m");
  out.close();
  whole.commit();
}

}  // namespace peal
