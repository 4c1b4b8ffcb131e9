#include "app/document/view/view_settings.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/document/json/json_object.h"
#include "app/document/view/view_options_json.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using Json = nlohmann::json;  // sorted by keys, so that access to many takes logarithmic time

[[noreturn]] void refuse_setting(std::string_view setting, const std::string& expected) {
  throw std::invalid_argument("expected " + expected + ", found " + shown(setting));
}

/// Parses a number, a list and similar; everything else is a text.
Json value_in(std::string_view text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? Json(text) : value;
}

}  // namespace

std::string view_settings_in_words() {
  std::string words;
  const Json all = whole_view_options({});
  for (const auto& [view, chosen] : all.items()) {
    if (!chosen.is_object()) continue;
    for (const auto& one : chosen.items()) {
      if (!words.empty()) words += ", ";
      words += view + "." + one.key();
    }
  }
  return words;
}

std::string with_view_setting(const std::string& view, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  const std::string path(setting.substr(0, equals));
  const std::size_t dot = path.find('.');
  const bool is_path = equals != std::string_view::npos && dot != std::string::npos;
  const std::string of = path.substr(0, dot), name = is_path ? path.substr(dot + 1) : "";
  const Json all = whole_view_options({});
  if (!is_path || !all.contains(of) || !all[of].is_object() || !all[of].contains(name)) {
    refuse_setting(setting, "NAME=VALUE of " + view_settings_in_words());
  }
  const Json value = value_in(setting.substr(equals + 1));
  // Parsed separately: an invalid value results in the default.
  const Json alone = {{of, {{name, value}}}};
  if (whole_view_options(parse_view_options(alone))[of][name] != value) {
    refuse_setting(setting, "a value that " + path + " can have");
  }
  Json object = json::object_of(view);
  // An option in short form is converted to an object.
  if (!object[of].is_null() && !object[of].is_object()) {
    object[of] = whole_view_options(parse_view_options(object))[of];
  }
  if (!object[of].is_object()) object[of] = Json::object();
  object[of][name] = value;
  return object.dump();
}

}  // namespace attn
