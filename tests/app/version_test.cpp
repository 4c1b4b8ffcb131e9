// A scene of version 2 on the command line.

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

TEST_F(LaterScene, HasFiguresAndNumbers) {
  const std::string out = folder_ / "a.svg";
  EXPECT_EQ(run_program({"export", scene_, "--view", "weights", "--out", out}).status, 0);
  EXPECT_NE(bytes_of(out).find("sink"), std::string::npos);
  const std::string all = folder_ / "all";
  EXPECT_EQ(run_program({"export", scene_, "--view", "all", "--out", all + "/"}).status, 0);
}

}  // namespace
}  // namespace attn::version_test
