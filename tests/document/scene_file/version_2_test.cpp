// Scenes of version 2: each of their keys is refused in a file of version 1, what is wrong with one
// is named, and a scene is written as the lowest version that holds it.

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "tests/document/full_scene.h"
#include "tests/document/scene_problem.h"

namespace attn::version_2_test {
namespace {

using nlohmann::ordered_json;
using test::kFullScene;
using test::problem_of;

/// L = M = 4, D = 4, two heads of dk 4 and dv 2; the second has the first's keys.
const char* const kSelf = R"({
 "format": "attentoscope/scene", "version": 2,
 "tokens": ["a", "b", "c", "d"],
 "embeddings": [[1, 2, 3, 4], [5, 6, 7, 8], [9, 1, 2, 3], [4, 5, 6, 7]],
 "position": {"kind": "rope", "base": 100, "layout": "halves", "rotated": 2,
  "scaling": {"kind": "llama3", "factor": 8, "low": 1, "high": 4, "original": 64}},
 "heads": [
  {"w_v": [[1, 0], [0, 1], [1, 1], [0, 0]], "b_q": [1, 2, 3, 4], "b_k": [1, 2, 3, 4],
   "b_v": [1, 2], "g_q": [1, 2, 3, 4], "g_k": [1, 2, 3, 4], "sink": 0.5,
   "subtract": {"w_q": [[1, 0], [0, 1], [1, 1], [0, 0]], "w_k": [[1, 0], [0, 1], [1, 1], [0, 0]],
    "lambda": 0.5},
   "w_g": [[1, 0], [0, 1], [1, 1], [0, 0]], "b_g": [1, 2], "gain": 0.5, "w_f": [1, 2, 3, 4],
   "b_f": 1},
  {"keys_of": 0, "sink": 0}],
 "score": {"kind": "dot", "scale": 0.5, "norm": "rms", "epsilon": 0.001, "cap": 5},
 "masks": [
  {"kind": "window", "radius": 2, "dilation": 2, "sinks": 1},
  {"kind": "prefix", "length": 2},
  {"kind": "segments", "ids": [0, 0, -1, -1]},
  {"kind": "strided", "stride": 2}],
 "normalizer": {"kind": "entmax", "alpha": 1.75, "temperature": 0.5, "length": 0.5},
 "combine": {"kind": "concat", "w_o": [[1], [2], [3], [4]], "b_o": [1]}
})";

/// Given scores, and nothing else that they could be made of.
const char* const kGiven = R"({
 "format": "attentoscope/scene", "version": 2,
 "tokens": ["a", "b", "c"], "queries": {"tokens": ["x", "y"]},
 "heads": [{"scores": [[1, null, 2], [3, 4, null]]}],
 "score": {"kind": "given"}
})";

/// Queries that are two wide, keys that are three wide.
const char* const kAligned = R"({
 "format": "attentoscope/scene", "version": 2,
 "tokens": ["a", "b"], "embeddings": [[1, 2], [3, 4]],
 "heads": [{"w_k": [[1, 0, 1], [0, 1, 1]], "w_a": [[1, 2, 3], [4, 5, 6]],
   "subtract": {"w_q": [[1, 0], [0, 1]], "w_k": [[1, 0, 0], [0, 1, 0]], "lambda": 0.5}}],
 "score": {"kind": "general"}
})";

/// Change to a scene, the place that the error must name, and its words.
struct Case {
  std::string at, value, place, words;
};

Problem problem_with(const char* scene, const Case& one) {
  ordered_json json = ordered_json::parse(scene);
  json[ordered_json::json_pointer(one.at)] = ordered_json::parse(one.value);
  return problem_of(json.dump());
}

void expect_refused(const char* scene, const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    SCOPED_TRACE(one.at + " = " + one.value);
    const Problem problem = problem_with(scene, one);
    EXPECT_EQ(problem.place, one.place) << problem.text;
    EXPECT_NE(problem.text.find(one.words), std::string::npos) << problem.text;
  }
}

TEST(Version2, IsTaken) {
  EXPECT_EQ(problem_of(kSelf), (Problem{"taken", ""}));
  EXPECT_EQ(problem_of(kGiven), (Problem{"taken", ""}));
}

