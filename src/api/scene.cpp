#include "api/boundary.h"
#include "render/render.h"
#include "sources/kinds.h"

namespace peal::renderer {
namespace {

std::string joined(const std::vector<std::string>& messages) {
  return fmt::format("{}", fmt::join(messages, "\n"));
}

}  // namespace

SceneError::SceneError(std::vector<std::string> messages)
    : Error(joined(messages)), messages_(std::move(messages)) {}

Scene Scene::from_file(const std::filesystem::path& file) {
  return within({}, [&] {
    return Scene(std::make_shared<const Data>(Data{load_scene(file, source_declarations())}));
  });
}

Scene Scene::from_text(std::string_view text, const std::string& name,
                       const std::filesystem::path& folder) {
  return within({}, [&] {
    return Scene(
        std::make_shared<const Data>(Data{parse_scene(text, name, source_declarations(), folder)}));
  });
}

const std::string& Scene::name() const { return data_->scene.name; }
double Scene::duration() const { return data_->scene.duration; }
std::size_t Scene::sources() const { return data_->scene.sources.size(); }
std::filesystem::path Scene::take() const { return data_->scene.motion.take; }
double Scene::take_offset() const { return data_->scene.motion.take_offset; }
const std::vector<std::string>& Scene::warnings() const { return data_->scene.warnings; }

std::vector<std::string> Scene::listeners() const {
  std::vector<std::string> names;
  for (const ListenerSpec& listener : data_->scene.listeners) names.push_back(listener.name);
  return names;
}

std::vector<std::string> Scene::objects() const {
  std::vector<std::string> names;
  for (const ObjectSpec& object : data_->scene.objects) names.push_back(object.name);
  return names;
}

std::vector<std::string> Scene::check() const {
  return within({}, [&] {
    std::vector<std::string> warnings = check_renderable(data_->scene);
    for (std::string& line : warnings) line = data_->scene.file + ": " + line;
    return warnings;
  });
}

std::string version() { return peal_version(); }

}  // namespace peal::renderer
