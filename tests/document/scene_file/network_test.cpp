// Networks, from the file to the result's JSON: every case of tests/golden2, and what is wrong with
// a file named at its place.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/base/problem.h"
#include "tests/document/json_compare.h"
#include "tests/engine/stage_cells.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::network_test {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr long long kMaxBytes = 1 << 24;

std::vector<fs::path> golden_networks() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(test::data_path("golden2"))) {
    if (entry.path().string().ends_with(".attn-net.json")) found.push_back(entry.path());
  }
  return found;
}

std::string result_of(const Network& network) {
  std::string text;
  write_network_result(network, evaluate_plainly(network), "eigen",
                       [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(Networks, ResultsAreThoseOfTheOracle) {
  int count = 0;
  for (const fs::path& path : golden_networks()) {
    SCOPED_TRACE(path.filename());
    const Network network = parse_network(read_file(path, kMaxBytes));
    const std::string name = path.filename();
    const fs::path expected =
        path.parent_path() / (name.substr(0, name.find('.')) + ".result.json");
    EXPECT_EQ(test::difference(nlohmann::json::parse(result_of(network)),
                               nlohmann::json::parse(read_file(expected, kMaxBytes))),
              "");
    ++count;
  }
  EXPECT_GE(count, 6);
}

TEST(Networks, ThereIsACaseOfEveryStageAndActivation) {
  std::set<std::string_view> stages, activations;
  for (const fs::path& path : golden_networks()) {
    const Network network = parse_network(read_file(path, kMaxBytes));
    for (const Stage& stage : stages_of(network)) stages.insert(stage.kind->id);
    for (const Block& block : network.blocks) {
      if (block.mlp) activations.insert(block.mlp->activation->id);
    }
  }
  for (const StageKind& kind : stage_kinds()) EXPECT_TRUE(stages.contains(kind.id)) << kind.id;
  for (const ActivationKind& kind : activation_kinds()) {
    EXPECT_TRUE(activations.contains(kind.id)) << kind.id;
  }
}

TEST(Networks, HaveStagesOfTheShapeAndTheSourcesThatTheirKindsSay) {
  for (const fs::path& path : golden_networks()) {
    if (!test::is_tried(path.filename().string())) continue;
    SCOPED_TRACE(path.filename());
    test::expect_stages_as_said(parse_network(read_file(path, kMaxBytes)), /*has_zeros=*/true);
  }
}

TEST(Networks, AreReadBackEqual) {
  for (const fs::path& path : golden_networks()) {
    SCOPED_TRACE(path.filename());
    const Network network = parse_network(read_file(path, kMaxBytes));
    const std::string text = format_network(network);
    EXPECT_EQ(parse_network(text), network);
    EXPECT_EQ(format_network(parse_network(text)), text);
  }
}

TEST(Networks, AreWrittenOverNetworksAndNothingElse) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.attn-net.json";
  for (const fs::path& golden : golden_networks()) {
    SCOPED_TRACE(golden.filename());
    const Network network = parse_network(read_file(golden, kMaxBytes));
    write_network(network, path);
    EXPECT_EQ(parse_network(read_file(path, kMaxBytes)), network);
  }
  const std::string scene = folder / "a.attn.json";
  write_file(scene, "{}", FileKind::scene);
  EXPECT_THROW(write_network(parse_network(read_file(path, kMaxBytes)), scene), WouldBeLost);
  EXPECT_EQ(read_file(scene, kMaxBytes), "{}");
}

/// V = 3, L = 4, D = 2, F = 3.
const char* const kNetwork = R"({
 "format": "attentoscope/network", "version": 1, "title": "t", "notes": "n",
 "vocabulary": ["a", "b", "c"], "tokens": ["a", "c", "b", "a"],
 "embedding": [[1, 2], [3, 4], [5, 6]],
 "position": {"kind": "learned", "table": [[1, 2], [3, 4], [5, 6], [7, 8]]},
 "norm_in": {"kind": "layer", "epsilon": 0.001, "gain": [1, 2], "shift": [3, 4]},
 "blocks": [
  {"attention": {"heads": [{"w_q": [[1], [2]], "w_k": [[1], [2]], "b_q": [1]}],
    "score": {"kind": "dot"}, "masks": [{"kind": "causal"}], "position": {"kind": "alibi"},
    "bias": [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]],
    "normalizer": {"kind": "softmax", "temperature": 2},
    "combine": {"kind": "concat", "w_o": [[1, 2], [3, 4]], "b_o": [1, 2]}},
   "attention_norm": {"kind": "rms"}, "norm_place": "post", "residual": false},
  {"mlp": {"w_1": [[1, 2, 3], [4, 5, 6]], "b_1": [1, 2, 3], "w_2": [[1, 2], [3, 4], [5, 6]],
    "b_2": [1, 2], "activation": "silu", "w_3": [[1, 2, 3], [4, 5, 6]], "b_3": [1, 2, 3]},
   "mlp_norm": {"kind": "layer"}}],
 "norm_out": {"kind": "rms"}, "unembedding": [[1, 2, 3, 4], [5, 6, 7, 8]],
 "unembedding_bias": [1, 2, 3, 4], "view": {"tab": "weights"}})";

