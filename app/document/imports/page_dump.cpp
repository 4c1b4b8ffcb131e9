#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/document/imports/open_dump.h"
#include "app/document/imports/text_arrays.h"
#include "app/document/json/json.h"
#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using json::Place;
using json::Value;

/// Size limit, as for a scene.
constexpr std::size_t kMostParamsBytes = std::size_t{256} << 20;

/// End of the object that starts at `at`; the end of the text if it is not closed.
std::size_t end_of_object(std::string_view text, std::size_t at) {
  int depth = 0;
  bool is_text = false;
  for (std::size_t n = at; n < text.size(); ++n) {
    const char c = text[n];
    if (is_text) {
      if (c == '\\') ++n;
      is_text = c != '"';
    } else if (c == '"') {
      is_text = true;
    } else if (c == '{' || c == '}') {
      depth += c == '{' ? 1 : -1;
      if (depth == 0) return n + 1;
    }
  }
  return text.size();
}

/// The object in "params = {…}".
std::string_view params_in(std::string_view html) {
  constexpr std::string_view kName = "params", kBlank = " \t\r\n";
  for (std::size_t at = html.find(kName); at != html.npos; at = html.find(kName, at + 1)) {
    std::size_t next = html.find_first_not_of(kBlank, at + kName.size());
    if (next == html.npos || html[next] != '=') continue;
    next = html.find_first_not_of(kBlank, next + 1);
    if (next == html.npos || html[next] != '{') continue;
    const std::size_t end = end_of_object(html, next);
    if (end - next > kMostParamsBytes) {
      throw ImportError("expected params of at most 256 MiB, found more");
    }
    return html.substr(next, end - next);
  }
  throw ImportError("expected a page of BertViz, found no \"params = {…}\" in it");
}

/// Attention in a page.
struct PageEntry {
  std::string name;
  Value value;
};

/// List of objects with names, or a single object in older pages.
std::vector<PageEntry> entries_of(const Value& params, const Place& top) {
  const Value attention = require_member(params, top, "attention");
  const Place place = top / "attention";
  std::vector<PageEntry> entries;
  if (attention.kind() == json::Kind::kObject) {
    Value key = attention.first();
    for (std::size_t n = 0; n < attention.size(); ++n, key = key.next().next()) {
      entries.push_back({std::string(key.text()), key.next()});
    }
  } else {
    json::require_list(attention, place, "a list of attentions");
    json::for_each_item(attention, place, [&](std::size_t, const Value& item, const Place& at) {
      json::require_object(item, at, "an object");
      const auto name = find_member(item, "name");
      const bool is_named = name && name->kind() == json::Kind::kText;
      entries.push_back({is_named ? std::string(name->text()) : "", item});
    });
  }
  if (entries.empty()) json::fail(place, "expected at least one attention");
  return entries;
}

/// Numbers of the page's layers, if they ascend and match the number of layers.
std::vector<Index> included_layers(const Value& params, std::size_t count) {
  constexpr double kLargest = 1e6;
  const auto list = find_member(params, "include_layers");
  if (!list || list->kind() != json::Kind::kList || list->size() != count) return {};
  std::vector<Index> layers;
  Value item = list->first();
  for (std::size_t n = 0; n < count; ++n, item = item.next()) {
    if (!item.is_number()) return {};
    const double number = item.number();
    if (!(number >= 0 && number <= kLargest) || number != std::floor(number)) return {};
    const auto layer = static_cast<Index>(number);
    if (!layers.empty() && layer <= layers.back()) return {};
    layers.push_back(layer);
  }
  return layers;
}

class PageDump : public AttentionDump {
 public:
  PageDump(json::Tree tree, const DumpChoice& choice) : tree_(std::move(tree)) {
    if (choice.batch > 0) throw ImportError("expected no --batch, as there is no such axis");
    if (!choice.axes.empty() || choice.step) {
      throw ImportError("expected no --axes or --steps, as a page has its own order");
    }
    const Place top;
    const auto entries = entries_of(Value(tree_, 0), top);
    const auto chosen = std::ranges::find(entries, choice.tensor, &PageEntry::name);
    if (chosen == entries.end() && !choice.tensor.empty()) {
      throw ImportError("expected an attention called \"" + shown(choice.tensor) + "\", found " +
                        names_of(entries));
    }
    const bool is_first = chosen == entries.end();
    const PageEntry& entry = is_first ? entries.front() : *chosen;
    name_ = entry.name;
    count_ = entries.size();
    index_ = is_first ? 0 : static_cast<std::size_t>(chosen - entries.begin());
    // All on the stack: a place points to its parent.
    const Place all = top / "attention", place = all / index_;
    json::require_object(entry.value, place, "an object");
    tokens_.queries =
        json::read_tokens(require_member(entry.value, place, "left_text"), place / "left_text");
    tokens_.keys =
        json::read_tokens(require_member(entry.value, place, "right_text"), place / "right_text");
    if (tokens_.queries == tokens_.keys) tokens_.queries.clear();
    const Value layers = require_member(entry.value, place, "attn");
    json::require_list(layers, place / "attn", "a list of layers");
    json::for_each_item(layers, place / "attn", [&](auto, const Value& layer, const Place& at) {
      json::require_list(layer, at, "a list of heads");
      if (layer.size() == 0) json::fail(at, "expected at least one head");
      layers_.push_back(layer);
    });
    if (layers_.empty()) json::fail(place / "attn", "expected at least one layer");
    names_ = included_layers(Value(tree_, 0), layers_.size());
  }

