#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "engine/base/matrix.h"

namespace attn {

/// Form of the numbers in a file.
enum class GradientForm { kNumber, kRow, kMatrix };

struct PlacedGradient {
  std::string place;  ///< JSON pointer (RFC 6901) to the numbers in the file
  GradientForm form;
  WideMatrix numbers;  ///< a number is 1 x 1, a row 1 x its width
};

/// Gradients of a loss by given numbers, each under its place in the file: "/heads/0/w_q". In
/// double precision.
class Gradients {
 public:
  /// Adds an entry with zeros for numbers given at `place`.
  void begin(std::string place, GradientForm form, Index rows, Index cols);
  /// Adds to the first rows, or to the number, of the entry at `place`; ignored if there is none,
  /// because the file has the default.
  void add(std::string_view place, const WideMatrix& numbers);
  void add(std::string_view place, Index row, Index col, double number);

  /// In order of creation.
  const std::deque<PlacedGradient>& entries() const { return entries_; }
  /// Gradients of the numbers at `place`; null if the file gives none there.
  const WideMatrix* find(std::string_view place) const;

 private:
  std::deque<PlacedGradient> entries_;
};

/// Gradients of one object of the file, by its keys.
class GradientsBelow {
 public:
  GradientsBelow(Gradients& all, std::string place) : all_(all), place_(std::move(place)) {}

  GradientsBelow below(std::string_view key) const { return {all_, at(key)}; }
  GradientsBelow below(std::size_t index) const { return below(std::to_string(index)); }
  void add(std::string_view key, const WideMatrix& numbers) const { all_.add(at(key), numbers); }
  void add(std::string_view key, double number) const { add(key, 0, number); }
  /// Adds to one number of a row.
  void add(std::string_view key, Index col, double number) const { add(key, 0, col, number); }
  void add(std::string_view key, Index row, Index col, double number) const {
    all_.add(at(key), row, col, number);
  }

 private:
  std::string at(std::string_view key) const { return place_ + "/" + std::string(key); }

  Gradients& all_;
  std::string place_;
};

}  // namespace attn
