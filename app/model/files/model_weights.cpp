#include "app/model/files/model_weights.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>

#include "app/document/files/files.h"
#include "app/document/json/json_read.h"
#include "app/document/scene_file/fields.h"
#include "app/document/tensors/tensor_headers.h"
#include "app/model/files/about_file.h"
#include "app/model/files/model_config.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr long long kMostIndexBytes = 1LL << 27, kMostHeldWeights = 1LL << 30;
constexpr std::size_t kMostParts = 250;
constexpr std::string_view kSafetensors = ".safetensors", kBin = ".bin",
                           kPointer = "version https://git-lfs.github.com/spec/";

/// "548 MB", "12 kB" or "134 bytes".
std::string size_words(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = 1'000'000, kKilo = 1000;
  if (bytes >= kMega) return std::to_string((bytes + kMega / 2) / kMega) + " MB";
  if (bytes >= kKilo) return std::to_string((bytes + kKilo / 2) / kKilo) + " kB";
  return std::to_string(bytes) + " bytes";
}

/// Throws if the file is a pointer that Git LFS left in its place.
void refuse_pointer(const FileBytes& bytes) {
  constexpr std::size_t kMostPointerBytes = 1024;
  const std::string begin = bytes.read(0, kMostPointerBytes);
  if (!begin.starts_with(kPointer)) return;
  std::string to;
  for_each_line(begin, 1, [&](std::string_view line, int) {
    constexpr std::string_view kSize = "size ";
    if (!line.starts_with(kSize)) return;
    if (const auto size = parsed<std::uint64_t>(line.substr(kSize.size()))) {
      to = " to " + size_words(*size);
    }
  });
  throw TensorFileError("is a pointer of Git LFS" + to +
                        ", not the file: \"git lfs pull\" brings it");
}

/// Opens the file, which is in the format that its name says.
std::unique_ptr<const TensorFile> open_weights(const std::string& path, const FileBytes& bytes) {
  refuse_pointer(bytes);
  const std::string begin = bytes.read(0, 16);
  if (path.ends_with(kBin) && !is_zip(begin)) {
    throw TensorFileError("expected the ZIP form of PyTorch 1.6 and later: its first bytes differ");
  }
  if (path.ends_with(kSafetensors) && !is_safetensors(begin)) {
    throw TensorFileError("expected a .safetensors file: its first bytes differ");
  }
  return std::make_unique<const TensorFile>(bytes);
}

/// Checks the name of a part, which is a file beside the index.
void require_part_name(const std::string& name, std::string_view ending, const json::Place& place) {
  constexpr std::string_view kForbidden("/\\\0", 3);  // a path ends at a zero byte
  const bool is_name = name.find_first_of(kForbidden) == name.npos &&
                       name.find("..") == name.npos && name.ends_with(ending);
  if (is_name) return;
  json::fail(place, "expected the name of a file in the folder, *" + std::string(ending) +
                        ", found \"" + shown(name) + "\"");
}

/// Names of the parts in an index, each once.
std::set<std::string> parts_in(const json::Value& index, std::string_view ending) {
  const json::Place top;
  const json::Value map = require_member(index, top, "weight_map", "the file of each tensor");
  json::require_object(map, top / "weight_map", "the file of each tensor");
  std::set<std::string> parts;
  json::Value key = map.first();
  for (std::size_t n = 0; n < map.size(); ++n, key = key.next().next()) {
    const json::Place in = top / "weight_map";
    const json::Place place = in / key.text();
    const std::string name = json::read_text(key.next(), place);
    require_part_name(name, ending, place);
    parts.insert(name);
    if (parts.size() > kMostParts) {
      json::fail(place, "expected at most " + std::to_string(kMostParts) + " files, found more");
    }
  }
  if (parts.empty()) json::fail(top / "weight_map", "expected the file of each tensor, found none");
  return parts;
}

bool is_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::symlink_status(path, error).type() !=
         std::filesystem::file_type::not_found;
}

