// The files of tokenizers.

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/document/files/files.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/model/files/model_error.h"
#include "app/model/tokenizers/members.h"
#include "app/model/tokenizers/tokenizer_parts.h"
#include "app/platform/input_file.h"
#include "engine/base/problem.h"

namespace attn::tokenizers {
namespace {

using json::Place;
using json::Value;

/// Largest file of a tokenizer in bytes, and the most values in it: twice those of the largest
/// known.
constexpr long long kMaxFile = 64 << 20, kMaxValues = 6'000'000;

std::string read_model_file(const std::string& path) {
  try {
    return read_regular_file(path, kMaxFile);
  } catch (const std::runtime_error& error) {
    throw ModelError(problem_line(path, "", error.what()));
  }
}

/// Runs `work`, which reads the file at `path`: turns its errors into one that names the file.
template <typename Work>
auto about_file(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const SceneError& error) {
    throw ModelError(problem_line(path, error.problem().place, error.problem().text));
  } catch (const ModelError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw ModelError(problem_line(path, "", error.what()));
  }
}

/// Object in the file at `path`. Throws SceneError or ModelError.
json::Tree parse_model_file(const std::string& path) {
  const std::string text = read_model_file(path);
  const auto begins_value = [](char c) { return c == ',' || c == ':' || c == '[' || c == '{'; };
  if (std::ranges::count_if(text, begins_value) > kMaxValues) {
    throw SceneError(
        {"", "expected at most " + std::to_string(kMaxValues) + " values, found more"});
  }
  return json::parse(text);
}

/// Calls work(members) with the object in a file, if it is there.
template <typename Work>
void with_optional_file(const std::string& path, const Work& work) {
  if (!status_of(path).is_there()) return;
  about_file(path, [&] {
    const json::Tree tree = parse_model_file(path);
    const Place whole;
    work(Members(Value(tree, 0), whole, "an object"));
  });
}

/// Text of a special token in tokenizer_config.json: a text, or an object with its content.
std::string special_token(const Members& config, std::string_view key) {
  const auto value = config.find(key);
  if (!value || value->kind() == json::Kind::kBool) return "";
  const Place place = config.place() / key;
  if (value->kind() != json::Kind::kObject) return json::read_text(*value, place);
  return Members(*value, place, "a token").text("content", "");
}

constexpr std::string_view kSpecialKeys[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                             "pad_token", "cls_token", "mask_token"};

/// Values of tokenizer_config.json that count for files without tokenizer.json.
struct TokenizerConfig {
  bool lowers = true, spaces_chinese = true, adds_space = false, adds_first = false;
  std::optional<bool> strips_accents;
  std::string family, mask, first, class_token, separator;
  std::vector<std::string> special;
};

void add_special(const Members& config, TokenizerConfig& to) {
  for (const std::string_view key : kSpecialKeys) {
    std::string token = special_token(config, key);
    if (token.empty()) continue;
    if (key == "mask_token") to.mask = token;
    if (key == "bos_token") to.first = token;
    if (key == "cls_token") to.class_token = token;
    if (key == "sep_token") to.separator = token;
    to.special.push_back(std::move(token));
  }
}

TokenizerConfig read_tokenizer_config(const std::string& folder) {
  TokenizerConfig read;
  with_optional_file(folder + "special_tokens_map.json",
                     [&](const Members& map) { add_special(map, read); });
  with_optional_file(folder + "tokenizer_config.json", [&](const Members& config) {
    add_special(config, read);
    read.lowers = config.flag("do_lower_case", true);
    read.spaces_chinese = config.flag("tokenize_chinese_chars", true);
    read.adds_space = config.flag("add_prefix_space", false);
    read.adds_first = config.flag("add_bos_token", false);
    if (config.find("strip_accents")) read.strips_accents = config.flag("strip_accents", true);
    read.family = config.text("tokenizer_class", "");
  });
  return read;
}

/// Adds tokens with their ids from tokenizer_config.json and added_tokens.json, and special tokens
/// that are in the vocabulary.
void add_tokens_of_config(const std::string& folder, const std::vector<std::string>& special,
                          TokenizerParts& parts) {
  const Vocabulary& vocabulary = parts.model->vocabulary();
  const auto id_of = [](std::string_view key, const Place& at) {
    const auto id = parsed<int>(key);
    if (!id || *id < 0 || *id >= kMostIds) json::fail(at, "expected an id");
    return *id;
  };
  const auto add = [&](AddedToken token, const Place& at) {
    const std::string wrong = parts.added.add(std::move(token), vocabulary);
    if (!wrong.empty()) json::fail(at, wrong);
  };
  with_optional_file(folder + "tokenizer_config.json", [&](const Members& config) {
    const auto tokens = config.find("added_tokens_decoder");
    if (!tokens) return;
    const Place place = config.place() / "added_tokens_decoder";
    Members(*tokens, place, "an object from ids to tokens")
        .for_each([&](std::string_view key, const Value& value, const Place& at) {
          add(read_added_token(Members(value, at, "a token"), id_of(key, at)), at);
        });
  });
  with_optional_file(folder + "added_tokens.json", [&](const Members& tokens) {
    tokens.for_each([&](std::string_view key, const Value& value, const Place& at) {
      AddedToken token;
      token.id = read_id(value, at);
      token.content = key;
      add(std::move(token), at);
    });
  });
  for (const std::string& content : special) {
    const int id = vocabulary.find(content);
    if (id < 0) continue;
    AddedToken token;
    token.id = id;
    token.content = content;
    token.is_normalized = false;
    token.is_special = true;
    static_cast<void>(parts.added.add(std::move(token), vocabulary));
  }
  parts.added.finish(parts.normalizer);
}

/// Id of the first of these tokens that the tokenizer has.
std::optional<int> id_of_first(const TokenizerParts& parts,
                               const std::vector<std::string>& tokens) {
  for (const std::string& content : tokens) {
    if (const AddedToken* const token = parts.added.find(content)) return token->id;
  }
  return std::nullopt;
}

std::vector<int> id_of_token(const TokenizerParts& parts, const std::string& token) {
  if (const auto id = id_of_first(parts, {token})) return {*id};
  return {};
}

TokenizerParts read_tokenizer(const Members& file) {
  TokenizerParts parts;
  const Place model = file.place() / "model";
  parts.model = read_token_model(file.require("model", "a model"), model);
  // A step of the file, if it has one.
  const auto read = [&](std::string_view key, auto& step, const auto& read_step) {
    if (const auto value = file.find(key)) step = read_step(*value, file.place() / key);
  };
  read("normalizer", parts.normalizer, read_normalizer);
  read("pre_tokenizer", parts.splitter, read_splitter);
  read("post_processor", parts.frame, read_frame);
  read("decoder", parts.decoder, read_decoder);
  if (const auto added = file.find("added_tokens")) {
    const Place place = file.place() / "added_tokens";
    read_added_tokens(*added, place, parts.model->vocabulary(), parts.added);
  }
  parts.added.finish(parts.normalizer);
  return parts;
}

}  // namespace

