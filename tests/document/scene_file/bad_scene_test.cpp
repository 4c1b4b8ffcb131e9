// Tests that each error in a scene file is reported at its place: one row per kind of error.

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "tests/document/full_scene.h"
#include "tests/document/scene_problem.h"

namespace attn::bad_scene_test {
namespace {

using nlohmann::ordered_json;
using test::kFullScene;
using test::problem_of;
using test::with;

/// Change to a scene and the place that the error must name.
struct Case {
  std::string at;
  std::string value;
  std::string place;
};

const std::vector<Case> kCases{
    {"/format", "\"other\"", "/format"},
    {"/format", "1", "/format"},
    {"/version", "0", "/version"},
    {"/version", "3", "/version"},
    {"/version", "-2", "/version"},
    {"/version", "\"1\"", "/version"},
    {"/version", "1.5", "/version"},
    {"/version", "true", "/version"},
    {"/title", "1", "/title"},
    {"/title", "null", "/title"},
    {"/notes", "[\"n\"]", "/notes"},
    {"/tokens", "[]", "/tokens"},
    {"/tokens", "\"abc\"", "/tokens"},
    {"/tokens", "{}", "/tokens"},
    {"/tokens", "null", "/tokens"},
    {"/tokens", R"(["a", "b"])", "/embeddings"},
    {"/tokens/1", "7", "/tokens/1"},
    {"/tokens/2", "null", "/tokens/2"},
    {"/embeddings", "[]", "/embeddings"},
    {"/embeddings", "3", "/embeddings"},
    {"/embeddings", "null", "/embeddings"},
    {"/embeddings", "[[], [], []]", "/embeddings/0"},
    {"/embeddings", "[1, 2, 3]", "/embeddings/0"},
    {"/embeddings", "[[1, 2, 3, 4], [1, 2, 3, 4]]", "/embeddings"},
    {"/embeddings/2", "[1, 2, 3]", "/embeddings/2"},
    {"/embeddings/2", "[1, 2, 3, 4, 5]", "/embeddings/2"},
    {"/embeddings/1", "\"row\"", "/embeddings/1"},
    {"/embeddings/1/0", "\"1\"", "/embeddings/1/0"},
    {"/embeddings/1/0", "null", "/embeddings/1/0"},
    {"/embeddings/1/0", "true", "/embeddings/1/0"},
    {"/embeddings/1/0", "[1]", "/embeddings/1/0"},
    {"/embeddings/1/0", "1e39", "/embeddings/1/0"},
    {"/embeddings/1/3", "-3.5e38", "/embeddings/1/3"},
    {"/queries", "[]", "/queries"},
    {"/queries", "{}", "/queries/tokens"},
    {"/queries", R"({"tokens": ["x"]})", "/queries/embeddings"},
    {"/queries/other", "1", "/queries/other"},
    {"/queries/tokens", "[]", "/queries/tokens"},
    {"/queries/tokens/0", "{}", "/queries/tokens/0"},
    {"/queries/embeddings", "[[1, 2, 3, 4]]", "/queries/embeddings"},
    {"/queries/embeddings/1", "[1]", "/queries/embeddings/1"},
    {"/values", "[[1, 2]]", "/values"},
    {"/values/1", "[1]", "/values/1"},
    {"/values", "null", "/values"},
    {"/position", "\"rope\"", "/position"},
    {"/position", "{}", "/position/kind"},
    {"/position/kind", "\"other\"", "/position/kind"},
    {"/position/kind", "null", "/position/kind"},
    {"/position/kind", "\"alibi\"", "/position/base"},
    {"/position/table", "[[1]]", "/position/table"},
    {"/position/base", "0", "/position/base"},
    {"/position/base", "-1", "/position/base"},
    {"/position/base", "\"100\"", "/position/base"},
    {"/position/scale", "null", "/position/scale"},
    {"/position", R"({"kind": "none", "scale": 1})", "/position/scale"},
    {"/position", R"({"kind": "rope", "scale": 1})", "/position/scale"},
    {"/position", R"({"kind": "binary", "base": 2})", "/position/base"},
    {"/position", R"({"kind": "learned"})", "/position/table"},
    {"/position", R"({"kind": "learned", "table": [[1, 2, 3, 4]]})", "/position/table"},
    {"/position", R"({"kind": "learned", "table": [[1], [2], [3]]})", "/position/table/0"},
    {"/position", R"({"kind": "learned", "table": [[1, 2, 3, 4], [1, 2, 3, 4], [1]]})",
     "/position/table/2"},
    {"/position", R"({"kind": "alibi", "slopes": [1]})", "/position/slopes"},
    {"/position", R"({"kind": "alibi", "slopes": [1, "2"]})", "/position/slopes/1"},
    {"/position", R"({"kind": "alibi", "slopes": 1})", "/position/slopes"},
    {"/heads", "[]", "/heads"},
    {"/heads", "{}", "/heads"},
    {"/heads/1", "[]", "/heads/1"},
    {"/heads/1", "null", "/heads/1"},
    {"/heads/1/wq", "1", "/heads/1/wq"},
    {"/heads/0/w_q", "[[1, 2], [3, 4]]", "/heads/0/w_q"},
    {"/heads/0/w_q/3", "[1]", "/heads/0/w_q/3"},
    {"/heads/0/w_q", "[[], [], [], []]", "/heads/0/w_q/0"},
    {"/heads/1/w_k", "[[1], [2], [3], [4]]", "/heads/1/w_k"},
    {"/heads/1/w_k", "[[1, 2]]", "/heads/1/w_k"},
    {"/heads/1/w_v", "[[1, 2, 3]]", "/heads/1/w_v"},
    {"/heads/1/w_v/1/2", "{}", "/heads/1/w_v/1/2"},
    {"/heads/0/w_a", "[[1, 2]]", "/heads/0/w_a"},
    {"/heads/0/w_a", "[[1, 2, 3], [4, 5, 6]]", "/heads/0/w_a/0"},
    {"/heads/0/w_a/1", "[1, 2, 3]", "/heads/0/w_a/1"},
    {"/heads/0/v", "[1, 2, 3]", "/heads/0/v"},
    {"/heads/0/v/1", "null", "/heads/0/v/1"},
    {"/heads/0/width", "0", "/heads/0/width"},
    {"/heads/0/width", "-2", "/heads/0/width"},
    {"/heads/0/width", "1e-60", "/heads/0/width"},
    {"/score", "{}", "/score/kind"},
    {"/score", "null", "/score"},
    {"/score/kind", "\"Dot\"", "/score/kind"},
    {"/score/kind", "\"general\"", "/score/scale"},
    {"/score/width", "1", "/score/width"},
    {"/score/scale", "\"1\"", "/score/scale"},
    {"/bias", "[[1, 2, 3]]", "/bias"},
    {"/bias", "[[1, 2], [3, 4], [5, 6]]", "/bias"},
    {"/bias/0", "[1, 2]", "/bias/0"},
    {"/bias/1", "[1, 2]", "/bias/1"},
    {"/bias/1/1", "null", "/bias/1/1"},
    {"/masks", "{}", "/masks"},
    {"/masks", "null", "/masks"},
    {"/masks/0", "\"causal\"", "/masks/0"},
    {"/masks/0", "{}", "/masks/0/kind"},
    {"/masks/0/kind", "\"diagonal\"", "/masks/0/kind"},
    {"/masks/0/valid", "[true]", "/masks/0/valid"},
    {"/masks/1/valid", "[true, false]", "/masks/1/valid"},
    {"/masks/1/valid/1", "1", "/masks/1/valid/1"},
    {"/masks/1", R"({"kind": "padding"})", "/masks/1/valid"},
    {"/masks/2/radius", "-1", "/masks/2/radius"},
    {"/masks/2/radius", "1.5", "/masks/2/radius"},
    {"/masks/2/radius", "\"2\"", "/masks/2/radius"},
    {"/masks/2/sigma", "0", "/masks/2/sigma"},
    {"/masks/2", R"({"kind": "window", "sigma": 1})", "/masks/2/radius"},
    {"/masks/3/allowed", "[[true, true, true]]", "/masks/3/allowed"},
    {"/masks/3/allowed/1", "[true]", "/masks/3/allowed/1"},
    {"/masks/3/allowed/1/2", "0", "/masks/3/allowed/1/2"},
    {"/masks/3", R"({"kind": "custom"})", "/masks/3/allowed"},
    {"/masks/4/edges", "null", "/masks/4/edges"},
    {"/masks/4/edges/1", "[2, 0]", "/masks/4/edges/1"},
    {"/masks/4/edges/1", "[0, 3]", "/masks/4/edges/1"},
    {"/masks/4/edges/1", "[0]", "/masks/4/edges/1"},
    {"/masks/4/edges/1", "[0, 1, 2]", "/masks/4/edges/1"},
    {"/masks/4/edges/1", "[0, -1]", "/masks/4/edges/1"},
    {"/masks/4/edges/1", "[0, 0.5]", "/masks/4/edges/1"},
    {"/masks/4/edges/1", "[0, 1e30]", "/masks/4/edges/1"},
    {"/masks/4/edges/1", "[0, \"1\"]", "/masks/4/edges/1"},
    {"/masks/4/edges/1", "{}", "/masks/4/edges/1"},
    {"/masks/4/self_loops", "1", "/masks/4/self_loops"},
    {"/normalizer", "{}", "/normalizer/kind"},
    {"/normalizer/kind", "\"max\"", "/normalizer/kind"},
    {"/normalizer/temperature", "-1", "/normalizer/temperature"},
    {"/normalizer/temperature", "\"Inf\"", "/normalizer/temperature"},
    {"/normalizer/temperature", "null", "/normalizer/temperature"},
    {"/normalizer/temp", "1", "/normalizer/temp"},
    {"/combine", "{}", "/combine/kind"},
    {"/combine/kind", "\"sum\"", "/combine/kind"},
    {"/combine/kind", "\"mean\"", "/combine/w_o"},
    {"/combine/w", "[1, 2]", "/combine/w"},
    {"/combine/w_o", "[[1]]", "/combine/w_o"},
    {"/combine/w_o/5", "[1, 2]", "/combine/w_o/5"},
    {"/combine", R"({"kind": "weighted"})", "/combine/w"},
    {"/combine", R"({"kind": "weighted", "w": [1]})", "/combine/w"},
    {"/combine", R"({"kind": "weighted", "w": [1, null]})", "/combine/w/1"},
    {"/combine", R"({"kind": "projection"})", "/combine/w"},
    {"/combine", R"({"kind": "projection", "w": 1})", "/combine/w"},
    {"/combine", R"({"kind": "projection", "w": []})", "/combine/w"},
    {"/combine", R"({"kind": "projection", "w": [[[1], [2], [3]], [[1], [2]]]})", "/combine/w/1"},
    {"/combine", R"({"kind": "projection", "w": [[[1], [2], [3]], [[1, 2], [2, 3], [3, 4]]]})",
     "/combine/w/1/0"},
    {"/combine", R"({"kind": "projection", "w": [1, 2]})", "/combine/w/0"},
    {"/view", "[]", "/view"},
    {"/view", "null", "/view"},
    {"/view/zoom", "1e39", "/view/zoom"},
    {"/Tokens", "[]", "/Tokens"},
    {"/a~1b~0c", "1", "/a~1b~0c"},
    {"/", "1", "/"},
};

TEST(BadScene, TheWholeSceneIsTaken) { EXPECT_EQ(problem_of(kFullScene).place, "taken"); }

TEST(BadScene, NamesThePlaceOfWhatIsWrong) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.at + " = " + one.value);
    ordered_json scene = ordered_json::parse(kFullScene);
    scene[ordered_json::json_pointer(one.at)] = ordered_json::parse(one.value);
    const Problem problem = problem_of(scene.dump());
    EXPECT_EQ(problem.place, one.place) << problem.text;
    EXPECT_FALSE(problem.text.empty());
  }
}