Problem problem_of(const std::string& text) {
  try {
    parse_network(text);
  } catch (const SceneError& error) {
    return error.problem();
  }
  return {"taken", ""};
}

struct Case {
  std::string at, value, place, words;
};

const Case kCases[] = {
    {"/format", "\"attentoscope/scene\"", "/format", "attentoscope/network"},
    {"/version", "3", "/version", "expected 1 or 2"},
    {"/vocabulary", "[]", "/vocabulary", "at least 1"},
    {"/vocabulary/1", "\"a\"", "/vocabulary/1", "does not occur before"},
    {"/vocabulary/1", "7", "/vocabulary/1", "text"},
    {"/tokens", "[]", "/tokens", "at least 1 token"},
    {"/tokens/2", "\"z\"", "/tokens/2", "a word of the vocabulary"},
    {"/embedding", "[[1, 2], [3, 4]]", "/embedding", "3 rows (V), found 2"},
    {"/embedding/1", "[1]", "/embedding/1", "2 numbers"},
    {"/inputs", "[[1, 2, 3]]", "/inputs", "4 rows (L), found 1"},
    {"/inputs", "[[1, 2], [3, 4], [5, 6], [7, 8]]", "/inputs/0", "3 numbers (V), found 2"},
    {"/position", R"({"kind": "rope"})", "/position/kind", "none, sinusoidal, binary, learned"},
    {"/position/table/3", "[1]", "/position/table/3", "2 numbers (D)"},
    {"/position/table", "[[1, 2]]", "/position/table", "at least 4 rows (L)"},
    {"/norm_in/kind", "\"l2\"", "/norm_in/kind", "one of rms, layer"},
    {"/norm_in/epsilon", "-1", "/norm_in/epsilon", ">= 0"},
    {"/norm_in/gain", "[1]", "/norm_in/gain", "2 numbers (D)"},
    {"/norm_in/shift", "[1, 2, 3]", "/norm_in/shift", "2 numbers (D)"},
    {"/norm_in/mean", "1", "/norm_in/mean", "unknown key"},
    {"/blocks", "{}", "/blocks", "a list of blocks"},
    {"/blocks/0", "{}", "/blocks/0", "at least one of attention, "},
    {"/blocks/0/norm", "{}", "/blocks/0/norm", "unknown key"},
    {"/blocks/0/norm_place", "\"before\"", "/blocks/0/norm_place", "one of pre, post"},
    {"/blocks/0/residual", "1", "/blocks/0/residual", "true or false"},
    {"/blocks/0/mlp_norm", R"({"kind": "rms"})", "/blocks/0/mlp_norm", "with mlp"},
    {"/blocks/1/attention_norm", R"({"kind": "rms"})", "/blocks/1/attention_norm",
     "with attention"},
    {"/blocks/0/attention/tokens", "[]", "/blocks/0/attention/tokens", "unknown key"},
    {"/blocks/0/attention/heads/0/w_q", "[[1], [2], [3]]", "/blocks/0/attention/heads/0/w_q",
     "2 rows (D)"},
    {"/blocks/0/attention/heads/0/b_q", "[1, 2]", "/blocks/0/attention/heads/0/b_q", "1 number"},
    {"/blocks/0/attention/bias", "[[1]]", "/blocks/0/attention/bias", "4 rows (L)"},
    {"/blocks/0/attention/position", R"({"kind": "sinusoidal"})",
     "/blocks/0/attention/position/kind", "not added to embeddings"},
    {"/blocks/0/attention/normalizer", R"({"kind": "relu", "temperature": 0})",
     "/blocks/0/attention/normalizer/temperature", ""},
    {"/blocks/0/attention/combine", R"({"kind": "none"})", "/blocks/0/attention/combine/kind",
     "combined output"},
    {"/blocks/0/attention/combine", R"({"kind": "concat", "w_o": [[1, 2, 3], [4, 5, 6]]})",
     "/blocks/0/attention/combine/w_o/0", "2 numbers (D), found 3"},
    {"/blocks/0/attention/combine", R"({"kind": "projection", "w": [[[1], [2]]]})",
     "/blocks/0/attention/combine", "2 wide (D), found 1"},
    {"/blocks/1/mlp/w_1", "[[1, 2, 3]]", "/blocks/1/mlp/w_1", "2 rows (D)"},
    {"/blocks/1/mlp/b_1", "[1]", "/blocks/1/mlp/b_1", "3 numbers (F)"},
    {"/blocks/1/mlp/w_2", "[[1, 2], [3, 4]]", "/blocks/1/mlp/w_2", "3 rows (F)"},
    {"/blocks/1/mlp/w_2", "[[1], [2], [3]]", "/blocks/1/mlp/w_2/0", "2 numbers (D)"},
    {"/blocks/1/mlp/b_2", "[1]", "/blocks/1/mlp/b_2", "2 numbers (D)"},
    {"/blocks/1/mlp/w_3", "[[1, 2], [3, 4]]", "/blocks/1/mlp/w_3/0", "3 numbers (F)"},
    {"/blocks/1/mlp/b_3", "[1]", "/blocks/1/mlp/b_3", "3 numbers (F)"},
    {"/blocks/1/mlp/activation", "\"tanh\"", "/blocks/1/mlp/activation",
     "one of relu, gelu, gelu_tanh, silu"},
    {"/blocks/1/mlp/w_1/0/0", "1e39", "/blocks/1/mlp/w_1/0/0", ""},
    {"/unembedding", "[[1, 2]]", "/unembedding", "2 rows (D)"},
    {"/unembedding_bias", "[1]", "/unembedding_bias", "4 numbers"},
    {"/view", "[]", "/view", "an object"},
    {"/heads", "[]", "/heads", "unknown key"},
    {"/embedding_scale", "2", "/embedding_scale", "version 2"},
    {"/types", R"({"table": [[1, 2]]})", "/types", "version 2"},
    {"/head", "{}", "/head", "version 2"},
    {"/logits_cap", "2", "/logits_cap", "version 2"},
    {"/blocks/0/parallel", "true", "/blocks/0/parallel", "version 2"},
    {"/blocks/0/norm_place", "\"both\"", "/blocks/0/norm_place", "version 2"},
    {"/norm_in/gain", R"({"file": "a.npy"})", "/norm_in/gain", "a list of numbers"},
};

