#include "app/model/tokenizers/normalizers.h"

#include <optional>
#include <string_view>
#include <utility>

#include "app/model/tokenizers/character_map.h"
#include "app/model/tokenizers/characters.h"
#include "app/model/tokenizers/members.h"
#include "app/model/tokenizers/regular_expression.h"

namespace attn::tokenizers {
namespace {

using json::Place;
using json::Value;

/// Characters of `text` that keep(character).
template <typename Keep>
std::string filtered(std::string_view text, const Keep& keep) {
  std::string kept;
  kept.reserve(text.size());
  for_each_character(text, [&](std::size_t begin, std::size_t end, char32_t character) {
    if (keep(character)) kept += text.substr(begin, end - begin);
  });
  return kept;
}

template <NormalForm form>
Normalizer normal_form(const Members&) {
  return [](std::string& text) { text = normalized(text, form); };
}

Normalizer read_lower_case(const Members&) {
  return [](std::string& text) { text = lower_case(text); };
}

Normalizer read_strip_accents(const Members&) {
  return [](std::string& text) {
    text = filtered(text, [](char32_t character) { return !is_mark(character); });
  };
}

Normalizer read_strip_spaces(const Members& object) {
  const bool left = object.flag("strip_left", true), right = object.flag("strip_right", true);
  return [left, right](std::string& text) {
    std::size_t begin = 0, end = text.size();
    while (right && end > 0 && is_space(character_before(text, end))) {
      do {
        --end;
      } while ((static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80);
    }
    std::string_view rest = std::string_view(text).substr(0, end);
    while (left && !rest.empty() && is_space(take_character(rest))) begin = end - rest.size();
    text = text.substr(begin, end - begin);
  };
}

Normalizer read_prepend(const Members& object) {
  return [prefix = object.require_text("prepend")](std::string& text) {
    if (!text.empty()) text.insert(0, prefix);
  };
}

void clean(std::string& text) {
  std::string cleaned;
  cleaned.reserve(text.size());
  for_each_character(text, [&](std::size_t begin, std::size_t end, char32_t character) {
    if (character == 0 || character == 0xfffd || is_control(character)) return;
    if (is_space(character)) {
      cleaned += ' ';
    } else {
      cleaned.append(text, begin, end - begin);
    }
  });
  text = std::move(cleaned);
}

void put_spaces_around_chinese(std::string& text) {
  std::string spaced;
  spaced.reserve(text.size());
  for_each_character(text, [&](std::size_t begin, std::size_t end, char32_t character) {
    const bool is_one = is_chinese(character);
    if (is_one) spaced += ' ';
    spaced.append(text, begin, end - begin);
    if (is_one) spaced += ' ';
  });
  text = std::move(spaced);
}

Normalizer read_bert_normalizer(const Members& object) {
  BertOptions options;
  options.cleans = object.flag("clean_text", true);
  options.spaces_chinese = object.flag("handle_chinese_chars", true);
  options.lowers = object.flag("lowercase", true);
  options.strips_accents = object.flag("strip_accents", options.lowers);
  return bert_normalizer(options);
}

Normalizer read_precompiled(const Members& object) {
  const std::string key = "precompiled_charsmap";
  const auto map = std::make_shared<CharacterMap>(object.require_text(key), object.place() / key);
  return [map](std::string& text) { text = map->mapped(text); };
}

Normalizer read_replace(const Members& object);

Normalizer read_normalizer_sequence(const Members& object) {
  auto steps = read_steps<Normalizer>(object, "normalizers", read_normalizer);
  return [steps = std::move(steps)](std::string& text) {
    for (const Normalizer& step : steps) {
      step(text);
      require_bounded(text.size());
    }
  };
}

struct NormalizerRow {
  std::string_view id;
  Normalizer (*read)(const Members& object);
};

constexpr NormalizerRow kNormalizers[] = {
    {"NFC", normal_form<NormalForm::kNfc>},
    {"NFD", normal_form<NormalForm::kNfd>},
    {"NFKC", normal_form<NormalForm::kNfkc>},
    {"NFKD", normal_form<NormalForm::kNfkd>},
    {"Lowercase", read_lower_case},
    {"StripAccents", read_strip_accents},
    {"Strip", read_strip_spaces},
    {"Replace", read_replace},
    {"Prepend", read_prepend},
    {"BertNormalizer", read_bert_normalizer},
    {"Precompiled", read_precompiled},
    {"Sequence", read_normalizer_sequence},
};

/// `text` with `content` for each match among `parts`.
std::string replaced(std::string_view text, const std::vector<Match>& parts,
                     const std::string& content) {
  std::string changed;
  for (const Match& part : parts) {
    if (part.is_match) {
      changed += content;
    } else {
      changed += text.substr(part.begin, part.end - part.begin);
    }
    require_bounded(changed.size());
  }
  return changed;
}

/// `text` with `to` for each `from`, which is not empty.
std::string replaced(std::string_view text, const std::string& from, const std::string& to) {
  std::string changed;
  for (;;) {
    const std::size_t at = text.find(from);
    changed += text.substr(0, at);
    if (at == text.npos) return changed;
    changed += to;
    text.remove_prefix(at + from.size());
    require_bounded(changed.size());
  }
}

Normalizer read_replace(const Members& object) {
  const Place place = object.place() / "pattern";
  const Members pattern(object.require("pattern", "a pattern"), place, "a pattern");
  const std::string content = object.require_text("content");
  if (const auto regex = pattern.find("Regex")) {
    const Place at = place / "Regex";
    return [expression = RegularExpression(json::read_text(*regex, at), at),
            content](std::string& text) { text = replaced(text, expression.split(text), content); };
  }
  return [from = pattern.require_text("String"), content](std::string& text) {
    if (!from.empty()) text = replaced(text, from, content);
  };
}

}  // namespace

Normalizer bert_normalizer(const BertOptions& options) {
  return [options](std::string& text) {
    if (options.cleans) clean(text);
    if (options.spaces_chinese) put_spaces_around_chinese(text);
    if (options.strips_accents) {
      text = filtered(normalized(text, NormalForm::kNfd),
                      [](char32_t character) { return !is_nonspacing_mark(character); });
    }
    if (options.lowers) text = lower_case(text);
  };
}

Normalizer read_replacement(const Value& value, const Place& place) {
  return read_replace(Members(value, place, "a replacement"));
}

Normalizer read_normalizer(const Value& value, const Place& place) {
  const Members object(value, place, "a normalizer");
  return row_of(kNormalizers, object).read(object);
}

}  // namespace attn::tokenizers
