#include "app/document/files/settings.h"

#include <array>

#include "app/document/files/files.h"
#include "app/document/json/json_object.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using Json = nlohmann::json;  // sorted by keys, so that access to many takes logarithmic time

constexpr std::array<std::string_view, 3> kBackends{"auto", "eigen", "glsl"};

Backend backend_of(const Json& object) {
  const Json& chosen = json::member_of(object, "backend");
  for (std::size_t n = 0; n < kBackends.size(); ++n) {
    if (chosen == kBackends[n]) return static_cast<Backend>(n);
  }
  return Backend::kAuto;
}

/// Names in the list; empty if it is not a short list of short texts.
std::set<std::string> names_in(const Json& object, const char* key) {
  constexpr std::size_t kMostNames = 100, kLongestName = 60;
  const Json& list = json::member_of(object, key);
  std::set<std::string> names;
  if (!list.is_array() || list.size() > kMostNames) return names;
  for (const Json& one : list) {
    if (!one.is_string() || one.get<std::string>().size() > kLongestName) return {};
    names.insert(one.get<std::string>());
  }
  return names;
}

/// Sizes of type by screen; those that are none are left out.
std::map<std::string, int> sizes_in(const Json& object) {
  constexpr std::size_t kMostScreens = 100, kLongestName = 200;
  const Json& all = json::member_of(object, "type_sizes");
  std::map<std::string, int> sizes;
  if (!all.is_object() || all.size() > kMostScreens) return sizes;
  for (const auto& [screen, size] : all.items()) {
    const double percent = size.is_number() ? size.get<double>() : 0;
    if (percent < 50 || percent > 400 || screen.size() > kLongestName) continue;
    sizes[screen] = static_cast<int>(percent);
  }
  return sizes;
}

std::optional<WindowSize> window_in(const Json& object) {
  constexpr double kMost = 32767;
  const Json& window = json::member_of(object, "window");
  if (!window.is_object()) return std::nullopt;
  const auto length = [&](const char* key) {
    const Json& value = json::member_of(window, key);
    const double number = value.is_number() ? value.get<double>() : 0;
    return number >= 1 && number <= kMost ? static_cast<int>(number) : 0;
  };
  const WindowSize size{.width = length("width"),
                        .height = length("height"),
                        .is_maximized = json::member_of(window, "maximized") == true};
  if (size.width == 0 || size.height == 0) return std::nullopt;
  return size;
}

/// Value of the member `key` in a text that is not JSON as a whole; discarded if there is none.
Json rescued_value(std::string_view text, const std::string& key) {
  constexpr std::size_t kLongest = 8192;
  const std::string name = "\"" + key + "\"";
  const std::size_t at = text.find(name);
  if (at == text.npos) return Json::value_t::discarded;
  text = trimmed(text.substr(at + name.size(), kLongest));
  if (!text.starts_with(':')) return Json::value_t::discarded;
  // The value ends at a comma, brace or line break, if the text before it can be parsed.
  for (std::size_t end = 1;; end = text.find_first_of(",}\n", end + 1)) {
    Json value = Json::parse(text.substr(1, end == text.npos ? end : end - 1), nullptr, false);
    if (!value.is_discarded() || end == text.npos) return value;
  }
}

/// Members of the settings in `text`: a syntax error only loses the member that contains it.
Json members_of(std::string_view text) {
  Json object = json::object_of(text);
  if (!object.empty()) return object;
  for (const char* const key :
       {"theme", "first_steps", "backend", "hidden", "type_sizes", "window"}) {
    Json value = rescued_value(text, key);
    if (!value.is_discarded()) object[key] = std::move(value);
  }
  return object;
}

}  // namespace

Settings read_settings(const std::string& file) { return parse_settings(read_own_file(file)); }

Settings parse_settings(std::string_view text) {
  const Json object = members_of(text);
  return {.dark = json::member_of(object, "theme") == "dark",
          .knows_first_steps = json::member_of(object, "first_steps") == "done",
          .backend = backend_of(object),
          .hidden = names_in(object, "hidden"),
          .type_sizes = sizes_in(object),
          .window = window_in(object)};
}

std::string format_settings(const Settings& settings, std::string_view before) {
  Json object = members_of(before);
  object["theme"] = settings.dark ? "dark" : "light";
  if (settings.knows_first_steps) object["first_steps"] = "done";
  object["backend"] = kBackends[static_cast<std::size_t>(settings.backend)];
  object.erase("hidden");
  if (!settings.hidden.empty()) object["hidden"] = settings.hidden;
  object.erase("type_sizes");
  if (!settings.type_sizes.empty()) object["type_sizes"] = settings.type_sizes;
  if (settings.window) {
    object["window"] = {{"width", settings.window->width},
                        {"height", settings.window->height},
                        {"maximized", settings.window->is_maximized}};
  }
  return object.dump(2) + "\n";
}

void write_settings(const Settings& settings, const std::string& file) {
  write_own_file(file, format_settings(settings, read_own_file(file)));
}

}  // namespace attn
