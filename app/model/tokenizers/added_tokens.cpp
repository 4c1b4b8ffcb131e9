#include "app/model/tokenizers/added_tokens.h"

#include <algorithm>
#include <utility>

#include "app/model/tokenizers/characters.h"

namespace attn::tokenizers {
namespace {

bool goes_on_as_word(std::string_view rest) {
  return !rest.empty() && is_word(take_character(rest));
}

/// Begin of the spaces at the end of `text`.
std::size_t spaces_before(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && is_space(character_before(text, begin))) {
    do {
      --begin;
    } while ((static_cast<unsigned char>(text[begin]) & 0xc0U) == 0x80);
  }
  return begin;
}

/// Number of bytes of the spaces at the begin of `text`.
std::size_t spaces_after(std::string_view text) {
  std::size_t length = 0;
  for (std::string_view rest = text; !rest.empty() && is_space(take_character(rest));) {
    length = text.size() - rest.size();
  }
  return length;
}

}  // namespace

std::string AddedTokens::add(AddedToken token, const Vocabulary& vocabulary) {
  if (token.content.empty() || ids_.contains(token.content)) return "";
  if (const int known = vocabulary.find(token.content); known >= 0) {
    token.id = known;
  } else if (tokens_.contains(token.id) || vocabulary.has(token.id)) {
    return "id " + std::to_string(token.id) + " is that of another token, too";
  }
  ids_.emplace(token.content, token.id);
  tokens_.emplace(token.id, std::move(token));
  return "";
}

void AddedTokens::finish(const Normalizer& normalizer) {
  for (const auto& [id, token] : tokens_) {
    std::string content = token.content;
    if (token.is_normalized && normalizer) normalizer(content);
    if (!content.empty()) (token.is_normalized ? in_normalized_ : in_text_).add(content, id);
  }
}

const AddedToken* AddedTokens::find(int id) const {
  const auto found = tokens_.find(id);
  return found == tokens_.end() ? nullptr : &found->second;
}

const AddedToken* AddedTokens::find(std::string_view content) const {
  const auto found = ids_.find(content);
  return found == ids_.end() ? nullptr : find(found->second);
}

std::vector<TextPart> AddedTokens::split(std::string_view text, bool is_normalized) const {
  const PrefixTree& tree = is_normalized ? in_normalized_ : in_text_;
  std::vector<TextPart> parts;
  std::size_t rest = 0;
  for (std::size_t at = 0; at < text.size() && !tree.is_empty();) {
    std::size_t length = 0;
    int id = -1;
    tree.for_each_prefix(text, at, [&](std::size_t bytes, int found) {
      length = bytes;
      id = found;
    });
    if (id < 0) {
      ++at;
      continue;
    }
    const AddedToken& token = tokens_.at(id);
    std::size_t begin = at, end = at + length;
    at = end;
    if (token.is_single_word && ((begin > 0 && is_word(character_before(text, begin))) ||
                                 goes_on_as_word(text.substr(end))))
      continue;
    if (token.strips_left) begin = std::max(spaces_before(text.substr(0, begin)), rest);
    if (token.strips_right) end += spaces_after(text.substr(end));
    if (rest < begin) parts.push_back({rest, begin, -1});
    parts.push_back({begin, end, id});
    rest = end;
  }
  if (rest < text.size()) parts.push_back({rest, text.size(), -1});
  return parts;
}

AddedToken read_added_token(const Members& object, int id) {
  AddedToken token;
  token.id = id;
  token.content = object.require_text("content");
  token.is_single_word = object.flag("single_word", false);
  token.strips_left = object.flag("lstrip", false);
  token.strips_right = object.flag("rstrip", false);
  token.is_special = object.flag("special", false);
  token.is_normalized = object.flag("normalized", !token.is_special);
  return token;
}

void read_added_tokens(const json::Value& list, const json::Place& place,
                       const Vocabulary& vocabulary, AddedTokens& tokens) {
  json::require_list(list, place, "a list of tokens");
  json::for_each_item(
      list, place, [&](std::size_t, const json::Value& item, const json::Place& at) {
        const Members object(item, at, "a token");
        const std::string wrong =
            tokens.add(read_added_token(object, object.require_id("id")), vocabulary);
        if (!wrong.empty()) json::fail(at / "id", wrong);
      });
}

}  // namespace attn::tokenizers
