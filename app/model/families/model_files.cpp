#include "app/model/families/model_files.h"

#include <algorithm>
#include <utility>

#include "app/model/files/about_file.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Ends of the names of tensors that the library keeps in files although they are no weights.
constexpr std::string_view kBuffers[] = {
    "attn.bias",   "attn.masked_bias",    "attention.bias", "attention.masked_bias",
    "masked_bias", "rotary_emb.inv_freq", "position_ids",   "token_type_ids",
};

/// First parts of the names of poolers and classifiers, which give no token.
constexpr std::string_view kClassifiers[] = {
    "classifier.", "cls.seq_relationship.", "multiple_choice_head.",
    "pooler.",     "pre_classifier.",       "qa_outputs.",
    "score.",
};

bool is_buffer(std::string_view name) {
  return std::ranges::any_of(kBuffers, [&](std::string_view end) {
    if (!name.ends_with(end)) return false;
    return name.size() == end.size() || name[name.size() - end.size() - 1] == '.';
  });
}

}  // namespace

ModelFiles open_model(const std::string& folder) {
  ModelConfig config(folder);
  const ModelFamily& family = family_of(config);
  ModelSettings settings = settings_of(family, config);
  return {folder, std::move(config), &family, std::move(settings), ModelWeights(folder)};
}

FamilyTensors::FamilyTensors(const ModelFiles& model)
    : weights_(model.weights), prefix_(model.family->names.prefix) {
  const auto& tensors = weights_.tensors();
  const auto first = tensors.lower_bound(prefix_);
  has_prefix_ = first != tensors.end() && first->first.starts_with(prefix_);
}

std::string FamilyTensors::found_name(const std::string& name) const {
  for (const std::string& one : {prefix_ + name, name}) {
    if (weights_.find(one) != nullptr) return one;
  }
  return "";
}

std::string FamilyTensors::require(const std::string& name, const Axes& axes) {
  std::string found = found_name(name);
  if (found.empty()) {
    throw ModelError(weights_.listing() + ": expected tensor \"" +
                     (has_prefix_ ? prefix_ + name : name) + "\", found none");
  }
  const WeightTensor& weight = *weights_.find(found);
  const Tensor& tensor = *weight.tensor;
  const auto refuse = [&](const std::string& text) {
    throw ModelError(weights_.file_of(weight) + ": " + about_tensor(found, text));
  };
  if (tensor.axes != axes) {
    refuse("expected " + axes_words(axes) + ", found " + axes_words(tensor.axes));
  }
  if (tensor.kind->read == nullptr) {
    refuse("expected " + float_names() + ", found " + std::string(tensor.kind->name));
  }
  used_.insert(found);
  return found;
}

void FamilyTensors::pass_over(const std::string& name) {
  const std::string found = found_name(name);
  if (!found.empty()) passed_over_.insert(found);
}

std::vector<std::string> FamilyTensors::warnings() const {
  std::vector<std::string> lines;
  std::string classifier;
  int classifiers = 0;
  constexpr std::size_t kMostLines = 20;
  std::size_t others = 0;
  for (const auto& [name, weight] : weights_.tensors()) {
    if (used_.contains(name) || passed_over_.contains(name) || is_buffer(name)) continue;
    std::string_view body = name;
    if (body.starts_with(prefix_)) body.remove_prefix(prefix_.size());
    const bool is_classifier = std::ranges::any_of(
        kClassifiers, [&](std::string_view first) { return body.starts_with(first); });
    if (is_classifier) {
      if (++classifiers == 1) classifier = shown(name);
      continue;
    }
    if (lines.size() == kMostLines) {
      ++others;
      continue;
    }
    lines.push_back("tensor \"" + shown(name) + "\" of " + weights_.file_of(weight) +
                    " is not used");
  }
  if (others > 0) {
    lines.push_back(counted(others, "more tensor") + (others == 1 ? " is" : " are") + " not used");
  }
  if (classifiers == 0) return lines;
  lines.push_back("the pooler and classifiers are not used: \"" + classifier + "\"" +
                  (classifiers > 1 ? " and " + std::to_string(classifiers - 1) + " more" : ""));
  return lines;
}

}  // namespace attn
