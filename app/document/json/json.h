#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace attn::json {

/// Maximum nesting of containers.
inline constexpr std::size_t kMaxDepth = 100;

/// Place of a value: a linked list of steps, each on the stack of its reader.
class Place {
 public:
  Place() = default;
  Place operator/(std::string_view key) const { return {this, key, 0}; }
  Place operator/(std::size_t index) const { return {this, {}, index}; }

  /// JSON pointer (RFC 6901) on one line, with control characters escaped as in JSON. Very long
  /// pointers are shortened.
  std::string pointer() const;

 private:
  Place(const Place* parent, std::string_view key, std::size_t index)
      : parent_(parent), key_(key), index_(index) {}

  bool is_item() const { return key_.data() == nullptr; }

  const Place* parent_ = nullptr;
  std::string_view key_;  // key of an object's member; no data for a list's item
  std::size_t index_ = 0;
};

enum class Kind : std::uint8_t { kNull, kBool, kInteger, kUnsigned, kFloat, kText, kList, kObject };

/// Parsed JSON text as one array of nodes, each value followed by its content: 16 bytes per value.
struct Node {
  Kind kind = Kind::kNull;
  std::uint32_t count = 0;  ///< number of items, members, or bytes of a text
  union {
    bool boolean;
    std::int64_t integer;
    std::uint64_t natural;
    double number;
    std::uint64_t text;     ///< offset in the pool of texts
    std::uint64_t end = 0;  ///< for containers: the node after the last
  };
};

struct Tree {
  std::deque<Node> nodes;  // grows without moving nodes
  std::string pool;
};

/// Value in a Tree, which must outlive it.
class Value {
 public:
  Value(const Tree& tree, std::size_t at) : tree_(&tree), at_(at) {}

  Kind kind() const { return node().kind; }
  bool is_number() const { return kind() >= Kind::kInteger && kind() <= Kind::kFloat; }
  /// Number of items or members.
  std::size_t size() const { return node().count; }

  bool boolean() const { return node().boolean; }
  double number() const;
  std::string_view text() const;

  /// First item, or the first member's key; next() leads from one to the next.
  Value first() const { return {*tree_, at_ + 1}; }
  /// Next value after this one and its content.
  Value next() const;

  /// Description: "a list", "text \"abc\"", "3".
  std::string described() const;
  /// Compact JSON.
  std::string dump() const;

 private:
  const Node& node() const { return tree_->nodes[at_]; }
  void dump(std::string& out) const;

  const Tree* tree_;
  std::size_t at_;
};

/// Member of the whole with a limit of `bytes` for its content.
struct BoundedMember {
  std::string_view key{};
  std::size_t bytes = 0;
};

/// Allowed type of the whole text.
enum class Whole { kObject, kObjectOrList };

/// Parses the object, or list, in `text`; skips a leading byte order mark. Throws SceneError:
/// without a place if the text is not JSON in UTF-8 or not an object (or list); with a place for
/// duplicate keys, numbers not finite in float32, nesting beyond kMaxDepth, or a bounded member
/// beyond its limit.
Tree parse(std::string_view text, const BoundedMember& bounded = {}, Whole whole = Whole::kObject);

}  // namespace attn::json
