#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace attn::json {

/// Containers may be nested this deep.
inline constexpr std::size_t kMaxDepth = 100;

/// Where a value stands: a list of steps from the top, each made on the stack of its reader.
class Place {
 public:
  Place() = default;
  Place operator/(std::string_view key) const { return {this, key, 0}; }
  Place operator/(std::size_t index) const { return {this, {}, index}; }

  /// As a JSON pointer (RFC 6901) on one line, control characters escaped as in JSON. A pointer of
  /// an absurd length is shortened.
  std::string pointer() const;

 private:
  Place(const Place* parent, std::string_view key, std::size_t index)
      : parent_(parent), key_(key), index_(index) {}

  bool is_item() const { return key_.data() == nullptr; }

  const Place* parent_ = nullptr;
  std::string_view key_;  // of an object's member; without data for a list's item
  std::size_t index_ = 0;
};

enum class Kind : std::uint8_t { kNull, kBool, kInteger, kUnsigned, kFloat, kText, kList, kObject };

/// A parsed JSON text as one array of nodes, each value followed by what it contains: 16 bytes for
/// each value, whatever it is.
struct Node {
  Kind kind = Kind::kNull;
  std::uint32_t count = 0;  ///< a list's items, an object's members, a text's bytes
  union {
    bool boolean;
    std::int64_t integer;
    std::uint64_t natural;
    double number;
    std::uint64_t text;     ///< where it starts in the pool of texts
    std::uint64_t end = 0;  ///< of a container: the node after its last
  };
};

struct Tree {
  std::deque<Node> nodes;  // grows without moving
  std::string pool;
};

/// A value in a Tree, which must outlive it.
class Value {
 public:
  Value(const Tree& tree, std::size_t at) : tree_(&tree), at_(at) {}

  Kind kind() const { return node().kind; }
  bool is_number() const { return kind() >= Kind::kInteger && kind() <= Kind::kFloat; }
  /// Items or members.
  std::size_t size() const { return node().count; }

  bool boolean() const { return node().boolean; }
  double number() const;
  std::string_view text() const;

  /// The first item, or the first member's key; then next() leads from one to the next.
  Value first() const { return {*tree_, at_ + 1}; }
  /// What follows this value, with all that it contains.
  Value next() const;

  /// What it is, in words: "a list", "text \"abc\"", "3".
  std::string described() const;
  /// As compact JSON.
  std::string dump() const;

 private:
  const Node& node() const { return tree_->nodes[at_]; }
  void dump(std::string& out) const;

  const Tree* tree_;
  std::size_t at_;
};

/// A member of the whole that may not take more than `bytes`, whatever it contains.
struct BoundedMember {
  std::string_view key{};
  std::size_t bytes = 0;
};

/// What a text may be as a whole.
enum class Whole { kObject, kObjectOrList };

/// The object, or the list, that `text` holds; a leading byte order mark is skipped. Throws
/// SceneError: without a place where the text is not JSON in UTF-8 or not an object (or list); with
/// it where a key stands twice, a number is not finite in float32, containers are nested beyond
/// kMaxDepth, or the texts and values of the bounded member are more than its bytes.
Tree parse(std::string_view text, const BoundedMember& bounded = {}, Whole whole = Whole::kObject);

}  // namespace attn::json
