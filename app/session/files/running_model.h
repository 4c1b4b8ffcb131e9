#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/document/dumps/attention_dump.h"

namespace attn {

/// Returns whether `path` is a trained model: a folder with config.json, that file, or a model's
/// document.
bool may_be_model(const std::string& path);

/// Trained model that runs texts in the background, for the heads of its layers.
class RunningModel {
 public:
  /// Opens the model, and runs its document's text, or a usual one. `wake`, which may be empty, is
  /// called on another thread when follow() has results; without it everything is done at once.
  RunningModel(std::string path, std::function<void()> wake);
  /// Cancels the run, and waits for its thread.
  ~RunningModel();
  RunningModel(const RunningModel&) = delete;
  RunningModel& operator=(const RunningModel&) = delete;

  const std::string& path() const { return path_; }
  /// "gpt2"
  const std::string& name() const { return name_; }
  /// The text that the heads are of; ids, "5,3", if the model has no tokenizer.
  const std::string& text() const { return text_; }
  /// Returns whether texts are ids.
  bool takes_ids() const { return takes_ids_; }
  /// Runs another text; a run that goes on is cancelled.
  void run(const std::string& text);
  bool is_busy() const;

  /// Collects results. Call it at the start of each frame.
  void follow();
  bool can_follow() const;
  /// Heads of a new run, once; null: there is none.
  std::shared_ptr<const AttentionDump> take_heads() { return std::exchange(heads_, nullptr); }
  /// Reason why the last text could not be run; empty: it could.
  const std::string& problem() const { return problem_; }

 private:
  struct Work;

  std::string path_, name_, text_, problem_;
  bool takes_ids_ = false;
  std::shared_ptr<const AttentionDump> heads_;
  std::unique_ptr<Work> work_;
};

}  // namespace attn