TEST(Version2, ItsKeysAndKindsAreRefusedInVersion1) {
  const std::string later = "expected in a file of version 2, found in one of version 1";
  expect_refused(
      kFullScene,
      {
          {"/heads/0/b_q", "[1, 2]", "/heads/0/b_q", later},
          {"/heads/0/b_k", "[1, 2]", "/heads/0/b_k", later},
          {"/heads/0/b_v", "[1, 2, 3]", "/heads/0/b_v", later},
          {"/heads/0/g_q", "[1, 2]", "/heads/0/g_q", later},
          {"/heads/0/g_k", "[1, 2]", "/heads/0/g_k", later},
          {"/heads/1/keys_of", "0", "/heads/1/keys_of", later},
          {"/heads/0/scores", "[[1, 2, 3], [4, 5, 6]]", "/heads/0/scores", later},
          {"/heads/0/sink", "0", "/heads/0/sink", later},
          {"/heads/0/subtract", "{}", "/heads/0/subtract", later},
          {"/heads/0/w_g", "[[1]]", "/heads/0/w_g", later},
          {"/heads/0/b_g", "[1]", "/heads/0/b_g", later},
          {"/heads/0/gain", "1", "/heads/0/gain", later},
          {"/heads/0/decay", "1", "/heads/0/decay", later},
          {"/heads/0/w_f", "[1]", "/heads/0/w_f", later},
          {"/heads/0/b_f", "1", "/heads/0/b_f", later},
          {"/score/norm", "\"none\"", "/score/norm", later},
          {"/score/epsilon", "1", "/score/epsilon", later},
          {"/score/cap", "1", "/score/cap", later},
          {"/score/bend", "\"tanh\"", "/score/bend", later},
          {"/score", R"({"kind": "additive", "bend": "tanh"})", "/score/bend", later},
          {"/score/null", "\"masked\"", "/score/null", later},
          {"/score", R"({"kind": "elu"})", "/score/kind", later},
          {"/score", R"({"kind": "given"})", "/score/kind", later},
          {"/masks/2/dilation", "1", "/masks/2/dilation", later},
          {"/masks/2/sinks", "0", "/masks/2/sinks", later},
          {"/masks/0", R"({"kind": "prefix", "length": 1})", "/masks/0/kind", later},
          {"/masks/0", R"({"kind": "segments", "ids": [1, 2, 3]})", "/masks/0/kind", later},
          {"/masks/0", R"({"kind": "strided", "stride": 1})", "/masks/0/kind", later},
          {"/masks/0/stride", "1", "/masks/0/stride", later},
          {"/normalizer", R"({"kind": "entmax"})", "/normalizer/kind", later},
          {"/normalizer", R"({"kind": "topk", "k": 1})", "/normalizer/kind", later},
          {"/normalizer", R"({"kind": "sigmoid"})", "/normalizer/kind", later},
          {"/normalizer", R"({"kind": "relu"})", "/normalizer/kind", later},
          {"/normalizer", R"({"kind": "sum"})", "/normalizer/kind", later},
          {"/normalizer/length", "1", "/normalizer/length", later},
          {"/normalizer/over", "\"keys\"", "/normalizer/over", later},
          {"/normalizer/offset", "1", "/normalizer/offset", later},
          {"/position", R"({"kind": "rope", "layout": "pairs"})", "/position/layout", later},
          {"/position", R"({"kind": "sinusoidal", "layout": "halves"})", "/position/layout", later},
          {"/position", R"({"kind": "rope", "rotated": 2})", "/position/rotated", later},
          {"/position", R"({"kind": "rope", "scaling": {}})", "/position/scaling", later},
          {"/position", R"({"kind": "relative", "table": [[1], [2]]})", "/position/kind", later},
          {"/position", R"({"kind": "t5", "table": [[1], [2]]})", "/position/kind", later},
          {"/position/both", "true", "/position/both", later},
          {"/combine/b_o", "[1]", "/combine/b_o", later},
          {"/position/table", "[[1]]", "/position/table",
           "expected only with learned, found with sinusoidal"},
          {"/score/kind", "1", "/score/kind",
           "expected one of " + test::first_ids(score_kinds()) + ", found 1"},
      });
  ordered_json given = ordered_json::parse(kGiven);
  given["version"] = 1;
  EXPECT_EQ(problem_of(given.dump()).place, "/heads/0/scores");
  given.erase("heads");
  EXPECT_EQ(problem_of(given.dump()), (Problem{"/score/kind", later}));
}

