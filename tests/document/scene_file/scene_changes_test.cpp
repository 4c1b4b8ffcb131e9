#include "app/document/scene_file/scene_changes.h"

#include <map>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "engine/base/problem.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::scene_changes_test {
namespace {

using test::Random;

Scene two_tokens() {
  return parse_scene(R"({"format": "attentoscope/scene", "version": 1, "title": "t",
    "tokens": ["a", "b"], "embeddings": [[1, 0], [0, 1]], "view": {"tab": "plane"}})");
}

TEST(SceneChanges, BetweenScenesLeadFromOneToTheOther) {
  Random random(test::case_seed("scenes"));
  using Names = std::tuple<std::vector<std::string>, std::vector<std::string>, std::size_t>;
  std::map<Names, Scene> last;  // of those that can become each other
  int pairs = 0;
  for (int n = 0; n < test::test_cases(300); ++n) {
    const Scene to = test::varied_scene(random);
    const auto [found, is_first] =
        last.try_emplace({to.tokens, to.query_tokens(), to.heads.size()}, to);
    const Scene from = std::exchange(found->second, to);
    pairs += is_first ? 0 : 1;
    SCOPED_TRACE(n);
    EXPECT_EQ(changes_from(from, to).empty(), same_computation(from, to));
    EXPECT_TRUE(same_computation(with_changes(from, changes_from(from, to)), to));
    EXPECT_TRUE(same_computation(with_changes(from, changes_to(to)), to));
  }
  EXPECT_GT(pairs, test::test_cases(100) - 10);
}

TEST(SceneChanges, NameWhatDiffersAndNoMore) {
  const Scene from = two_tokens();
  Scene to = from;
  to.heads[0].sink = 0.5F;
  to.normalizer.temperature = 0;
  EXPECT_EQ(changes_from(from, to),
            (SceneChanges{{"/heads/0/sink", "0.5"}, {"/normalizer/temperature", "0"}}));
  EXPECT_EQ(changes_from(to, from),
            (SceneChanges{{"/heads/0/sink", "null"}, {"/normalizer/temperature", "null"}}));
  to = from;
  to.position.kind = &position_kind("rope");
  to.position.base = 100;
  EXPECT_EQ(changes_from(from, to), (SceneChanges{{"/position", R"({"base":100,"kind":"rope"})"}}))
      << "another kind has other numbers: as a whole";
}

TEST(SceneChanges, AreSaidInFewWords) {
  EXPECT_EQ(changes_in_words({{"/heads/0/sink", "0.5"},
                              {"/masks", "null"},
                              {"/embeddings", "[[1,2],[3,4]]"},
                              {"/position", R"({"base":100,"kind":"rope"})"},
                              {"/score/norm", "\"rms\""},
                              {"/title", "\"longer than what is said of a value\""}}),
            "embeddings, heads 0 sink 0.5, masks none, position rope, score norm rms, title");
  EXPECT_EQ(changes_in_words({}), "");
}

TEST(SceneChanges, KeepWhatIsNotComputedWith) {
  const Scene scene = two_tokens();
  const Scene changed = with_changes(
      scene, {{"/view", R"({"tab":"cost"})"}, {"/title", "\"other\""}, {"/bias", "null"}});
  EXPECT_EQ(changed, scene) << "nothing is where a bias was to be taken away";
}

TEST(SceneChanges, EachThatCanNotBeMadeNamesItsPlace) {
  const auto place = [](const SceneChanges& changes) -> std::string {
    try {
      with_changes(two_tokens(), changes);
      return "none";
    } catch (const SceneError& error) {
      EXPECT_FALSE(error.problem().text.empty());
      return error.problem().place;
    }
  };
  const std::string deep(150, '/');
  const struct {
    SceneChanges changes;
    std::string place;
  } cases[] = {
      {{{"/heads/0/sink", "\"a\""}}, "/heads/0/sink"},
      {{{"/heads/0/sink", "{"}}, "/heads/0/sink"},
      {{{"/heads/0/sunk", "1"}}, "/heads/0/sunk"},
      {{{"/heads/5/sink", "1"}}, "/heads/5/sink"},
      {{{"/heads/1", "{}"}}, "/heads"},
      {{{"/heads", "[]"}}, "/heads"},
      {{{"/tokens/0", "\"c\""}}, "/tokens"},
      {{{"/tokens", "null"}}, "/tokens"},
      {{{"/queries", R"({"tokens":["q"],"embeddings":[[1,0]]})"}}, "/queries"},
      {{{"/embeddings/2", "[1,1]"}}, "/embeddings"},
      {{{"/embeddings/0/0", "\"x\""}}, "/embeddings/0/0"},
      {{{"/score/kind", "\"odd\""}}, "/score/kind"},
      {{{"/score/cap", "-1"}}, "/score/cap"},
      {{{"/normalizer", R"({"kind":"sum","temperature":1})"}}, "/normalizer/temperature"},
      {{{"/normalizer/temperature/0", "1"}}, "/normalizer/temperature"},
      {{{"/normalizer/kind/0", "1"}}, "/normalizer/kind/0"},
      {{{"/masks/0", R"({"kind":"window"})"}}, "/masks/0/radius"},
      {{{"/position", "7"}}, "/position"},
      {{{"/format", "null"}}, "/format"},
      {{{"score/cap", "1"}}, "score/cap"},
      {{{"", "1"}}, ""},
      {{{deep, "1"}}, deep},
      {{{"/odd", "1"}}, "/odd"},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(place(one.changes), one.place) << one.changes.begin()->first;
  }
}

}  // namespace
}  // namespace attn::scene_changes_test
