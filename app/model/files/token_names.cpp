#include "app/model/files/token_names.h"

#include <stdexcept>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "app/document/files/files.h"
#include "app/document/files/utf8.h"
#include "app/document/json/json.h"
#include "app/document/scene_file/fields.h"
#include "app/model/files/about_file.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr long long kMostTokenizerBytes = 1LL << 28;

using json::Kind;
using json::Value;

/// Tokens by their ids.
class TokenTable {
 public:
  explicit TokenTable(int count) : names_(static_cast<std::size_t>(count)) {}

  void add(double id, std::string_view text) {
    if (id >= 0 && id < static_cast<double>(names_.size())) {
      names_[static_cast<std::size_t>(id)] = text;
    }
  }

  /// Adds {"text": id, …}.
  void add_ids(const Value& object) {
    Value key = object.first();
    for (std::size_t n = 0; n < object.size(); ++n, key = key.next().next()) {
      if (key.next().is_number()) add(key.next().number(), key.text());
    }
  }

  /// Adds [["text", score], …].
  void add_pieces(const Value& list) {
    Value item = list.first();
    for (std::size_t n = 0; n < list.size(); ++n, item = item.next()) {
      const bool is_piece = item.kind() == Kind::kList && item.size() > 0;
      if (is_piece && item.first().kind() == Kind::kText) {
        add(static_cast<double>(n), item.first().text());
      }
    }
  }

  /// Adds [{"id", "content"}, …].
  void add_added(const Value& list) {
    Value item = list.first();
    for (std::size_t n = 0; n < list.size(); ++n, item = item.next()) {
      if (item.kind() != Kind::kObject) continue;
      const auto id = find_member(item, "id"), content = find_member(item, "content");
      if (id && content && id->is_number() && content->kind() == Kind::kText) {
        add(id->number(), content->text());
      }
    }
  }

  /// All tokens, made distinct.
  std::vector<std::string> take() && {
    std::unordered_set<std::string> taken;
    std::vector<std::size_t> unnamed;
    for (std::size_t id = 0; id < names_.size(); ++id) {
      if (names_[id].empty() || !taken.insert(names_[id]).second) unnamed.push_back(id);
    }
    for (const std::size_t id : unnamed) {
      names_[id] += "⟨" + std::to_string(id) + "⟩";
      while (!taken.insert(names_[id]).second) names_[id] += "'";
    }
    return std::move(names_);
  }

 private:
  std::vector<std::string> names_;
};

void read_tokenizer(const std::string& text, TokenTable& table) {
  const json::Tree tree = json::parse(text);
  const Value top(tree, 0);
  const auto model = find_member(top, "model");
  if (model && model->kind() == Kind::kObject) {
    const auto vocab = find_member(*model, "vocab");
    if (vocab && vocab->kind() == Kind::kObject) table.add_ids(*vocab);
    if (vocab && vocab->kind() == Kind::kList) table.add_pieces(*vocab);
  }
  const auto added = find_member(top, "added_tokens");
  if (added && added->kind() == Kind::kList) table.add_added(*added);
}

void read_vocab_json(const std::string& text, TokenTable& table) {
  const json::Tree tree = json::parse(text);
  table.add_ids({tree, 0});
}

void read_vocab_lines(const std::string& text, TokenTable& table) {
  std::string_view rest = text;
  for (double id = 0; !rest.empty(); ++id) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : line.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    table.add(id, valid_utf8(std::string(line)));
  }
}

/// File with the tokens, and how it is read.
struct TokenFile {
  std::string_view name;
  void (*read)(const std::string& text, TokenTable& table);
};
constexpr TokenFile kTokenFiles[] = {{"tokenizer.json", read_tokenizer},
                                     {"vocab.json", read_vocab_json},
                                     {"vocab.txt", read_vocab_lines}};

}  // namespace

std::vector<std::string> token_names(const std::string& folder, int count) {
  for (const TokenFile& file : kTokenFiles) {
    try {
      TokenTable table(count);
      file.read(read_file(file_in(folder, std::string(file.name)), kMostTokenizerBytes), table);
      return std::move(table).take();
    } catch (const std::runtime_error&) {  // the next one
    } catch (const SceneError&) {
    }
  }
  return TokenTable(count).take();
}

std::vector<int> ids_in_list(const std::string& list, const std::string& where, int vocabulary) {
  const auto numbers = whole_numbers(list, ',');
  if (!numbers || numbers->empty()) {
    throw ModelError(where + "expected whole numbers, as in 5,3, found " + shown(list));
  }
  std::vector<int> ids;
  for (const std::ptrdiff_t number : *numbers) {
    if (number >= vocabulary) {
      throw ModelError(where + std::to_string(number) + ": expected less than " +
                       std::to_string(vocabulary) + " (V)");
    }
    ids.push_back(static_cast<int>(number));
  }
  return ids;
}

}  // namespace attn
