#include "app/model/tokenizers/frames.h"

#include <string>
#include <string_view>
#include <utility>

#include "app/model/tokenizers/members.h"

namespace attn::tokenizers {
namespace {

using json::Place;
using json::Value;

Frame read_nothing(const Members&) { return {}; }

/// Id in a pair ["[CLS]", 101].
int read_pair_id(const Members& object, std::string_view key) {
  const Value pair = object.require(key, "a token and its id");
  const Place place = object.place() / key;
  json::require_list(pair, place, "a token and its id");
  if (pair.size() != 2) json::fail_type(place, "a token and its id", pair);
  return read_id(pair.first().next(), place / std::size_t{1});
}

Frame read_ends(const Members& object) {
  return {{read_pair_id(object, "cls")}, {read_pair_id(object, "sep")}};
}

/// Appends the ids of the special token `name`, by the template's table.
void append_special(const Members& object, const std::string& name, const Place& named,
                    std::vector<int>& ids) {
  const Place place = object.place() / "special_tokens";
  const Members tokens(object.require("special_tokens", "an object of tokens"), place,
                       "an object of tokens");
  const auto token = tokens.find(name);
  if (!token) {
    json::fail(named,
               "expected a token of /post_processor/special_tokens, found \"" + shown(name) + '"');
  }
  const Place at = place / name;
  const Members members(*token, at, "a token");
  for (const int id : read_steps<int>(members, "ids", read_id)) ids.push_back(id);
}

Frame read_template(const Members& object) {
  Frame frame;
  bool has_text = false;
  const Value list = object.require("single", "a list");
  const Place place = object.place() / "single";
  json::require_list(list, place, "a list");
  json::for_each_item(list, place, [&](std::size_t, const Value& item, const Place& at) {
    const Members part(item, at, "a part of a template");
    const auto special = part.find("SpecialToken");
    if (special) {
      const Place token = at / "SpecialToken";
      const std::string name = Members(*special, token, "a token").require_text("id");
      append_special(object, name, token / "id", has_text ? frame.after : frame.before);
      return;
    }
    part.require("Sequence", "SpecialToken or Sequence");
    if (std::exchange(has_text, true)) json::fail(at, "expected one Sequence, found two");
  });
  if (!has_text) json::fail(place, "expected a Sequence, found none");
  return frame;
}

/// Frames around each other, from the innermost.
Frame read_sequence_of_frames(const Members& object) {
  Frame all;
  for (Frame& frame : read_steps<Frame>(object, "processors", read_frame)) {
    frame.before.insert(frame.before.end(), all.before.begin(), all.before.end());
    all.before = std::move(frame.before);
    all.after.insert(all.after.end(), frame.after.begin(), frame.after.end());
  }
  return all;
}

struct FrameRow {
  std::string_view id;
  Frame (*read)(const Members& object);
};

constexpr FrameRow kFrames[] = {{"TemplateProcessing", read_template},
                                {"BertProcessing", read_ends},
                                {"RobertaProcessing", read_ends},
                                {"ByteLevel", read_nothing},
                                {"Sequence", read_sequence_of_frames}};

}  // namespace

Frame read_frame(const Value& value, const Place& place) {
  const Members object(value, place, "a post-processor");
  return row_of(kFrames, object).read(object);
}

}  // namespace attn::tokenizers
