// Tests invariants of all structural edits over scenes of all kinds.

#include <functional>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "app/document/edits/head_edits.h"
#include "app/document/edits/input_edits.h"
#include "app/document/edits/kind_edits.h"
#include "app/document/edits/matrix_fill.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::scene_edits_test {
namespace {

using namespace attn::test;
using Edit = std::function<void(Scene&)>;

TokenList any_list(Random& random, const Scene& scene) {
  return scene.queries && random.coin() ? TokenList::kQueries : TokenList::kTokens;
}

Index any_token(Random& random, const Scene& scene, TokenList list, int more = 0) {
  const Index count = list == TokenList::kQueries ? scene.query_count() : scene.key_count();
  return random.below(static_cast<int>(count) + more);
}

Part any_input(Random& random, const Scene& scene) {
  if (scene.values && random.coin()) return Part::values;
  return scene.queries && random.coin() ? Part::query_embeddings : Part::embeddings;
}

Index any_dimension(Random& random, const Scene& scene, Part input, int more) {
  const Index count = input == Part::query_embeddings ? scene.query_embeddings().cols()
                      : input == Part::values         ? value_width(scene)
                                                      : scene.embeddings->cols();
  return random.below(static_cast<int>(count) + more);
}

std::size_t any_head(Random& random, const Scene& scene) {
  return static_cast<std::size_t>(random.below(static_cast<int>(scene.heads.size())));
}

HeadMatrix any_matrix(Random& random) {
  constexpr HeadMatrix kMatrices[] = {&Head::w_q, &Head::w_k, &Head::w_v, &Head::w_a};
  return kMatrices[random.below(4)];
}

Edit token_edit(Random& random, const Scene& scene) {
  const TokenList list = any_list(random, scene);
  const Index at = any_token(random, scene, list);
  const Index to = any_token(random, scene, list);
  const Index end = any_token(random, scene, list, 1);
  switch (random.below(5)) {
    case 0:
      return [=](Scene& s) { rename_token(s, list, at, "new name"); };
    case 1:
      return [=](Scene& s) { insert_token(s, list, end, "word"); };
    case 2:
      return [=](Scene& s) { remove_token(s, list, at); };
    case 3:
      return [=](Scene& s) { move_token(s, list, at, to); };
    default:
      return [=](Scene& s) { shuffle_tokens(s, list, static_cast<std::uint64_t>(at)); };
  }
}

Edit input_edit(Random& random, const Scene& scene) {
  const Part input = any_input(random, scene);
  const Index end = any_dimension(random, scene, input, 1);
  const Index at = any_dimension(random, scene, input, 0);
  switch (random.below(6)) {
    case 0:
      return [=](Scene& s) { insert_dimension(s, input, end); };
    case 1:
      return [=](Scene& s) { remove_dimension(s, input, at); };
    case 2:
      return use_own_queries;
    case 3:
      return use_tokens_as_queries;
    case 4:
      return use_own_values;
    default:
      return use_embeddings_as_values;
  }
}

Edit head_edit(Random& random, const Scene& scene) {
  const std::size_t h = any_head(random, scene);
  const HeadMatrix matrix = any_matrix(random);
  const auto count = static_cast<std::size_t>(1 + random.below(5));
  const NewHead kind = random.coin() ? NewHead::kRandom : NewHead::kPlain;
  const Index width = 1 + random.below(6);
  switch (random.below(5)) {
    case 0:
      return [=](Scene& s) { set_head_count(s, count, kind, count); };
    case 1:
      return [=](Scene& s) { give_weights(s, h, matrix); };
    case 2:
      return [=](Scene& s) { drop_weights(s, h, matrix); };
    case 3:
      return [=](Scene& s) { set_key_width(s, h, width); };
    default:
      return [=](Scene& s) { set_value_width(s, h, width); };
  }
}

Edit kind_edit(Random& random, const Scene& scene) {
  const auto* score = any_of(random, score_kinds());
  const auto* position = any_of(random, position_kinds());
  const auto* combine = any_of(random, combine_kinds());
  const auto* mask = any_of(random, mask_kinds());
  const auto* normalizer = any_of(random, normalizer_kinds());
  const Index i =
      any_token(random, scene, scene.queries ? TokenList::kQueries : TokenList::kTokens);
  const Index j = any_token(random, scene, TokenList::kTokens);
  const auto n = static_cast<std::size_t>(random.below(3));
  const bool is_allowed = random.coin();
  switch (random.below(7)) {
    case 0:
      return [=](Scene& s) { set_score_kind(s, *score); };
    case 1:
      return [=](Scene& s) { set_position_kind(s, *position); };
    case 2:
      return [=](Scene& s) { set_combine_kind(s, *combine); };
    case 3:
      return [=](Scene& s) { set_normalizer_kind(s, *normalizer); };
    case 4:
      return [=](Scene& s) { add_mask(s, *mask); };
    case 5:
      return [=](Scene& s) {
        if (n < s.masks.size()) remove_mask(s, n);
      };
    default:
      return [=](Scene& s) { paint_mask(s, i, j, is_allowed); };
  }
}

Edit fill_edit(Random& random, const Scene& scene) {
  const auto fills = matrix_fills();
  const auto fill = fills[static_cast<std::size_t>(random.below(static_cast<int>(fills.size())))];
  const std::size_t h = any_head(random, scene);
  const HeadMatrix matrix = any_matrix(random);
  const auto seed = static_cast<std::uint64_t>(random.below(100));
  if (random.coin()) return [=](Scene& s) { fill.fill(s.embeddings.edit(), seed); };
  return [=](Scene& s) {
    if (s.heads[h].*matrix) fill.fill((s.heads[h].*matrix)->edit(), seed);
  };
}

Edit any_edit(Random& random, const Scene& scene) {
  constexpr Edit (*kEdits[])(Random&, const Scene&) = {token_edit, input_edit, head_edit, kind_edit,
                                                       fill_edit};
  return kEdits[random.below(5)](random, scene);
}

/// Why an edit may be refused: no parameters would make the scene fit.
bool may_be_refused(const Problem& problem) {
  const auto is_at = [&](std::string_view start) { return problem.place.starts_with(start); };
  const auto says = [&](std::string_view words) {
    return problem.text.find(words) != std::string::npos;
  };
  if (says("at least 1 token") || says("at least 1 head") || says("at least 1 number")) return true;
  if (is_at("/position/kind")) return says("for rope");
  if (is_at("/position/rotated")) return says("the width of queries and keys");
  if (is_at("/queries/embeddings")) return says("learned positions") || says("the width of");
  if (is_at("/combine/kind")) return says("equal value width");
  if (says("together with keys_of")) return true;
  // Subtracted heads have widths of their own.
  if (problem.place.find("/subtract/") != std::string::npos)
    return says("dk") || says("of w_a") || says("width of subtract's q");
  return is_at("/heads/") && says("the width of");  // no weights on the side that would follow
}

TEST(SceneEdits, EveryEditLeavesAValidScene) {
  std::map<std::string, int> refused;
  int taken = 0;
  for (int round = 0; round < test_cases(1000); ++round) {
    Random random(case_seed(round));
    Scene scene = varied_scene(random);
    for (int n = 0; n < 10; ++n) {
      const Scene before = scene;
      try {
        any_edit(random, scene)(scene);
        ++taken;
      } catch (const SceneError& error) {
        const Problem& problem = error.problem();
        ++refused[problem.place];
        ASSERT_TRUE(may_be_refused(problem)) << problem.place << ": " << problem.text;
        ASSERT_EQ(scene, before);
      }
      const auto problem = check(scene);
      ASSERT_FALSE(problem) << problem->place << ": " << problem->text << format_scene(before);
      try {
        ASSERT_EQ(parse_scene(format_scene(scene)), scene) << "something is left that no kind uses";
      } catch (const SceneError& error) {
        FAIL() << error.problem().words() << format_scene(before) << format_scene(scene);
      }
      ASSERT_NO_THROW(evaluate(scene)) << format_scene(scene);
    }
  }
  int refusals = 0;
  for (const auto& [place, count] : refused) refusals += count;
  EXPECT_GT(taken, 10 * refusals);
}

TEST(SceneEdits, TheSameEditGivesTheSameScene) {
  for (int round = 0; round < 500; ++round) {
    Random random(case_seed(round));
    const Scene scene = varied_scene(random);
    const Edit edit = any_edit(random, scene);
    Scene once = scene;
    Scene again = scene;
    try {
      edit(once);
    } catch (const SceneError&) {
      continue;
    }
    edit(again);
    ASSERT_EQ(once, again);
  }
}

}  // namespace
}  // namespace attn::scene_edits_test
