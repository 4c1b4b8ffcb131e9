#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/base/progress.h"
#include "engine/base/worker_pool.h"
#include "engine/kernels/kernel_choice.h"
#include "engine/model/block_heads.h"
#include "engine/model/model.h"
#include "engine/model/model_changes.h"
#include "engine/model/row_products.h"

namespace attn {

/// Memory that a run of `tokens` keeps besides the weights, in bytes: states, queries, keys and
/// values of all blocks, and which keys are seen.
double bytes_of_run(const Model& model, Index tokens);

/// Run of a model: states of all tokens before and after each block, heads, and logits. The same
/// numbers to the last bit on any number of threads, and whether tokens are computed together or
/// one after another. Not thread-safe.
class ModelRun {
 public:
  /// `model`, which must be runnable, has to stay.
  explicit ModelRun(const Model& model, const Kernels& kernels = fastest_kernels(),
                    WorkerPool& pool = WorkerPool::shared());

  /// Computes what differs from the last call: after a change, from its block on; after a changed
  /// or a further token, only the tokens from there on, if no token sees later ones. Ids must be
  /// below V; tokens that are vectors have any. Throws SceneError if a table of positions has fewer
  /// rows, if a mask is for another number of tokens, at the block where a number exceeds float32's
  /// range, and Cancelled soon after `progress` was cancelled; all invalidate the run.
  void update(const std::vector<int>& ids, ModelChanges changes = {}, Progress* progress = nullptr);
  /// Computes everything in the next call.
  void invalidate() { is_valid_ = false; }
  /// Calls `on_block(b)` when the states after block b are complete.
  void set_on_block(std::function<void(std::size_t block)> on_block) {
    on_block_ = std::move(on_block);
  }

  const Model& model() const { return model_; }
  Index tokens() const { return std::ssize(ids_); }                    ///< L
  std::size_t blocks() const { return model_.network.blocks.size(); }  ///< B
  /// States that block `n` reads, or after the last block if n = B: L x D.
  Matrix states(std::size_t n) const;
  /// Row of that matrix.
  RowVector state(std::size_t n, Index token) const { return states_[n].rows.row(token); }
  /// Attention of a block, as it was changed; its matrices are in the weights. Null: it has none.
  const Attention* attention(std::size_t block) const;
  /// Weights of that attention.
  std::shared_ptr<const LayerWeights> attention_weights(std::size_t block) const;
  /// Input of that attention: the states, normalised if the block normalises them before: L x D.
  Matrix attention_input(std::size_t block) const;
  const ModelChanges& changes() const { return changes_; }
  /// Weights of a block's heads, L x L each; none without attention.
  std::vector<Matrix> weights(std::size_t block, Progress* progress = nullptr);
  /// Outputs of a block's heads side by side, of the tokens from `first` on: any number x H · dv.
  Matrix outputs(std::size_t block, Index first = 0, Progress* progress = nullptr);
  /// Output of a head through W_O, which is added to the states of the tokens from `first` on: any
  /// number x D. A norm behind the attention keeps its scale.
  Matrix written(std::size_t block, std::size_t head, Index first = 0,
                 Progress* progress = nullptr);

  /// Rows of states after the network's last norm.
  Matrix normed(Matrix states) const;
  /// Logits of rows of states: any number x V′, after the cap. Throws SceneError if one exceeds
  /// float32's range.
  Matrix logits(const Matrix& states, Progress* progress = nullptr);

 private:
  /// First tokens and block to compute.
  struct RunStart {
    std::size_t block = 0;
    bool keeps_heads = false;  ///< queries, keys and values of that block stay
    Index token = 0;
  };

  RunStart first_change(const std::vector<int>& ids, const ModelChanges& changes);
  bool is_causal();
  const SeenKeys& seen_in(std::size_t block);
  const Rotation* rotation_of(const Attention& attention, Index width, Index tokens);
  WideRow word_of(Index i, Buffer<float>& converted) const;
  void embed(Index first);
  void apply_patches(std::size_t block, Index first);
  void run_block(std::size_t b, Index first, bool keeps_heads, Progress* progress);
  void apply_cuts(std::size_t b, const LayerWeights& weights, Index first, Progress* progress);
  Matrix attend(std::size_t b, Index first, std::vector<Matrix>* weights, Progress* progress);
  Matrix attended(std::size_t b, const StoredWeights& w_o, Index first, Index count,
                  Progress* progress);
  Matrix mlp_of(const Mlp& mlp, const LayerWeights& weights, const Matrix& x, Progress* progress);
  void apply_activation(const ActivationKind& activation, Matrix& numbers) const;
  Matrix normed_rows(Matrix rows, const Norm& norm) const;
  BlockChanges changes_of(std::size_t b) const;

  const Model& model_;
  RowProducts products_;
  std::function<void(std::size_t block)> on_block_;
  bool is_valid_ = false;
  std::vector<int> ids_;
  ModelChanges changes_;
  std::vector<StateRows> states_;  ///< B + 1
  std::vector<BlockHeads> heads_;  ///< B
  std::vector<std::pair<std::vector<Mask>, SeenKeys>> seen_;
  std::vector<std::pair<Position, Rotation>> rotations_;
};

}  // namespace attn
