#include "app/model/tokenizers/regular_expression.h"

#include <algorithm>
#include <new>

#include <oniguruma.h>

#include "app/document/json/json_read.h"
#include "app/model/tokenizers/characters.h"
#include "engine/base/problem.h"

namespace attn::tokenizers {
namespace {

/// Longest expression in bytes.
constexpr std::size_t kMaxPattern = 20'000;
/// Backtracking steps of a search: a run of spaces needs one for each of them.
constexpr unsigned long kMaxRetries = 5'000'000;
/// Entries of the stack, of 40 bytes: a repetition needs one for each character.
constexpr unsigned kMaxStack = 2'000'000;

const OnigUChar* bytes_at(std::string_view text, std::size_t at) {
  return reinterpret_cast<const OnigUChar*>(text.data()) + at;
}

std::string words_of(int error, const OnigErrorInfo* info = nullptr) {
  OnigUChar words[ONIG_MAX_ERROR_MESSAGE_LEN];
  const int length =
      info ? onig_error_code_to_str(words, error, info) : onig_error_code_to_str(words, error);
  return {reinterpret_cast<const char*>(words), static_cast<std::size_t>(std::max(length, 0))};
}

/// Compiled `pattern`. Throws SceneError.
std::shared_ptr<re_pattern_buffer> compiled(std::string_view pattern, const json::Place& place) {
  static const bool kIsReady = [] {
    OnigEncoding encoding = ONIG_ENCODING_UTF8;
    return onig_initialize(&encoding, 1) == ONIG_NORMAL;
  }();
  if (!kIsReady) json::fail(place, "Oniguruma can't be used");
  if (pattern.size() > kMaxPattern) {
    json::fail(place, "expected at most " + std::to_string(kMaxPattern) + " bytes, found more");
  }
  OnigRegex regex = nullptr;
  OnigErrorInfo info{};
  const int error = onig_new(&regex, bytes_at(pattern, 0), bytes_at(pattern, pattern.size()),
                             ONIG_OPTION_NONE, ONIG_ENCODING_UTF8, ONIG_SYNTAX_DEFAULT, &info);
  if (error != ONIG_NORMAL) {
    json::fail(place, "expected a regular expression: " + words_of(error, &info));
  }
  return {regex, onig_free};
}

/// A search's limits.
std::unique_ptr<OnigMatchParam, decltype(&onig_free_match_param)> search_limits() {
  std::unique_ptr<OnigMatchParam, decltype(&onig_free_match_param)> limits(onig_new_match_param(),
                                                                           onig_free_match_param);
  if (!limits) throw std::bad_alloc();
  onig_set_retry_limit_in_match_of_match_param(limits.get(), kMaxRetries);
  onig_set_retry_limit_in_search_of_match_param(limits.get(), kMaxRetries);
  onig_set_match_stack_limit_size_of_match_param(limits.get(), kMaxStack);
  return limits;
}

struct FreeRegion {
  void operator()(OnigRegion* region) const { onig_region_free(region, 1); }
};

}  // namespace

RegularExpression::RegularExpression(std::string_view pattern, const json::Place& place)
    : compiled_(compiled(pattern, place)), place_(place.pointer()) {}

std::vector<Match> RegularExpression::split(std::string_view text) const {
  std::vector<Match> parts;
  const auto limits = search_limits();
  const std::unique_ptr<OnigRegion, FreeRegion> region(onig_region_new());
  if (!region) throw std::bad_alloc();
  std::size_t end_of_last = 0;
  bool is_first = true;
  for (std::size_t at = 0; at <= text.size();) {
    const int found = onig_search_with_param(
        compiled_.get(), bytes_at(text, 0), bytes_at(text, text.size()), bytes_at(text, at),
        bytes_at(text, text.size()), region.get(), ONIG_OPTION_NONE, limits.get());
    if (found == ONIG_MISMATCH) break;
    if (found < 0) {
      throw SceneError({place_, "the expression is too slow for this text: " + words_of(found)});
    }
    const auto begin = static_cast<std::size_t>(region->beg[0]);
    const auto end = static_cast<std::size_t>(region->end[0]);
    if (begin == end && !is_first && end_of_last == end) {
      at += at < text.size() ? character_length(text.substr(at)) : 1;
      continue;
    }
    if (begin > end_of_last) parts.push_back({end_of_last, begin, false});
    parts.push_back({begin, end});
    at = end_of_last = end;
    is_first = false;
  }
  if (end_of_last < text.size()) parts.push_back({end_of_last, text.size(), false});
  return parts;
}

}  // namespace attn::tokenizers
