#include "app/document/tensors/tensor.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "engine/base/text.h"

namespace attn {
namespace {

// Files are little-endian, and so are all supported machines.

template <typename Bits>
Bits bits_at(const char* from) {
  Bits bits;
  std::memcpy(&bits, from, sizeof bits);
  return bits;
}

float half_at(const char* from) {
  return static_cast<float>(
      Eigen::half(Eigen::half_impl::raw_uint16_to_half(bits_at<std::uint16_t>(from))));
}

float brain_at(const char* from) {
  const std::uint32_t bits = std::uint32_t{bits_at<std::uint16_t>(from)} << 16;
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

float single_at(const char* from) { return bits_at<float>(from); }
float double_at(const char* from) { return static_cast<float>(bits_at<double>(from)); }

template <typename Whole>
float whole_at(const char* from) {
  return static_cast<float>(bits_at<Whole>(from));
}

float boolean_at(const char* from) { return *from == 0 ? 0.F : 1.F; }

template <float (*number_at)(const char*)>
void read_numbers(const char* from, std::ptrdiff_t step, Index count, float* to) {
  for (Index n = 0; n < count; ++n, from += step) to[n] = number_at(from);
}

bool is_character(char32_t c) { return c <= 0x10ffff && (c < 0xd800 || c >= 0xe000); }

/// NumPy pads with zeros.
std::string text_of_characters(std::string_view bytes) {
  std::string text;
  std::size_t end = bytes.size();
  while (end >= 4 && bits_at<std::uint32_t>(bytes.data() + end - 4) == 0) end -= 4;
  for (std::size_t at = 0; at < end; at += 4) {
    const auto c = bits_at<char32_t>(bytes.data() + at);
    append_character(text, is_character(c) ? c : U'\uFFFD');
  }
  return text;
}

std::string text_of_bytes(std::string_view bytes) {
  const std::size_t last = bytes.find_last_not_of('\0');
  return std::string(bytes.substr(0, last == bytes.npos ? 0 : last + 1));
}

constexpr ElementKind kElementKinds[] = {
    {.name = "float16",
     .safetensors = "F16",
     .npy = "f2",
     .torch = "Half",
     .bytes = 2,
     .read = read_numbers<half_at>},
    // NumPy lacks this type, and writes that of ml_dtypes as two opaque bytes.
    {.name = "bfloat16",
     .safetensors = "BF16",
     .npy = "V2",
     .torch = "BFloat16",
     .bytes = 2,
     .read = read_numbers<brain_at>},
    {.name = "float32",
     .safetensors = "F32",
     .npy = "f4",
     .torch = "Float",
     .bytes = 4,
     .read = read_numbers<single_at>},
    {.name = "float64",
     .safetensors = "F64",
     .npy = "f8",
     .torch = "Double",
     .bytes = 8,
     .read = read_numbers<double_at>},
    {.name = "booleans",
     .safetensors = "BOOL",
     .npy = "b1",
     .torch = "Bool",
     .bytes = 1,
     .read_whole = read_numbers<boolean_at>},
    {.name = "int8",
     .safetensors = "I8",
     .npy = "i1",
     .torch = "Char",
     .bytes = 1,
     .read_whole = read_numbers<whole_at<std::int8_t>>},
    {.name = "uint8",
     .safetensors = "U8",
     .npy = "u1",
     .torch = "Byte",
     .bytes = 1,
     .read_whole = read_numbers<whole_at<std::uint8_t>>},
    {.name = "int16",
     .safetensors = "I16",
     .npy = "i2",
     .torch = "Short",
     .bytes = 2,
     .read_whole = read_numbers<whole_at<std::int16_t>>},
    {.name = "uint16",
     .safetensors = "U16",
     .npy = "u2",
     .bytes = 2,
     .read_whole = read_numbers<whole_at<std::uint16_t>>},
    {.name = "int32",
     .safetensors = "I32",
     .npy = "i4",
     .torch = "Int",
     .bytes = 4,
     .read_whole = read_numbers<whole_at<std::int32_t>>},
    {.name = "uint32",
     .safetensors = "U32",
     .npy = "u4",
     .bytes = 4,
     .read_whole = read_numbers<whole_at<std::uint32_t>>},
    {.name = "int64",
     .safetensors = "I64",
     .npy = "i8",
     .torch = "Long",
     .bytes = 8,
     .read_whole = read_numbers<whole_at<std::int64_t>>},
    {.name = "uint64",
     .safetensors = "U64",
     .npy = "u8",
     .bytes = 8,
     .read_whole = read_numbers<whole_at<std::uint64_t>>},
    {.name = "float8 (e4m3)", .safetensors = "F8_E4M3", .bytes = 1},
    {.name = "float8 (e5m2)", .safetensors = "F8_E5M2", .bytes = 1},
    {.name = "complex64", .safetensors = "C64", .npy = "c8", .torch = "ComplexFloat", .bytes = 8},
    {.name = "complex128", .npy = "c16", .torch = "ComplexDouble", .bytes = 16},
    {.name = "float128", .npy = "f16", .bytes = 16},
    {.name = "dates", .npy = "M8", .bytes = 8},
    {.name = "text", .npy = "U", .bytes = 4, .read_text = text_of_characters},
    {.name = "text", .npy = "S", .bytes = 1, .read_text = text_of_bytes},
};

}  // namespace

std::span<const ElementKind> element_kinds() { return kElementKinds; }

std::string float_names() {
  std::vector<std::string_view> names;
  for (const ElementKind& kind : kElementKinds) {
    if (kind.read) names.push_back(kind.name);
  }
  std::string words(names.front());
  for (std::size_t n = 1; n < names.size(); ++n) {
    words.append(n + 1 < names.size() ? ", " : " or ").append(names[n]);
  }
  return words;
}

std::string about_tensor(std::string_view name, const std::string& text) {
  return name.empty() ? text : "tensor \"" + shown(name) + "\": " + text;
}

std::string wrong_size(const Tensor& tensor, std::uint64_t needed, const std::string& found) {
  return "expected " +
         (needed > kMostBytes ? "more bytes than any file has"
                              : std::to_string(needed) + " bytes") +
         " for " + axes_words(tensor.axes) + " of " + std::string(tensor.kind->name) + ", found " +
         found;
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t n = bytes.size(); n-- > 0;) {
    number = number << 8 | static_cast<unsigned char>(bytes[n]);
  }
  return number;
}

std::string axes_words(std::span<const Index> axes) {
  constexpr std::size_t kMostShown = 8;
  if (axes.empty()) return "one number";
  std::string words;
  for (std::size_t n = 0; n < axes.size() && n < kMostShown; ++n) {
    words += (n > 0 ? " × " : "") + std::to_string(axes[n]);
  }
  return axes.size() > kMostShown ? words + " × …" : words;
}

std::uint64_t Tensor::count() const {
  std::uint64_t all = 1;
  for (const Index axis : axes) all *= static_cast<std::uint64_t>(axis);
  return all;
}

std::vector<std::uint64_t> Tensor::steps() const {
  if (!strides.empty()) return strides;
  std::vector<std::uint64_t> steps(axes.size());
  std::uint64_t step = 1;
  for (std::size_t n = 0; n < axes.size(); ++n) {
    const std::size_t axis = is_fortran ? n : axes.size() - 1 - n;
    steps[axis] = step;
    step *= static_cast<std::uint64_t>(axes[axis]);
  }
  return steps;
}

Tensor texts_tensor(std::string name, Axes axes, std::vector<std::string> texts) {
  Tensor tensor;
  tensor.name = std::move(name);
  tensor.kind = &*std::ranges::find(kElementKinds, "U", &ElementKind::npy);
  tensor.element_bytes = static_cast<std::uint64_t>(tensor.kind->bytes);
  tensor.axes = std::move(axes);
  tensor.texts = std::make_shared<const std::vector<std::string>>(std::move(texts));
  return tensor;
}

TensorPlane TensorPlane::some_rows(Index from, Index to) const {
  assert(0 <= from && from <= to && to <= rows);
  return {first + static_cast<std::uint64_t>(from) * row_step, row_step, col_step, to - from, cols};
}

TensorPlane TensorPlane::some_columns(Index from, Index to) const {
  return transposed().some_rows(from, to).transposed();
}

TensorPlane plane_of(const Tensor& tensor, std::span<const Index> indices) {
  assert(tensor.axes.size() == indices.size() + 2);
  const auto steps = tensor.steps();
  TensorPlane plane;
  for (std::size_t n = 0; n < indices.size(); ++n) {
    assert(0 <= indices[n] && indices[n] < tensor.axes[n]);
    plane.first += static_cast<std::uint64_t>(indices[n]) * steps[n];
  }
  const std::size_t row = indices.size();
  plane.row_step = steps[row];
  plane.col_step = steps[row + 1];
  plane.rows = tensor.axes[row];
  plane.cols = tensor.axes[row + 1];
  return plane;
}

}  // namespace attn
