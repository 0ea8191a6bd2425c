#include "tools/bodies/body_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "io/mesh/read_mesh.h"
#include "io/schema/json_text.h"
#include "io/schema/suggest.h"
#include "models/bodies/body_geometry.h"
#include "physics/elastic/materials/material_library.h"
#include "scene/choose_quality.h"
#include "scene/declare.h"
#include "scene/load.h"

namespace peal {
namespace {

double number_of(const std::string& what, const std::string& text) {
  double value = 0;
  const char *begin = text.data(), *end = begin + text.size();
  const auto [at, code] = std::from_chars(begin, end, value);
  if (code != std::errc() || at != end || !std::isfinite(value))
    fail("{}: expected a number, got '{}'", what, text);
  return value;
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts{""};
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

/// Sizes that a scene must give have an everyday value here.
void add_everyday_size(Json& json) {
  const auto of = [](const Vec3& v) { return Json{v.x, v.y, v.z}; };
  const auto add = [&](const char* kind, const char* field, const Json& value) {
    if (json["kind"] == kind && !json.contains(field)) json[field] = value;
  };
  add("sphere", "radius", SphereShape{}.radius);
  add("ellipsoid", "radii", of(EllipsoidShape{}.radii));
  add("bar", "size", of(BarShape{}.size));
  add("box", "size", of(BoxShape{}.size));
}

/// "bowl:radius=0.1,height=0.05" or "bar:size=0.2x0.01x0.02" => {"kind": "bowl", ...}
Json shape_from_words(const std::string& text) {
  const auto colon = text.find(':');
  Json json{{"kind", text.substr(0, colon)}};
  if (colon == std::string::npos) {
    add_everyday_size(json);
    return json;
  }
  for (const std::string& part : parts_of(text.substr(colon + 1), ',')) {
    const auto equals = part.find('=');
    if (equals == std::string::npos)
      fail("'{}': expected field=value after the name of the shape, got '{}'", text, part);
    const std::string field = part.substr(0, equals);
    const std::vector<std::string> values = parts_of(part.substr(equals + 1), 'x');
    if (json.contains(field)) fail("'{}': the field '{}' is given twice", text, field);
    Json& out = json[field];
    if (values.size() > 1) {
      for (const std::string& value : values) out.push_back(number_of(field, value));
    } else {
      const double value = number_of(field, values[0]);
      if (value == std::floor(value) && std::abs(value) < 1e9)
        out = static_cast<long>(value);
      else
        out = value;
    }
  }
  add_everyday_size(json);
  return json;
}

Json parsed(const std::string& what, const std::string& text) {
  Report report(what);
  Json json;
  if (!parse_json(text, report, json) || report.error_count() > 0)
    throw SceneError(report.errors());
  return json;
}

}  // namespace

std::vector<std::string> body_notes(const Shape& shape) {
  const auto* mesh = std::get_if<MeshShape>(&shape);
  if (!mesh) return {};
  std::vector<std::string> notes = mesh->body->notes;
  const auto geometry = body_geometry(shape);
  if (const std::string doubt = doubt_about_size(geometry->high - geometry->low); !doubt.empty())
    notes.push_back(doubt);
  return notes;
}

MeshLevel BodyText::level() const { return level_of(quality); }

std::string BodyText::name() const {
  if (is_mesh_file_name(body)) return std::filesystem::path(body).stem().string();
  if (body.starts_with('{')) {
    const Json json = parsed("the shape", body);
    return json.is_object() && json.contains("kind") && json["kind"].is_string()
               ? json["kind"].get<std::string>()
               : "body";
  }
  return body.substr(0, body.find(':'));
}

std::string BodyText::shape_json() const {
  if (body.starts_with('{')) return body;
  if (!is_mesh_file_name(body)) return shape_from_words(body).dump();
  Json json{{"kind", "mesh"}, {"file", body}, {"scale", scale}, {"up", up}};
  if (shell_thickness > 0) json["shell_thickness"] = shell_thickness;
  return json.dump();
}

Shape BodyText::shape(std::optional<SurfaceUse> use) const {
  if (!(scale > 0 && std::isfinite(scale))) fail("--scale: expected > 0, got {}", scale);
  if (!(shell_thickness >= 0 && std::isfinite(shell_thickness)))
    fail("--shell-thickness: expected >= 0 m, got {}", shell_thickness);
  const bool looks_like_a_file = body.find('/') != std::string::npos ||
                                 body.find('.') < body.find(':') || is_mesh_file_name(body);
  Shape shape;
  if (looks_like_a_file && !body.starts_with('{')) {
    MeshShape mesh{body, scale, up == "z" ? UpAxis::z : UpAxis::y, shell_thickness, {}};
    shape = mesh;
  } else {
    if (scale != 1 || up != "y" || shell_thickness > 0)
      fail("--scale, --up and --shell-thickness belong to mesh files; '{}' is a shape", name());
    Report report("the shape '" + name() + "'");
    shape_type().type->read(parsed("the shape", shape_json()), Cursor(report), &shape);
    if (report.error_count() > 0) throw SceneError(report.errors());
  }
  if (auto* mesh = std::get_if<MeshShape>(&shape)) {
    const SurfaceUse wanted =
        use.value_or(mesh->shell_thickness > 0 ? SurfaceUse::sheet : SurfaceUse::solid);
    mesh->body = import_mesh(mesh->file, mesh->scale, mesh->up, wanted);
  }
  return shape;
}

Material material_of(const std::string& text) {
  if (text.starts_with('{')) {
    Report report("--material");
    Material material;
    material_type().type->read(parsed("--material", text), Cursor(report), &material);
    if (report.error_count() > 0) throw SceneError(report.errors());
    material.name = "own material";
    return material;
  }
  if (const Material* found = find_material(text)) return *found;
  const std::string near = nearest(text, material_names());
  fail("there is no material '{}'{}; `peal materials` lists them", text,
       near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

std::vector<double> numbers_of(const std::string& option, const std::string& text,
                               std::size_t count) {
  std::vector<double> values;
  for (const std::string& part : parts_of(text, ',')) values.push_back(number_of(option, part));
  if (values.size() != count)
    fail("{}: expected {} numbers with commas between, got '{}'", option, count, text);
  return values;
}

}  // namespace peal
