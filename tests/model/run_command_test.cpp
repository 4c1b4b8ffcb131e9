// attentoscope run, from the outside.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/model/expected_model.h"
#include "tests/support/temporary_folder.h"

namespace attn::run_command_test {
namespace {

using namespace attn::test;
using nlohmann::json;

std::string list_of(const std::vector<int>& ids) {
  std::string list;
  for (const int id : ids) list += (list.empty() ? "" : ",") + std::to_string(id);
  return list;
}

std::string ids_of(const std::string& name) { return list_of(ExpectedModel(model_path(name)).ids); }

json json_in(const std::string& path) {
  std::ifstream file(path);
  return json::parse(file);
}

/// JSON that a run of the program prints.
json result_of(const std::vector<std::string>& words) {
  std::vector<std::string> all = {"run"};
  all.insert(all.end(), words.begin(), words.end());
  const Answer run = run_program(all);
  EXPECT_EQ(run.status, 0) << run.err;
  return run.status == 0 ? json::parse(run.out) : json();
}

std::vector<double> probabilities(const Matrix& logits, Index row) {
  std::vector<double> p;
  double sum = 0;
  for (Index n = 0; n < logits.cols(); ++n) {
    p.push_back(std::exp(static_cast<double>(logits(row, n))));
    sum += p.back();
  }
  for (double& one : p) one /= sum;
  return p;
}

TEST(RunCommand, PrintsTheLikeliestNextTokens) {
  const ExpectedModel expected(model_path("llama"));
  const json result = result_of({model_path("llama"), "--ids", ids_of("llama"), "--top", "4"});
  EXPECT_EQ(result["format"], "attentoscope/run");
  EXPECT_EQ(result["model"]["family"], "llama");
  EXPECT_EQ(result["model"]["key_heads"], 2);
  EXPECT_EQ(result["tokens"].size(), expected.ids.size());
  const Index last = std::ssize(expected.ids) - 1;
  EXPECT_EQ(result["at"], last);
  const std::vector<double> p = probabilities(*expected.logits, last);
  ASSERT_EQ(result["next"].size(), 4U);
  double sum = 0, before = 1;
  for (const json& one : result["next"]) {
    EXPECT_NEAR(one["p"].get<double>(), p[one["id"].get<std::size_t>()], 1e-5);
    EXPECT_NEAR(one["logit"].get<float>(), (*expected.logits)(last, one["id"].get<Index>()), 1e-4);
    EXPECT_LE(one["p"].get<double>(), before);
    EXPECT_FALSE(one.contains("before"));
    before = one["p"];
    sum += before;
  }
  EXPECT_EQ(result["rest"]["count"], std::ssize(p) - 4);
  EXPECT_NEAR(result["rest"]["p"].get<double>(), 1 - sum, 1e-5);
  EXPECT_FALSE(result.contains("kl"));
}

TEST(RunCommand, ShowsWhatAChangeDoes) {
  for (const std::string name : {"gpt2", "gemma2"}) {
    const std::string folder = model_path(name);
    const json cases = json_in(folder + "/changes.json");
    const TensorFile expected(folder + "/changes.safetensors");
    const ExpectedModel plain(folder);
    for (const json& one : cases["cases"]) {
      if (!one.contains("options")) continue;
      SCOPED_TRACE(name + ": " + one["name"].get<std::string>());
      std::vector<std::string> words = {folder, "--ids", list_of(cases["ids"]), "--from-ids",
                                        list_of(cases["from"])};
      for (std::string word : one["options"]) {
        const std::size_t at = word.find("weights.npy");
        words.push_back(at == word.npos ? word : word.insert(at, folder + "/"));
      }
      const json result = result_of(words);
      const Tensor& tensor = *expected.find(one["name"].get<std::string>() + "/logits");
      const Matrix logits = expected.matrix(tensor, plane_of(tensor));
      const std::vector<double> p = probabilities(logits, logits.rows() - 1);
      const std::vector<double> before = probabilities(*plain.logits, logits.rows() - 1);
      double kl = 0;
      for (std::size_t n = 0; n < p.size(); ++n) kl += before[n] * std::log(before[n] / p[n]);
      for (const json& next : result["next"]) {
        EXPECT_NEAR(next["p"].get<double>(), p[next["id"].get<std::size_t>()], 1e-4);
        EXPECT_NEAR(next["before"].get<double>(), before[next["id"].get<std::size_t>()], 1e-4);
      }
      EXPECT_NEAR(result["kl"].get<double>(), kl, 1e-4 * (1 + kl));
    }
  }
}

TEST(RunCommand, AddsTokensOneByOne) {
  for (const std::string name : {"gpt2", "llama"}) {
    const json expected = json_in(model_path(name) + "/generated.json");
    const std::vector<std::string> words = {model_path(name), "--ids", list_of(expected["ids"]),
                                            "--generate", "4"};
    const json made = result_of(words)["generated"];
    ASSERT_EQ(made.size(), 4U);
    for (std::size_t n = 0; n < made.size(); ++n) {
      EXPECT_EQ(made[n]["id"], expected["generated"][n]["id"]);
      EXPECT_EQ(made[n]["next"][0]["id"], made[n]["id"]);
      EXPECT_NEAR(made[n]["p"].get<double>(), expected["generated"][n]["p"].get<double>(), 1e-4);
    }
  }
  const auto drawn = [](const std::string& seed) {
    const json result =
        result_of({model_path("llama"), "--ids", "3", "--generate", "12", "--sample-temperature",
                   "5", "--top-k", "9", "--top-p", "0.95", "--seed", seed});
    std::string ids;
    for (const json& one : result["generated"]) ids += one["id"].dump() + " ";
    EXPECT_FALSE(ids.empty());
    return ids;
  };
  EXPECT_EQ(drawn("1"), drawn("1"));
  EXPECT_NE(drawn("1"), drawn("2"));
}

TEST(RunCommand, WritesArrays) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.npz";
  const ExpectedModel expected(model_path("gemma3_text"));
  const json result =
      result_of({model_path("gemma3_text"), "--ids", ids_of("gemma3_text"), "--out", path});
  const TensorFile file(path);
  const auto matrix = [&](const char* name, const std::vector<Index>& at = {}) {
    const Tensor& tensor = *file.find(name);
    return file.any_numbers(tensor, plane_of(tensor, at));
  };
  ASSERT_EQ(file.tensors().size(), 5U);
  expect_near(matrix("logits"), *expected.logits, "logits");
  expect_near(matrix("final"), expected.final_state, "final");
  for (std::size_t n = 0; n < expected.hidden.size(); ++n) {
    expect_near(matrix("hidden", {static_cast<Index>(n)}), expected.hidden[n], "hidden");
  }
  expect_near(matrix("attentions", {2, 1}), expected.attentions[2][1], "attentions");
  result_of({model_path("bert-body"), "--ids", "3", "--out", path, "--arrays", "final,ids"});
  const TensorFile some(path);
  ASSERT_EQ(some.tensors().size(), 2U);
  EXPECT_EQ(some.find("ids")->kind->name, "int64");
  EXPECT_EQ(some.find("ids")->axes, Axes{1});
}

TEST(RunCommand, WritesArraysOfGeneratedTokensToo) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.npz";
  const json result =
      result_of({model_path("llama"), "--ids", "3,5", "--generate", "2", "--out", path});
  const TensorFile file(path);
  const Tensor& tensor = *file.find("ids");
  ASSERT_EQ(tensor.axes, Axes{4});
  const Matrix ids = file.any_numbers(tensor, {.col_step = 1, .rows = 1, .cols = 4});
  EXPECT_EQ(ids(0, 1), 5);
  EXPECT_EQ(ids(0, 3), result["generated"][1]["id"].get<float>());
  EXPECT_EQ(file.find("final")->axes.front(), 4);
}