TEST(Version2, WhatHasTheWrongTypeIsNamed) {
  expect_refused(
      kSelf,
      {
          {"/heads/0/b_q", "1", "/heads/0/b_q", "expected a list of numbers, found 1"},
          {"/heads/0/b_k/1", "null", "/heads/0/b_k/1", "expected a number, found null"},
          {"/heads/0/b_v", "[[1, 2]]", "/heads/0/b_v/0", "expected a number, found a list"},
          {"/heads/0/g_q", "\"ones\"", "/heads/0/g_q", "expected a list of numbers"},
          {"/heads/0/g_k/0", "true", "/heads/0/g_k/0", "expected a number, found true"},
          {"/heads/1/keys_of", "\"0\"", "/heads/1/keys_of", "expected a whole number >= 0"},
          {"/heads/1/keys_of", "0.5", "/heads/1/keys_of", "expected a whole number >= 0"},
          {"/heads/1/keys_of", "-1", "/heads/1/keys_of", "expected a whole number >= 0"},
          {"/heads/0/scores", "[1]", "/heads/0/scores", "expected 4 rows (L), found 1"},
          {"/heads/0/sink", "null", "/heads/0/sink", "expected a number, found null"},
          {"/heads/0/subtract", "[]", "/heads/0/subtract", "expected an object, found a list"},
          {"/heads/0/subtract", "{}", "/heads/0/subtract/w_q", "missing key"},
          {"/heads/0/subtract/lambda", "\"1\"", "/heads/0/subtract/lambda", "expected a number"},
          {"/heads/0/subtract/w_v", "1", "/heads/0/subtract/w_v", "unknown key"},
          {"/heads/0/w_g", "1", "/heads/0/w_g", "expected a list of rows, found 1"},
          {"/heads/0/b_g", "{}", "/heads/0/b_g", "expected a list of numbers"},
          {"/heads/0/gain", "\"off\"", "/heads/0/gain", "expected a number, found text \"off\""},
          {"/heads/0/w_f", "[[1], [2], [3], [4]]", "/heads/0/w_f/0", "expected a number"},
          {"/heads/0/b_f", "[1]", "/heads/0/b_f", "expected a number, found a list"},
          {"/score/norm", "{\"kind\": \"rms\"}", "/score/norm", "expected one of none, l2, rms"},
          {"/score/norm", "\"RMS\"", "/score/norm",
           "expected one of none, l2, rms, layer, found text \"RMS\""},
          {"/score/epsilon", "null", "/score/epsilon", "expected a number >= 0, found null"},
          {"/score/cap", "\"5\"", "/score/cap", "expected a number, found text \"5\""},
          {"/score", R"({"kind": "additive", "bend": "relu"})", "/score/bend",
           "expected one of tanh, leaky_relu, found text \"relu\""},
          {"/score", R"({"kind": "given", "null": "none"})", "/score/null",
           "expected one of masked, zero, found text \"none\""},
          {"/masks/0/dilation", "1.5", "/masks/0/dilation", "expected a whole number >= 1"},
          {"/masks/0/sinks", "-1", "/masks/0/sinks", "expected a whole number >= 0, found -1"},
          {"/masks/1/length", "true", "/masks/1/length", "expected a whole number >= 0"},
          {"/masks/2/ids", "0", "/masks/2/ids", "expected a list of whole numbers, found 0"},
          {"/masks/2/ids/1", "0.5", "/masks/2/ids/1", "expected a whole number of 32 bits"},
          {"/masks/2/ids/1", "3000000000", "/masks/2/ids/1", "expected a whole number of 32 bits"},
          {"/masks/2/ids/1", "\"a\"", "/masks/2/ids/1", "expected a whole number of 32 bits"},
          {"/masks/2/query_ids", "{}", "/masks/2/query_ids", "expected a list of whole numbers"},
          {"/masks/3/stride", "[1]", "/masks/3/stride", "expected a whole number >= 1"},
          {"/normalizer/alpha", "null", "/normalizer/alpha", "expected a number, found null"},
          {"/normalizer/length", "\"ln\"", "/normalizer/length", "expected a number"},
          {"/normalizer/over", "1", "/normalizer/over",
           "expected one of keys, queries, queries_then_keys, found 1"},
          {"/normalizer", R"({"kind": "topk", "k": 1.5})", "/normalizer/k",
           "expected a whole number >= 1, found 1.5"},
          {"/normalizer", R"({"kind": "sigmoid", "offset": null})", "/normalizer/offset",
           "expected a number, found null"},
          {"/position/layout", "\"half\"", "/position/layout", "expected one of pairs, halves"},
          {"/position/rotated", "\"all\"", "/position/rotated", "expected a whole number >= 0"},
          {"/position/scaling", "\"ntk\"", "/position/scaling", "expected an object"},
          {"/position/scaling/kind", "\"yarn\"", "/position/scaling/kind",
           "expected one of linear, ntk, llama3, found text \"yarn\""},
          {"/position/scaling/kind", "\"ntk\"", "/position/scaling/low",
           "expected only with llama3, found with ntk"},
          {"/position/scaling", R"({"kind": "linear"})", "/position/scaling/factor", "missing key"},
          {"/position", R"({"kind": "t5", "table": [[1, 2], [1, 2]], "both": 1})", "/position/both",
           "expected true or false, found 1"},
          {"/position", R"({"kind": "relative"})", "/position/table", "missing key"},
          {"/position", R"({"kind": "relative", "table": [1, 2]})", "/position/table/0",
           "expected a list of numbers, found 1"},
          {"/combine/b_o", "1", "/combine/b_o", "expected a list of numbers, found 1"},
      });
}

