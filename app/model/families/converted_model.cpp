#include "app/model/families/converted_model.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/document/files/file_path.h"
#include "app/document/files/file_writer.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/network_file.h"
#include "app/model/families/model_network.h"
#include "app/model/files/token_names.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

/// Names by which the network at `path` can refer to the model's files, in their order; empty if
/// one of them is of another format, or not in its folder or below it.
std::optional<std::vector<std::string>> references_of(const ModelFiles& model,
                                                      const std::string& path) {
  std::vector<std::string> names;
  try {
    const std::string folder = folder_of(fs::absolute(path).lexically_normal().string());
    for (const WeightFile& file : model.weights.files()) {
      if (!file.is_safetensors()) return std::nullopt;
      const std::string whole = fs::absolute(file.path).lexically_normal().string();
      names.push_back(reference_from(folder, whole));
      require_below(folder, names.back());
    }
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  return names;
}

std::string tensors_beside(const std::string& path) {
  const std::string name = path.substr(0, path.size() - kNetworkEnding.size());
  return name + ".safetensors";
}

std::string json_text(std::string_view text) {
  json::Writer out;
  out.value(text);
  std::string made = std::move(out).take();
  made.pop_back();
  return made;
}

std::string range_text(std::string_view key, const std::optional<std::pair<Index, Index>>& range) {
  if (!range) return "";
  return ", \"" + std::string(key) + "\": [" + std::to_string(range->first) + ", " +
         std::to_string(range->second) + "]";
}

std::string reference_text(const std::string& file, const TensorPart& part) {
  return "{\"file\": " + json_text(file) + ", \"tensor\": " + json_text(part.name) +
         (part.is_transposed ? ", \"transpose\": true" : "") + range_text("rows", part.rows) +
         range_text("columns", part.columns) + "}";
}

/// Tensor as it is stored in the file beside the network.
struct StoredTensor {
  const std::string* name;
  const WeightTensor* weight;
  bool is_copied;  ///< its bytes are copied; else its numbers are written as float32
  std::uint64_t bytes;

  std::string_view kind() const { return is_copied ? weight->tensor->kind->safetensors : "F32"; }
};

StoredTensor stored_tensor(const std::string& name, const WeightTensor& weight) {
  const Tensor& tensor = *weight.tensor;
  const bool is_copied = is_plain(tensor) && !tensor.kind->safetensors.empty();
  return {&name, &weight, is_copied, is_copied ? tensor.bytes() : tensor.count() * sizeof(float)};
}

/// Header of a .safetensors file, with its length before it.
std::string header_of(const std::vector<StoredTensor>& tensors) {
  std::string text = "{";
  std::uint64_t at = 0;
  for (const StoredTensor& one : tensors) {
    if (at > 0) text += ",";
    text += json_text(*one.name) + ":{\"dtype\":" + json_text(one.kind()) + ",\"shape\":[";
    for (std::size_t n = 0; n < one.weight->tensor->axes.size(); ++n) {
      text += (n > 0 ? "," : "") + std::to_string(one.weight->tensor->axes[n]);
    }
    text +=
        "],\"data_offsets\":[" + std::to_string(at) + "," + std::to_string(at + one.bytes) + "]}";
    at += one.bytes;
  }
  text += "}";
  constexpr std::size_t kAligned = 8;
  text.append((kAligned - text.size() % kAligned) % kAligned, ' ');
  std::string length(kAligned, '\0');
  for (std::size_t n = 0; n < kAligned; ++n) {
    length[n] = static_cast<char>(text.size() >> (8 * n));
  }
  return length + text;
}

/// Writes the tensors that the network uses, in their own types.
void write_tensors(const ModelFiles& model, const std::set<std::string>& used, FileWriter& out) {
  std::vector<StoredTensor> tensors;
  tensors.reserve(used.size());
  for (const std::string& name : used) {
    tensors.push_back(stored_tensor(name, *model.weights.find(name)));
  }
  out.append(header_of(tensors));
  constexpr std::size_t kPiece = 1 << 20;
  for (const StoredTensor& one : tensors) {
    if (!one.is_copied) {
      const Matrix numbers = model.weights.numbers({*one.name});
      out.append({reinterpret_cast<const char*>(numbers.data()), one.bytes});
      continue;
    }
    for (std::uint64_t from = 0; from < one.bytes; from += kPiece) {
      out.append(model.weights.bytes(*one.weight, from, kPiece));
    }
  }
}

}  // namespace

std::vector<std::string> converted_files(const ModelFiles& model, const std::string& path) {
  if (references_of(model, path)) return {path};
  return {path, tensors_beside(path)};
}

std::vector<std::string> write_converted(const ModelFiles& model, const std::string& path,
                                         const std::vector<int>& ids) {
  // The vocabulary's size is checked before its words are made.
  network_of_model(model, {}, {}, ModelNumbers::kReferred);
  const ModelNetwork made = network_of_model(
      model, token_names(model.folder, model.settings.vocabulary), ids, ModelNumbers::kReferred);
  const auto references = references_of(model, path);
  const std::string beside = tensors_beside(path);
  FileBatch batch;
  if (!references) {
    write_tensors(model, made.used, batch.begin(beside, FileKind::output, Durable::yes));
  }
  FileWriter& file = batch.begin(path, FileKind::network, Durable::yes);
  json::Writer out([&](std::string_view text) { file.append(text); });
  out.replace_numbers([&](const void* numbers) -> std::string {
    const auto found = made.parts.find(numbers);
    if (found == made.parts.end()) return "";
    const TensorPart& part = found->second;
    return reference_text(references ? (*references)[model.weights.find(part.name)->file]
                                     : fs::path(beside).filename().string(),
                          part);
  });
  write_network_fields(made.network, out);
  std::move(out).take();
  batch.commit();
  return made.warnings;
}

}  // namespace attn
