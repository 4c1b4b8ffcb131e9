// Files of a model with its text and changes.
#include "app/model/run/model_document.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "app/document/tensors/tensor_file.h"
#include "app/model/files/model_error.h"
#include "tests/app/run_program.h"
#include "tests/model/expected_model.h"
#include "tests/support/temporary_folder.h"

namespace attn::model_document_test {
namespace {

using namespace attn::test;
using nlohmann::json;

json json_in(const std::string& path) {
  std::ifstream file(path);
  return json::parse(file);
}

json rows_of(const std::string& path) {
  const TensorFile file(path);
  const Tensor& tensor = file.tensors().front();
  const Matrix numbers = file.any_numbers(tensor, plane_of(tensor));
  json rows = json::array();
  for (Index i = 0; i < numbers.rows(); ++i) {
    json row = nullptr;
    if (!std::isnan(numbers(i, 0))) {
      row = json::array();
      for (Index j = 0; j < numbers.cols(); ++j) row.push_back(numbers(i, j));
    }
    rows.push_back(row);
  }
  return rows;
}

/// A change of the cases as a document has it.
json change_of(json one, const std::string& folder) {
  const auto rename = [&](const char* from, const std::string& to) {
    if (!one.contains(from)) return;
    const json value = one[from];
    one.erase(from);
    one[to] = value;
  };
  if (one["kind"] == "cut") {
    one["from_block"] = one["from"][0];
    one["from_head"] = one["from"][1];
    one.erase("from");
  }
  rename("layer", "block");
  rename("value", "temperature");
  if (one.contains("file")) {
    one["weights"] = rows_of(folder + "/" + one["file"].get<std::string>());
    one.erase("file");
  }
  return one;
}

class ModelDocuments : public testing::Test {
 protected:
  /// Writes a document, and returns its path.
  std::string document(const std::string& model, json rest) {
    rest["format"] = "attentoscope/model";
    rest["version"] = 1;
    rest["model"] = model;
    const std::string path = folder_ / "d.attn-model.json";
    std::ofstream(path) << rest.dump();
    return path;
  }

  static json result_of(const std::vector<std::string>& words) {
    const Answer run = run_program(words);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.status == 0 ? json::parse(run.out) : json();
  }

  TemporaryFolder folder_;
};

TEST_F(ModelDocuments, ChangeAModelAsOptionsDo) {
  for (const std::string name : {"gpt2", "llama"}) {
    const std::string model = model_path(name);
    const json cases = json_in(model + "/changes.json");
    for (const json& one : cases["cases"]) {
      if (!one.contains("options")) continue;
      SCOPED_TRACE(name + ", " + one["name"].get<std::string>());
      json changes = json::array();
      for (const json& change : one["changes"]) changes.push_back(change_of(change, model));
      const std::string path =
          document(model, {{"ids", cases["ids"]}, {"from", cases["from"]}, {"changes", changes}});
      const auto list = [](const json& ids) {
        std::string words = ids.dump();
        return words.substr(1, words.size() - 2);
      };
      std::vector<std::string> words = {
          "run", model, "--ids", list(cases["ids"]), "--from-ids", list(cases["from"])};
      for (std::string option : one["options"]) {
        if (const auto file = option.find("weights.npy"); file != std::string::npos) {
          option.insert(file, model + "/");
        }
        words.push_back(option);
      }
      const json expected = result_of(words), found = result_of({"run", path});
      EXPECT_EQ(found["next"], expected["next"]);
      EXPECT_EQ(found["kl"], expected["kl"]);
      EXPECT_TRUE(found["warnings"].empty());
    }
  }
}

TEST_F(ModelDocuments, ReplaceTheAttentionOfALayer) {
  const std::string model = model_path("gpt2");
  const std::string net = folder_ / "n.attn-net.json";
  const Answer converted = run_program({"convert", model, "--ids", "3,5,8,2", "--out", net});
  ASSERT_EQ(converted.status, 0) << converted.err;
  json network = json_in(net);
  json& attention = network["blocks"][1]["attention"];
  attention["normalizer"] = {{"kind", "softmax"}, {"temperature", 3}};
  attention["masks"] = json::array();
  std::ofstream(net) << network.dump();
  const json expected = result_of({"run", net});
  const std::string path =
      document(model, {{"ids", {3, 5, 8, 2}},
                       {"changes", {{{"kind", "layer"}, {"block", 1}, {"attention", attention}}}}});
  const json found = result_of({"run", path}),
             before = result_of({"run", model, "--ids", "3,5,8,2"});
  ASSERT_EQ(found["next"].size(), expected["next"].size());
  for (std::size_t n = 0; n < found["next"].size(); ++n) {
    EXPECT_EQ(found["next"][n]["id"], expected["next"][n]["id"]);
    EXPECT_NEAR(found["next"][n]["p"].get<double>(), expected["next"][n]["p"].get<double>(), 1e-6);
  }
  EXPECT_GT(found["kl"].get<double>(), 1e-6);
  EXPECT_EQ(result_of({"run", path, "--ids", "3,5,8,2"})["next"], found["next"]);
  EXPECT_NE(before["next"], found["next"]);
}

TEST_F(ModelDocuments, FindTheModelBesideThemAndWarnOfAnotherFingerprint) {
  std::filesystem::copy(model_path("llama"), folder_ / "m");
  const std::string fingerprint =
      result_of({"run", folder_ / "m", "--ids", "1"})["model"]["fingerprint"];
  std::string path = document("m", {{"ids", {1}}, {"fingerprint", fingerprint}});
  EXPECT_TRUE(result_of({"run", path})["warnings"].empty());
  EXPECT_EQ(result_of({"run", path, "--describe"})["model"]["family"], "llama");
  path = document("m", {{"ids", {1}}, {"fingerprint", "0123456789abcdef"}});
  const json warnings = result_of({"run", path})["warnings"];
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].get<std::string>().find(fingerprint), std::string::npos);
}