TEST(Version2, WhatHasTheWrongShapeIsNamed) {
  expect_refused(
      kSelf,
      {
          {"/heads/0/b_q", "[1, 2]", "/heads/0/b_q", "found 2"},
          {"/heads/0/b_k", "[1, 2, 3, 4, 5]", "/heads/0/b_k", "found 5"},
          {"/heads/0/b_v", "[1]", "/heads/0/b_v", "found 1"},
          {"/heads/0/g_q", "[]", "/heads/0/g_q", "found 0"},
          {"/heads/0/g_k", "[1]", "/heads/0/g_k", "found 1"},
          {"/heads/0/subtract/w_q", "[[1]]", "/heads/0/subtract/w_q", "expected 4 rows (D)"},
          {"/heads/0/subtract/w_k", "[[1], [2]]", "/heads/0/subtract/w_k", "expected 4 rows (D)"},
          {"/heads/0/subtract/w_k", "[[1], [2], [3], [4]]", "/heads/0/subtract/w_k/0", "found 1"},
          {"/heads/0/w_g", "[[1, 2]]", "/heads/0/w_g", "expected 4 rows (D), found 1"},
          {"/heads/0/w_g", "[[1], [2], [3], [4]]", "/heads/0/w_g/0", "found 1"},
          {"/heads/0/b_g", "[1, 2, 3]", "/heads/0/b_g", "found 3"},
          {"/heads/0/w_f", "[1, 2]", "/heads/0/w_f", "found 2"},
          {"/masks/2/ids", "[1, 2, 3]", "/masks/2/ids", "found 3"},
          {"/masks/2/query_ids", "[1]", "/masks/2/query_ids", "found 1"},
          {"/position", R"({"kind": "relative", "table": [[1, 2, 3]]})", "/position/table",
           "found 1"},
          {"/position", R"({"kind": "relative", "table": [[1, 2], [3, 4]]})", "/position/table/0",
           "found 2"},
          {"/position", R"({"kind": "t5", "table": [[1, 2]]})", "/position/table", "found 1"},
          {"/combine/b_o", "[1, 2]", "/combine/b_o", "found 2"},
      });
  // w_a stands between what is subtracted, too: its own keys are as wide as w_a has columns.
  expect_refused(kAligned, {{"/heads/0/subtract/w_q", "[[1], [2]]", "/heads/0/subtract/w_q/0",
                             "expected 2 numbers (rows of w_a), found 1"},
                            {"/heads/0/subtract/w_k", "[[1, 0], [0, 1]]", "/heads/0/subtract/w_k/0",
                             "expected 3 numbers (columns of w_a), found 2"}});
  expect_refused(
      kGiven,
      {
          {"/heads/0/scores", "[[1, 2, 3]]", "/heads/0/scores", "expected 2 rows (M), found 1"},
          {"/heads/0/scores/1", "[1, 2]", "/heads/0/scores/1", "expected 3 numbers (L), found 2"},
          {"/heads/0/scores/1/1", "\"-inf\"", "/heads/0/scores/1/1", "expected a number or null"},
          {"/heads/0/scores/1", "null", "/heads/0/scores/1",
           "expected a list of numbers, found null"},
      });
}

