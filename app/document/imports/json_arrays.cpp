#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/files/problem_line.h"
#include "app/document/imports/text_arrays.h"
#include "app/document/json/json.h"
#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "app/document/tensors/array_builder.h"

namespace attn {
namespace {

using json::Value;

constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

/// Calls each(item) for the items of a list, or each(key, value) for the members of an object.
template <typename Each>
void for_each_in(const Value& list, const Each& each) {
  Value item = list.first();
  for (std::size_t n = 0; n < list.size(); ++n, item = item.next()) each(item);
}
template <typename Each>
void for_each_member(const Value& object, const Each& each) {
  Value key = object.first();
  for (std::size_t n = 0; n < object.size(); ++n) {
    const Value value = key.next();
    each(key.text(), value);
    key = value.next();
  }
}

/// Axes of nested lists whose innermost items are numbers or null, or texts; empty if lists differ
/// in length, or contain something else.
std::optional<Axes> axes_of(const Value& list, bool are_texts) {
  Axes axes{static_cast<Index>(list.size())};
  std::optional<Axes> inner;
  bool is_regular = list.size() > 0;
  for_each_in(list, [&](const Value& item) {
    if (!is_regular) return;
    const bool is_leaf = are_texts ? item.kind() == json::Kind::kText
                                   : item.is_number() || item.kind() == json::Kind::kNull;
    std::optional<Axes> of_item;
    if (is_leaf) of_item.emplace();
    if (item.kind() == json::Kind::kList) of_item = axes_of(item, are_texts);
    is_regular = of_item && (!inner || *inner == *of_item);
    inner = std::move(of_item);
  });
  if (!is_regular) return std::nullopt;
  axes.insert(axes.end(), inner->begin(), inner->end());
  return axes;
}

template <typename Leaf, typename Read>
void read_leaves(const Value& value, std::vector<Leaf>& to, const Read& read) {
  if (value.kind() != json::Kind::kList) return to.push_back(read(value));
  for_each_in(value, [&](const Value& item) { read_leaves(item, to, read); });
}

double number_or_none(const Value& value) { return value.is_number() ? value.number() : kNotGiven; }

/// Name that the arrays of tokens have here; empty for other keys.
std::string_view name_of_tokens(std::string_view key) {
  if (key == "tokens" || key == "keys" || key == "right_text") return "tokens";
  if (key == "query_tokens" || key == "queries" || key == "left_text") return "query_tokens";
  return "";
}

/// Throws ImportError for a file of this program that is opened as it is.
void expect_no_scene(const Value& value) {
  if (value.kind() != json::Kind::kObject) return;
  const auto format = find_member(value, "format");
  if (!format || format->kind() != json::Kind::kText) return;
  for (const std::string_view one :
       {"attentoscope/scene", "attentoscope/network", "attentoscope/figure"}) {
    if (format->text() != one) continue;
    throw ImportError("it is no dump but a " + std::string(one.substr(one.find('/') + 1)) +
                      " of this program: open it without import");
  }
}

/// Collects the arrays of a JSON text.
class JsonArrays {
 public:
  void visit(const Value& value, const std::string& name) {
    if (value.kind() == json::Kind::kObject) {
      if (add_tensor(value, name)) return;
      for_each_member(value, [&](std::string_view key, const Value& member) {
        visit(member, joined_name(name, key));
      });
    } else if (value.kind() == json::Kind::kList && !add_list(value, name)) {
      std::size_t n = 0;
      for_each_in(value,
                  [&](const Value& item) { visit(item, joined_name(name, std::to_string(n++))); });
    }
  }
  TensorFile file() && { return std::move(arrays_).file(); }

 private:
  static std::string joined_name(const std::string& name, std::string_view key) {
    return name.empty() ? std::string(key) : name + "." + std::string(key);
  }

  bool add_list(const Value& list, const std::string& name) {
    if (auto axes = axes_of(list, /*are_texts=*/false)) {
      std::vector<double> numbers;
      read_leaves(list, numbers, number_or_none);
      arrays_.add_numbers(name, *std::move(axes), numbers);
      return true;
    }
    auto axes = axes_of(list, /*are_texts=*/true);
    if (!axes) return false;
    const std::string_view key = name_of_tokens(std::string_view(name).substr(name.rfind('.') + 1));
    if (key.empty() || axes->size() > 2 || has_[key == "tokens"]) return true;
    has_[key == "tokens"] = true;
    std::vector<std::string> texts;
    read_leaves(list, texts, [](const Value& text) { return std::string(text.text()); });
    arrays_.add_texts(std::string(key), *std::move(axes), texts);
    return true;
  }

  /// Adds {"dims": [2, 3], "data": [0, …]}; data may also be {"0": 0, …}.
  bool add_tensor(const Value& object, const std::string& name) {
    std::optional<Value> dims, data;
    for_each_member(object, [&](std::string_view key, const Value& value) {
      if (key == "dims" || key == "shape") dims = value;
      if (key == "data" || key == "cpuData") data = value;
    });
    if (!dims || !data || dims->kind() != json::Kind::kList) return false;
    Axes axes;
    double count = 1;
    for_each_in(*dims, [&](const Value& size) {
      const double number = size.is_number() ? size.number() : 0;
      axes.push_back(number >= 1 && number <= 1e9 ? static_cast<Index>(number) : 0);
      count *= static_cast<double>(axes.back());
    });
    std::vector<double> numbers;
    if (data->kind() == json::Kind::kObject) {
      for_each_member(*data, [&](std::string_view, const Value& value) {
        numbers.push_back(number_or_none(value));
      });
    } else if (data->kind() == json::Kind::kList) {
      read_leaves(*data, numbers, number_or_none);
    }
    if (axes.empty() || count != static_cast<double>(numbers.size())) return false;
    arrays_.add_numbers(name, std::move(axes), numbers);
    return true;
  }

  ArrayBuilder arrays_;
  bool has_[2]{};  // query tokens, tokens
};

}  // namespace

std::string without_nan(std::string_view json) {
  constexpr std::string_view kNames[] = {"NaN", "-Infinity", "Infinity"};
  std::string text;
  text.reserve(json.size());
  bool is_text = false;
  for (std::size_t at = 0; at < json.size();) {
    const char c = json[at];
    if (is_text && c == '\\' && at + 1 < json.size()) {
      text += json.substr(at, 2);
      at += 2;
      continue;
    }
    if (c == '"') is_text = !is_text;
    const bool may_begin = !is_text && (c == 'N' || c == '-' || c == 'I');
    const auto name =
        may_begin
            ? std::ranges::find_if(
                  kNames, [&](std::string_view one) { return json.substr(at).starts_with(one); })
            : std::end(kNames);
    if (name == std::end(kNames)) {
      text += c;
      ++at;
    } else {
      text += "null";
      at += name->size();
    }
  }
  return text;
}

TensorFile arrays_in_json(std::string_view text) {
  try {
    const json::Tree tree = json::parse(without_nan(text), {}, json::Whole::kObjectOrList);
    expect_no_scene(Value(tree, 0));
    JsonArrays arrays;
    arrays.visit(Value(tree, 0), "");
    return as_error<ImportError>([&] { return std::move(arrays).file(); });
  } catch (const SceneError& error) {
    throw ImportError(error.problem().words());
  }
}

}  // namespace attn
