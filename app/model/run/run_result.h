#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document/json/json_write.h"
#include "app/model/run/next_tokens.h"
#include "app/model/run/opened_model.h"
#include "app/model/run/run_changes.h"
#include "engine/model/model_run.h"

namespace attn {

/// Request for a run of a model.
struct RunRequest {
  ModelText text;
  ModelText other;  ///< text that patches are taken from
  std::vector<GivenChange> changes;
  int count = 10;  ///< of likeliest tokens
  int at = -1;     ///< token whose next one is shown; the last
  bool has_layers = false;
  int generated = 0;
  Sampling sampling;
  std::uint64_t seed = 1;
  std::vector<std::string> warnings;  ///< about the request
};

/// Run of a model with changes, which fit the number of its tokens.
class ChangedRun {
 public:
  /// `model` and `request` have to stay.
  ChangedRun(const OpenedModel& model, const RunRequest& request,
             WorkerPool& pool = WorkerPool::shared())
      : model_(model),
        request_(request),
        pool_(pool),
        run_(model.model(), fastest_kernels(), pool) {}

  ModelRun& run() { return run_; }
  bool has_changes() const { return !request_.changes.empty(); }
  /// Runs `ids` as the model was trained.
  void update_unchanged(const std::vector<int>& ids);
  /// Runs `ids` with the changes. Throws ModelError, and as ModelRun::update() does.
  void update(const std::vector<int>& ids, Progress* progress = nullptr);

 private:
  const ModelRun* other();
  Matrix means(std::size_t block);

  const OpenedModel& model_;
  const RunRequest& request_;
  WorkerPool& pool_;
  ModelRun run_;
  std::unique_ptr<ModelRun> other_;
  std::map<std::size_t, Matrix> means_;  ///< by block
};

/// Result of `run`, as the contract has it.
class RunResult {
 public:
  /// Runs the text. `model` and `request` have to stay. Throws ModelError and SceneError.
  RunResult(const OpenedModel& model, const RunRequest& request);

  /// Writes the result as an object, and generates the tokens that are asked for: then the run is
  /// that of all tokens. Throws likewise.
  void write(json::Writer& out);

  const std::vector<int>& ids() const { return ids_; }
  ModelRun& run() { return changed_.run(); }
  /// Token whose next one, or which, is predicted first. Throws ModelError if there is none.
  Index predicted() const;
  /// Probabilities of that prediction. Throws likewise.
  NextTokens next() const;
  /// Text of token `id` in that prediction.
  std::string predicted_text(int id) const;
  /// Probabilities of the tokens `tokens` there as each layer's states say them, after the last
  /// norm and the unembedding (nostalgebraist 2020): B x tokens. Throws likewise.
  Matrix readout(const std::vector<int>& tokens);

 private:
  RowVector logits_at(Index token);
  std::vector<Index> shown_tokens() const;
  std::vector<RowVector> logits_of_shown();
  NextTokens next_of(std::size_t n) const;
  void write_candidates(json::Writer& out, const std::vector<Candidate>& candidates, int before,
                        bool has_before) const;
  void write_tokens(json::Writer& out) const;
  void write_next(json::Writer& out) const;
  void write_masked(json::Writer& out) const;
  void write_layers(json::Writer& out);
  void write_generated(json::Writer& out);

  const OpenedModel& model_;
  const RunRequest& request_;
  ChangedRun changed_;
  std::vector<int> ids_;
  Index at_ = 0;
  double seconds_ = 0;
  std::vector<RowVector> logits_, before_;  ///< of the tokens that are shown
};

/// Writes a model's description as an object.
void write_model_description(json::Writer& out, const ModelDescription& model);

}  // namespace attn