TEST_F(ModelDocuments, NameThePlaceOfErrors) {
  const auto refuses = [&](json rest, const std::string& words) {
    expect_failure(run_program({"run", document(model_path("gpt2"), std::move(rest))}), 2, words);
  };
  const auto refuses_change = [&](const json& change, const std::string& words) {
    refuses({{"ids", {1, 2}}, {"changes", {change}}}, words);
  };
  refuses({{"text", "a"}, {"ids", {1}}}, "/ids: expected one of text and ids, found both");
  refuses({{"texts", "a"}}, "/texts: unknown key");
  refuses({{"changes", 3}}, "/changes: expected a list of changes");
  refuses({{"text", "a"}}, "no tokenizer");
  refuses({}, "expected TEXT, --ids or --text");
  refuses_change({{"kind", "on"}, {"block", 1}}, "/changes/0/kind: expected one of off, mean");
  refuses_change({{"kind", "off"}, {"block", 12}, {"head", 0}},
                 "/changes/0: 12.0: expected a layer below 2");
  refuses_change({{"kind", "off"}, {"block", 1}, {"head", 9}},
                 "/changes/0: 1.9: expected a head below");
  refuses_change({{"kind", "off"}, {"block", 1}, {"mask", "none"}}, "/changes/0/mask: unknown key");
  refuses_change({{"kind", "temperature"}, {"block", 1}}, "/changes/0/temperature");
  refuses_change({{"kind", "temperature"}, {"block", 1}, {"temperature", -1}},
                 "/changes/0/temperature: expected a number >= 0 or \"inf\"");
  refuses_change({{"kind", "mask"}, {"block", 1}, {"mask", "past"}}, "/changes/0: expected causal");
  refuses_change({{"kind", "weights"}, {"block", 1}, {"weights", {{1, 0}}}},
                 "/changes/0/weights: expected 2 rows (L), found 1");
  refuses_change({{"kind", "weights"}, {"block", 1}, {"weights", {{1, 0}, {1}}}},
                 "/changes/0/weights/1: expected 2 numbers (L), found 1");
  refuses_change({{"kind", "weights"}, {"block", 1}, {"weights", {{1, 0}, {1, -1}}}},
                 "/changes/0: row 1: expected finite numbers >= 0");
  refuses_change({{"kind", "patch"}, {"block", 1}, {"token", 0}, {"from", 0}},
                 "/changes/0: expected --from");
  refuses_change({{"kind", "cut"}, {"block", 1}, {"from_block", 0}, {"input", "key"}},
                 "/changes/0/from_head: missing key");
  refuses_change({{"kind", "layer"}, {"block", 1}, {"attention", {{"heads", json::array()}}}},
                 "/changes/0/attention");
  const json head = {{"w_q", {{1}, {2}}}, {"w_k", {{1}, {2}}}, {"w_v", {{1}, {2}}}};
  refuses_change({{"kind", "layer"}, {"block", 1}, {"attention", {{"heads", {head}}}}},
                 "/changes/0/attention/heads/0/w_q: expected");
}

}  // namespace
}  // namespace attn::model_document_test
