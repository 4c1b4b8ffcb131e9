// attentoscope export of trained models.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include <gtest/gtest.h>

#include "app/document/tensors/tensor_file.h"
#include "tests/app/run_program.h"
#include "tests/model/expected_model.h"
#include "tests/support/temporary_folder.h"

namespace attn::export_model_test {
namespace {

using namespace attn::test;
using nlohmann::json;

class ModelExports : public testing::Test {
 protected:
  /// Exports a view of a model, and returns the path of the file.
  std::string exported(const std::string& name, const std::vector<std::string>& more,
                       const std::string& file) {
    const std::string path = folder_ / file;
    std::vector<std::string> words = {"export", model_path(name), "--out", path};
    words.insert(words.end(), more.begin(), more.end());
    const Answer run = run_program(words);
    EXPECT_EQ(run.status, 0) << run.err;
    told_ = run.err;
    return path;
  }

  static json json_in(const std::string& path) {
    std::ifstream file(path);
    return json::parse(file);
  }

  static std::string ids_of(const std::string& name) {
    std::string list;
    for (const int id : ExpectedModel(model_path(name)).ids) {
      list += (list.empty() ? "" : ",") + std::to_string(id);
    }
    return list;
  }

  TemporaryFolder folder_;
  std::string told_;
};

Matrix matrix_in(const json& rows) {
  Matrix made(std::ssize(rows), std::ssize(rows[0]));
  for (Index i = 0; i < made.rows(); ++i) {
    for (Index j = 0; j < made.cols(); ++j) {
      const json& number = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      made(i, j) = number.is_null() ? 0 : number.get<float>();
    }
  }
  return made;
}

TEST_F(ModelExports, WriteTheWeightsOfAnyLayer) {
  for (const std::string name : {"gpt2", "bert", "llama", "gemma2", "qwen3", "phi"}) {
    SCOPED_TRACE(name);
    const ExpectedModel expected(model_path(name));
    const std::string path =
        exported(name, {"--ids", ids_of(name), "--layer", "1", "--view", "weights", "--head", "1"},
                 "w.json");
    expect_near(matrix_in(json_in(path)["values"]), expected.attentions[1][1], "weights");
  }
}

TEST_F(ModelExports, WriteAFileOfEachLayer) {
  exported("llama", {"--ids", "3,5,8", "--view", "scores"}, "{name}-{layer}.pdf");
  for (const char* const file : {"llama-0.pdf", "llama-1.pdf"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / file)) << file;
  }
  exported("llama", {"--ids", "3,5,8", "--view", "all"}, "views/");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "views/llama-weights.png"));
}

TEST_F(ModelExports, WriteTheNextTokensThatARunPrints) {
  const std::vector<std::string> changes = {"--off", "1.0", "--temperature", "0.1=2"};
  std::vector<std::string> words = {"run", model_path("gpt2"), "--ids", "3,5,8", "--top", "4"};
  words.insert(words.end(), changes.begin(), changes.end());
  const Answer run = run_program(words);
  ASSERT_EQ(run.status, 0) << run.err;
  const json expected = json::parse(run.out);
  words = {"--ids", "3,5,8", "--top", "4", "--view", "next"};
  words.insert(words.end(), changes.begin(), changes.end());
  const json found = json_in(exported("gpt2", words, "n.json"));
  EXPECT_EQ(found["columns"], (json{"id", "logit", "p", "before"}));
  ASSERT_EQ(found["values"].size(), 5U);
  for (std::size_t n = 0; n < 4; ++n) {
    const json& row = found["values"][n];
    EXPECT_EQ(row[0], expected["next"][n]["id"]);
    EXPECT_EQ(row[1], expected["next"][n]["logit"]);
    EXPECT_EQ(row[2], expected["next"][n]["p"]);
    EXPECT_EQ(row[3], expected["next"][n]["before"]);
    EXPECT_EQ(found["rows"][n], expected["next"][n]["text"]);
  }
  EXPECT_TRUE(found["values"][4][0].is_null());
  EXPECT_EQ(found["values"][4][2], expected["rest"]["p"]);
  EXPECT_EQ(found["values"][4][3], expected["rest"]["before"]);
}

