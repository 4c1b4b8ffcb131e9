#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/command/export_command.h"
#include "app/model/run/model_document.h"
#include "app/model/run/run_result.h"

namespace attn {

/// Query and key of a head.
struct ModelPair {
  std::size_t block = 0, head = 0;
  Index query = 0, key = 0;
};

/// Those of `words` that choose a pair: --head, --query and --key.
OptionWords pair_options(const OptionWords& words);

/// Run of the model of an export, and the same one without changes.
class ModelExport {
 public:
  /// `options` and `start` have to stay. Throws as RunResult() does.
  ModelExport(const ExportOptions& options, const ModelStart& start)
      : options_(options), start_(start), request_(request()), result_(model(), request_) {}

  const OpenedModel& model() const { return start_.model(); }
  RunResult& result() { return result_; }
  bool has_changes() const { return !request_.changes.empty(); }
  /// "gpt2"
  std::string name() const;
  /// Tokens of the text.
  std::vector<std::string> tokens() const { return model().names_of(result_.ids()); }

  /// A layer as a scene. Throws SceneError.
  Scene scene(Index layer);
  /// Layers that are asked for: those with attention. Throws Failure.
  std::vector<Index> layers(bool are_all);
  /// Ids of --word, by default the likeliest, and of --against; −1 without it. Throws Failure.
  std::pair<int, int> words();
  /// Pair that is asked for: by default the predicted token, and the key at which the head looks
  /// most. Throws Failure.
  ModelPair pair();
  /// The run without changes; null if there are none.
  RunResult* before();
  /// Writes warnings to standard error.
  void tell_warnings() const;

 private:
  RunRequest request() const;
  int id_of(const std::string& option, const std::string& word);

  const ExportOptions& options_;
  const ModelStart& start_;
  const RunRequest request_;
  RunResult result_;
  RunRequest unchanged_;
  std::unique_ptr<RunResult> before_;
};

}  // namespace attn
