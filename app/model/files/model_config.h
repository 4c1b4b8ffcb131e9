#pragma once

#include <memory>
#include <string>

#include "app/document/json/json.h"

namespace attn {

/// The config.json of a model, as Hugging Face's library writes it.
class ModelConfig {
 public:
  /// Reads `folder`/config.json. Throws ModelError.
  explicit ModelConfig(const std::string& folder);
  /// Config with these bytes; `path` is named in errors.
  ModelConfig(std::string path, std::string text);

  const std::string& path() const { return path_; }
  /// Bytes of the file.
  const std::string& text() const { return text_; }
  json::Value object() const { return {*tree_, 0}; }

 private:
  std::string path_, text_;
  std::shared_ptr<const json::Tree> tree_;
};

/// Name of a file of weights in `folder` in a format that is not read, such as GGUF; empty if there
/// is none.
std::string unread_weights(const std::string& folder);

}  // namespace attn