TEST_F(ModelExports, ReadOutTheLikeliestTokensAfterEachLayer) {
  const Answer run =
      run_program({"run", model_path("llama"), "--ids", "3,5,8", "--top", "3", "--layers"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json expected = json::parse(run.out);
  const json found =
      json_in(exported("llama", {"--ids", "3,5,8", "--top", "3", "--view", "readout"}, "r.json"));
  ASSERT_EQ(found["values"].size(), expected["layers"].size());
  for (std::size_t n = 0; n < 3; ++n) {
    EXPECT_EQ(found["columns"][n], expected["next"][n]["text"]);
    EXPECT_NEAR(found["values"].back()[n].get<double>(), expected["next"][n]["p"].get<double>(),
                1e-6);
  }
  const json changed = json_in(exported(
      "llama", {"--ids", "3,5,8", "--top", "3", "--view", "readout", "--off", "1.0"}, "c.json"));
  ASSERT_EQ(changed["values"].size(), 2U);
  EXPECT_NE(changed["values"][0].back(), found["values"].back());
}

TEST_F(ModelExports, ExplainTheLogitsThatARunPrints) {
  for (const std::string name : {"gpt2", "llama", "gemma2", "phi", "qwen3"}) {
    SCOPED_TRACE(name);
    const std::vector<std::string> changes = {"--off", "1.0", "--temperature", "0.1=2"};
    std::vector<std::string> words = {"run", model_path(name), "--ids", "3,5,8", "--top", "2"};
    words.insert(words.end(), changes.begin(), changes.end());
    const Answer run = run_program(words);
    ASSERT_EQ(run.status, 0) << run.err;
    const json next = json::parse(run.out)["next"];
    const auto capped = [&](double logit) {
      return name == "gemma2" ? 3 * std::tanh(logit / 3) : logit;  // of its config
    };
    const auto parts = [&](const std::vector<std::string>& more) {
      words = {"--ids", "3,5,8", "--view", "why"};
      words.insert(words.end(), changes.begin(), changes.end());
      words.insert(words.end(), more.begin(), more.end());
      const json table = json_in(exported(name, words, "y.json"));
      double sum = 0;
      for (std::size_t n = 0; n + 1 < table["values"].size(); ++n) {
        sum += table["values"][n][0].get<double>();
      }
      EXPECT_NEAR(table["values"].back()[0].get<double>(), sum, 1e-4);
      EXPECT_EQ(table["rows"].back(), "sum");
      const auto off = std::ranges::find(table["rows"], "L1.H0") - table["rows"].begin();
      EXPECT_EQ(table["values"][static_cast<std::size_t>(off)][0], 0);
      return sum;
    };
    const double first = parts({});
    const double second = parts({"--word", std::to_string(next[1]["id"].get<int>())});
    EXPECT_NEAR(capped(first), next[0]["logit"].get<double>(), 1e-4);
    EXPECT_NEAR(capped(second), next[1]["logit"].get<double>(), 1e-4);
    const double difference = parts({"--against", std::to_string(next[1]["id"].get<int>())});
    EXPECT_NEAR(difference, first - second, 1e-4);
  }
}

TEST_F(ModelExports, ExplainTheScoresOfALayer) {
  for (const std::string name : {"gpt2", "llama", "gemma2", "phi", "qwen3"}) {
    SCOPED_TRACE(name);
    const auto table = [&](const std::string& view, const std::vector<std::string>& more) {
      std::vector<std::string> words = {"--ids",  "3,5,8", "--layer", "1",
                                        "--head", "1",     "--view",  view};
      words.insert(words.end(), more.begin(), more.end());
      return json_in(exported(name, words, "s.json"));
    };
    const json scores = table("scores", {});
    const Matrix parts = matrix_in(table("why-weight", {"--query", "2", "--key", "1"})["values"]);
    const double sum = static_cast<double>(parts.sum());
    const double score = scores["values"][2][1].get<double>();
    EXPECT_NEAR(name == "gemma2" ? 2 * std::tanh(sum / 2) : sum, score, 1e-4);
  }
}

TEST_F(ModelExports, WriteAllHeadsWithTheirChanges) {
  const ExpectedModel expected(model_path("gpt2"));
  const std::string ids = ids_of("gpt2");
  const json found = json_in(exported("gpt2", {"--ids", ids, "--view", "grid"}, "g.json"));
  std::size_t n = 0;
  for (const auto& layer : expected.attentions) {
    for (const Matrix& weights : layer) {
      expect_near(matrix_in(found["values"][n++]), weights, "weights");
    }
  }
  EXPECT_EQ(found["values"].size(), n);
  EXPECT_EQ(found["layers"][1], "0.1");
  const json uniform = json_in(
      exported("gpt2", {"--ids", "3,5", "--view", "grid", "--temperature", "0.1=inf"}, "u.json"));
  EXPECT_EQ(uniform["values"][1][1], (json{0.5, 0.5}));
  EXPECT_TRUE(told_.empty());
  exported("gpt2", {"--ids", "3,5", "--view", "weights", "--temperature", "0.1=inf"}, "w.csv");
  EXPECT_NE(told_.find("drawn without the changes of head 1"), std::string::npos) << told_;
}

TEST_F(ModelExports, DrawFiguresOfWholeModels) {
  for (const std::string view : {"grid", "readout", "next", "why", "why-weight"}) {
    for (const std::string ending : {".png", ".svg", ".pdf"}) {
      const std::string path =
          exported("gpt2", {"--ids", "3,5,8", "--view", view, "--off", "1.0"}, view + ending);
      EXPECT_GT(std::filesystem::file_size(path), 1000U);
    }
  }
}

TEST_F(ModelExports, TakeADocument) {
  const std::string document = folder_ / "d.attn-model.json";
  std::ofstream(document) << json{{"format", "attentoscope/model"},
                                  {"version", 1},
                                  {"model", std::filesystem::absolute(model_path("gpt2")).string()},
                                  {"ids", {3, 5, 8}},
                                  {"changes", {{{"kind", "off"}, {"block", 1}, {"head", 0}}}}}
                                 .dump();
  const std::string path = folder_ / "{name}.csv";
  const Answer run =
      run_program({"export", document, "--view", "next", "--out", folder_ / "n.csv"});
  ASSERT_EQ(run.status, 0) << run.err;
  std::stringstream text;
  text << std::ifstream(folder_ / "n.csv").rdbuf();
  EXPECT_NE(text.str().find("before"), std::string::npos);
}

TEST_F(ModelExports, ReplaceNoFileOfTheModel) {
  const std::string model = folder_ / "m", config = model + "/config.json";
  std::filesystem::copy(model_path("gpt2"), model);
  const std::string before = bytes_of(config);
  for (const std::string view : {"next", "weights"}) {
    expect_failure(run_program({"export", model, "--ids", "1", "--view", view, "--out", config}), 2,
                   "config.json");
  }
  EXPECT_EQ(bytes_of(config), before);
}

TEST_F(ModelExports, NameThePlaceOfErrors) {
  const auto refuses = [&](const std::vector<std::string>& more, const std::string& words) {
    std::vector<std::string> all = {"export", model_path("gpt2"), "--out", folder_ / "x.png"};
    all.insert(all.end(), more.begin(), more.end());
    expect_failure(run_program(all), 2, words);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "x.png"));
  };
  refuses({"--view", "grid"}, "expected TEXT, --ids or --text");
  refuses({"--view", "why-weight", "--ids", "1", "--key", "3"}, "--key: expected less than 1");
  refuses({"--view", "why", "--ids", "1", "--word", "99"}, "--word: 99: expected less than 19");
  refuses({"--view", "why", "--ids", "1", "--against", "Mary"}, "no token has the text \"Mary\"");
  expect_failure(run_program({"export", model_path("bert"), "--ids", "1,2", "--view", "why", "--at",
                              "1", "--out", folder_ / "x.png"}),
                 2, "its norms come after the sum");
  const auto refuses_scene = [&](const std::vector<std::string>& more, const std::string& words) {
    std::vector<std::string> all = {"export", data_path("golden/bias.attn.json"), "--out",
                                    folder_ / "x.png"};
    all.insert(all.end(), more.begin(), more.end());
    expect_failure(run_program(all), 2, words);
  };
  refuses_scene({"--view", "grid"}, "--view grid: expected a trained model");
  refuses_scene({"--view", "weights", "--layer", "1"}, "expected a trained model");
  refuses_scene({"--view", "weights", "--off", "1.0"}, "expected a trained model");
  refuses({"--view", "weights", "--text", "a"}, "no tokenizer");
  refuses({"--view", "weights", "--ids", "99"}, "--ids: 99: expected less than 19 (V)");
  refuses({"--view", "weights", "--ids", "1", "--layer", "7"},
          "--layer: 7: expected a layer below 2");
  refuses({"--view", "weights", "--ids", "1", "--head", "9"}, "--head: expected less than");
  refuses({"--view", "next", "--ids", "1", "--query", "1"}, "expected an option of figures");
  refuses({"--view", "next", "--ids", "1", "--off", "7.0"}, "--off: 7.0: expected a layer below 2");
  expect_failure(run_program({"export", model_path("bert-body"), "--ids", "1", "--view", "next",
                              "--out", folder_ / "x.png"}),
                 2, "the model has no head for tokens");
}

}  // namespace
}  // namespace attn::export_model_test
