#include "tools/bodies/inspection.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/constants.h"
#include "base/error.h"
#include "base/progress.h"
#include "emission/fields/radiating_surface.h"
#include "io/plot/bodies/body_picture.h"
#include "physics/elastic/solve_cost.h"
#include "physics/geometry/surface_checks.h"
#include "physics/geometry/wall_thickness.h"
#include "physics/meshing/mesh_quality.h"
#include "tools/bodies/json_values.h"

namespace peal {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// How many modes lie below f [Hz]: a plate has sqrt(3) S f / (c_L h), a solid
/// 4 pi V f^3 / 3 (1 / c_l^3 + 2 / c_t^3); the larger count is the nearer one. Within a factor of
/// two for walls and lumps.
double estimated_modes(const Material& m, double volume, double area, double f) {
  const double bar = std::sqrt(m.young / m.density);
  const double plate = bar / std::sqrt(1 - m.poisson * m.poisson);
  const double shear = bar / std::sqrt(2 * (1 + m.poisson));
  const double pressure =
      bar * std::sqrt((1 - m.poisson) / ((1 + m.poisson) * (1 - 2 * m.poisson)));
  const double half = area / 2, thickness = volume / half;
  return std::max(
      std::sqrt(3.0) * half * f / (plate * thickness),
      4 * kPi / 3 * volume * f * f * f * (std::pow(pressure, -3) + 2 * std::pow(shear, -3)));
}

OrderedJson facts_json(const SurfaceFacts& facts) {
  return {{"vertices", facts.vertices},
          {"triangles", facts.triangles},
          {"parts", facts.parts},
          {"separate_solids", facts.solids},
          {"watertight", facts.watertight()},
          {"holes", facts.holes},
          {"edges_with_three_or_more_triangles", facts.crowded_edges},
          {"self_intersections", facts.crossing_pairs},
          {"genus", facts.genus},
          {"area_m2", facts.area},
          {"size_m", vector_json(facts.box.size())},
          {"shortest_edge_m", facts.shortest_edge},
          {"longest_edge_m", facts.longest_edge}};
}

class Inspector {
 public:
  Inspector(const BodyText& body, const std::string& material)
      : body_(body),
        shape_(body.shape(SurfaceUse::anything)),
        material_(material_of(material)),
        geometry_(body_geometry(shape_)) {
    out_["body"] = body.name();
    surface();
    if (geometry_->has_volume()) {
      mass();
      walls();
      mesh_and_cost();
    } else {
      say("It is an open surface: it can be a prop (\"sound\": \"none\", static), or a sheet with "
          "--shell-thickness.");
    }
  }

  Inspection result() const { return {text_, out_.dump(2) + "\n", geometry_}; }

 private:
  void say(const std::string& line) { text_ += line + "\n"; }

  void surface() {
    const auto* mesh = std::get_if<MeshShape>(&shape_);
    const bool from_surface = mesh && mesh->body->surface.triangles.size() > 0;
    const bool sheet = mesh && mesh->shell_thickness > 0;
    const SurfaceFacts facts =
        examine(from_surface ? mesh->body->surface : own_surface(*geometry_));
    if (mesh)
      for (const std::string& note : mesh->body->notes) {
        say("repaired: " + note);
        out_["repairs"].push_back(note);
      }
    area_ = sheet ? 2 * facts.area : facts.area;  // both sides
    out_["surface"] = facts_json(facts);
    const Vec3 size = facts.box.size();
    say(fmt::format("size       {:.4g} x {:.4g} x {:.4g} m, from ({:.4g}, {:.4g}, {:.4g})", size.x,
                    size.y, size.z, facts.box.min.x, facts.box.min.y, facts.box.min.z));
    if (const std::string doubt = doubt_about_size(size); mesh && !doubt.empty()) {
      say("           " + doubt);
      out_["doubt_about_size"] = doubt;
    }
    say(fmt::format("surface    {} triangle{}, {} vertices, {:.4g} m^2, edges {:.3g} to {:.3g} m",
                    facts.triangles, facts.triangles == 1 ? "" : "s", facts.vertices, facts.area,
                    facts.shortest_edge, facts.longest_edge));
    const std::string fault = from_surface && !sheet ? why_no_solid(facts) : "";
    fit_ = fault.empty();
    say(fmt::format(
        "           {} part{}, {} solid{}, {}", facts.parts, facts.parts == 1 ? "" : "s",
        facts.solids, facts.solids == 1 ? "" : "s",
        sheet  ? fmt::format("a sheet of {:.4g} m", mesh->shell_thickness)
        : fit_ ? fmt::format("watertight, {} handle{}", facts.genus, facts.genus == 1 ? "" : "s")
               : "NOT fit to be a solid:"));
    if (fit_) return;
    say("           " + fault);
    out_["not_a_solid"] = fault;
  }

  static std::string why_no_solid(const SurfaceFacts& facts) {
    try {
      require_solid(facts);
    } catch (const Error& error) {
      return error.what();
    }
    if (facts.solids > 1)
      return fmt::format(
          "there are {} separate solids; a body that rings is one piece: join them or make each "
          "its "
          "own file and object",
          facts.solids);
    return "";
  }