/// All that version 2 introduced.
ordered_json second_network() {
  ordered_json file = ordered_json::parse(kNetwork);
  file["version"] = 2;
  file["embedding_scale"] = 2;
  file["types"] = {{"table", {{1, 2}, {3, 4}}}, {"ids", {0, 1, 1, 0}}};
  file["head"] = {
      {"w", {{1, 2}, {3, 4}}}, {"b", {1, 2}}, {"activation", "gelu"}, {"norm", {{"kind", "rms"}}}};
  file["logits_cap"] = 3;
  ordered_json& blocks = file["blocks"];
  blocks[1]["norm_place"] = "both";
  blocks[1]["mlp_norm_after"] = {{"kind", "rms"}};
  ordered_json beside = blocks[0];
  beside["mlp"] = blocks[1]["mlp"];
  beside["parallel"] = true;
  beside.erase("norm_place");
  beside.erase("residual");
  blocks.push_back(beside);
  return file;
}

const Case kSecondCases[] = {
    {"/embedding_scale", "\"2\"", "/embedding_scale", "a number"},
    {"/types/table", "[[1], [2]]", "/types/table/0", "2 numbers (D)"},
    {"/types/ids", "[0]", "/types/ids", "4 numbers (L), found 1"},
    {"/types/ids/1", "2", "/types/ids/1", "less than 2 (T), found 2"},
    {"/types/ids/1", "-1", "/types/ids/1", "less than 2 (T), found -1"},
    {"/types/rows", "[]", "/types/rows", "unknown key"},
    {"/head/w", "[[1, 2]]", "/head/w", "2 rows (D), found 1"},
    {"/head/b", "[1]", "/head/b", "2 numbers (D), found 1"},
    {"/head/activation", "\"tanh\"", "/head/activation", "one of relu, gelu, gelu_tanh, silu"},
    {"/head/norm/gain", "[1]", "/head/norm/gain", "2 numbers (D), found 1"},
    {"/logits_cap", "0", "/logits_cap", "> 0"},
    {"/blocks/0/norm_place", "\"both\"", "/blocks/0/attention_norm_after", "missing key"},
    {"/blocks/1/norm_place", "\"pre\"", "/blocks/1/mlp_norm_after", "with norm_place both"},
    {"/blocks/1/attention_norm_after", R"({"kind": "rms"})", "/blocks/1/attention_norm_after",
     "with attention"},
    {"/blocks/1/mlp_norm_after/gain", "[1]", "/blocks/1/mlp_norm_after/gain", "2 numbers (D)"},
    {"/blocks/0/parallel", "true", "/blocks/0/parallel", "with attention, mlp, a residual"},
    {"/blocks/2/residual", "false", "/blocks/2/parallel", "with attention, mlp, a residual"},
    {"/blocks/2/norm_place", "\"post\"", "/blocks/2/parallel", "norm_place pre"},
    {"/blocks/2/parallel", "1", "/blocks/2/parallel", "true or false"},
    {"/norm_in/gain", R"({"file": "a.npy"})", "/norm_in/gain/file", "only a scene in a file"},
};