TokenizerParts parts_of_json(const std::string& folder) {
  const std::string path = folder + "tokenizer.json";
  TokenizerParts parts = about_file(path, [&] {
    const json::Tree tree = parse_model_file(path);
    const Place whole;
    return read_tokenizer(Members(Value(tree, 0), whole, "an object"));
  });
  parts.file = path;
  parts.mask = id_of_first(parts, {read_tokenizer_config(folder).mask, "[MASK]", "<mask>"});
  return parts;
}

TokenizerParts parts_of_merges(const std::string& folder) {
  const TokenizerConfig config = read_tokenizer_config(folder);
  TokenizerParts parts;
  parts.file = folder + "vocab.json";
  Vocabulary vocabulary = about_file(parts.file, [&] {
    const json::Tree tree = parse_model_file(parts.file);
    return read_vocabulary(Value(tree, 0), Place());
  });
  const std::string merges = folder + "merges.txt";
  parts.model = about_file(merges, [&] {
    return bpe_of_merges_text(std::move(vocabulary), valid_utf8(read_model_file(merges)));
  });
  parts.splitter = byte_level_splitter(config.adds_space, true);
  parts.decoder = byte_level_decoder();
  std::vector<std::string> special = config.special;
  special.insert(special.end(), {"<|endoftext|>", "<s>", "</s>", "<pad>", "<unk>", "<mask>"});
  add_tokens_of_config(folder, special, parts);
  if (config.family.starts_with("Roberta")) {
    parts.frame.before =
        id_of_token(parts, config.class_token.empty() ? "<s>" : config.class_token);
    parts.frame.after = id_of_token(parts, config.separator.empty() ? "</s>" : config.separator);
  } else if (config.adds_first) {
    parts.frame.before = id_of_token(parts, config.first);
  }
  parts.mask = id_of_first(parts, {config.mask, "<mask>"});
  return parts;
}

TokenizerParts parts_of_words(const std::string& folder) {
  const TokenizerConfig config = read_tokenizer_config(folder);
  TokenizerParts parts;
  parts.file = folder + "vocab.txt";
  about_file(parts.file, [&] {
    Vocabulary vocabulary;
    const std::string text = valid_utf8(read_model_file(parts.file));
    std::string_view rest = text;
    for (int id = 0; !rest.empty(); ++id) {
      std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (id >= kMostIds || !vocabulary.add(line, id)) {
        throw SceneError({"", "line " + std::to_string(id + 1) + ": expected a token that no " +
                                  "line before has, found \"" + shown(line) + '"'});
      }
    }
    if (vocabulary.count() == 0) throw SceneError({"", "expected a token, found none"});
    parts.model = word_piece_model(std::move(vocabulary), {});
  });
  parts.normalizer =
      bert_normalizer({.spaces_chinese = config.spaces_chinese,
                       .strips_accents = config.strips_accents.value_or(config.lowers),
                       .lowers = config.lowers});
  parts.splitter = bert_splitter();
  parts.decoder = word_piece_decoder("##", true);
  std::vector<std::string> special = config.special;
  special.insert(special.end(), {"[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"});
  add_tokens_of_config(folder, special, parts);
  parts.frame = {id_of_token(parts, config.class_token.empty() ? "[CLS]" : config.class_token),
                 id_of_token(parts, config.separator.empty() ? "[SEP]" : config.separator)};
  parts.mask = id_of_first(parts, {config.mask, "[MASK]"});
  return parts;
}

}  // namespace attn::tokenizers
