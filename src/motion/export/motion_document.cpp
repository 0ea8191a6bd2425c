#include "motion/export/motion_document.h"

#include <fmt/format.h>

#include "base/error.h"
#include "motion/export/material_look.h"

namespace peal {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{2} << 30;

}  // namespace

MotionDocument::MotionDocument(const std::string& file, const Scene& scene, double offset)
    : file_(file), scene_(scene), offset_(offset) {
  Json& root = glb_.root();
  root["asset"] = {{"version", "2.0"}, {"generator", "Peal"}};
  root["scene"] = 0;
  root["scenes"] = Json::array({{{"name", scene_.name}, {"nodes", Json::array()}}});
}

std::size_t MotionDocument::add_node(Json node) {
  const std::size_t index = glb_.add("nodes", std::move(node));
  glb_.root()["scenes"][0]["nodes"].push_back(index);
  return index;
}

std::string MotionDocument::unique(const std::string& wanted) {
  std::string name = wanted;
  for (int k = 2; !names_.insert(name).second; ++k) name = fmt::format("{}_{}", wanted, k);
  return name;
}

void MotionDocument::animate(std::size_t node, const char* path, std::size_t input,
                             std::size_t output, const char* interpolation) {
  samplers_.push_back({{"input", input}, {"output", output}, {"interpolation", interpolation}});
  channels_.push_back(
      {{"sampler", samplers_.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  if (glb_.size() > kMaxBytes)
    fail("{}: would be larger than {} bytes: use a lower frame rate or a shorter stretch", file_,
         kMaxBytes);
}

std::size_t MotionDocument::material_index(const std::string& name) {
  if (const auto known = materials_.find(name); known != materials_.end()) return known->second;
  const MaterialLook look = material_look(name);
  const Material& m = scene_.material(name);
  Json json{{"name", name},
            {"pbrMetallicRoughness",
             {{"baseColorFactor", look.colour},
              {"metallicFactor", look.metallic},
              {"roughnessFactor", look.roughness}}}};
  if (look.colour[3] < 1) json["alphaMode"] = "BLEND", json["doubleSided"] = true;
  json["extras"] = {{"young", m.young},
                    {"poisson", m.poisson},
                    {"density", m.density},
                    {"restitution", m.restitution},
                    {"friction", m.friction}};
  Json& extras = json["extras"];
  if (const auto& rayleigh = m.damping.rayleigh)
    extras.update(
        {{"alpha", rayleigh->alpha}, {"beta", rayleigh->beta}, {"gamma", rayleigh->gamma}});
  else
    extras["loss_factor"] = m.damping.loss_factor, extras["loss_exponent"] = m.damping.exponent;
  if (m.young_across > 0) extras["young_across"] = m.young_across;
  if (m.thermal != ThermalProperties{})
    extras.update({{"expansion", m.thermal.expansion},
                   {"heat_capacity", m.thermal.heat_capacity},
                   {"conductivity", m.thermal.conductivity}});
  return materials_[name] = glb_.add("materials", std::move(json));
}

std::string MotionDocument::bytes(double fps) {
  Json& root = glb_.root();
  if (!channels_.empty())
    root["animations"] = Json::array({{{"name", "motion"},
                                       {"samplers", samplers_},
                                       {"channels", channels_},
                                       {"extras", {{"peal_offset", offset_}, {"peal_fps", fps}}}}});
  if (!left_out_.empty()) root["scenes"][0]["extras"] = {{"peal_left_out", left_out_}};
  return glb_.bytes(file_);
}

}  // namespace peal