TEST(RunCommand, SaysWhatEachLayerSaysAndWhatHasNoHead) {
  const json result = result_of({model_path("gpt2"), "--ids", ids_of("gpt2"), "--layers"});
  ASSERT_EQ(result["layers"].size(), 2U);
  EXPECT_EQ(result["layers"][1].size(), 3U);
  EXPECT_EQ(result["layers"][1][0]["id"], result["next"][0]["id"]);
  const json none = result_of({model_path("bert-body"), "--ids", "3,4", "--layers"});
  EXPECT_TRUE(none["next"].is_null());
  EXPECT_TRUE(none["layers"].is_null());
  EXPECT_NE(none["warnings"].dump().find("no head for tokens"), std::string::npos);
}

/// A BERT whose tokenizer knows [MASK].
TEST(RunCommand, GuessesMaskedTokens) {
  const TemporaryFolder folder;
  const std::string model = folder / "bert";
  std::filesystem::copy(model_path("bert"), model);
  std::ofstream(model + "/vocab.txt")
      << "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n";
  const json result = result_of({model, "a b [MASK] d", "--top", "2"});
  EXPECT_FALSE(result.contains("next"));
  ASSERT_EQ(result["masked"].size(), 1U);
  EXPECT_EQ(result["masked"][0]["at"], 3);
  EXPECT_EQ(result["masked"][0]["candidates"].size(), 2U);
  EXPECT_EQ(result["tokens"][1]["text"], "a");
}