TEST(Version2, WhatIsOutOfRangeIsNamed) {
  expect_refused(
      kSelf,
      {
          {"/heads/0/sink", "1e39", "/heads/0/sink", "expected"},
          {"/heads/1/keys_of", "1", "/heads/1/keys_of", "expected the index of an earlier head"},
          {"/heads/1/keys_of", "7", "/heads/1/keys_of", "expected"},
          {"/heads/0/decay", "0", "/heads/0/decay", "expected a number > 0 and <= 1, found 0"},
          {"/heads/0/decay", "1.0000000001", "/heads/0/decay", "expected a number > 0 and <= 1"},
          {"/heads/0/decay", "1e-60", "/heads/0/decay", "expected"},
          {"/score/epsilon", "-1e-300", "/score/epsilon", "expected a number >= 0"},
          {"/score/cap", "0", "/score/cap", "expected a number > 0, found 0"},
          {"/score/cap", "1e-60", "/score/cap", "expected a number > 0 in float32"},
          {"/masks/0/dilation", "0", "/masks/0/dilation", "expected a whole number >= 1, found 0"},
          {"/masks/3/stride", "0", "/masks/3/stride", "expected a whole number >= 1, found 0"},
          {"/normalizer/alpha", "1", "/normalizer/alpha",
           "expected a number > 1 and <= 4, found 1"},
          {"/normalizer/alpha", "4.0000000001", "/normalizer/alpha", "expected a number > 1"},
          {"/normalizer", R"({"kind": "topk", "k": 0})", "/normalizer/k", "expected"},
          {"/position/rotated", "3", "/position/rotated", "expected an even number"},
          {"/position/rotated", "0", "/position/rotated", "expected an even number"},
          {"/position/rotated", "6", "/position/rotated", "expected at most 4"},
          {"/position/scaling/factor", "0", "/position/scaling/factor", "expected a number > 0"},
          {"/position/scaling/original", "-1", "/position/scaling/original", "expected"},
          {"/position/scaling/high", "1", "/position/scaling/high", "expected a number > low"},
          {"/position", R"({"kind": "t5", "table": [[1, 2], [1, 2]], "max_distance": 0})",
           "/position/max_distance", "expected"},
      });
}

TEST(Version2, WhatIsInTheWrongCompanyIsNamed) {
  const std::string plain_score = R"({"kind": "dot"})";
  expect_refused(
      kSelf,
      {
          {"/heads/1/w_k", "[[1], [2], [3], [4]]", "/heads/1/w_k", "expected"},
          {"/heads/1/w_v", "[[1], [2], [3], [4]]", "/heads/1/w_v", "expected"},
          {"/heads/1/b_k", "[1, 2, 3, 4]", "/heads/1/b_k", "expected"},
          {"/heads/1/b_v", "[1, 2]", "/heads/1/b_v", "expected"},
          {"/heads/1/g_k", "[1, 2, 3, 4]", "/heads/1/g_k", "expected"},
          {"/heads/2", R"({"keys_of": 1})", "/heads/2/keys_of",
           "expected a head with keys of its own"},
          {"/heads/0/scores", "[[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]]",
           "/heads/0/scores", "expected"},
          {"/heads/0/decay", "0.5", "/heads/0/decay", "expected"},
          {"/score", plain_score, "/heads/0/g_q", "expected"},
          {"/score", R"({"kind": "given"})", "/heads/0/scores", ""},
          {"/score/bend", "\"tanh\"", "/score/bend", "expected only with additive, found with dot"},
          {"/score/null", "\"zero\"", "/score/null", "expected only with given, found with dot"},
          {"/normalizer", R"({"kind": "sum", "temperature": 1})", "/normalizer/temperature",
           "found with sum"},
          {"/normalizer", R"({"kind": "sum", "length": 1})", "/normalizer/length",
           "found with sum"},
          {"/normalizer", R"({"kind": "softmax", "alpha": 1.5})", "/normalizer/alpha",
           "expected only with entmax, found with softmax"},
          {"/normalizer", R"({"kind": "sigmoid"})", "/heads/0/sink", "expected"},
          {"/normalizer", R"({"kind": "relu"})", "/heads/0/sink", "expected"},
          {"/normalizer", R"({"kind": "sum"})", "/heads/0/sink", "expected"},
          {"/normalizer", R"({"kind": "softmax", "over": "queries"})", "/heads/0/sink", "expected"},
          {"/combine", R"({"kind": "mean", "b_o": [1]})", "/combine/b_o",
           "expected only with concat, found with mean"},
          {"/position/max_distance", "1", "/position/max_distance",
           "expected only with t5, found with rope"},
          {"/queries", R"({"tokens": ["x"], "embeddings": [[1, 2, 3, 4]]})", "/heads/0/w_f",
           "expected"},
      });
  expect_refused(kGiven,
                 {
                     {"/score/kind", "\"dot\"", "/embeddings", "missing key"},
                     {"/queries/embeddings", "[[1], [2]]", "/queries/embeddings",
                      "expected /embeddings too, found none"},
                     {"/heads/0/w_q", "[]", "/heads/0/w_q", "expected at least 1 row"},
                     {"/heads/0/w_q", "[[1]]", "/heads/0/w_q", "expected 0 rows"},
                     {"/heads/0", "{}", "/heads/0/scores", ""},
                     {"/embeddings", "[[1], [2], [3]]", "/queries/embeddings", "missing key"},
                 });
}

