#include "app/document/edits/change_words.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/document/edits/tokens.h"
#include "app/document/numbers/numbers.h"
#include "engine/attention/numbers.h"

namespace attn {
namespace {

/// Number as the window shows it.
std::string plain_number(double number) {
  if (std::isinf(number)) return number < 0 ? "−∞" : "∞";
  return with_minus(brief(number, 4));
}

/// Difference of two scenes in words, if it is only one.
class SceneDifference {
 public:
  void add(std::string from, std::string to) {
    if (from == to) return;
    ++count_;
    words_ = std::move(from) + " → " + std::move(to);
  }
  void add(double from, double to) {
    if (from == to) return;
    const std::string before = plain_number(from), after = plain_number(to);
    before == after ? add_unknown() : add(before, after);
  }
  /// Long sentences have no room in a line.
  void add_sentence(const std::vector<std::string>& from, const std::vector<std::string>& to) {
    constexpr std::size_t kLongest = 80;
    if (from == to) return;
    const std::string before = join_words(from), after = join_words(to);
    std::max(before.size(), after.size()) > kLongest ? add_unknown() : add(before, after);
  }
  void add_unknown() { count_ = kMany; }

  template <typename Kind>
  void add_kinds(const Kind* from, const Kind* to) {
    if (from != to) add(std::string(from->label), std::string(to->label));
  }

  template <typename Numbers>
  void compare(const Cow<Numbers>& from, const Cow<Numbers>& to) {
    if (from == to) return;
    if (from->rows() != to->rows() || from->cols() != to->cols()) return add_unknown();
    for (Index i = 0; i < from->rows() && count_ < kMany; ++i) {
      for (Index j = 0; j < from->cols(); ++j) {
        add(static_cast<double>((*from)(i, j)), static_cast<double>((*to)(i, j)));
      }
    }
  }
  void compare(float from, float to) { add(static_cast<double>(from), static_cast<double>(to)); }
  void compare(int from, int to) { add(from, to); }
  template <typename Value>
  void compare(const std::optional<Value>& from, const std::optional<Value>& to) {
    if (from && to) {
      compare(*from, *to);
    } else if (from.has_value() != to.has_value()) {
      add_unknown();
    }
  }

  /// Compares the numbers of two owners of the same kind.
  template <typename Owner>
  void compare_numbers(const Owner& from, const Owner& to) {
    for (const NumberRow<Owner>& number : numbers_of<Owner>()) {
      if (same_number(number, from, to)) continue;
      visit_slot(number, to, [&](const auto& value) {
        const auto* before = slot_of_other(number, from, value);
        before != nullptr ? compare(*before, value) : add_unknown();
      });
    }
  }

  std::string words() const { return count_ == 1 ? words_ : ""; }

 private:
  static constexpr int kMany = 2;
  int count_ = 0;
  std::string words_;
};

}  // namespace

std::string change_words(const Scene& before, const Scene& after) {
  SceneDifference changes;
  changes.add_sentence(before.tokens, after.tokens);
  if (before.tokens != after.tokens && before.key_count() != after.key_count()) {
    return changes.words();  // what has a row for each token follows
  }
  changes.compare(before.embeddings, after.embeddings);
  changes.compare(before.values, after.values);
  changes.compare(before.bias, after.bias);
  if (before.queries && after.queries) {
    changes.add_sentence(before.queries->tokens, after.queries->tokens);
    changes.compare(before.queries->embeddings, after.queries->embeddings);
  } else if (before.queries.has_value() != after.queries.has_value()) {
    changes.add_unknown();
  }
  if (before.heads.size() != after.heads.size()) {
    changes.add(std::to_string(before.heads.size()), std::to_string(after.heads.size()) + " heads");
    return changes.words();
  }
  for (std::size_t h = 0; h < before.heads.size(); ++h) {
    changes.compare_numbers(before.heads[h], after.heads[h]);
  }
  if (before.masks.size() != after.masks.size()) return "";
  for (std::size_t n = 0; n < before.masks.size(); ++n) {
    changes.add_kinds(before.masks[n].kind, after.masks[n].kind);
    changes.compare_numbers(before.masks[n], after.masks[n]);
  }
  const auto compare_owner = [&](const auto& from, const auto& to) {
    changes.add_kinds(from.kind, to.kind);
    if (from.kind == to.kind) changes.compare_numbers(from, to);
  };
  compare_owner(before.score, after.score);
  compare_owner(before.normalizer, after.normalizer);
  compare_owner(before.position, after.position);
  compare_owner(before.combine, after.combine);
  return changes.words();
}

}  // namespace attn
