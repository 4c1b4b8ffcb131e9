#include "app/document/json/json_object.h"

#include "app/document/json/json.h"
#include "engine/base/problem.h"

namespace attn::json {

nlohmann::json object_of(std::string_view text) try {
  parse(text);
  return nlohmann::json::parse(text);
} catch (const SceneError&) {
  return nlohmann::json::object();
}

}  // namespace attn::json
