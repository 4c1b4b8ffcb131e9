#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/document/tensors/tensor_headers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::string_view kMetadata = "__metadata__";

/// Callbacks of the JSON parser for the header, an object of objects; stores only what is needed.
class HeaderReader {
 public:
  explicit HeaderReader(SafetensorsHeader& header) : header_(header) {}

  bool null() { unexpected("null"); }
  bool boolean(bool) { unexpected("a boolean"); }
  bool number_float(double, const std::string&) { unexpected("a number that is not an integer"); }
  bool binary(const std::vector<std::uint8_t>&) { return false; }
  bool number_integer(std::int64_t) { unexpected("a number below 0"); }

  bool number_unsigned(std::uint64_t number) {
    if (!numbers_) unexpected("a number");
    constexpr std::size_t kMostAxes = 64;
    if (number > kMostBytes) unexpected("a number that is too large");
    if (numbers_->size() == kMostAxes) unexpected("more than 64 axes");
    numbers_->push_back(static_cast<Index>(number));
    return true;
  }

  bool string(const std::string& text) {
    if (depth_ == 2 && name_ == kMetadata) {
      header_.metadata[key_] = text;
    } else if (depth_ == 2 && key_ == "dtype" && !numbers_) {
      set_kind(text);
    } else {
      unexpected("text");
    }
    return true;
  }

  bool start_object(std::size_t) {
    if (++depth_ > 2) unexpected("an object");
    if (depth_ == 2) {
      keys_.clear();
      tensor_ = {};
      offsets_.clear();
    }
    return true;
  }

  bool end_object() {
    if (depth_-- == 2 && name_ != kMetadata) add_tensor();
    return true;
  }

  bool key(const std::string& key) {
    if (depth_ == 1) {
      name_ = key;
      if (!names_.insert(key).second) fail("the name occurs twice");
      if (names_.size() > kMostTensors + 1) {
        throw TensorFileError("expected at most " + std::to_string(kMostTensors) +
                              " arrays, found more");
      }
    } else {
      key_ = key;
      if (!keys_.insert(key).second) fail("\"" + shown(key) + "\" occurs twice");
    }
    return true;
  }

  bool start_array(std::size_t) {
    const bool is_of_tensor = depth_ == 2 && name_ != kMetadata && !numbers_;
    if (is_of_tensor && key_ == "shape") {
      numbers_ = &tensor_.axes;
    } else if (is_of_tensor && key_ == "data_offsets") {
      numbers_ = &offsets_;
    } else {
      unexpected("a list");
    }
    return true;
  }

  bool end_array() {
    numbers_ = nullptr;
    return true;
  }

  bool parse_error(std::size_t at, const std::string&, const nlohmann::json::exception&) {
    throw TensorFileError("the header is not JSON, from its byte " + std::to_string(at));
  }

 private:
  [[noreturn]] void fail(const std::string& text) const {
    throw TensorFileError(about_tensor(name_, text));
  }

  [[noreturn]] void unexpected(const std::string& what) const {
    if (depth_ < 2) {
      throw TensorFileError("expected an object for each array in the header, found " + what);
    }
    fail("unexpected at \"" + shown(key_) + "\" in the header: " + what);
  }

  void set_kind(const std::string& word) {
    for (const ElementKind& kind : element_kinds()) {
      if (!kind.safetensors.empty() && kind.safetensors == word) tensor_.kind = &kind;
    }
    if (!tensor_.kind) fail("unknown type \"" + shown(word) + "\"");
    tensor_.element_bytes = static_cast<std::uint64_t>(tensor_.kind->bytes);
  }

  void add_tensor() {
    if (!tensor_.kind || !keys_.contains("shape") || offsets_.size() != 2) {
      fail("expected dtype, shape and two data_offsets in the header");
    }
    std::uint64_t needed = tensor_.element_bytes;
    for (const Index axis : tensor_.axes) {
      needed = bounded_product(needed, static_cast<std::uint64_t>(axis));
    }
    const bool is_turned = offsets_[1] < offsets_[0];
    const auto found = static_cast<std::uint64_t>(offsets_[1] - offsets_[0]);
    if (is_turned || needed != found) {
      fail(wrong_size(tensor_, needed,
                      is_turned ? "an end before the beginning" : std::to_string(found)));
    }
    tensor_.name = name_;
    tensor_.at = static_cast<std::uint64_t>(offsets_[0]);
    header_.tensors.push_back(std::move(tensor_));
  }

  SafetensorsHeader& header_;
  int depth_ = 0;
  std::string name_, key_;
  std::set<std::string> names_, keys_;
  Tensor tensor_;
  Axes offsets_;
  Axes* numbers_ = nullptr;
};

/// Checks that arrays, with offsets from the end of the header, are contiguous.
void place_side_by_side(std::vector<Tensor>& tensors, std::uint64_t begin, std::uint64_t end) {
  std::vector<Tensor*> by_place;
  by_place.reserve(tensors.size());
  for (Tensor& tensor : tensors) by_place.push_back(&tensor);
  std::ranges::stable_sort(
      by_place, {}, [](const Tensor* tensor) { return std::pair(tensor->at, tensor->bytes()); });
  std::uint64_t next = begin;
  for (Tensor* const tensor : by_place) {
    tensor->at += begin;
    if (tensor->at != next) {
      throw TensorFileError(about_tensor(
          tensor->name, tensor->at < next ? "overlaps with the one before it in the file"
                                          : "bytes before it belong to no array"));
    }
    if (tensor->bytes() > end - next) {
      throw TensorFileError(about_tensor(tensor->name, "ends beyond the file"));
    }
    next += tensor->bytes();
  }
  if (next != end) {
    throw TensorFileError("after the last array there are " + std::to_string(end - next) +
                          " bytes more");
  }
}

}  // namespace

bool is_safetensors(std::string_view begin) {
  return begin.size() > kLengthBytes && begin[kLengthBytes] == '{';
}

SafetensorsHeader read_safetensors_header(const FileBytes& file) {
  const std::string begin = file.read(0, kLengthBytes + 1);
  if (!is_safetensors(begin)) {
    throw TensorFileError("expected a .safetensors file: its first bytes differ");
  }
  const std::uint64_t length = little_endian(begin.substr(0, kLengthBytes));
  if (length > kMostSafetensorsHeader) {
    throw TensorFileError("expected a header of at most 100 MB, found " + std::to_string(length) +
                          " bytes");
  }
  if (length > file.size() - kLengthBytes) {
    throw TensorFileError("the file ends within its header");
  }
  SafetensorsHeader header;
  HeaderReader reader(header);
  const std::string json = file.read(kLengthBytes, length);
  if (!nlohmann::json::sax_parse(json.begin(), json.end(), &reader)) {
    throw TensorFileError("the header is not JSON");
  }
  place_side_by_side(header.tensors, kLengthBytes + length, file.size());
  return header;
}

}  // namespace attn
