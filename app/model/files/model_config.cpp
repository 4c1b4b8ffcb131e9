#include "app/model/files/model_config.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "app/document/files/files.h"
#include "app/model/files/about_file.h"

namespace attn {
namespace {

constexpr long long kMostConfigBytes = 1LL << 24;
constexpr std::string_view kUnreadEndings[] = {".gguf", ".ggml", ".h5", ".msgpack", ".onnx"};

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

ModelConfig::ModelConfig(const std::string& folder) : path_(file_in(folder, "config.json")) {
  std::error_code error;
  if (!std::filesystem::exists(path_, error)) {
    const std::string unread = unread_weights(folder);
    throw ModelError(folder + ": " +
                     (unread.empty() ? "expected config.json in the folder, found none"
                                     : unread + " is not read: expected .safetensors"));
  }
  about_model_file(path_, [&] {
    text_ = read_file(path_, kMostConfigBytes);
    tree_ = std::make_shared<const json::Tree>(json::parse(text_));
  });
}

}  // namespace attn
