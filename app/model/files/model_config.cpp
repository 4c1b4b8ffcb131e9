#include "app/model/files/model_config.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "app/document/files/files.h"
#include "app/model/files/about_file.h"

namespace attn {
namespace {

constexpr long long kMostConfigBytes = 1LL << 24;
constexpr std::string_view kUnreadEndings[] = {".gguf", ".ggml", ".h5", ".msgpack", ".onnx"};

constexpr const char* kConfigName = "config.json";

/// Bytes of the config in `folder`.
std::string config_text(const std::string& folder) {
  const std::string path = file_in(folder, kConfigName);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    const std::string unread = unread_weights(folder);
    throw ModelError(folder + ": " +
                     (unread.empty() ? "expected config.json in the folder, found none"
                                     : unread + " is not read: expected .safetensors"));
  }
  return about_model_file(path, [&] { return read_file(path, kMostConfigBytes); });
}

}  // namespace

std::string unread_weights(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    const bool is_unread = std::ranges::any_of(
        kUnreadEndings, [&](std::string_view ending) { return name.ends_with(ending); });
    if (is_unread) names.push_back(name);
  }
  return names.empty() ? "" : *std::ranges::min_element(names);
}

ModelConfig::ModelConfig(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)) {
  about_model_file(path_, [&] { tree_ = std::make_shared<const json::Tree>(json::parse(text_)); });
}

ModelConfig::ModelConfig(const std::string& folder)
    : ModelConfig(file_in(folder, kConfigName), config_text(folder)) {}

}  // namespace attn