TEST(RunCommand, TakesANetwork) {
  const TemporaryFolder folder;
  const std::string net = folder / "net.attn-net.json";
  ASSERT_EQ(run_program({"convert", model_path("qwen3"), "--out", net, "--ids", "3,5"}).status, 0);
  const json of_net = result_of({net}), of_model = result_of({model_path("qwen3"), "--ids", "3,5"});
  EXPECT_EQ(of_net["next"][0]["id"], of_model["next"][0]["id"]);
  EXPECT_EQ(of_net["next"][0]["logit"], of_model["next"][0]["logit"]);
}

TEST(RunCommand, RefusesTokensThatAMaskIsNotFor) {
  const TemporaryFolder folder;
  const std::string net = folder / "n.attn-net.json";
  std::ofstream(net) << R"({"format": "attentoscope/network", "version": 1,
    "vocabulary": ["a", "b"], "tokens": ["a", "b"], "embedding": [[1, 0], [0, 1]],
    "blocks": [{"attention": {"heads": [{"w_q": [[1], [0]], "w_k": [[1], [0]], "w_v": [[1], [0]]}],
      "combine": {"kind": "concat", "w_o": [[1, 0]]},
      "masks": [{"kind": "custom", "allowed": [[true, false], [true, true]]}]}}]})";
  EXPECT_EQ(run_program({"run", net}).status, 0);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--mask", "0.0=not:1"}}) {
    std::vector<std::string> words = {"run", net, "--ids", "0,1,0,1,1,1"};
    words.insert(words.end(), more.begin(), more.end());
    expect_failure(run_program(words), 2, "/blocks/0/attention/masks/0/allowed: expected 6 rows");
  }
}

TEST(RunCommand, RefusesASceneInTheFileOfANetwork) {
  const TemporaryFolder folder;
  const std::string net = folder / "scene.attn-net.json";
  std::filesystem::copy(example_path(), net);
  expect_failure(run_program({"run", net}), 2, "expected a network, found a scene");
}

TEST(RunCommand, DescribesAModelWithoutItsWeights) {
  const json result = result_of({model_path("phi"), "--describe"});
  EXPECT_EQ(result["model"]["layers"], 2);
  EXPECT_GT(result["memory"]["weights"], 0);
}

TEST(RunCommand, ReadsLayersAgainWhereMemoryIsShort) {
  const std::vector<std::string> words = {"run", model_path("gemma3_text"), "--ids", "3,5"};
  const Answer plain = run_program(words);
  const Answer little = run_program(words, {.environment = {"ATTENTOSCOPE_MEMORY=0.013"}});
  ASSERT_EQ(little.status, 0) << little.err;
  EXPECT_NE(little.out.find("read again for each pass"), std::string::npos);
  EXPECT_EQ(json::parse(little.out)["next"], json::parse(plain.out)["next"]);
  expect_failure(run_program(words, {.environment = {"ATTENTOSCOPE_MEMORY=0.005"}}), 2,
                 "of memory, and the limit is");
}