  Index layer_count() const override { return std::ssize(layers_); }
  Index layer_name(Index n) const override {
    return names_.empty() ? n : names_[static_cast<std::size_t>(n)];
  }

  DumpLayer layer(Index n) const override {
    const auto keys = std::ssize(tokens_.keys);
    const auto queries = std::ssize(tokens_.queries);
    return {static_cast<Index>(layers_[static_cast<std::size_t>(n)].size()),
            queries > 0 ? queries : keys, keys};
  }

  Matrix numbers(Index n, Index head) const override {
    const Value& heads = layers_[static_cast<std::size_t>(n)];
    Value value = heads.first();
    for (Index h = 0; h < head; ++h) value = value.next();
    const DumpLayer shape = layer(n);
    try {
      const Place top, all = top / "attention", entry = all / index_, attn = entry / "attn",
                       of_layer = attn / static_cast<std::size_t>(n);
      const Matrix numbers = json::read_matrix_or_null(
          value, of_layer / static_cast<std::size_t>(head),
          {exactly(shape.queries, "left_text"), exactly(shape.keys, "right_text")});
      // null stands for NaN.
      return (numbers.array() == kMasked).select(std::numeric_limits<float>::quiet_NaN(), numbers);
    } catch (const SceneError& error) {
      throw ImportError(error.problem().place + ": " + error.problem().text);
    }
  }

  DumpTokens tokens() const override { return tokens_; }

  std::string words() const override {
    const DumpLayer shape = layer(0);
    std::string words = "a page of BertViz, ";
    if (!name_.empty()) words += "\"" + shown(name_) + "\" ";
    if (count_ > 1) words += "of " + std::to_string(count_) + " attentions (--tensor NAME), ";
    return words + "layers × heads × queries × keys = " + std::to_string(layer_count()) + " × " +
           heads_words() + " × " + std::to_string(shape.queries) + " × " +
           std::to_string(shape.keys);
  }

  std::string chosen() const override {
    if (count_ == 1) return "";
    return name_.empty()
               ? "attention " + std::to_string(index_ + 1) + " of " + std::to_string(count_)
               : shown(name_, 60);
  }

 private:
  /// "12", or "2 … 4" if layers differ.
  std::string heads_words() const {
    const auto [least, most] =
        std::ranges::minmax(layers_, {}, [](const Value& heads) { return heads.size(); });
    const std::string words = std::to_string(least.size());
    return least.size() == most.size() ? words : words + " … " + std::to_string(most.size());
  }
  static std::string names_of(const std::vector<PageEntry>& entries) {
    return attn::joined(entries, [](const auto& entry) { return "\"" + shown(entry.name) + "\""; });
  }

  json::Tree tree_;
  std::string name_;
  std::size_t count_ = 1, index_ = 0;
  std::vector<Value> layers_;
  std::vector<Index> names_;  // empty: 0, 1, 2 …
  DumpTokens tokens_;
};

/// Result of work(tree) for the params of a page.
template <typename Work>
auto with_params(std::string_view html, const Work& work) {
  const std::string params = without_nan(params_in(html));
  try {
    return work(json::parse(params));
  } catch (const SceneError& error) {
    throw ImportError("its params: " + error.problem().words());
  }
}

/// "12 layers, each 12 × 8 × 8"; empty for an entry that cannot be opened.
std::string words_of_entry(const Value& entry) {
  const auto list_in = [&](const char* name) -> std::optional<Value> {
    if (entry.kind() != json::Kind::kObject) return std::nullopt;
    const auto found = find_member(entry, name);
    const bool is_list = found && found->kind() == json::Kind::kList && found->size() > 0;
    return is_list ? found : std::nullopt;
  };
  const auto layers = list_in("attn"), queries = list_in("left_text"), keys = list_in("right_text");
  if (!layers || !queries || !keys) return "";
  return counted(layers->size(), "layer") + (layers->size() == 1 ? ", " : ", each ") +
         std::to_string(layers->first().size()) + " × " + std::to_string(queries->size()) + " × " +
         std::to_string(keys->size());
}

}  // namespace

std::unique_ptr<AttentionDump> open_page(std::string_view html, const DumpChoice& choice) {
  return with_params(
      html, [&](json::Tree tree) { return std::make_unique<PageDump>(std::move(tree), choice); });
}

DumpContents contents_of_page(std::string_view html) {
  return with_params(html, [](const json::Tree& tree) {
    DumpContents contents;
    for (const PageEntry& entry : entries_of(Value(tree, 0), Place())) {
      contents.parts.push_back({entry.name, words_of_entry(entry.value), contents.parts.empty()});
    }
    contents.words = counted(contents.parts.size(), "attention");
    return contents;
  });
}

}  // namespace attn
