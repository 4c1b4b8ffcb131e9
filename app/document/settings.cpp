#include "app/document/settings.h"

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/document/files.h"
#include "app/document/user_folders.h"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxBytes = 1 << 20;

constexpr std::array<std::string_view, 3> kBackends{"auto", "eigen", "glsl"};

Backend backend_of(const Json& object) {
  const auto found = object.find("backend");
  for (std::size_t n = 0; found != object.end() && n < kBackends.size(); ++n) {
    if (*found == kBackends[n]) return static_cast<Backend>(n);
  }
  return Backend::kAuto;
}

Json read_object(const std::string& file) try {
  // Reading a pipe would wait for its writer.
  if (!std::filesystem::is_regular_file(file)) return Json::object();
  Json object = Json::parse(read_file(file, kMaxBytes), nullptr, /*allow_exceptions=*/false);
  return object.is_object() ? object : Json::object();
} catch (const std::exception&) {
  return Json::object();
}

}  // namespace

std::string settings_file() {
  const std::string folder = config_folder();
  return folder.empty() ? "" : folder + "/settings.json";
}

Settings read_settings(const std::string& file) {
  const Json object = read_object(file);
  const auto theme = object.find("theme");
  const auto first = object.find("first_steps");
  return {.dark = theme != object.end() && *theme == "dark",
          .knows_first_steps = first != object.end() && *first == "done",
          .backend = backend_of(object)};
}

void write_settings(const Settings& settings, const std::string& file) {
  Json object = read_object(file);
  object["theme"] = settings.dark ? "dark" : "light";
  if (settings.knows_first_steps) object["first_steps"] = "done";
  object["backend"] = kBackends[static_cast<std::size_t>(settings.backend)];
  make_folder(std::filesystem::path(file).parent_path().string());
  write_file(file, object.dump(2) + "\n", FileKind::own);
}

}  // namespace attn
