#include "tools/import/gltf_motion.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "io/mesh/limits.h"
#include "io/mesh/text_cursor.h"
#include "motion/take/matrix_size.h"

namespace peal {
namespace {

constexpr double kMaxPoses = 1e7, kMaxSteps = 1e8;  // kept; computed
constexpr double kRigid = 2e-3;                     // change of a squared length that is rounding

/// Columns made orthonormal one after the other: what a matrix turns, without what it stretches.
Mat3 turn_of(const Mat3& m) {
  const Vec3 x = normalized(m.column(0), {1, 0, 0});
  Vec3 y = m.column(1) - dot(m.column(1), x) * x;
  y = normalized(y, normalized(cross({0, 0, 1}, x), {0, 1, 0}));
  return transpose(Mat3{{x, y, cross(x, y)}});
}

/// Cameras look along -z, whatever their scale.
Mat3 camera_turn(const Mat3& m) {
  const Vec3 back = normalized(m.column(2), {0, 0, 1});
  const Vec3 side = normalized(cross({0, 1, 0}, back), {1, 0, 0});
  const Vec3 right = normalized(cross(m.column(1), back), side);
  return transpose(Mat3{{right, cross(back, right), back}});
}

class Follower {
 public:
  Follower(const GltfDocument& doc, const std::vector<GltfNode>& nodes,
           const GltfAnimation& animation, const GltfFrames& frames, const Affine& world)
      : doc_(doc), nodes_(nodes), animation_(animation), frames_(frames), world_(world) {
    moves_.reserve(nodes.size());
    for (const GltfNode& node : nodes)
      moves_.push_back(animation.nodes.contains(node.index) ||
                       (node.parent >= 0 && moves_[node.parent]));
  }

  void follow(std::vector<GltfThing>& things) {
    check_cost(things);
    std::vector<std::size_t> moving;  // nodes
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      if (moves_[n]) moving.push_back(n);
    at_.resize(nodes_.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const GltfTransform local = place(n, frames_.start);
      turns_.push_back(first_turn(nodes_[n], local));
    }
    unbaked_.resize(things.size());
    for (std::size_t k = 0; k < things.size(); ++k) {
      if (things[k].mesh) bake(things[k], unbaked_[k]);
      add_pose(things[k], unbaked_[k], frames_.start);
    }
    for (int frame = 1; frame < frames_.frames; ++frame) {
      const double time = frames_.start + frame / frames_.fps;
      for (const std::size_t n : moving) place(n, time);
      for (std::size_t k = 0; k < things.size(); ++k)
        if (moves_[things[k].node]) add_pose(things[k], unbaked_[k], time);
    }
    for (GltfThing& thing : things)
      if (std::all_of(thing.poses.begin(), thing.poses.end(), [&](const Pose& pose) {
            return pose.position == thing.poses[0].position &&
                   pose.rotation == thing.poses[0].rotation;
          }))
        thing.poses.resize(1);
  }

 private:
  void check_cost(const std::vector<GltfThing>& things) const {
    const auto nodes = std::count(moves_.begin(), moves_.end(), true);
    const auto kept =
        std::count_if(things.begin(), things.end(),
                      [this](const GltfThing& thing) -> bool { return moves_[thing.node]; });
    if (static_cast<double>(kept) * frames_.frames > kMaxPoses ||
        static_cast<double>(nodes) * frames_.frames > kMaxSteps)
      doc_.fail_at("/animations",
                   "{} moving nodes at {} frames are too many: give a lower rate (--fps) or export "
                   "a shorter stretch",
                   nodes, frames_.frames);
  }

  GltfTransform place(std::size_t n, double time) {
    const GltfNode& node = nodes_[n];
    const auto motion = animation_.nodes.find(node.index);
    GltfTransform local =
        motion == animation_.nodes.end() ? node.rest : motion->second.at(time, node.rest);
    at_[n] = (node.parent < 0 ? world_ : at_[node.parent]) * local.affine();
    return local;
  }

  Mat3 first_turn(const GltfNode& node, const GltfTransform& local) const {
    const Mat3 here =
        local.matrix ? turn_of(local.matrix->linear) : rotation_matrix(local.rotation);
    return (node.parent < 0 ? turn_of(world_.linear) : turns_[node.parent]) * here;
  }

  void bake(GltfThing& thing, Mat3& unbaked) const {
    const Mat3& linear = at_[thing.node].linear;
    const double size = largest(linear);
    if (!(std::abs(determinant(linear)) > 1e-12 * size * size * size))
      doc_.fail_at(
          shown_node(nodes_[thing.node]),
          "is scaled to nothing in at least one direction; give it its size, or remove it");
    thing.baked = transpose(turns_[thing.node]) * linear;
    // Without a scale of its own it should have the numbers of the file.
    const double scale = std::cbrt(std::abs(determinant(world_.linear)));
    const Mat3 plain = Mat3::diagonal(Vec3{1, 1, 1} * scale);
    if (largest(difference(thing.baked, plain)) < 1e-6 * scale) thing.baked = plain;
    unbaked = inverse(thing.baked);
  }

  void add_pose(GltfThing& thing, const Mat3& unbaked, double time) const {
    const Affine& world = at_[thing.node];
    if (!is_position(world.shift))
      doc_.fail_at(shown_node(nodes_[thing.node]),
                   "is at ({:g}, {:g}, {:g}) m at {:g} s; at most 1e9 m are read", world.shift.x,
                   world.shift.y, world.shift.z, time);
    const Mat3 turn = thing.mesh ? world.linear * unbaked : camera_turn(world.linear);
    const double change = largest(difference(transpose(turn) * turn, Mat3::identity()));
    if (!(change < kRigid))
      doc_.fail_at(
          shown_node(nodes_[thing.node]),
          "changes its size or is sheared at {:g} s, by {:.2g} %; Peal's bodies are rigid: "
          "remove the animation of scale from it and its parents",
          time, 50 * change);
    Quat q = rotation_of(turn);
    if (!thing.poses.empty() && dot(q, thing.poses.back().rotation) < 0)
      q = {-q.w, -q.x, -q.y, -q.z};
    thing.poses.push_back({world.shift, q});
  }

  const GltfDocument& doc_;
  const std::vector<GltfNode>& nodes_;
  const GltfAnimation& animation_;
  const GltfFrames& frames_;
  const Affine& world_;
  std::vector<bool> moves_;    // the node or one of its parents is animated
  std::vector<Affine> at_;     // world transforms of the nodes at the present frame
  std::vector<Mat3> turns_;    // of the nodes at the first frame
  std::vector<Mat3> unbaked_;  // of the things: inverse of baked
};

}  // namespace

std::string name_of(const GltfNode& node) {
  const auto found = node.json->find("name");
  if (found != node.json->end() && found->is_string() &&
      !found->get_ref<const std::string&>().empty())
    return found->get<std::string>();
  return fmt::format("node_{}", node.index);
}

std::string shown_node(const GltfNode& node) {
  return fmt::format("{} ('{}')", node.place(), shown_bytes(name_of(node)));
}

void follow_nodes(const GltfDocument& document, const std::vector<GltfNode>& nodes,
                  const GltfAnimation& animation, const GltfFrames& frames, const Affine& world,
                  std::vector<GltfThing>& things) {
  Follower(document, nodes, animation, frames, world).follow(things);
}

}  // namespace peal
