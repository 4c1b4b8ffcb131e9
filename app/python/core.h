#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <pybind11/pybind11.h>

#include "app/document/dumps/attention_dump.h"
#include "app/document/tensors/file_bytes.h"
#include "app/document/tensors/tensor_file.h"
#include "engine/attention/evaluation.h"

namespace attn::python {

/// Bytes of a .safetensors file with the tensors of a text of JSON; empty: none.
using TensorBytes = std::optional<FileBytes>;
TensorBytes tensor_bytes(std::string bytes);
std::shared_ptr<const TensorFile> tensors_in(const TensorBytes& bytes);

/// Scene with the text it was made of, and its evaluation, which is made when it is asked for.
/// Nothing else changes: threads may share it.
class CoreScene {
 public:
  /// Scene of a text of JSON whose matrices may be in `tensors`. Throws SceneError.
  CoreScene(std::string text, TensorBytes tensors);
  /// Scene in the file at `path`. Throws SceneError.
  explicit CoreScene(const std::string& path);
  explicit CoreScene(std::shared_ptr<const Evaluation> evaluation);

  const Scene& scene() const { return *scene_; }
  /// Throws SceneError.
  std::shared_ptr<const Evaluation> evaluation();
  /// Its folder; "" if it is in no file.
  const std::string& folder() const { return folder_; }
  /// Message to a window by the protocol of app/document/messages. Throws MessageError.
  std::string message(const std::string& name) const;
  /// Loss and its gradients by the numbers that were given, as JSON. Throws SceneError.
  std::string gradients(const std::string& losses) const;

 private:
  std::string text_, path_, folder_;
  TensorBytes tensors_;
  std::shared_ptr<const Scene> scene_;
  std::shared_ptr<const Evaluation> evaluation_;
  std::mutex evaluating_;
};

/// Attention of another program, or of a network.
struct CoreAttention {
  std::shared_ptr<const AttentionDump> dump;
};

// Parts of the module.
void add_scenes(pybind11::module_& module);
void add_attention(pybind11::module_& module);
void add_networks(pybind11::module_& module);
void add_models(pybind11::module_& module);

}  // namespace attn::python
