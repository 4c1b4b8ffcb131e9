#pragma once

#include <cmath>
#include <limits>

namespace attn {

/// A number that is known to lie within `radius` of `middle`, after whatever was rounded on the way
/// to it. What rounds nothing, as sums and products of small whole numbers do, keeps a radius of 0.
/// Needs to be compiled without contraction of products and sums.
class Bounded {
 public:
  Bounded() = default;
  Bounded(double number) : middle_(number) {}  // NOLINT(google-explicit-constructor)
  Bounded(double middle, double radius) : middle_(middle), radius_(radius) {}
  /// Of which nothing is known.
  static Bounded anything() { return {0, std::numeric_limits<double>::infinity()}; }

  double middle() const { return middle_; }
  double radius() const { return radius_; }
  double low() const { return is_exact() ? middle_ : below(middle_ - radius_); }
  double high() const { return is_exact() ? middle_ : -below(-middle_ - radius_); }
  bool is_exact() const { return radius_ == 0; }
  /// Neither end is NaN or infinite.
  bool is_finite() const { return std::isfinite(low()) && std::isfinite(high()); }

  /// What lies `more` farther off at most, too.
  Bounded widened(double more) const { return {middle_, raised(radius_ + more)}; }
  /// The same, where what was rounded is known but for this part of it.
  Bounded widened_by_part(double part) const {
    return widened(part * std::abs(middle_) + kSmallest);
  }

  Bounded operator-() const { return {-middle_, radius_}; }
  Bounded& operator+=(const Bounded& b) { return *this = *this + b; }
  friend Bounded operator+(const Bounded& a, const Bounded& b) {
    // What rounding takes from a sum of two is itself a double. Knuth 1969, section 4.2.2, theorem
    // B.
    const double sum = a.middle_ + b.middle_;
    const double part = sum - a.middle_;
    const double lost = (a.middle_ - (sum - part)) + (b.middle_ - part);
    const double radius = a.radius_ + b.radius_ + std::abs(lost);
    return {sum, radius == 0 ? 0 : raised(radius)};
  }
  friend Bounded operator-(const Bounded& a, const Bounded& b) { return a + -b; }
  friend Bounded operator*(const Bounded& a, const Bounded& b) {
    const double product = a.middle_ * b.middle_;
    // Here too, but where it is smaller than doubles can be.
    constexpr double kNearTheSmallest = 1e-290;
    double lost = std::abs(std::fma(a.middle_, b.middle_, -product));
    if (std::abs(product) < kNearTheSmallest && a.middle_ != 0 && b.middle_ != 0) lost += kSmallest;
    if (a.is_exact() && b.is_exact()) return {product, lost};
    const double spread = raised(std::abs(a.middle_) * b.radius_) +
                          raised(a.radius_ * raised(std::abs(b.middle_) + b.radius_));
    return {product, raised(spread + lost)};
  }

 private:
  static constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

  /// No less than what three operations rounded to `number` >= 0.
  static double raised(double number) {
    constexpr double kStep = 1 + 4 * std::numeric_limits<double>::epsilon();
    return number * kStep + kSmallest;
  }
  static double below(double number) {
    return std::nextafter(number, -std::numeric_limits<double>::infinity());
  }

  double middle_ = 0;
  double radius_ = 0;
};

}  // namespace attn
