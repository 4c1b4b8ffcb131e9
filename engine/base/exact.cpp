#include "engine/base/exact.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

constexpr int kLimbBits = 32;

}  // namespace

Exact::Exact(double number) {
  if (number == 0) return;
  negative_ = number < 0;
  constexpr int kDigits = 53;
  int exponent = 0;
  const double mantissa = std::frexp(std::abs(number), &exponent);
  const auto digits = static_cast<std::uint64_t>(std::ldexp(mantissa, kDigits));
  exponent -= kDigits;
  const int shift = ((exponent % kLimbBits) + kLimbBits) % kLimbBits;
  last_ = (exponent - shift) / kLimbBits;
  const std::uint64_t low = digits << shift;
  const std::uint64_t high = shift == 0 ? 0 : digits >> (2 * kLimbBits - shift);
  limbs_ = {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> kLimbBits),
            static_cast<std::uint32_t>(high)};
  trim();
}

void Exact::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  const auto first = std::ranges::find_if(limbs_, [](std::uint32_t limb) { return limb != 0; });
  last_ = limbs_.empty() ? 0 : last_ + static_cast<int>(first - limbs_.begin());
  limbs_.erase(limbs_.begin(), first);
}

Exact Exact::operator-() const {
  Exact opposite = *this;
  opposite.negative_ = !negative_;
  return opposite;
}

int Exact::compare_sizes(const Exact& a, const Exact& b) {
  if (a.limbs_.empty() || b.limbs_.empty()) {
    return static_cast<int>(b.limbs_.empty()) - static_cast<int>(a.limbs_.empty());
  }
  if (a.end() != b.end()) return a.end() < b.end() ? -1 : 1;
  for (int place = a.end() - 1; place >= std::min(a.last_, b.last_); --place) {
    if (a.limb(place) != b.limb(place)) return a.limb(place) < b.limb(place) ? -1 : 1;
  }
  return 0;
}

Exact::Limbs Exact::sum_of_sizes(const Exact& a, const Exact& b, int last) {
  Limbs sum;
  std::uint64_t carry = 0;
  for (int place = last; place < std::max(a.end(), b.end()); ++place) {
    carry += std::uint64_t{a.limb(place)} + b.limb(place);
    sum.push_back(static_cast<std::uint32_t>(carry));
    carry >>= kLimbBits;
  }
  sum.push_back(static_cast<std::uint32_t>(carry));
  return sum;
}

Exact::Limbs Exact::difference_of_sizes(const Exact& larger, const Exact& smaller, int last) {
  Limbs difference;
  std::uint64_t borrow = 0;
  for (int place = last; place < larger.end(); ++place) {
    const std::uint64_t taken = smaller.limb(place) + borrow;
    const std::uint64_t from = larger.limb(place);
    borrow = from < taken ? 1 : 0;
    difference.push_back(static_cast<std::uint32_t>(from - taken));
  }
  return difference;
}

Exact& Exact::operator+=(const Exact& other) {
  if (other.limbs_.empty()) return *this;
  if (limbs_.empty()) return *this = other;
  const int last = std::min(last_, other.last_);
  if (negative_ == other.negative_) {
    limbs_ = sum_of_sizes(*this, other, last);
  } else if (compare_sizes(*this, other) >= 0) {
    limbs_ = difference_of_sizes(*this, other, last);
  } else {
    limbs_ = difference_of_sizes(other, *this, last);
    negative_ = other.negative_;
  }
  last_ = last;
  trim();
  return *this;
}

Exact operator*(const Exact& a, const Exact& b) {
  Exact product;
  product.negative_ = a.negative_ != b.negative_;
  product.last_ = a.last_ + b.last_;
  product.limbs_.resize(a.limbs_.size() + b.limbs_.size());
  for (std::size_t n = 0; n < a.limbs_.size(); ++n) {
    std::uint64_t carry = 0;
    for (std::size_t m = 0; m < b.limbs_.size(); ++m) {
      carry += std::uint64_t{a.limbs_[n]} * b.limbs_[m] + product.limbs_[n + m];
      product.limbs_[n + m] = static_cast<std::uint32_t>(carry);
      carry >>= kLimbBits;
    }
    product.limbs_[n + b.limbs_.size()] = static_cast<std::uint32_t>(carry);
  }
  product.trim();
  return product;
}

Exact::Rounded Exact::rounded() const {
  if (limbs_.empty()) return {};
  // Three limbs have at least 65 digits, of which doubles round off the last ones.
  double number = 0;
  constexpr int kRead = 3;
  for (int n = kRead; n > 0; --n) number += std::ldexp(limb(end() - n), kLimbBits * (kRead - n));
  Rounded result;
  result.number = std::frexp(negative_ ? -number : number, &result.exponent);
  result.exponent += kLimbBits * (end() - kRead);
  return result;
}

Exact::operator double() const {
  const Rounded near = rounded();
  return std::ldexp(near.number, near.exponent);
}

}  // namespace attn