TEST(RunCommand, NamesThePlaceOfErrors) {
  const std::string gpt = model_path("gpt2");
  const auto refuses = [&](std::vector<std::string> words, const std::string& line) {
    words.insert(words.begin(), {"run", gpt});
    expect_failure(run_program(words), 2, line);
  };
  refuses({}, "expected TEXT, --ids or --text");
  refuses({"a", "--ids", "1"}, "expected one of TEXT, --ids and --text, found more");
  refuses({"a"},
          "gpt2: no tokenizer (tokenizer.json, vocab.json with merges.txt, or vocab.txt): "
          "--ids takes token ids");
  refuses({"--ids", "3,19"}, "--ids: 19: expected less than 19 (V)");
  refuses({"--ids", "x"}, "--ids: expected whole numbers");
  refuses({"--ids", "1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8"},
          "17 tokens: the model has positions for 16");
  refuses({"--ids", "1,2", "--generate", "15"}, "17 tokens: the model has positions for 16");
  refuses({"--ids", "1", "--at", "1"}, "--at: 1: expected a token below 1");
  refuses({"--ids", "1", "--off", "2.0"}, "--off: 2.0: expected a layer below 2");
  refuses({"--ids", "1", "--off", "1.3"}, "--off: 1.3: expected a head below 3");
  refuses({"--ids", "1", "--off", "x"}, "--off: expected LAYER.HEAD, such as 9.6 or 9.*, found");
  refuses({"--ids", "1", "--off", "1.0", "--mean", "1.0"}, "--mean: 1.0: its output is given");
  refuses({"--ids", "1", "--mean", "1.0"}, "48 tokens: the model has positions for 16");
  refuses({"--ids", "1", "--temperature", "1.0=-1"}, "--temperature: expected a number from 0");
  refuses({"--ids", "1", "--mask", "1.0=diagonal"}, "--mask: expected causal, none, previous");
  refuses({"--ids", "1", "--weights", "1.0=" + gpt + "/weights.npy"},
          "weights.npy: expected 1 × 1 (L × L), found 11 × 11");
  refuses({"--ids", "1", "--patch", "1.0=0"}, "--patch: expected --from");
  refuses({"--ids", "1", "--patch", "1.0=9", "--from-ids", "1"}, "expected a token below 1");
  refuses({"--ids", "1", "--patch", "3.0=0", "--from-ids", "1"}, "expected a layer up to 2");
  refuses({"--ids", "1", "--cut", "1.0=1.1.query"}, "--cut: 1.1: expected a head of a layer below");
  refuses({"--ids", "1", "--cut", "1.0=0.3.query"}, "--cut: 0.3: expected a head below 3");
  refuses({"--ids", "1", "--cut", "1.4=0.1.query"}, "--cut: 1.4: expected a head below 3");
  refuses({"--ids", "1", "--cut", "1.0=0.1.score"}, "--cut: expected query, key, value or all");
  refuses({"--ids", "1", "--cut", "1.0=0.query"}, "--cut: expected LAYER.HEAD.INPUT behind =");
  refuses({"--ids", "1", "--cut", "1.0"}, "--cut: expected LAYER.HEAD=LAYER.HEAD.INPUT");
  expect_failure(
      run_program({"run", model_path("bert"), "--ids", "1", "--cut", "1.0=0.1.key", "--at", "0"}),
      2, "--cut: no link of this model can be cut: its norms come after the sum");
  refuses({"--ids", "1", "--arrays", "final"}, "--arrays: expected with --out");
  refuses({"--ids", "1", "--out", "/tmp/x.npz", "--arrays", "q"},
          "--arrays: expected some of ids, logits, hidden, final, attentions, found");
  refuses({"--ids", "1", "--out", "/tmp/x.txt"}, ".npz");
  expect_failure(run_program({"run", model_path("bert-body"), "--ids", "1", "--generate", "2"}), 2,
                 "--generate: the model has no head for tokens");
}

}  // namespace
}  // namespace attn::run_command_test
