#include "app/document/json_object.h"

#include "app/document/json.h"
#include "engine/problem.h"

namespace attn::json {

nlohmann::ordered_json object_of(std::string_view text) try {
  parse(text);
  return nlohmann::ordered_json::parse(text);
} catch (const SceneError&) {
  return nlohmann::ordered_json::object();
}

}  // namespace attn::json
