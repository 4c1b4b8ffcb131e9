// attentoscope gradients, from the outside.

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/document/json_compare.h"
#include "tests/support/temporary_folder.h"

namespace attn::gradients_test {
namespace {

using namespace attn::test;
using nlohmann::json;

const std::string kScene = R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a", "b"],
  "embeddings": [[0], [1.0986123]], "queries": {"tokens": ["q"], "embeddings": [[1]]},
  "values": [[0], [1]], "score": {"kind": "dot"}})";
/// Puts `text` into a file of the folder, and gives its path.
std::string written(const TemporaryFolder& folder, const std::string& name,
                    const std::string& text) {
  put(folder / name, text);
  return folder / name;
}

const std::string kLoss = R"({"kind": "mse", "target": [[0]]})";

TEST(Gradients, AreOfWhatTheFileGives) {
  const TemporaryFolder folder;
  const std::string scene = written(folder, "a.attn.json", kScene);
  const std::string loss = written(folder, "loss.json", kLoss);
  const Answer run = run_program({"gradients", scene, "--loss", loss});
  ASSERT_EQ(run.status, 0) << run.err;
  const double by_score = 2 * 0.75 * 0.75 * 0.25;
  const json expected = {{"format", "attentoscope/gradients"},
                         {"version", 2},
                         {"loss", 0.5625},
                         {"gradients",
                          {{"/embeddings", {{-by_score}, {by_score}}},
                           {"/queries/embeddings", {{by_score * 1.0986123}}},
                           {"/values", {{0.375}, {1.125}}}}}};
  EXPECT_EQ(difference(json::parse(run.out), expected), "");
  EXPECT_EQ(json::parse(run.out)["gradients"].size(), 3u) << "no temperature, which is not given";
}

TEST(Gradients, OutIsTheSameAndLeavesStandardOutputEmpty) {
  const TemporaryFolder folder;
  const std::string scene = written(folder, "a.attn.json", kScene);
  const std::string loss = written(folder, "loss.json", kLoss);
  const std::string printed = run_program({"gradients", scene, "--loss", loss}).out;
  const Answer run =
      run_program({"gradients", scene, "--loss", loss, "--out", folder / "result.json"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out + run.err, "");
  EXPECT_EQ(bytes_of(folder / "result.json"), printed);
  Surroundings from_input;
  from_input.input = kScene;
  EXPECT_EQ(run_program({"gradients", "-", "--loss", loss}, from_input).out, printed);
  from_input.input = kLoss;
  EXPECT_EQ(run_program({"gradients", scene, "--loss", "-"}, from_input).out, printed);
}

TEST(Gradients, WhatIsWrongIsNamed) {
  const TemporaryFolder folder;
  const std::string scene = written(folder, "a.attn.json", kScene);
  const std::string loss = written(folder, "loss.json", kLoss);
  const std::string bad = written(folder, "bad.json", R"([{"kind": "mse", "target": [[0, 1]]}])");
  expect_failure(run_program({"gradients", scene, "--loss", bad}), 2,
                 "attentoscope: " + bad + ": /0/target/0: expected 1 number (Do), found 2");
  const std::string infinite = written(
      folder, "infinite.json", R"({"kind": "weights_kl", "head": 0, "target": [[0.5, 0.5]]})");
  const std::string sparse =
      written(folder, "sparse.attn.json",
              kScene.substr(0, kScene.rfind('}')) + R"(, "normalizer": {"kind": "sparsemax"}})");
  expect_failure(run_program({"gradients", sparse, "--loss", infinite}), 2,
                 "attentoscope: " + infinite + ": /target/0/0: expected 0");
  expect_failure(run_program({"gradients", loss, "--loss", loss}), 2, "attentoscope: " + loss);
  expect_failure(run_program({"gradients", folder / "none.attn.json", "--loss", loss}), 2);
  expect_failure(run_program({"gradients", scene, "--loss", folder / "none.json"}), 2);
  expect_failure(run_program({"gradients", scene}), 2, "--loss");
  expect_failure(run_program({"gradients", "-", "--loss", "-"}), 2, "found - for both");
  expect_failure(run_program({"gradients", scene, "--loss", loss, "--out", loss}), 2);
  expect_failure(run_program({"gradients", scene, "--loss", loss, "--out", scene}), 2);
  EXPECT_EQ(bytes_of(loss), kLoss);
}

TEST(Gradients, OfANetworkAreOfItsLogits) {
  const TemporaryFolder folder;
  const std::string network = data_path("golden2/net-gpt2.attn-net.json");
  const json file = json::parse(bytes_of(network));
  json targets = json::array();
  for (std::size_t n = 0; n < file["tokens"].size(); ++n) targets.push_back(n % 2);
  const std::string loss =
      written(folder, "loss.json", json({{"kind", "cross_entropy"}, {"targets", targets}}).dump());
  const Answer run = run_program({"gradients", network, "--loss", loss});
  ASSERT_EQ(run.status, 0) << run.err;
  const json found = json::parse(run.out)["gradients"];
  for (const auto& [place, gradient] : found.items()) {
    const json& given = file[json::json_pointer(place)];
    EXPECT_EQ(gradient.size(), given.size()) << place;
  }
  EXPECT_TRUE(found.contains("/blocks/0/mlp/w_1"));
  EXPECT_TRUE(found.contains("/embedding"));
  const std::string weights =
      written(folder, "weights.json", R"({"kind": "weights_mse", "head": "all", "target": []})");
  expect_failure(run_program({"gradients", network, "--loss", weights}), 2, weights);
}

}  // namespace
}  // namespace attn::gradients_test
