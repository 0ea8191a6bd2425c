#include "models/bodies/modes_file.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/hash.h"
#include "io/data/hdf5_file.h"
#include "physics/elastic/materials/material.h"
#include "physics/elastic/mode_decay.h"

namespace peal {
namespace {

constexpr std::int64_t kVersion = 1;

std::vector<double> flat(const std::vector<Vec3>& v) {
  std::vector<double> out;
  out.reserve(3 * v.size());
  for (const Vec3& x : v) out.insert(out.end(), {x.x, x.y, x.z});
  return out;
}

std::vector<Vec3> vectors(const std::vector<double>& v) {
  std::vector<Vec3> out(v.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
  return out;
}

struct Arrays {
  std::vector<double> omega, residual, nodes;
  std::vector<double> mesh_to_body;  // 12 or none
  std::vector<float> shapes;
  std::vector<std::int32_t> triangles, mesh_node, face_centres;

  std::string hash() const {
    Hasher hasher;
    hasher.add(std::span(omega)).add(std::span(residual)).add(std::span(nodes));
    hasher.add(std::span(shapes)).add(std::span<const int>(triangles));
    hasher.add(std::span<const int>(mesh_node)).add(std::span<const int>(face_centres));
    if (!mesh_to_body.empty()) hasher.add(std::span(mesh_to_body));
    return hasher.result().hex();
  }
};

Arrays arrays_of(const ModalModel& model) {
  Arrays a;
  a.omega = model.omega, a.residual = model.residuals, a.nodes = flat(model.surface.nodes);
  a.shapes.reserve(3 * model.shapes.size());
  for (const Vec3& v : model.shapes)
    for (int i = 0; i < 3; ++i) a.shapes.push_back(static_cast<float>(v[i]));
  for (const auto& t : model.surface.triangles)
    a.triangles.insert(a.triangles.end(), t.begin(), t.end());
  a.mesh_node.assign(model.surface.mesh_node.begin(), model.surface.mesh_node.end());
  for (const auto& f : model.surface.face_centres)
    a.face_centres.insert(a.face_centres.end(), f.begin(), f.end());
  return a;
}

void check_fits(const std::string& path, const Arrays& a, std::size_t modes, std::size_t nodes) {
  if (a.residual.size() != modes || a.nodes.size() != 3 * nodes ||
      a.shapes.size() != 3 * modes * nodes ||
      a.mesh_node.size() + a.face_centres.size() / 8 != nodes)
    fail("{}: the sizes of its arrays do not fit together", path);
  for (const std::int32_t n : a.triangles)
    if (n < 0 || n >= static_cast<std::int32_t>(nodes))
      fail("{}: 'triangles' names node {}, but there are {}", path, n, nodes);
  const auto finite = [](auto x) { return std::isfinite(x); };
  if (!std::all_of(a.omega.begin(), a.omega.end(), finite) ||
      !std::all_of(a.nodes.begin(), a.nodes.end(), finite) ||
      !std::all_of(a.mesh_to_body.begin(), a.mesh_to_body.end(), finite) ||
      !std::all_of(a.shapes.begin(), a.shapes.end(), finite))
    fail("{}: holds a value that is not a number", path);
}

}  // namespace

void write_modes_file(const std::filesystem::path& path, const ModalModel& model,
                      const Material& material, const std::string& about,
                      const std::optional<MeshToBody>& mesh_to_body) {
  AtomicFile file(path);
  Arrays a = arrays_of(model);
  if (mesh_to_body) a.mesh_to_body.assign(mesh_to_body->begin(), mesh_to_body->end());
  const std::size_t modes = model.omega.size(), nodes = model.surface.nodes.size();
  std::vector<double> frequency, decay;
  const ModeDecay rates(model, material);
  for (std::size_t i = 0; i < modes; ++i) {
    frequency.push_back(model.omega[i] / (2 * kPi));
    decay.push_back(rates.rate(i));
  }
  Hdf5Writer out(file.temporary());
  out.attribute("format", std::string("peal modes"));
  out.attribute("version", kVersion);
  out.attribute("about", about);
  out.attribute("hash", a.hash());
  out.attribute("material", material.name);
  out.attribute("young", material.young);
  out.attribute("poisson", material.poisson);
  out.attribute("density", material.density);
  if (const auto& rayleigh = material.damping.rayleigh) {
    out.attribute("alpha", rayleigh->alpha);
    out.attribute("beta", rayleigh->beta);
    out.attribute("gamma", rayleigh->gamma);
  } else {
    out.attribute("loss_factor", material.damping.loss_factor);
    out.attribute("loss_exponent", material.damping.exponent);
    out.attribute("expansion", material.thermal.expansion);
    out.attribute("heat_capacity", material.thermal.heat_capacity);
    out.attribute("conductivity", material.thermal.conductivity);
  }
  out.attribute("mass", model.mass.mass);
  out.attribute("volume", model.mass.volume);
  out.attribute("lowest_frequency", model.lowest_frequency);
  out.attribute("modes_below_limit", static_cast<std::int64_t>(model.modes_below_limit));
  out.array("centre", flat({model.mass.centre}), {3}, "m");
  out.array("inertia",
            flat({model.mass.inertia.row[0], model.mass.inertia.row[1], model.mass.inertia.row[2]}),
            {3, 3}, "kg m^2");
  if (mesh_to_body) out.array("mesh_to_body", std::span<const double>(a.mesh_to_body), {3, 4}, "m");
  out.array("frequency", std::span<const double>(frequency), {modes}, "Hz");
  out.array("omega", std::span<const double>(a.omega), {modes}, "rad/s");
  out.array("decay_rate", std::span<const double>(decay), {modes}, "1/s");
  out.array("residual", std::span<const double>(a.residual), {modes}, "1");
  out.array("nodes", std::span<const double>(a.nodes), {nodes, 3}, "m");
  out.array("triangles", std::span<const std::int32_t>(a.triangles),
            {model.surface.triangles.size(), 6}, "1");
  out.array("mesh_node", std::span<const std::int32_t>(a.mesh_node), {a.mesh_node.size()}, "1");
  out.array("face_centres", std::span<const std::int32_t>(a.face_centres),
            {model.surface.face_centres.size(), 8}, "1");
  out.array("shapes", std::span<const float>(a.shapes), {modes, nodes, 3}, "kg^-1/2");
  out.close();
  file.commit();
}

ModesFile read_modes_file(const std::filesystem::path& path, Hdf5Origin origin) {
  const std::string name = path.string();
  const Hdf5Reader in(path, origin);
  if (in.text("format") != "peal modes") fail("{}: not a modes file", name);
  if (const auto version = in.integer("version"); version != kVersion)
    fail("{}: written in version {} of the format; this program reads version {}", name, version,
         kVersion);
  Arrays a;
  std::vector<std::size_t> shape, triangle_shape, face_shape, node_shape, mode_shape;
  a.omega = in.doubles("omega", mode_shape, 1);
  a.residual = in.doubles("residual", shape, 1);
  a.nodes = in.doubles("nodes", node_shape, 2);
  a.shapes = in.floats("shapes", shape, 3);
  a.triangles = in.integers("triangles", triangle_shape, 2);
  a.mesh_node = in.integers("mesh_node", shape, 1);
  a.face_centres = in.integers("face_centres", face_shape, 2);
  if (in.has_array("mesh_to_body")) {
    a.mesh_to_body = in.doubles("mesh_to_body", shape, 2);
    if (shape[0] != 3 || shape[1] != 4)
      fail("{}: 'mesh_to_body' is {} x {}; expected 3 x 4", name, shape[0], shape[1]);
  }
  if (triangle_shape[1] != 6 || face_shape[1] != 8 || node_shape[1] != 3)
    fail("{}: the sizes of its arrays do not fit together", name);
  check_fits(name, a, mode_shape[0], node_shape[0]);
  if (in.text("hash") != a.hash())
    fail("{}: damaged: its content does not hash to what was written", name);

  ModesFile file;
  file.about = in.text("about");
  if (!a.mesh_to_body.empty())
    std::copy_n(a.mesh_to_body.begin(), 12, file.mesh_to_body.emplace().begin());
  Material& m = file.material;
  m.name = in.text("material");
  m.young = in.number("young"), m.poisson = in.number("poisson"), m.density = in.number("density");
  if (in.has_attribute("loss_factor")) {
    m.damping = {in.number("loss_factor"), in.number("loss_exponent"), {}};
    m.thermal = {in.number("expansion"), in.number("heat_capacity"), in.number("conductivity")};
  } else {
    m.damping.rayleigh = {in.number("alpha"), in.number("beta"), in.number("gamma")};
  }
  ModalModel& model = file.model;
  model.omega = std::move(a.omega);
  model.residuals = std::move(a.residual);
  model.surface.nodes = vectors(a.nodes);
  model.surface.mesh_node.assign(a.mesh_node.begin(), a.mesh_node.end());
  model.surface.triangles.resize(triangle_shape[0]);
  for (std::size_t t = 0; t < triangle_shape[0]; ++t)
    std::copy_n(a.triangles.begin() + 6 * static_cast<std::ptrdiff_t>(t), 6,
                model.surface.triangles[t].begin());
  model.surface.face_centres.resize(face_shape[0]);
  for (std::size_t t = 0; t < face_shape[0]; ++t)
    std::copy_n(a.face_centres.begin() + 8 * static_cast<std::ptrdiff_t>(t), 8,
                model.surface.face_centres[t].begin());
  model.shapes.resize(a.shapes.size() / 3);
  for (std::size_t i = 0; i < model.shapes.size(); ++i)
    model.shapes[i] = {a.shapes[3 * i], a.shapes[3 * i + 1], a.shapes[3 * i + 2]};
  model.mass.mass = in.number("mass"), model.mass.volume = in.number("volume");
  model.mass.centre = vectors(in.doubles("centre", shape, 1)).at(0);
  const auto inertia = vectors(in.doubles("inertia", shape, 2));
  for (int i = 0; i < 3; ++i) model.mass.inertia.row[i] = inertia.at(i);
  model.lowest_frequency = in.number("lowest_frequency");
  model.modes_below_limit = static_cast<int>(in.integer("modes_below_limit"));
  return file;
}

}  // namespace peal