  void mass() {
    const MassProperties& solid = geometry_->solid;
    const double kg = material_.density * solid.mass;
    const Vec3 centre = geometry_->frame.centre;
    say(fmt::format(
        "volume     {:.5g} m^3, {:.5g} kg of {}, centre of mass ({:.4g}, {:.4g}, {:.4g}) m",
        solid.volume, kg, material_.name, centre.x, centre.y, centre.z));
    const Vec3 inertia =
        material_.density * Vec3{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
    say(fmt::format("inertia    {:.4g}, {:.4g}, {:.4g} kg m^2 about its principal axes", inertia.x,
                    inertia.y, inertia.z));
    out_["material"] = material_.name;
    out_["volume_m3"] = solid.volume;
    out_["mass_kg"] = kg;
    out_["centre_of_mass_m"] = vector_json(centre);
    out_["principal_inertia_kg_m2"] = vector_json(inertia);
  }

  void walls() {
    const WallThickness walls = wall_thickness(geometry_->surface);
    const Vec3 place = geometry_->frame.to_own(walls.thinnest_place);
    say(fmt::format("walls      thinnest {:.3g} m at ({:.4g}, {:.4g}, {:.4g}), typical {:.3g} m",
                    walls.thinnest, place.x, place.y, place.z, walls.typical));
    const auto [low, high] =
        std::minmax_element(geometry_->curvature.begin(), geometry_->curvature.end());
    say(fmt::format("curvature  mean curvature {:.3g} to {:.3g} 1/m; {} sharp edges", *low, *high,
                    geometry_->sharp_edges.size()));
    out_["thinnest_wall_m"] = walls.thinnest;
    out_["thinnest_wall_place_m"] = vector_json(place);
    out_["typical_wall_m"] = walls.typical;
    out_["mean_curvature_per_m"] = {*low, *high};
  }

  void mesh_and_cost() {
    if (!fit_) return;
    const auto start = std::chrono::steady_clock::now();
    const SolidMesh mesh = body_mesh(shape_, body_.level());
    check_mesh(mesh);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const MeshQuality quality = mesh_quality(mesh);
    std::string bars;
    for (const int count : quality.histogram) bars += fmt::format(" {}", count);
    say(fmt::format(
        "mesh       {}: {} tetrahedra, {} wedges, {} hexahedra, {} nodes, made in {:.2f} s",
        body_.quality, quality.tets, quality.wedges, quality.hexes, quality.nodes, seconds));
    say(fmt::format("quality    worst {:.2f} at ({:.4g}, {:.4g}, {:.4g}); per tenth from 0 to 1:{}",
                    quality.worst, quality.worst_place.x, quality.worst_place.y,
                    quality.worst_place.z, bars));
    const SolveCost cost = solve_cost(mesh);
    const double modes = estimated_modes(material_, geometry_->solid.volume, area_, 20000);
    const int counted = static_cast<int>(std::clamp(modes, 10.0, 1000.0));
    const double triangles = static_cast<double>(
        radiating_surface(boundary_surface(mesh), body_.level()).mesh.triangles.size());
    // Dense LU and assembly of the surface problem.
    const double radiation = 2.0 / 3 * std::pow(triangles, 3) / 15e9 + 2e-7 * triangles * triangles;
    say(fmt::format("cost       about {:.3g} modes below 20 kHz (within a factor of two)", modes));
    say(
        fmt::format("           modes      {} with {:.1f} GB for {} modes: {} unknowns, {:.2g} "
                    "operations per factorisation",
                    format_duration(cost.seconds(counted)), cost.bytes(counted) / 1e9, counted,
                    cost.unknowns, cost.factor_flops));
    say(fmt::format("           radiation  {} for {:.0f} triangles", format_duration(radiation),
                    triangles));
    say(fmt::format("           sound      {:.2g} s per second and listener",
                    2e-10 * counted * 48000 * 1.5));
    out_["mesh"] = {{"quality", body_.quality},      {"tetrahedra", quality.tets},
                    {"wedges", quality.wedges},      {"hexahedra", quality.hexes},
                    {"nodes", quality.nodes},        {"worst_quality", quality.worst},
                    {"histogram", quality.histogram}};
    out_["cost"] = {{"estimated_modes_below_20_khz", modes},
                    {"unknowns", cost.unknowns},
                    {"factor_flops", cost.factor_flops},
                    {"modes_s", cost.seconds(counted)},
                    {"modes_bytes", cost.bytes(counted)},
                    {"radiation_triangles", triangles},
                    {"radiation_s", radiation}};
  }

  const BodyText& body_;
  Shape shape_;
  Material material_;
  std::shared_ptr<const BodyGeometry> geometry_;
  double area_ = 0;
  bool fit_ = true;
  std::string text_;
  OrderedJson out_;
};

}  // namespace

TriangleMesh own_surface(const BodyGeometry& body) {
  TriangleMesh own = body.surface;
  for (Vec3& x : own.vertices) x = body.frame.to_own(x);
  return own;
}

Inspection inspect(const BodyText& body, const std::string& material) {
  return Inspector(body, material).result();
}

void write_inspection_picture(const std::filesystem::path& path, const std::string& name,
                              const BodyGeometry& body) {
  const TriangleMesh own = own_surface(body);
  write_body_picture(path, name, {own.vertices, own.triangles},
                     {body.curvature, "mean curvature [1/m]", {}, {}});
}

}  // namespace peal
