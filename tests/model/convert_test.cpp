// attentoscope convert, from the outside.

#include <filesystem>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/model/expected_model.h"
#include "tests/support/temporary_folder.h"

namespace attn::convert_test {
namespace {

using namespace attn::test;
using nlohmann::json;

std::string ids_of(const std::string& name) {
  std::string list;
  for (const int id : ExpectedModel(model_path(name)).ids) {
    list += (list.empty() ? "" : ",") + std::to_string(id);
  }
  return list;
}

TEST(Convert, ThenComputeGivesTheModelsLogits) {
  for (const std::string name : {"gpt2-bin", "gemma3_text", "bert"}) {
    const TemporaryFolder folder;
    const std::string net = folder / "net.attn-net.json";
    const Answer run =
        run_program({"convert", model_path(name), "--out", net, "--ids", ids_of(name)});
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err.find("pooler") != run.err.npos, name == "bert") << run.err;
    const Answer computed = run_program({"compute", net});
    ASSERT_EQ(computed.status, 0) << computed.err;
    const json logits = json::parse(computed.out)["logits"];
    const Matrix expected = *ExpectedModel(model_path(name)).logits;
    ASSERT_EQ(std::ssize(logits), expected.rows());
    Matrix found(expected.rows(), expected.cols());
    for (Index i = 0; i < found.rows(); ++i) {
      for (Index j = 0; j < found.cols(); ++j) {
        found(i, j) = logits[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      }
    }
    expect_near(found, expected, name);
  }
}

TEST(Convert, WrongModelsAndOptionsHaveALine) {
  const TemporaryFolder folder;
  const std::string net = folder / "net.attn-net.json", model = model_path("gpt2");
  expect_failure(run_program({"convert", model, "--out", folder / "net.json"}), 2,
                 "expected a name that ends in .attn-net.json");
  expect_failure(run_program({"convert", model, "--out", net, "--ids", "1,19"}), 2,
                 "attentoscope: --ids: 19: expected less than 19 (V)");
  expect_failure(run_program({"convert", model, "--out", net, "--ids", "a"}), 2, "--ids: expected");
  expect_failure(run_program({"convert", folder / "none", "--out", net}), 2);
  expect_failure(run_program({"convert", model, "--out", folder / "no/net.attn-net.json"}), 1);
  std::filesystem::copy(model, folder / "m");
  std::filesystem::remove(folder / "m/model.safetensors");
  expect_failure(run_program({"convert", folder / "m", "--out", net}), 2,
                 "/m: expected model.safetensors, found none");
  EXPECT_FALSE(std::filesystem::exists(net));
}

}  // namespace
}  // namespace attn::convert_test
