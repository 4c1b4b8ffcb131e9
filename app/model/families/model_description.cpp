#include "app/model/families/model_description.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "app/model/families/model_network.h"

namespace attn {
namespace {

/// FNV-1a of 64 bits.
class FingerprintHash {
 public:
  /// Adds `bytes`, and their number.
  void add(std::string_view bytes) {
    for (const char byte : bytes) add_byte(static_cast<unsigned char>(byte));
    add(static_cast<std::uint64_t>(bytes.size()));
  }
  void add(std::uint64_t number) {
    constexpr int kBits = 64;
    for (int shift = 0; shift < kBits; shift += 8) {
      add_byte(static_cast<unsigned char>(number >> shift));
    }
  }

  std::string hexadecimal() const {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string digits(16, '0');
    for (std::size_t n = 0; n < digits.size(); ++n) {
      digits[n] = kDigits[(hash_ >> (60 - 4 * n)) & 15U];
    }
    return digits;
  }

 private:
  void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 1099511628211U; }

  std::uint64_t hash_ = 14695981039346656037U;
};

}  // namespace

std::string fingerprint_of(const ModelFiles& model) {
  constexpr std::size_t kEndBytes = 4096;
  FingerprintHash hash;
  hash.add(model.config.text());
  for (const auto& [name, weight] : model.weights.tensors()) {
    const Tensor& tensor = *weight.tensor;
    hash.add(name);
    hash.add(tensor.kind->name);
    for (const Index axis : tensor.axes) hash.add(static_cast<std::uint64_t>(axis));
    if (!is_plain(tensor)) continue;
    const std::uint64_t bytes = tensor.bytes();
    hash.add(model.weights.bytes(weight, 0, kEndBytes));
    hash.add(
        model.weights.bytes(weight, bytes - std::min<std::uint64_t>(bytes, kEndBytes), kEndBytes));
  }
  return hash.hexadecimal();
}

ModelDescription describe_model(const ModelFiles& model) {
  const ModelSettings& settings = model.settings;
  const ModelNetwork network = network_of_model(model, {}, {}, ModelNumbers::kReferred);
  ModelDescription made;
  made.path = model.folder;
  made.family = model.family->model_type;
  made.layers = settings.layers;
  made.heads = settings.heads;
  made.key_heads = settings.key_heads;
  made.width = settings.width;
  made.vocabulary = settings.vocabulary;
  for (const std::string& name : network.used) {
    made.parameters += model.weights.find(name)->tensor->count();
  }
  const TensorPart& embedding = network.parts.at(&*network.network.embedding);
  made.dtype = model.weights.find(embedding.name)->tensor->kind->name;
  made.fingerprint = fingerprint_of(model);
  return made;
}

}  // namespace attn
