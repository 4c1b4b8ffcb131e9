#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/matrix.h"
#include "tests/document/tensors/made_files.h"

namespace attn::test {

/// Members of an archive.
using Members = std::vector<std::pair<std::string, std::string>>;

/// Place of a number: its index along each axis, by the axis's letter.
using VectorPlace = std::map<char, Index>;

/// A .npy with these axes: numbers by their places.
inline std::string array_of(const std::string& letters, const std::map<char, Index>& sizes,
                            const std::function<float(VectorPlace&)>& number) {
  std::string shape = "(";
  std::size_t count = 1;
  for (const char letter : letters) {
    shape += std::to_string(sizes.at(letter)) + ", ";
    count *= static_cast<std::size_t>(sizes.at(letter));
  }
  std::vector<float> numbers;
  for (std::size_t n = 0; n < count; ++n) {
    VectorPlace place;
    auto rest = static_cast<Index>(n);
    for (auto letter = letters.rbegin(); letter != letters.rend(); ++letter) {
      place[*letter] = rest % sizes.at(*letter);
      rest /= sizes.at(*letter);
    }
    numbers.push_back(number(place));
  }
  return npy(shape + ")", floats(numbers));
}

/// Numbers of queries, keys or values, which differ at each place.
inline float number_at(double role, VectorPlace& place) {
  double sum = role;
  for (const auto& [letter, index] : place) sum = sum * 1.7 + static_cast<double>(index);
  return static_cast<float>(std::sin(sum * 3));
}

inline std::string vectors(double role, const std::string& letters,
                           const std::map<char, Index>& sizes) {
  return array_of(letters, sizes, [&](VectorPlace& place) { return number_at(role, place); });
}

/// Tokens x width of one head.
inline Matrix matrix_at(double role, const std::string& letters, VectorPlace place, Index tokens,
                        Index width) {
  std::erase_if(place, [&](const auto& one) { return letters.find(one.first) == letters.npos; });
  Matrix matrix(tokens, width);
  for (Index i = 0; i < tokens; ++i) {
    for (Index d = 0; d < width; ++d) {
      place['q'] = i;
      place['d'] = d;
      matrix(i, d) = number_at(role, place);
    }
  }
  return matrix;
}

inline constexpr double kRoleQ = 0.1, kRoleK = 0.2, kRoleV = 0.3;
inline const std::map<char, Index> kSizes{{'l', 2}, {'b', 3}, {'h', 2}, {'q', 5}, {'d', 4}};

/// A file with queries, keys and values of these sizes.
inline Members qkv(const std::string& letters, const std::map<char, Index>& sizes = kSizes) {
  return {{"q.npy", vectors(kRoleQ, letters, sizes)},
          {"k.npy", vectors(kRoleK, letters, sizes)},
          {"v.npy", vectors(kRoleV, letters, sizes)}};
}

}  // namespace attn::test
