#include <gtest/gtest.h>

#include "app/document/scene_file/gradients_file.h"
#include "engine/base/problem.h"
#include "tests/engine/scenes.h"

namespace attn::loss_file_test {
namespace {

using namespace attn::test;

const Scene kScene = self_attention(2, 3);

std::vector<Loss> parse(std::string_view json) { return parse_losses(json, kScene); }

/// "place: text" of what is wrong, by either of those who look.
std::string problem_of(std::string_view json) {
  try {
    for (const Loss& loss : parse(json)) check_loss(loss, kScene);
  } catch (const SceneError& error) {
    return error.problem().place + ": " + error.problem().text;
  }
  return "none";
}

TEST(LossFile, OneOrAListOfAllKinds) {
  const auto losses = parse(R"([
    {"kind": "mse", "target": [[1, 2, 3], [4, 5, 6]], "factor": 0.5},
    {"kind": "cross_entropy", "targets": [-1, 2]},
    {"kind": "weights_mse", "head": "all", "target": [null, [0, 1]]},
    {"kind": "weights_fy", "head": 0, "target": [[1, 0], [0, 1]]}])");
  ASSERT_EQ(losses.size(), 4u);
  EXPECT_EQ(losses[0].factor, 0.5F);
  EXPECT_EQ(losses[0].target, matrix({{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(losses[1].targets, (std::vector<int>{-1, 2}));
  EXPECT_EQ(losses[1].factor, 1);
  EXPECT_EQ(losses[2].has_target, (std::vector<bool>{false, true}));
  EXPECT_FALSE(losses[2].head);
  EXPECT_EQ(losses[3].head, 0);
  EXPECT_EQ(losses[3].place, "/3");
  EXPECT_EQ(parse(R"({"kind": "cross_entropy", "targets": [0, 0]})")[0].place, "");
}

TEST(LossFile, NamesThePlaceOfWhatIsWrong) {
  const auto expect = [](std::string_view json, const std::string& start) {
    const std::string found = problem_of(json);
    EXPECT_EQ(found.substr(0, start.size()), start) << json;
  };
  expect("", ": expected JSON");
  expect("3", ": expected an object or a list, found a number");
  expect("[]", ": expected at least 1 loss");
  expect("[3]", "/0: expected an object");
  expect(R"({"kind": "l1"})", "/kind: expected one of mse, cross_entropy, weights_mse");
  expect(R"({"target": [[1]]})", "/kind: ");
  expect(R"({"kind": "mse"})", "/target: ");
  expect(R"({"kind": "mse", "target": [[1, 2, 3]]})", "/target: expected 2 rows (M), found 1");
  expect(R"({"kind": "mse", "target": [[1, 2], [3, 4]]})", "/target/0: expected 3 numbers (Do)");
  expect(R"({"kind": "mse", "target": [[1, 2], [3]]})", "/target/1: ");
  expect(R"({"kind": "mse", "target": [[1, 2, 3], [3, 4, "a"]]})", "/target/1/2: ");
  expect(R"({"kind": "mse", "target": [[1, 2, 3], [3, 4, 1e99]]})", "/target/1/2: ");
  expect(R"({"kind": "mse", "targets": [1]})", "/targets: expected only with cross_entropy");
  expect(R"({"kind": "mse", "goal": [1]})", "/goal: unknown key");
  expect(R"([{"kind": "cross_entropy", "targets": [0, 3]}])", "/0/targets/1: expected a column");
  expect(R"({"kind": "cross_entropy", "targets": [0, 0.5]})", "/targets/1: ");
  expect(R"({"kind": "cross_entropy", "targets": [0, -2]})", "/targets/1: ");
  expect(R"({"kind": "cross_entropy", "targets": [0]})", "/targets: ");
  expect(R"({"kind": "weights_mse", "target": [[1, 0], [1, 0]]})", "/head: ");
  expect(R"({"kind": "weights_mse", "head": 1, "target": [null, null]})", "/head: expected a head");
  expect(R"({"kind": "weights_mse", "head": "any", "target": [null, null]})", "/head: expected");
  expect(R"({"kind": "weights_kl", "head": 0, "target": [[1, 0], [1, 0, 0]]})", "/target/1: ");
  expect(R"({"kind": "weights_kl", "head": 0, "target": [[1, 0]]})", "/target: ");
  expect(R"({"kind": "weights_kl", "head": 0, "target": [[1, 0], [-1, 2]]})", "/target/1/0: ");
  expect(R"([{"kind": "weights_kl", "head": 0, "target": [[1, 0], [0, 1]]}])", "none");
}

}  // namespace
}  // namespace attn::loss_file_test
