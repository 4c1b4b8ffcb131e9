#include "app/document/offers/import_choice.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "app/document/dumps/dump_tokens.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/document/imports/open_dump.h"
#include "app/document/json/json_write.h"
#include "app/document/numbers/numbers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr auto kNumbers = std::to_array<NumbersKind>({{DumpAs::kWeights, "weights", "Weights"},
                                                      {DumpAs::kScores, "scores", "Scores"},
                                                      {DumpAs::kVectors, "qkv", "q, k, v"}});

/// Tokens from another source than the dump, which has `keys` of them; empty if there is none.
DumpTokens chosen_tokens(const ImportChoice& choice, Index keys) {
  if (choice.has_own_tokens()) return {};
  if (choice.tokens_path.empty()) return parse_tokens(choice.tokens_text, keys);
  try {
    return read_tokens_file(choice.tokens_path, keys);
  } catch (const ImportError& error) {
    const std::filesystem::path path(choice.tokens_path);
    throw ImportError(problem_line(valid_utf8(path.filename().string()), "", error.what()));
  }
}

/// Number of keys that are padding. A layer without any other key has none; without names, a large
/// layer is not read for that.
Index padding_of(const std::shared_ptr<const AttentionDump>& dump) try {
  constexpr double kMostRead = 1 << 24;
  const DumpLayer shape = dump->layer(0);
  const double numbers = static_cast<double>(shape.heads) * static_cast<double>(shape.queries) *
                         static_cast<double>(shape.keys);
  if (std::ssize(dump->tokens().keys) != shape.keys && numbers > kMostRead) return 0;
  return shape.keys - without_padding(dump)->layer(0).keys;
} catch (const ImportError&) {
  return 0;
}

std::vector<std::string> special_in(const std::vector<std::string>& tokens) {
  std::vector<std::string> special;
  for (const std::string& token : tokens) {
    const bool is_new = std::ranges::find(special, token) == special.end();
    if (is_new && is_special_token(token)) special.push_back(token);
  }
  return special;
}

}  // namespace

std::span<const NumbersKind> numbers_kinds() { return kNumbers; }

ImportWishes OpenedImport::wishes(std::string name, const ImportChoice& choice) const {
  return {.name = std::move(name),
          .tokens = tokens,
          .heads = choice.head ? std::vector{*choice.head} : std::vector<Index>(),
          .cleans = choice.cleans,
          .hide = choice.hide};
}

OpenedImport opened_import(const FileBytes& bytes, const ImportChoice& choice) {
  OpenedImport opened;
  std::shared_ptr<const AttentionDump> dump = open_dump(bytes, choice.dump);
  TokenChanges changes{.crop = choice.crop, .words = choice.words};
  const bool needs_layer = !choice.has_own_tokens() && !changes.any();
  const Index layer = needs_layer ? chosen_layer(*dump, choice) : 0;
  DumpTokens tokens = chosen_tokens(choice, dump->layer(layer).keys);
  const auto named =
      tokens.keys.empty() ? dump : std::shared_ptr<const AttentionDump>(with_tokens(dump, tokens));
  const std::vector<std::string> names = named->tokens().keys;
  opened.marks = marks_of(names);
  opened.special = special_in(names);
  opened.padding = padding_of(named);
  (changes.any() ? changes.tokens : opened.tokens) = std::move(tokens);
  opened.dump = with_changed_tokens(std::move(dump), std::move(changes));
  return opened;
}

Index chosen_layer(const AttentionDump& dump, const ImportChoice& choice) {
  return choice.layer ? require_layer(dump, *choice.layer) : 0;
}

std::string tokens_as_json(const DumpTokens& tokens) {
  json::Writer json;
  if (tokens.queries.empty()) {
    json.value(tokens.keys);
  } else {
    json.raw("{\"tokens\": ");
    json.value(tokens.keys);
    json.raw(", \"queries\": ");
    json.value(tokens.queries);
    json.raw("}");
  }
  return std::string(trimmed(std::move(json).take()));
}

std::vector<std::string> import_arguments(const std::string& path, const ImportChoice& choice,
                                          const std::string& out) {
  // A file of this name would be read as an option, or as standard input.
  const auto as_path = [](const std::string& name) {
    return name.starts_with('-') ? "./" + name : name;
  };
  std::vector<std::string> words{"import", as_path(path)};
  const auto add = [&](std::string name, const std::string& value) {
    if (value.empty()) return;
    if (value.starts_with('-') && value != "-") {
      words.push_back(std::move(name) + "=" + value);
    } else {
      words.insert(words.end(), {std::move(name), value});
    }
  };
  const auto number = [](const std::optional<Index>& one) {
    return one ? std::to_string(*one) : std::string();
  };
  const DumpChoice& dump = choice.dump;
  add("--tensor", dump.tensor);
  add("--axes", dump.axes);
  add("--batch", dump.batch == 0 ? "" : std::to_string(dump.batch));
  add("--steps", number(dump.step));
  for (const NumbersKind& kind : kNumbers) {
    if (kind.as == dump.as) add("--as", std::string(kind.id));
  }
  add("--masked-below", dump.masked_from ? shortest(*dump.masked_from) : "");
  add("--tokens", !choice.tokens_path.empty()   ? as_path(choice.tokens_path)
                  : !choice.tokens_text.empty() ? "-"
                                                : "");
  if (choice.crop) words.emplace_back("--crop");
  for (const PiecesKind& kind : pieces_kinds()) {
    if (kind.how == choice.words) add("--words", std::string(kind.id));
  }
  add("--layer", number(choice.layer));
  add("--head", number(choice.head));
  const KeysToHide hide = choice.hide;
  add("--hide", std::string(hide.first ? "first" : "") + (hide.first && hide.special ? "," : "") +
                    (hide.special ? "special" : ""));
  add("--clean", choice.cleans ? "" : "off");
  add("--out", as_path(out));
  return words;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain = "_-./:=@%+,";
  const auto is_plain = [&](char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') || kPlain.find(c) != kPlain.npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string word(text);
  replace_all(word, "'", R"('\'')");
  return "'" + word + "'";
}

std::string import_line(const std::string& path, const ImportChoice& choice) {
  const std::string stem = std::filesystem::path(path).stem().string();
  const std::vector<std::string> arguments = import_arguments(path, choice, stem + ".attn.json");
  const bool is_piped = choice.tokens_path.empty() && !choice.tokens_text.empty();
  return (is_piped ? "printf %s " + shell_word(choice.tokens_text) + " | " : "") + "attentoscope " +
         joined(arguments, shell_word, " ");
}

}  // namespace attn