void expect_problems(const ordered_json& network, std::span<const Case> cases) {
  ASSERT_EQ(problem_of(network.dump()).place, "taken") << problem_of(network.dump()).text;
  for (const Case& wrong : cases) {
    SCOPED_TRACE(wrong.at + " = " + wrong.value);
    ordered_json file = network;
    file[ordered_json::json_pointer(wrong.at)] = ordered_json::parse(wrong.value);
    const Problem problem = problem_of(file.dump());
    EXPECT_EQ(problem.place, wrong.place) << problem.text;
    EXPECT_NE(problem.text.find(wrong.words), std::string::npos) << problem.text;
  }
}

TEST(Networks, WhatIsWrongIsNamedAtItsPlace) {
  expect_problems(ordered_json::parse(kNetwork), kCases);
  expect_problems(second_network(), kSecondCases);
}

TEST(Networks, AreWrittenAsTheLowestVersionThatHoldsThem) {
  const auto version = [](const ordered_json& file) {
    const Network network = parse_network(file.dump());
    const std::string text = format_network(network);
    EXPECT_EQ(parse_network(text), network);
    return ordered_json::parse(text)["version"];
  };
  ordered_json plain = ordered_json::parse(kNetwork);
  plain["version"] = 2;
  EXPECT_EQ(version(plain), 1);
  const ordered_json second = second_network();
  EXPECT_EQ(version(second), 2);
  for (const char* key : {"embedding_scale", "types", "head", "logits_cap"}) {
    ordered_json one = plain;
    one[key] = second[key];
    EXPECT_EQ(version(one), 2) << key;
  }
  for (const std::size_t b : {1U, 2U}) {
    ordered_json one = plain;
    one["blocks"] = ordered_json::array({second["blocks"][b]});
    EXPECT_EQ(version(one), 2) << b;
  }
}