TEST(BadScene, NamesAMissingKeyWhereItWouldBe) {
  for (const std::string key : {"format", "version", "tokens", "embeddings"}) {
    ordered_json scene = ordered_json::parse(kFullScene);
    scene.erase(key);
    EXPECT_EQ(problem_of(scene.dump()).place, "/" + key);
    EXPECT_EQ(problem_of(scene.dump()).text.find("missing key"), 0u);
  }
}

TEST(BadScene, AKeyThatStandsTwiceIsNamed) {
  EXPECT_EQ(problem_of(with("\"title\": \"t\"", R"("title": "t", "title": "t")")).place, "/title");
  EXPECT_EQ(problem_of(with("\"width\": 2", R"("width": 2, "width": 2)")).place, "/heads/0/width");
  EXPECT_EQ(problem_of(with("\"tab\": \"heads\"", R"("a": [1, {"b": 1, "b": 2}])")).place,
            "/view/a/1/b");
  EXPECT_EQ(problem_of(with("\"title\": \"t\"", R"("title": "t", "\u0074itle": "t")")).place,
            "/title");
}

TEST(BadScene, ANumberBeyondADoubleIsNamed) {
  for (const std::string number : {"1e400", "-1e400", "1e39", "3.4028236e38"}) {
    EXPECT_EQ(problem_of(with("[5, 6, 7, 8]", "[5, " + number + ", 7, 8]")).place,
              "/embeddings/1/1");
    EXPECT_EQ(problem_of(with("\"scale\": 0.5", "\"scale\": " + number)).place, "/position/scale");
  }
}

