#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/tensors/tensor_file.h"
#include "engine/blocks/stages.h"
#include "tests/support/paths.h"

namespace attn::test {

/// Folder of the model `name` that make_models.py wrote.
inline std::string model_path(const std::string& name) { return data_path("model/models/" + name); }

/// Names of all of them.
inline std::vector<std::string> model_cases() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(data_path("model/models"))) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

/// Results that a model must have.
struct ExpectedModel {
  explicit ExpectedModel(const std::string& folder) {
    const TensorFile file(folder + "/expected.safetensors");
    const Tensor& tokens = *file.find("ids");
    const Matrix numbers = file.any_numbers(tokens, plane_of(tokens));
    for (const float id : numbers.row(0)) ids.push_back(static_cast<int>(id));
    const Tensor& states = *file.find("hidden");
    for (Index n = 0; n < states.axes[0]; ++n) {
      hidden.push_back(file.matrix(states, plane_of(states, std::vector<Index>{n})));
    }
    const Tensor& normed = *file.find("final");
    final_state = file.matrix(normed, plane_of(normed));
    const Tensor& weights = *file.find("attentions");
    attentions.resize(static_cast<std::size_t>(weights.axes[0]));
    for (Index b = 0; b < weights.axes[0]; ++b) {
      for (Index h = 0; h < weights.axes[1]; ++h) {
        attentions[static_cast<std::size_t>(b)].push_back(
            file.matrix(weights, plane_of(weights, std::vector<Index>{b, h})));
      }
    }
    if (const Tensor* found = file.find("logits")) {
      logits = file.matrix(*found, plane_of(*found));
    }
  }

  std::vector<int> ids;
  std::vector<Matrix> hidden;  ///< before the blocks, and after each
  Matrix final_state;          ///< after the last norm; without one, the last of `hidden`
  std::vector<std::vector<Matrix>> attentions;  ///< L × L of each block and head
  std::optional<Matrix> logits;
};

/// Expects the numbers within 1e-4 of the largest.
inline void expect_near(const Matrix& found, const Matrix& expected, const std::string& what) {
  ASSERT_EQ(found.rows(), expected.rows()) << what;
  ASSERT_EQ(found.cols(), expected.cols()) << what;
  const float largest = expected.cwiseAbs().maxCoeff();
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-4F * largest) << what;
}

/// Compares the states before the blocks and after each one.
inline void expect_states(const Network& network, const NetworkTrace& trace,
                          const ExpectedModel& expected) {
  const std::vector<Stage> stages = stages_of(network);
  ASSERT_EQ(network.blocks.size() + 1, expected.hidden.size());
  for (std::size_t n = 0; n < expected.hidden.size(); ++n) {
    const int block = static_cast<int>(n) - 1;
    const auto after = std::ranges::upper_bound(stages, block, {}, &Stage::block);
    const auto at = static_cast<std::size_t>(after - stages.begin()) - 1;
    expect_near(trace.stages[at].x, expected.hidden[n], "hidden " + std::to_string(n));
  }
}

}  // namespace attn::test
