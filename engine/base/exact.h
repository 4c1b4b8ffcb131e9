#pragma once

#include <cstdint>
#include <vector>

namespace attn {

/// A whole number times a power of two: what sums, differences and products of floating point
/// numbers are, without any rounding and within no range.
class Exact {
 public:
  Exact() = default;
  /// `number` must be finite.
  Exact(double number);  // NOLINT(google-explicit-constructor): as numbers are made of numbers

  /// −1, 0 or 1.
  int sign() const { return limbs_.empty() ? 0 : negative_ ? -1 : 1; }

  Exact operator-() const;
  Exact& operator+=(const Exact& other);
  Exact& operator-=(const Exact& other) { return *this += -other; }
  friend Exact operator+(Exact a, const Exact& b) { return a += b; }
  friend Exact operator-(Exact a, const Exact& b) { return a -= b; }
  friend Exact operator*(const Exact& a, const Exact& b);

  /// Some double · 2^exponent next to it: the same for equal numbers, and of opposite sign for
  /// opposite ones.
  struct Rounded {
    double number = 0;  ///< 0, or of size 1/2 to 1
    int exponent = 0;
  };
  Rounded rounded() const;
  /// The same as one number, which is 0 or infinite beyond a double's range.
  explicit operator double() const;

 private:
  using Limbs = std::vector<std::uint32_t>;

  static int compare_sizes(const Exact& a, const Exact& b);
  static Limbs sum_of_sizes(const Exact& a, const Exact& b, int last);
  static Limbs difference_of_sizes(const Exact& larger, const Exact& smaller, int last);
  int end() const { return last_ + static_cast<int>(limbs_.size()); }
  std::uint32_t limb(int place) const {
    return place < last_ || place >= end() ? 0 : limbs_[static_cast<std::size_t>(place - last_)];
  }
  void trim();

  // Σ limbs_[n] · 2^(32 · (n + last_)), whose first and last limb are not 0; 0 has no limbs.
  bool negative_ = false;
  int last_ = 0;
  Limbs limbs_;
};

}  // namespace attn
