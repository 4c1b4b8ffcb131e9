#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/families/family.h"
#include "app/model/families/model_settings.h"
#include "app/model/files/model_config.h"
#include "app/model/files/model_weights.h"

namespace attn {

/// A model's folder: its config, and the headers of its weights.
struct ModelFiles {
  std::string folder;
  ModelConfig config;
  const ModelFamily* family;
  ModelSettings settings;
  ModelWeights weights;
};

/// Opens the model in `folder`. Throws ModelError.
ModelFiles open_model(const std::string& folder);

/// Tensors of a model by the names of its family, with or without the family's prefix. Notes which
/// are used.
class FamilyTensors {
 public:
  explicit FamilyTensors(const ModelFiles& model);

  /// Whether the files have the tensor `name`.
  bool has(const std::string& name) const { return !found_name(name).empty(); }
  /// Name in the files of the tensor `name`, which has these axes, of floating point numbers.
  /// Throws ModelError.
  std::string require(const std::string& name, const Axes& axes);
  /// Notes a tensor that is not used although it is known.
  void pass_over(const std::string& name);

  /// Names in the files.
  const std::set<std::string>& used() const { return used_; }
  /// A line for each tensor that is neither used, known nor a buffer; one for all classifiers.
  std::vector<std::string> warnings() const;

 private:
  std::string found_name(const std::string& name) const;

  const ModelWeights& weights_;
  std::string prefix_;
  bool has_prefix_ = false;
  std::set<std::string> used_, passed_over_;
};

}  // namespace attn