TEST(BadScene, SaysExpectedAndFound) {
  const auto text_of = [](const std::string& part, const std::string& other) {
    return problem_of(with(part, other)).text;
  };
  EXPECT_EQ(text_of("[[1, 2], [3, 4], [5, 6], [7, 8]]", "[[1, 2], [3, 4]]"),
            "expected 4 rows (Dq), found 2");
  EXPECT_EQ(text_of("[4, 5, 6]],\n \"masks\"", "[4, 5]],\n \"masks\""),
            "expected 3 numbers (L), found 2");
  EXPECT_EQ(text_of("\"t\"", "7"), "expected text, found 7");
  EXPECT_EQ(text_of("\"dot\"", "\"Dot\""),
            "expected one of " + test::first_ids(score_kinds()) + ", found text \"Dot\"");
  EXPECT_EQ(text_of("\"kind\": \"dot\"", "\"kind\": \"general\""),
            "expected only with one of dot, cosine, found with general");
  EXPECT_EQ(text_of("\"base\": 100", "\"bass\": 100"), "unknown key: is base meant?");
}

TEST(BadScene, AnUnknownKeyIsToldWithTheOneThatIsNearlySpeltSo) {
  const std::vector<std::string_view> known{"w_q", "w_k", "sink", "subtract", "position", "k"};
  const auto words = [&](std::string_view key) { return why_unknown(key, known); };
  EXPECT_EQ(words("sinks"), "unknown key: is sink meant?");
  EXPECT_EQ(words("wQ"), "unknown key: is w_q meant?");
  EXPECT_EQ(words("postion"), "unknown key: is position meant?");
  EXPECT_EQ(words("substract"), "unknown key: is subtract meant?");
  for (const char* key : {"w_v", "", "q", "temperature", "sixty"}) {
    EXPECT_EQ(words(key), "unknown key") << key;
  }
  EXPECT_EQ(words(std::string(100'000, 'k')), "unknown key");
}

TEST(BadScene, AbsurdSizesAreRefusedBeforeAnythingIsAllocated) {
  const std::string head = R"({"format":"attentoscope/scene","version":1,"tokens":[)";
  const std::string bottom = R"(]})";
  constexpr int kTokens = 200'000;
  std::string tokens;
  std::string rows;
  for (int n = 0; n < kTokens; ++n) {
    tokens += n ? ",\"\"" : "\"\"";
    rows += n ? ",[1]" : "[1]";
  }
  // H·M·L = 4e10.
  EXPECT_EQ(problem_of(head + tokens + R"(],"embeddings":[)" + rows + bottom).place, "/tokens");
  // One long row, and as many short ones: their product is never allocated.
  const std::string long_row = "[1" + [] {
    std::string numbers;
    for (int n = 0; n < kTokens; ++n) numbers += ",1";
    return numbers;
  }() + "]";
  EXPECT_EQ(
      problem_of(head + tokens + R"(],"embeddings":[)" + long_row + rows.substr(3) + bottom).place,
      "/embeddings/1");
}

}  // namespace
}  // namespace attn::bad_scene_test
