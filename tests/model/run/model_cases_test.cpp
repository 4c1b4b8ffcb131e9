// Runs of all families' models, plain and changed, against the results that make_models.py
// computed.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include <gtest/gtest.h>

#include "app/document/files/memory_limit.h"
#include "app/model/files/model_error.h"
#include "app/model/run/model_reader.h"
#include "app/model/run/next_tokens.h"
#include "app/model/run/run_changes.h"
#include "engine/model/model_run.h"
#include "tests/model/expected_model.h"

namespace attn::model_cases_test {
namespace {

using test::expect_near;
using test::ExpectedModel;

/// A model of make_models.py, read.
struct Opened {
  explicit Opened(const std::string& folder) : files(open_model(folder)), read(read_model(files)) {}

  ModelFiles files;
  ReadModel read;
};

nlohmann::json json_in(const std::string& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file);
}

void expect_run(ModelRun& run, const ReadModel& read, const ExpectedModel& expected) {
  for (std::size_t n = 0; n < expected.hidden.size(); ++n) {
    expect_near(run.states(n), expected.hidden[n], "hidden " + std::to_string(n));
  }
  for (std::size_t b = 0; b < run.blocks(); ++b) {
    const std::vector<Matrix> weights = run.weights(b);
    ASSERT_EQ(weights.size(), expected.attentions[b].size());
    for (std::size_t h = 0; h < weights.size(); ++h) {
      expect_near(weights[h], expected.attentions[b][h], "attentions");
    }
  }
  const Matrix last = run.states(run.blocks());
  expect_near(run.normed(last), expected.final_state, "final");
  ASSERT_EQ(read.model.has_logits, expected.logits.has_value());
  if (expected.logits) expect_near(run.logits(last), *expected.logits, "logits");
}

class ModelRunCases : public testing::TestWithParam<std::string> {};

TEST_P(ModelRunCases, GiveTheNumbersOfTheirEquations) {
  const std::string folder = test::model_path(GetParam());
  const ExpectedModel expected(folder);
  const Opened opened(folder);
  EXPECT_FALSE(opened.read.is_streamed);
  ModelRun run(opened.read.model);
  run.update(expected.ids);
  expect_run(run, opened.read, expected);
}

TEST_P(ModelRunCases, GiveTheSameNumbersWhenLayersAreReadAgain) {
  const std::string folder = test::model_path(GetParam());
  const ExpectedModel expected(folder);
  const Opened kept(folder);
  const ModelFiles files = open_model(folder);
  const WeightMemory memory = weight_memory(files);
  // Only some layers fit beside other data.
  const double other = memory_limit() - (memory.streamed() + memory.all) / 2;
  std::optional<ReadModel> streamed;
  if (memory.streamed() < memory.all) {
    streamed = read_model(files, other);
    EXPECT_TRUE(streamed->is_streamed);
  } else {
    EXPECT_THROW(read_model(files, memory_limit() - memory.all / 2), ModelError);
    return;
  }
  ModelRun run(streamed->model), whole(kept.read.model);
  for (int times = 0; times < 2; ++times) {
    run.update(expected.ids);
    whole.update(expected.ids);
    for (std::size_t n = 0; n <= run.blocks(); ++n) EXPECT_EQ(run.states(n), whole.states(n));
    run.update({expected.ids.front()});
    whole.update({expected.ids.front()});
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ModelRunCases, testing::ValuesIn(test::model_cases()),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

/// "1.0" of a change in changes.json: its layer, and its head or all.
std::string place_of(const nlohmann::json& change) {
  const std::string layer = std::to_string(change["layer"].get<int>());
  return layer + "." + (change.contains("head") ? std::to_string(change["head"].get<int>()) : "*");
}

ChangeTexts texts_of(const nlohmann::json& changes, const std::string& folder) {
  ChangeTexts texts;
  for (const auto& change : changes) {
    const std::string kind = change["kind"];
    if (kind == "off") texts.off.push_back(place_of(change));
    if (kind == "mean") texts.mean.push_back(place_of(change));
    if (kind == "mask") {
      texts.mask.push_back(place_of(change) + "=" + change["mask"].get<std::string>());
    }
    if (kind == "weights") {
      texts.weights.push_back(place_of(change) + "=" + folder + "/" +
                              change["file"].get<std::string>());
    }
    if (kind == "temperature") {
      const auto& value = change["value"];
      texts.temperature.push_back(place_of(change) + "=" +
                                  (value.is_string() ? value.get<std::string>() : value.dump()));
    }
    if (kind == "cut") {
      texts.cut.push_back(place_of(change) + "=" + change["from"][0].dump() + "." +
                          change["from"][1].dump() + "." + change["input"].get<std::string>());
    }
    if (kind == "patch") {
      texts.patch.push_back(change["block"].dump() + "." + change["token"].dump() + "=" +
                            change["from"].dump());
    }
  }
  return texts;
}

class ChangedModels : public testing::TestWithParam<std::string> {};

TEST_P(ChangedModels, GiveTheNumbersOfTheirEquations) {
  const std::string folder = test::model_path(GetParam());
  const auto cases = json_in(folder + "/changes.json");
  const TensorFile expected(folder + "/changes.safetensors");
  const auto matrix = [&](const std::string& name) -> std::optional<Matrix> {
    const Tensor* found = expected.find(name);
    if (found == nullptr) return std::nullopt;
    return expected.matrix(*found, plane_of(*found));
  };
  const std::vector<int> ids = cases["ids"], from = cases["from"];
  const Opened opened(folder);
  const Model& model = opened.read.model;
  ModelRun run(model), other(model);
  other.update(from);
  EXPECT_GE(cases["cases"].size(), 17U);
  for (const auto& one : cases["cases"]) {
    const std::string name = one["name"];
    SCOPED_TRACE(name);
    const auto means = [&](std::size_t block) {
      return mean_outputs(model, block, one["texts"].get<std::vector<std::vector<int>>>());
    };
    const ModelChanges changes =
        changes_in(given_changes(texts_of(one["changes"], folder)),
                   {model, std::ssize(ids), [&] { return &other; }, means});
    run.update(ids, changes);
    expect_near(run.logits(run.states(run.blocks())), *matrix(name + "/logits"), "logits");
    if (const auto weights = matrix(name + "/weights")) {
      const auto& change = one["changes"][0];
      const auto found = run.weights(change["layer"].get<std::size_t>());
      expect_near(found[change["head"].get<std::size_t>()], *weights, "weights");
    }
    if (name == "mean") {
      const auto& change = one["changes"][0];
      const Matrix found = means(change["layer"].get<std::size_t>());
      expect_near(found.row(change["head"].get<Index>()), *matrix("mean/output"), "mean");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ChangedModels, testing::Values("gpt2", "bert", "llama", "gemma2"),
                         [](const auto& one) { return one.param; });

TEST(GeneratedTokens, AreTheLikeliestOnes) {
  for (const std::string name : {"gpt2", "llama"}) {
    SCOPED_TRACE(name);
    const auto expected = json_in(test::model_path(name) + "/generated.json");
    const Opened opened(test::model_path(name));
    ModelRun run(opened.read.model);
    std::vector<int> ids = expected["ids"];
    run.update(ids);
    for (const auto& token : expected["generated"]) {
      const Matrix logits = run.logits(run.states(run.blocks()).row(run.tokens() - 1));
      const NextTokens next = next_tokens(logits.row(0), 3);
      EXPECT_EQ(next.likeliest[0].id, token["id"].get<int>());
      EXPECT_NEAR(next.likeliest[0].logit, token["logit"].get<float>(), 1e-4);
      EXPECT_NEAR(next.likeliest[0].p, token["p"].get<double>(), 1e-4);
      EXPECT_EQ(draw_token(logits.row(0), {}, 0.9), next.likeliest[0].id);
      ids.push_back(next.likeliest[0].id);
      run.update(ids);
    }
    ModelRun whole(opened.read.model);
    whole.update(ids);
    for (std::size_t n = 0; n <= run.blocks(); ++n) EXPECT_EQ(run.states(n), whole.states(n));
  }
}

TEST(ModelRunCases, ATextIsLongerThanItsWindow) {
  const std::string folder = test::data_path("model/long/mistral");
  const TensorFile expected(folder + "/expected.safetensors");
  const auto matrix = [&](const char* name, const std::vector<Index>& at = {}) {
    const Tensor& tensor = *expected.find(name);
    return expected.any_numbers(tensor, plane_of(tensor, at));
  };
  const Opened opened(folder);
  const Matrix numbers = matrix("ids");
  std::vector<int> ids;
  for (const float id : numbers.row(0)) ids.push_back(static_cast<int>(id));
  ModelRun run(opened.read.model);
  run.update(ids);
  const Matrix last = run.states(run.blocks());
  expect_near(last, matrix("hidden"), "hidden");
  expect_near(run.logits(last.bottomRows(1)), matrix("logits"), "logits");
  for (std::size_t b = 0; b < run.blocks(); ++b) {
    const auto weights = run.weights(b);
    const Matrix of_last = matrix("attentions", {static_cast<Index>(b)});
    for (std::size_t h = 0; h < weights.size(); ++h) {
      expect_near(weights[h].bottomRows(1), of_last.row(static_cast<Index>(h)), "attentions");
    }
  }
}

TEST(NextTokens, KnowTheLikeliestTheRestAndWhatChanged) {
  RowVector logits(4), before(4);
  logits << 1, 3, 3, 0;
  before << 0, 0, 0, 0;
  const NextTokens next = next_tokens(logits, 2, &before);
  ASSERT_EQ(next.likeliest.size(), 2U);
  EXPECT_EQ(next.likeliest[0].id, 1);  // of equal ones the lower id
  EXPECT_EQ(next.likeliest[1].id, 2);
  const double sum = std::exp(1) + 2 * std::exp(3) + 1;
  EXPECT_NEAR(next.likeliest[0].p, std::exp(3) / sum, 1e-9);
  EXPECT_NEAR(next.likeliest[0].before, 0.25, 1e-9);
  EXPECT_EQ(next.rest, 2);
  EXPECT_NEAR(next.rest_p, (std::exp(1) + 1) / sum, 1e-9);
  EXPECT_NEAR(next.rest_before, 0.5, 1e-9);
  EXPECT_NEAR(next.kl, std::log(0.25) - (1 + 3 + 3 + 0) / 4.0 + std::log(sum), 1e-9);
  EXPECT_NEAR(next_tokens(logits, 9, &logits).kl, 0, 1e-12);
  EXPECT_EQ(next_tokens(logits, 9).rest, 0);
}

TEST(DrawnTokens, FollowTheirProbabilities) {
  RowVector logits(4);
  logits << std::log(1.0F), std::log(2.0F), std::log(4.0F), std::log(3.0F);
  EXPECT_EQ(draw_token(logits, {.temperature = 1}, 0.0), 2);    // 0.4
  EXPECT_EQ(draw_token(logits, {.temperature = 1}, 0.41), 3);   // 0.3
  EXPECT_EQ(draw_token(logits, {.temperature = 1}, 0.71), 1);   // 0.2
  EXPECT_EQ(draw_token(logits, {.temperature = 1}, 0.999), 0);  // 0.1
  EXPECT_EQ(draw_token(logits, {.temperature = 1, .top_k = 2}, 0.999), 3);
  EXPECT_EQ(draw_token(logits, {.temperature = 1, .top_p = 0.5}, 0.999), 3);
  EXPECT_EQ(draw_token(logits, {.temperature = 1, .top_p = 0}, 0.999), 2);
  EXPECT_EQ(draw_token(logits, {.temperature = 0}, 0.999), 2);
  EXPECT_EQ(draw_token(logits, {.temperature = 1000}, 0.26), 3);  // nearly uniform
}

}  // namespace
}  // namespace attn::model_cases_test
