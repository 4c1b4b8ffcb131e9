#include "app/document/json/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn::json {
namespace {

std::string quoted(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, 8> kNames{
      "null", "a boolean", "a number", "a number", "a number", "text", "a list", "an object"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// Message of a parser's syntax error, without its preamble and the quoted text.
std::string words_of(std::string_view what) {
  constexpr std::string_view kPreamble = "parse error at ";
  if (const auto at = what.find(kPreamble); at != what.npos) {
    what.remove_prefix(at + kPreamble.size());
  }
  what = what.substr(0, what.find("; last read"));
  return "expected JSON: " + shown(what, 200);
}

constexpr std::size_t kMaxPointerBytes = 2000;

/// Key as a step of a JSON pointer.
std::string pointer_step(std::string_view key) {
  std::string step;
  for (const char c : escaped(key)) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

/// Keeps the outer and inner steps, shortened: at most kMaxPointerBytes in total.
void shorten(std::vector<std::string>& steps) {
  constexpr std::size_t kCharacters = 40;
  constexpr std::size_t kEnds = 5;
  for (std::string& step : steps) step = inside_isolate(shown(step, kCharacters));
  if (steps.size() <= 2 * kEnds) return;
  const auto first = steps.begin() + kEnds;
  steps.erase(first, steps.end() - kEnds);
  steps.insert(steps.begin() + kEnds, "…");
}

/// Value of `text` that a double represents as 0: 0, or for numbers too small for a double the
/// smallest one with its sign.
double zero_of(std::string_view text) {
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  if (mantissa.find_first_of("123456789") == mantissa.npos) return text[0] == '-' ? -0.0 : 0;
  return std::copysign(std::numeric_limits<double>::denorm_min(), text[0] == '-' ? -1.0 : 1.0);
}

/// Zero bytes are not allowed in JSON, but the parser would take one for the end.
void require_no_zero(std::string_view text) {
  const std::size_t at = text.find('\0');
  if (at == text.npos) return;
  const std::string_view before = text.substr(0, at);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t column = at - (before.rfind('\n') + 1) + 1;
  throw SceneError({"", "expected JSON: line " + std::to_string(line) + ", column " +
                            std::to_string(column) + ": a zero byte"});
}

/// Parser callbacks: build the tree, and track the place.
class Builder {
 public:
  Builder(Tree& tree, const BoundedMember& bounded, Whole whole)
      : tree_(tree), bounded_(bounded), whole_(whole) {}

  bool null() {
    add(Kind::kNull);
    return true;
  }
  bool boolean(bool value) {
    add(Kind::kBool).boolean = value;
    return true;
  }
  bool number_integer(std::int64_t value) {
    add(Kind::kInteger).integer = value;
    return true;
  }
  bool number_unsigned(std::uint64_t value) {
    add(Kind::kUnsigned).natural = value;
    return true;
  }
  bool number_float(double value, const std::string& text) {
    if (!std::isfinite(static_cast<float>(value))) fail_range(text);
    add(Kind::kFloat).number = value == 0 ? zero_of(text) : value;
    return true;
  }
  bool string(const std::string& value) {
    fill(add(Kind::kText), value);
    return true;
  }
  bool binary(const std::vector<std::uint8_t>&) { return false; }

  bool start_object(std::size_t) { return open(Kind::kObject); }
  bool start_array(std::size_t) { return open(Kind::kList); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& key) {
    Container& object = open_.back();
    const bool is_of_the_whole = open_.size() == 1;
    if (is_of_the_whole) bound_ = kNoBound;
    object.key = key;
    if (!object.keys.insert(key).second) fail("the key occurs twice");
    ++tree_.nodes[object.node].count;
    fill(tree_.nodes.emplace_back(), key);
    if (is_of_the_whole && bounded_.bytes > 0 && key == bounded_.key)
      bound_ = size() + bounded_.bytes;
    return true;
  }

  bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) fail_range(token);
    throw SceneError({"", words_of(error.what())});
  }

 private:
  struct Container {
    std::size_t node;
    std::set<std::string> keys;
    std::string key;  // of the member being read
  };

  [[noreturn]] void fail(const std::string& text) { throw SceneError({pointer(0, Place()), text}); }

  [[noreturn]] void fail_range(const std::string& text) {
    count_item();
    fail("expected a number that is finite in float32, found " + shown(text));
  }

  /// Place of the value being read; its list item is already counted.
  std::string pointer(std::size_t depth, const Place& place) const {
    if (depth == open_.size()) return place.pointer();
    const Container& container = open_[depth];
    const Node& node = tree_.nodes[container.node];
    if (node.kind == Kind::kObject) return pointer(depth + 1, place / container.key);
    return pointer(depth + 1, place / std::size_t{node.count - 1});
  }

  void count_item() {
    if (open_.empty()) return;
    Node& container = tree_.nodes[open_.back().node];
    if (container.kind == Kind::kList) ++container.count;
  }

  /// Bounded by the size of the text as JSON.
  std::size_t size() const { return tree_.nodes.size() + tree_.pool.size(); }

  void require_room(std::size_t bytes) {
    if (size() + bytes <= bound_) return;
    const std::string most = std::to_string(bounded_.bytes);
    throw SceneError(
        {(Place() / bounded_.key).pointer(), "expected at most " + most + " bytes, found more"});
  }

  Node& add(Kind kind) {
    require_room(1);
    const bool may_be_list = whole_ == Whole::kObjectOrList;
    if (open_.empty() && kind != Kind::kObject && !(may_be_list && kind == Kind::kList)) {
      const std::string expected = may_be_list ? "an object or a list" : "an object";
      throw SceneError({"", "expected " + expected + ", found " + std::string(name_of(kind))});
    }
    count_item();
    tree_.nodes.emplace_back().kind = kind;
    return tree_.nodes.back();
  }

  void fill(Node& node, const std::string& text) {
    require_room(text.size());
    node.kind = Kind::kText;
    node.count = static_cast<std::uint32_t>(text.size());
    node.text = tree_.pool.size();
    tree_.pool += text;
  }

  bool open(Kind kind) {
    const std::size_t node = tree_.nodes.size();
    add(kind);
    if (open_.size() == kMaxDepth) {
      fail("expected at most " + std::to_string(kMaxDepth) + " levels of nesting");
    }
    open_.push_back({node, {}, {}});
    return true;
  }

  bool close() {
    tree_.nodes[open_.back().node].end = tree_.nodes.size();
    open_.pop_back();
    return true;
  }

  static constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max() / 2;

  Tree& tree_;
  BoundedMember bounded_;
  const Whole whole_;
  std::size_t bound_ = kNoBound;
  std::vector<Container> open_;
};

}  // namespace

std::string Place::pointer() const {
  std::vector<std::string> steps;
  std::size_t bytes = 0;
  for (const Place* place = this; place->parent_; place = place->parent_) {
    steps.push_back(place->is_item() ? std::to_string(place->index_) : pointer_step(place->key_));
    bytes += steps.back().size() + 1;
  }
  std::ranges::reverse(steps);
  if (bytes > kMaxPointerBytes) shorten(steps);
  std::string pointer;
  for (const std::string& step : steps) pointer += '/' + step;
  return pointer;
}

Tree parse(std::string_view text, const BoundedMember& bounded, Whole whole) {
  Tree tree;
  Builder builder(tree, bounded, whole);
  if (text.empty()) throw SceneError({"", "expected JSON, found an empty file"});
  require_no_zero(text);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return tree;
}

double Value::number() const {
  switch (kind()) {
    case Kind::kInteger:
      return static_cast<double>(node().integer);
    case Kind::kUnsigned:
      return static_cast<double>(node().natural);
    default:
      return node().number;
  }
}

std::string_view Value::text() const {
  return std::string_view(tree_->pool).substr(node().text, node().count);
}

Value Value::next() const {
  const bool is_container = kind() == Kind::kList || kind() == Kind::kObject;
  return {*tree_, is_container ? static_cast<std::size_t>(node().end) : at_ + 1};
}

std::string Value::described() const {
  switch (kind()) {
    case Kind::kText:
      return "text \"" + shown(text()) + "\"";
    case Kind::kList:
    case Kind::kObject:
      return std::string(name_of(kind()));
    default:
      return dump();
  }
}

std::string Value::dump() const {
  std::string out;
  dump(out);
  return out;
}

void Value::dump(std::string& out) const {
  switch (kind()) {
    case Kind::kNull:
      out += "null";
      return;
    case Kind::kBool:
      out += boolean() ? "true" : "false";
      return;
    case Kind::kInteger:
      out += std::to_string(node().integer);
      return;
    case Kind::kUnsigned:
      out += std::to_string(node().natural);
      return;
    case Kind::kFloat:
      out += nlohmann::json(number()).dump();
      return;
    case Kind::kText:
      out += quoted(text());
      return;
    case Kind::kList:
      out += '[';
      break;
    case Kind::kObject:
      out += '{';
      break;
  }
  Value child = first();
  for (std::size_t n = 0; n < size(); ++n) {
    if (n > 0) out += ',';
    if (kind() == Kind::kObject) {
      out += quoted(child.text()) + ':';
      child = child.next();
    }
    child.dump(out);
    child = child.next();
  }
  out += kind() == Kind::kList ? ']' : '}';
}

}  // namespace attn::json
