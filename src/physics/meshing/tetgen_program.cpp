#include "physics/meshing/tetgen_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "base/files/child_process.h"
#include "base/files/temporary_folder.h"
#include "physics/geometry/self_intersection.h"
#include "physics/geometry/surface_edges.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

std::string whole_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_smesh(const std::filesystem::path& path, const TriangleMesh& surface,
                 const std::vector<Vec3>& holes) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{} 3 0 0\n", surface.vertices.size());
  for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
    const Vec3& x = surface.vertices[v];
    fmt::format_to(out, "{} {:.17g} {:.17g} {:.17g}\n", v, x.x, x.y, x.z);
  }
  fmt::format_to(out, "{} 0\n", surface.triangles.size());
  for (const auto& t : surface.triangles) fmt::format_to(out, "3 {} {} {}\n", t[0], t[1], t[2]);
  fmt::format_to(out, "{}\n", holes.size());
  for (std::size_t h = 0; h < holes.size(); ++h)
    fmt::format_to(out, "{} {:.17g} {:.17g} {:.17g}\n", h, holes[h].x, holes[h].y, holes[h].z);
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) fail("cannot write {}: is the disk full? TMPDIR names another place", path.string());
}

// Numbers of a text with # comments, one after the other.
class Numbers {
 public:
  explicit Numbers(std::string text) : text_(std::move(text)), at_(text_.data()) {}

  template <class T>
  bool next(T& value) {
    const char* const end = text_.data() + text_.size();
    for (;;) {
      while (at_ < end && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
      if (at_ == end || *at_ != '#') break;
      while (at_ < end && *at_ != '\n') ++at_;
    }
    const auto [after, error] = std::from_chars(at_, end, value);
    at_ = after;
    return error == std::errc();
  }
  std::size_t size() const { return text_.size(); }

 private:
  std::string text_;
  const char* at_;
};

bool read_corners(const std::filesystem::path& path, std::vector<Vec3>& corners) {
  Numbers in(whole_file(path));
  std::size_t count = 0, dimension = 0, attributes = 0, markers = 0, index = 0;
  if (!in.next(count) || !in.next(dimension) || !in.next(attributes) || !in.next(markers))
    return false;
  if (count > in.size() || dimension != 3 || attributes > 16 || markers > 1) return false;
  corners.resize(count);
  double skipped = 0;
  for (Vec3& x : corners) {
    if (!in.next(index) || !in.next(x.x) || !in.next(x.y) || !in.next(x.z)) return false;
    for (std::size_t k = 0; k < attributes + markers; ++k)
      if (!in.next(skipped)) return false;
  }
  return true;
}

bool read_tets(const std::filesystem::path& path, std::size_t corners,
               std::vector<std::array<int, 4>>& tets) {
  Numbers in(whole_file(path));
  std::size_t count = 0, nodes = 0, attributes = 0, index = 0;
  if (!in.next(count) || !in.next(nodes) || !in.next(attributes)) return false;
  if (count > in.size() || nodes != 4 || attributes > 16) return false;
  tets.resize(count);
  double skipped = 0;
  for (auto& t : tets) {
    if (!in.next(index)) return false;
    for (int& v : t)
      if (!in.next(v) || v < 0 || static_cast<std::size_t>(v) >= corners) return false;
    for (std::size_t k = 0; k < attributes; ++k)
      if (!in.next(skipped)) return false;
  }
  return true;
}

// Tetgen aborts with its explanation still in its buffer; find the usual reason ourselves.
std::string reason(const std::filesystem::path& log, const TriangleMesh& surface) {
  const auto crossings = self_intersections(surface, 1);
  if (!crossings.pairs.empty())
    return "two parts of the surface cross or touch each other near " +
           place_text(surface.centroid(crossings.pairs[0][0]));
  return last_words(log);
}

// Part number of each vertex; parts share no vertex.
std::vector<int> part_of_vertex(const TriangleMesh& surface, int& count) {
  DisjointSets sets(surface.vertices.size());
  for (const auto& t : surface.triangles) sets.join(t[0], t[1]), sets.join(t[0], t[2]);
  count = 0;
  std::vector<int> part(surface.vertices.size(), -1);
  for (int v = 0; v < static_cast<int>(part.size()); ++v)
    part[v] = sets.find(v) == v ? count++ : part[sets.find(v)];
  return part;
}

}  // namespace

