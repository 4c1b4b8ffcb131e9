#include "app/model/tokenizers/splitters.h"

#include <algorithm>
#include <utility>

#include "app/model/tokenizers/byte_letters.h"
#include "app/model/tokenizers/characters.h"
#include "app/model/tokenizers/members.h"
#include "app/model/tokenizers/normalizers.h"
#include "app/model/tokenizers/regular_expression.h"

namespace attn::tokenizers {
namespace {

using json::Place;
using json::Value;

using Parts = std::vector<Match>;

/// Merges each match with the part before it, in the order of iteration, unless that ends with a
/// match, too; `far` is the end of parts in this order.
template <typename Iterator>
Parts merged(Iterator first, Iterator last, std::size_t Match::*far) {
  Parts kept;
  bool was_match = false;
  for (; first != last; ++first) {
    if (first->is_match && !was_match && !kept.empty()) {
      kept.back().*far = (*first).*far;
    } else {
      kept.push_back(*first);
    }
    was_match = first->is_match;
  }
  return kept;
}

Parts isolate(Parts parts) { return parts; }

Parts remove_matches(Parts parts) {
  std::erase_if(parts, [](const Match& part) { return part.is_match; });
  return parts;
}

Parts merge_with_previous(Parts parts) { return merged(parts.begin(), parts.end(), &Match::end); }

Parts merge_with_next(Parts parts) {
  Parts kept = merged(parts.rbegin(), parts.rend(), &Match::begin);
  std::ranges::reverse(kept);
  return kept;
}

/// Joins matches that touch.
Parts join_contiguous(Parts parts) {  // NOLINT(performance-unnecessary-value-param): as its table
  Parts kept;
  for (const Match& part : parts) {
    if (!kept.empty() && part.is_match == kept.back().is_match) {
      kept.back().end = part.end;
    } else {
      kept.push_back(part);
    }
  }
  return kept;
}

struct BehaviorRow {
  std::string_view id;
  Parts (*apply)(Parts parts);
};

constexpr BehaviorRow kBehaviors[] = {{"Removed", remove_matches},
                                      {"Isolated", isolate},
                                      {"MergedWithPrevious", merge_with_previous},
                                      {"MergedWithNext", merge_with_next},
                                      {"Contiguous", join_contiguous}};
using Behavior = Parts (*)(Parts);

/// Splits each piece into the parts that parts_of(text of the piece) returns.
template <typename PartsOf>
void split_each(Pieces& pieces, const PartsOf& parts_of) {
  std::vector<SplitPiece> spans;
  spans.reserve(pieces.spans.size());
  const std::size_t first = pieces.spans.empty() ? 0 : pieces.spans[0].begin;
  for (std::size_t n = 0; n < pieces.spans.size(); ++n) {
    const std::size_t begin = pieces.spans[n].begin;
    for (const Match& part : parts_of(pieces[n])) {
      if (part.begin < part.end) spans.push_back({begin + part.begin, begin + part.end});
    }
  }
  pieces.is_start = pieces.is_start && !spans.empty() && spans[0].begin == first;
  pieces.spans = std::move(spans);
}

/// Replaces each piece by what append(text to append to, piece, whether the text begins there)
/// appends.
template <typename Append>
void change_each(Pieces& pieces, const Append& append) {
  std::string text;
  text.reserve(pieces.text.size() + pieces.text.size() / 4);
  for (std::size_t n = 0; n < pieces.spans.size(); ++n) {
    const std::size_t begin = text.size();
    append(text, pieces[n], n == 0 && pieces.is_start);
    require_bounded(text.size());
    pieces.spans[n] = {begin, text.size()};
  }
  pieces.text = std::move(text);
}

/// Parts of `text`: each character for which is_one(character) is a match.
template <typename IsOne>
Parts split_at(std::string_view text, const IsOne& is_one) {
  Parts parts;
  std::size_t rest = 0;
  for_each_character(text, [&](std::size_t begin, std::size_t end, char32_t character) {
    if (!is_one(character)) return;
    if (rest < begin) parts.push_back({rest, begin, false});
    parts.push_back({begin, end});
    rest = end;
  });
  if (rest < text.size()) parts.push_back({rest, text.size(), false});
  return parts;
}

/// Splitter at characters.
template <typename IsOne>
Splitter at_characters(IsOne is_one, Behavior behavior) {
  return [is_one, behavior](Pieces& pieces) {
    split_each(pieces, [&](std::string_view text) { return behavior(split_at(text, is_one)); });
  };
}

Parts split_at_text(std::string_view text, const std::string& separator) {
  Parts parts;
  std::size_t rest = 0;
  for (std::size_t at = 0; (at = text.find(separator, rest)) != text.npos;) {
    if (rest < at) parts.push_back({rest, at, false});
    rest = at + separator.size();
    parts.push_back({at, rest});
  }
  if (rest < text.size()) parts.push_back({rest, text.size(), false});
  return parts;
}

Behavior read_behavior(const Members& object, const std::string& absent) {
  const std::string id = object.text("behavior", absent);
  const auto* const row = std::ranges::find(kBehaviors, id, &BehaviorRow::id);
  if (row == std::end(kBehaviors)) {
    json::fail(object.place() / "behavior",
               "expected " + joined(kBehaviors, &BehaviorRow::id) + ", found \"" + shown(id) + '"');
  }
  return row->apply;
}

Splitter read_split(const Members& object) {
  const Behavior behavior = read_behavior(object, "Isolated");
  const bool inverted = object.flag("invert", false);
  const auto by = [&](auto parts_of) -> Splitter {
    return [behavior, inverted, parts_of](Pieces& pieces) {
      split_each(pieces, [&](std::string_view text) {
        Parts parts = parts_of(text);
        for (Match& part : parts) part.is_match ^= inverted;
        return behavior(std::move(parts));
      });
    };
  };
  const Place place = object.place() / "pattern";
  const Members pattern(object.require("pattern", "a pattern"), place, "a pattern");
  if (const auto regex = pattern.find("Regex")) {
    const Place at = place / "Regex";
    return by([expression = RegularExpression(json::read_text(*regex, at), at)](
                  std::string_view text) { return expression.split(text); });
  }
  const std::string separator = pattern.require_text("String");
  if (separator.empty()) json::fail(place / "String", "expected a character or more, found none");
  return by([separator](std::string_view text) { return split_at_text(text, separator); });
}

/// Words, and runs of characters that are neither of words nor spaces.
Parts split_words(std::string_view text) {
  Parts parts;
  int last = 0;
  for_each_character(text, [&](std::size_t begin, std::size_t end, char32_t character) {
    const int kind = is_word(character) ? 1 : is_space(character) ? 0 : 2;
    if (kind != 0 && kind == last) {
      parts.back().end = end;
    } else if (kind != 0) {
      parts.push_back({begin, end});
    }
    last = kind;
  });
  return parts;
}

Splitter read_whitespace(const Members&) {
  return [](Pieces& pieces) { split_each(pieces, split_words); };
}

Splitter read_whitespace_split(const Members&) { return at_characters(is_space, remove_matches); }

Splitter read_digits(const Members& object) {
  const bool single = object.flag("individual_digits", false);
  return at_characters(is_numeric, single ? isolate : join_contiguous);
}

Splitter read_punctuation(const Members& object) {
  return at_characters(is_punctuation, read_behavior(object, "Isolated"));
}

Splitter read_byte_level_splitter(const Members& object) {
  return byte_level_splitter(object.flag("add_prefix_space", true), object.flag("use_regex", true));
}

Splitter read_bert_splitter(const Members&) { return bert_splitter(); }

enum class Prepending { kAlways, kFirst, kNever };

Prepending read_prepending(const Members& object) {
  const bool adds = object.flag("add_prefix_space", true);
  const std::string scheme = object.text("prepend_scheme", adds ? "always" : "never");
  if (scheme == "always") return Prepending::kAlways;
  if (scheme == "first") return Prepending::kFirst;
  if (scheme == "never") return Prepending::kNever;
  json::fail(object.place() / "prepend_scheme",
             "expected always, first or never, found \"" + shown(scheme) + '"');
}

Splitter read_metaspace(const Members& object) {
  const Prepending prepending = read_prepending(object);
  const std::string mark = object.text("replacement", "▁");
  if (mark.empty()) json::fail(object.place() / "replacement", "expected a character, found none");
  const bool splits = object.flag("split", true);
  return [prepending, mark, splits](Pieces& pieces) {
    change_each(pieces, [&](std::string& out, std::string_view text, bool is_start) {
      const bool is_marked = text.starts_with(' ') || text.starts_with(mark);
      const bool prepends =
          prepending == Prepending::kAlways || (prepending == Prepending::kFirst && is_start);
      if (prepends && !is_marked) out += mark;
      for (const char c : text) {
        if (c == ' ') {
          out += mark;
        } else {
          out += c;
        }
      }
    });
    if (!splits) return;
    split_each(pieces,
               [&](std::string_view text) { return merge_with_next(split_at_text(text, mark)); });
  };
}

Splitter read_splitter_sequence(const Members& object) {
  auto steps = read_steps<Splitter>(object, "pretokenizers", read_splitter);
  return [steps = std::move(steps)](Pieces& pieces) {
    for (const Splitter& step : steps) step(pieces);
  };
}

struct SplitterRow {
  std::string_view id;
  Splitter (*read)(const Members& object);
};

constexpr SplitterRow kSplitters[] = {
    {"ByteLevel", read_byte_level_splitter},
    {"Split", read_split},
    {"Whitespace", read_whitespace},
    {"WhitespaceSplit", read_whitespace_split},
    {"Digits", read_digits},
    {"Punctuation", read_punctuation},
    {"Metaspace", read_metaspace},
    {"BertPreTokenizer", read_bert_splitter},
    {"Sequence", read_splitter_sequence},
};

}  // namespace

Splitter byte_level_splitter(bool adds_space, bool uses_regex) {
  constexpr std::string_view kWords =
      R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
  return [adds_space, uses_regex, words = RegularExpression(kWords, Place())](Pieces& pieces) {
    if (adds_space) {
      change_each(pieces, [](std::string& out, std::string_view text, bool) {
        if (!text.starts_with(' ')) out += ' ';
        out += text;
      });
    }
    if (uses_regex) split_each(pieces, [&](std::string_view text) { return words.split(text); });
    change_each(pieces,
                [](std::string& out, std::string_view text, bool) { append_letters(out, text); });
  };
}

Splitter bert_splitter() {
  return [](Pieces& pieces) {
    split_each(pieces,
               [](std::string_view text) { return remove_matches(split_at(text, is_space)); });
    split_each(pieces, [](std::string_view text) { return split_at(text, is_punctuation); });
  };
}

Splitter read_splitter(const Value& value, const Place& place) {
  const Members object(value, place, "a pre-tokenizer");
  return row_of(kSplitters, object).read(object);
}

}  // namespace attn::tokenizers
