#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/model/model_changes.h"
#include "engine/model/model_run.h"

namespace attn {

/// Change of a run, as an option or a file gives it.
struct GivenChange {
  std::string where;      ///< "--off" or "FILE: /changes/0", for errors
  std::string_view kind;  ///< of change_kinds()
  std::size_t block = 0;
  std::optional<std::size_t> head = {};  ///< none: all heads
  float temperature = 1;
  std::string mask = {};
  Matrix weights = {};            ///< L x L
  std::string weights_name = {};  ///< "FILE: " before an error
  Index token = 0, from = 0;      ///< `token` becomes token `from` of the other text
  std::shared_ptr<const ChangedAttention> attention = {};
  std::pair<std::size_t, std::size_t> from_head =
      {};                  ///< block and head, which `head` no longer reads
  std::string input = {};  ///< query, key, value or all
};

/// Changes as they are written on a command line.
struct ChangeTexts {
  std::vector<std::string> off;          ///< "9.6", "9.*"
  std::vector<std::string> mean;         ///< likewise
  std::vector<std::string> temperature;  ///< "9.6=2"
  std::vector<std::string> mask;         ///< "9.6=previous"
  std::vector<std::string> weights;      ///< "9.6=rows.npy"
  std::vector<std::string> patch;        ///< "3.4=2": before block 3, token 4 becomes token 2
  std::vector<std::string> cut;          ///< "9.6=7.3.query": 9.6 no longer reads 7.3 for queries
};

/// Parses them, and reads the files of weights. Throws ModelError, which names the option.
std::vector<GivenChange> given_changes(const ChangeTexts& texts);

/// Inputs of changes besides what is given.
struct ChangeInputs {
  const Model& model;
  Index tokens = 0;  ///< L
  /// Run of the other text, which patches are taken from, without changes; null: there is none.
  std::function<const ModelRun*()> other_run;
  /// Mean outputs of a block's heads, H x dv.
  std::function<Matrix(std::size_t block)> mean_outputs;
};

/// The changes, for a run of `inputs.tokens` tokens. A mask takes the place of the model's own
/// masks; but `not:J` hides one key more, and `window:R` keeps later keys hidden in a model that
/// hides them. Throws ModelError, which names the change.
ModelChanges changes_in(const std::vector<GivenChange>& given, const ChangeInputs& inputs);

/// Mean outputs of the heads of `block`, H x dv, over all tokens but the first of each text in
/// `texts`.
Matrix mean_outputs(const Model& model, std::size_t block,
                    const std::vector<std::vector<int>>& texts);

}  // namespace attn
