// A scene of version 2: it can be computed, but not shown yet.

#include <fstream>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::version_test {
namespace {

using namespace attn::test;
using nlohmann::json;

class LaterScene : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(scene_) << R"({"format": "attentoscope/scene", "version": 2,
      "tokens": ["a", "b"], "embeddings": [[1], [2]], "heads": [{"sink": 0}]})";
  }

  TemporaryFolder folder_;
  std::string scene_ = folder_ / "later.attn.json";
  const std::string refusal_ =
      "later.attn.json: /version: scenes of version 2 can be computed, but not shown yet";
};

TEST_F(LaterScene, HasAResultOfItsVersion) {
  const Answer printed = run_program({"compute", scene_});
  EXPECT_EQ(printed.status, 0) << printed.err;
  EXPECT_EQ(json::parse(printed.out)["version"], 2);
  const std::string out = folder_ / "result.json";
  EXPECT_EQ(run_program({"compute", scene_, "--out", out}).status, 0);
  EXPECT_EQ(bytes_of(out), printed.out);
  EXPECT_EQ(json::parse(run_program({"compute", example_path()}).out)["version"], 1);
}

TEST_F(LaterScene, HasNoFigureAndNoScreenshot) {
  const std::string out = folder_ / "a.png";
  expect_failure(run_program({"export", scene_, "--view", "weights", "--out", out}), 2, refusal_);
  expect_failure(run_program({"export", scene_, "--view", "all", "--out", folder_.path().string()}),
                 2, refusal_);
  expect_failure(run_program({scene_, "--screenshot", out}), 2, refusal_);
  expect_failure(run_program({scene_}), 2, refusal_);
  EXPECT_EQ(folder_.file_count(), 1);
}

}  // namespace
}  // namespace attn::version_test