std::vector<Vec3> cavity_points(const TriangleMesh& surface) {
  int count = 0;
  const std::vector<int> part = part_of_vertex(surface, count);
  std::vector<double> volume(count, 0), largest(count, -1);
  std::vector<int> triangle(count, -1);
  const Vec3 centre = bounds_of(surface).centre();
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const int p = part[surface.triangles[t][0]];
    const Vec3 n = surface.area_vector(t);
    volume[p] += dot(n, surface.corner(t, 0) - centre);
    if (norm(n) > largest[p]) largest[p] = norm(n), triangle[p] = static_cast<int>(t);
  }
  std::vector<Vec3> points;
  if (std::all_of(volume.begin(), volume.end(), [](double v) { return v >= 0; })) return points;
  const TriangleTree tree(surface);
  for (int p = 0; p < count; ++p) {
    if (volume[p] >= 0 || triangle[p] < 0) continue;
    // Normals point out of the material, so into the cavity: half way to what comes next.
    const Vec3 from = surface.centroid(triangle[p]);
    const Vec3 n = normalized(surface.area_vector(triangle[p]));
    const double reach = tree.bounds().diagonal();
    const auto hit = tree.first_hit(from, n, 1e-9 * reach, reach, triangle[p]);
    points.push_back(from + (hit ? 0.5 * hit->t : 1e-6 * reach) * n);
  }
  return points;
}

TetgenResult run_tetgen(const TriangleMesh& surface, const std::string& switches, double seconds) {
  TetgenResult result;
  const auto program = find_program("tetgen");
  if (program.empty()) {
    result.program_missing = true;
    result.problem =
        "the program tetgen, which fills surfaces with tetrahedra, was not found: install the "
        "Debian package tetgen, or give a volume mesh (.msh, .vtu) of your own";
    return result;
  }
  const TemporaryFolder folder;
  const auto input = folder.path() / "s.smesh", log = folder.path() / "log";
  write_smesh(input, surface, cavity_points(surface));
  const ChildResult child =
      run_program(program, {"-" + switches + "zBF", input.string()}, log, seconds);
  if (child.timed_out) {
    result.timed_out = true;
    result.problem = fmt::format("tetgen did not finish within {:g} s", seconds);
  } else if (child.signal != 0) {
    result.problem =
        fmt::format("tetgen was ended by signal {}; {}", child.signal, reason(log, surface));
  } else if (child.exit_code != 0) {
    result.problem =
        fmt::format("tetgen failed with code {}; {}", child.exit_code, reason(log, surface));
  } else if (!read_corners(folder.path() / "s.1.node", result.mesh.corners) ||
             !read_tets(folder.path() / "s.1.ele", result.mesh.corners.size(), result.mesh.tets)) {
    result.problem = "tetgen left no mesh that can be read; " + reason(log, surface);
  } else if (result.mesh.tets.empty() || result.mesh.corners.size() < surface.vertices.size()) {
    result.problem = "tetgen made no tetrahedra; " + reason(log, surface);
  }
  if (!result.problem.empty()) {
    result.mesh = {};
    return result;
  }
  // The coordinates as they were, not as they were printed.
  std::copy(surface.vertices.begin(), surface.vertices.end(), result.mesh.corners.begin());
  for (auto& t : result.mesh.tets) {
    const auto& x = result.mesh.corners;
    if (dot(cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]), x[t[3]] - x[t[0]]) < 0)
      std::swap(t[0], t[1]);
  }
  return result;
}

}  // namespace peal