/// Each word once is the word; what is made of two lies between them.
TEST(Networks, TokensThatAreVectorsAreSoMuchOfEachWord) {
  const Network words = parse_network(kNetwork);
  ordered_json file = ordered_json::parse(kNetwork);
  file["inputs"] = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  file["tokens"] = {"any", "names", "may", "be"};
  const Network vectors = parse_network(file.dump());
  EXPECT_EQ(evaluate_plainly(vectors).stages.back().x, evaluate_plainly(words).stages.back().x);
  file["inputs"][1] = {0.5, 0, 0.5};
  const Network mixed = parse_network(file.dump());
  const auto x = [](const Network& network) { return evaluate_plainly(network).stages[0].x; };
  const Matrix position = evaluate_plainly(words).stages[0].position;
  EXPECT_FLOAT_EQ(x(mixed)(1, 0), 3 + position(1, 0));
  EXPECT_FLOAT_EQ(x(mixed)(1, 1), 4 + position(1, 1));
  EXPECT_EQ(parse_network(format_network(mixed)), mixed);
}

TEST(Networks, WhereScenesAreExpectedAreNamed) {
  try {
    parse_scene(kNetwork);
    FAIL() << "was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "/format");
    EXPECT_NE(error.problem().text.find("a network: import shows its heads"), std::string::npos);
  }
}

TEST(Networks, WhatIsMissingIsNamedWhereItWouldBe) {
  for (const std::string key :
       {"/format", "/version", "/vocabulary", "/tokens", "/embedding", "/blocks", "/norm_in/kind",
        "/blocks/1/mlp/w_1", "/blocks/1/mlp/w_2"}) {
    ordered_json file = ordered_json::parse(kNetwork);
    const ordered_json::json_pointer place(key);
    file[place.parent_pointer()].erase(place.back());
    EXPECT_EQ(problem_of(file.dump()).place, key);
  }
  ordered_json file = ordered_json::parse(kNetwork);
  file["blocks"][1]["mlp"].erase("w_3");
  EXPECT_EQ(problem_of(file.dump()).place, "/blocks/1/mlp/b_3") << "b_3 without its matrix";
}

std::string place_of_overflow(const Network& network) {
  try {
    evaluate_plainly(network);
  } catch (const SceneError& error) {
    return error.problem().place;
  }
  return "was computed";
}

TEST(Networks, WhatOverflowsIsNamedByItsStage) {
  ordered_json file = ordered_json::parse(kNetwork);
  file["blocks"][1]["mlp"]["b_1"] = {1e30, 1e30, 1e30};
  file["blocks"][1]["mlp"]["b_3"] = {1e30, 1e30, 1e30};
  const Network network = parse_network(file.dump());
  EXPECT_EQ(place_of_overflow(network), "/blocks/1/mlp");
  file = ordered_json::parse(kNetwork);
  file["blocks"][0]["attention"]["heads"][0]["w_q"][0][0] = 3e38;
  file["blocks"][0]["attention"]["heads"][0]["w_k"][0][0] = 3e38;
  EXPECT_EQ(place_of_overflow(parse_network(file.dump())), "/blocks/0/attention/heads/0");
}

}  // namespace
}  // namespace attn::network_test