TEST(Version2, ReluHasNoLimitWithoutTemperature) {
  ordered_json json = ordered_json::parse(kFullScene);
  json["version"] = 2;
  json["normalizer"] = {{"kind", "relu"}, {"temperature", 0}};
  EXPECT_EQ(problem_of(json.dump()).place, "/normalizer/temperature");
  json["normalizer"]["temperature"] = "inf";
  EXPECT_EQ(problem_of(json.dump()).place, "taken");
}

TEST(Version2, IsReadBackEqualAndWrittenAlike) {
  for (const char* text : {kSelf, kGiven}) {
    const Scene scene = parse_scene(text);
    EXPECT_EQ(version_of(scene), 2);
    EXPECT_EQ(parse_scene(format_scene(scene)), scene);
    EXPECT_EQ(nlohmann::json::parse(format_scene(scene)), nlohmann::json::parse(text));
  }
}

TEST(Version2, AFileThatUsesNothingOfItSaysVersion1) {
  ordered_json json = ordered_json::parse(kFullScene);
  json["version"] = 2;
  EXPECT_EQ(problem_of(json.dump()).place, "/version");
  EXPECT_EQ(problem_of(json.dump()).text, "expected 1, the lowest for this scene, found 2");
}

/// It uses a key that came with it, though the scene is the same without.
TEST(Version2, ASceneThatNeedsItNotIsWrittenAsVersion1) {
  ordered_json json = ordered_json::parse(kFullScene);
  json["version"] = 2;
  json["normalizer"]["over"] = "keys";
  const Scene scene = parse_scene(json.dump());
  EXPECT_EQ(version_of(scene), 1);
  EXPECT_EQ(ordered_json::parse(format_scene(scene))["version"], 1);
}

/// A row that is not its default, whichever it is, asks for version 2.
TEST(Version2, EachOfItsKeysAsksForIt) {
  const ordered_json plain = [] {
    ordered_json json = ordered_json::parse(kFullScene);
    json["position"] = {{"kind", "rope"}};
    json["heads"][0]["w_k"] = json["heads"][0]["w_q"];
    return json;
  }();
  ASSERT_EQ(version_of(parse_scene(plain.dump())), 1);
  const std::vector<std::pair<std::string, std::string>> later{
      {"/heads/0/b_q", "[1, 2]"},
      {"/heads/1/b_k", "[1, 2]"},
      {"/heads/1/sink", "0"},
      {"/heads/1/gain", "1"},
      {"/heads/1/w_g", "[[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]]"},
      {"/heads/1/subtract",
       R"({"w_q": [[1, 2], [2, 1], [3, 1], [4, 1]], "w_k": [[1, 2], [2, 1], [3, 1], [4, 1]],
                                "lambda": 0})"},
      {"/score/norm", "\"l2\""},
      {"/score/cap", "1"},
      {"/score", R"({"kind": "elu"})"},
      {"/score", R"({"kind": "additive", "bend": "leaky_relu"})"},
      {"/masks/2/sinks", "1"},
      {"/masks/0", R"({"kind": "prefix", "length": 0})"},
      {"/normalizer/over", "\"queries\""},
      {"/normalizer", R"({"kind": "topk", "k": 1})"},
      {"/position/layout", "\"halves\""},
      {"/position/scaling", R"({"kind": "ntk", "factor": 1})"},
      {"/position", R"({"kind": "relative", "table": [[1], [2]]})"},
      {"/combine/b_o", "[1]"},
  };
  for (const auto& [at, value] : later) {
    SCOPED_TRACE(at + " = " + value);
    ordered_json json = plain;
    json["version"] = 2;
    json[ordered_json::json_pointer(at)] = ordered_json::parse(value);
    const Scene scene = parse_scene(json.dump());
    EXPECT_EQ(version_of(scene), 2);
    EXPECT_EQ(ordered_json::parse(format_scene(scene))["version"], 2);
  }
}

}  // namespace
}  // namespace attn::version_2_test
