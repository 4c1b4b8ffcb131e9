#include "app/document/tensors/array_builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "app/document/tensors/tensor_headers.h"
#include "engine/base/text.h"

namespace attn {

void ArrayBuilder::add(const std::string& name, std::string_view kind, std::size_t bytes,
                       Axes axes) {
  if (tensors_.size() >= kMostTensors) {
    throw TensorFileError("expected at most " + std::to_string(kMostTensors) + " arrays");
  }
  Tensor& tensor = tensors_.emplace_back();
  tensor.name = name;
  tensor.kind = &*std::ranges::find(element_kinds(), kind, &ElementKind::npy);
  tensor.element_bytes = bytes;
  tensor.axes = std::move(axes);
  tensor.at = bytes_.size();
}

void ArrayBuilder::add_numbers(const std::string& name, Axes axes,
                               std::span<const double> numbers) {
  add(name, "f8", sizeof(double), std::move(axes));
  for (const double number : numbers) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    bytes_.append(bytes, sizeof bytes);
  }
}

void ArrayBuilder::add_texts(const std::string& name, Axes axes,
                             std::span<const std::string> texts) {
  std::vector<std::u32string> all;
  std::size_t longest = 1;
  for (std::string_view text : texts) {
    std::u32string& characters = all.emplace_back();
    while (!text.empty()) characters += take_character(text);
    longest = std::max(longest, characters.size());
  }
  constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // each has room for the longest
  if (all.size() > kMostBytes / (longest * sizeof(char32_t))) {
    throw TensorFileError(about_tensor(name, "expected texts of at most 256 MiB together"));
  }
  add(name, "U", longest * sizeof(char32_t), std::move(axes));
  for (std::u32string& characters : all) {
    characters.resize(longest);
    for (const char32_t character : characters) {
      for (int shift = 0; shift < 32; shift += 8) {
        bytes_ += static_cast<char>(character >> shift & 0xff);
      }
    }
  }
}

TensorFile ArrayBuilder::file() && {
  return TensorFile(FileBytes::held(std::move(bytes_)), std::move(tensors_));
}

}  // namespace attn