TensorPlane plane_of_part(const Tensor& tensor, const TensorPart& part) {
  TensorPlane plane;
  if (tensor.axes.size() == 1) {
    plane = {0, static_cast<std::uint64_t>(tensor.axes[0]), tensor.steps()[0], 1, tensor.axes[0]};
  } else {
    plane = plane_of(tensor);
  }
  if (part.is_transposed) plane = plane.transposed();
  if (part.rows) plane = plane.some_rows(part.rows->first, part.rows->second);
  if (part.columns) plane = plane.some_columns(part.columns->first, part.columns->second);
  return plane;
}

}  // namespace

bool is_plain(const Tensor& tensor) {
  return !tensor.compressed && !tensor.is_fortran &&
         (tensor.strides.empty() || tensor.strides == Tensor{.name = "",
                                                             .kind = tensor.kind,
                                                             .element_bytes = tensor.element_bytes,
                                                             .axes = tensor.axes}
                                                          .steps());
}

bool WeightFile::is_safetensors() const { return path.ends_with(kSafetensors); }

ModelWeights::ModelWeights(const std::string& folder) {
  const bool is_open = open_single(folder, "model.safetensors") ||
                       open_parts(folder, "model.safetensors.index.json") ||
                       open_single(folder, "pytorch_model.bin") ||
                       open_parts(folder, "pytorch_model.bin.index.json");
  if (is_open) return;
  const std::string unread = unread_weights(folder);
  throw ModelError(folder + ": " +
                   (unread.empty() ? "expected model.safetensors, found none"
                                   : unread + " is not read: expected .safetensors"));
}

bool ModelWeights::open_single(const std::string& folder, const std::string& name) {
  const std::string path = file_in(folder, name);
  if (!is_there(path)) return false;
  listing_ = path;
  add_file(path);
  return true;
}

bool ModelWeights::open_parts(const std::string& folder, const std::string& index) {
  const std::string path = file_in(folder, index);
  if (!is_there(path)) return false;
  listing_ = path;
  const bool is_bin = index.starts_with("pytorch");
  const auto parts = about_model_file(path, [&] {
    const json::Tree tree = json::parse(read_file(path, kMostIndexBytes));
    return parts_in({tree, 0}, is_bin ? kBin : kSafetensors);
  });
  for (const std::string& part : parts) add_file(file_in(folder, part));
  return true;
}

void ModelWeights::add_file(const std::string& path) {
  about_model_file(path, [&] {
    FileBytes bytes = FileBytes::of(path, kMostHeldWeights);
    auto opened = open_weights(path, bytes);
    for (const Tensor& tensor : opened->tensors()) {
      if (!tensors_.emplace(tensor.name, WeightTensor{&tensor, files_.size()}).second) {
        throw TensorFileError(about_tensor(tensor.name, "occurs in two files"));
      }
    }
    files_.push_back({path, std::move(bytes), std::move(opened)});
  });
}

const WeightTensor* ModelWeights::find(std::string_view name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

Matrix ModelWeights::numbers(const TensorPart& part) const {
  const WeightTensor& found = *find(part.name);
  const WeightFile& file = files_[found.file];
  const Tensor& tensor = *found.tensor;
  return about_model_file(file.path, [&] {
    // Columns of a tensor lie apart in the file.
    const bool is_scattered = tensor.axes.size() == 2 && !part.is_transposed && part.columns;
    Matrix numbers;
    if (is_scattered) {
      if (last_name_ != part.name) {
        last_ = file.tensors->matrix(tensor, plane_of(tensor));
        last_name_ = part.name;
      }
      const auto [from, to] = *part.columns;
      numbers = last_.middleCols(from, to - from);
    } else {
      numbers = file.tensors->matrix(tensor, plane_of_part(tensor, part));
    }
    if (!numbers.allFinite()) {
      throw TensorFileError(about_tensor(tensor.name, "expected finite numbers"));
    }
    return numbers;
  });
}

std::string ModelWeights::bytes(const WeightTensor& tensor, std::uint64_t from,
                                std::size_t most) const {
  const WeightFile& file = files_[tensor.file];
  return about_model_file(file.path, [&] {
    const std::uint64_t left = tensor.tensor->bytes() - std::min(from, tensor.tensor->bytes());
    return file.bytes.read(tensor.tensor->at + from,
                           static_cast<std::size_t>(std::min<std::uint64_t>(most, left)));
  });
}

}  // namespace attn
