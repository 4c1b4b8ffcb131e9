// Whether each part follows from the cells that are said to feed it, and from no others: by the
// functions that compute the parts.

#include "engine/reference/feeding_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
#include "engine/attention/ties.h"
#include "engine/reference/attention.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::feeding_cells_test {
namespace {

using test::Random;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A scene and what follows from it, where numbers can be changed on the way.
struct Way {
  Scene scene;
  Trace trace;

  bool has(const Where& where) const {
    const PartKind& kind = part_kind(where.part);
    const auto h = static_cast<std::size_t>(where.head);
    if (kind.set) {
      const Shape shape = kind.shape(scene, h);
      return shape.rows.count * shape.cols.count > 0;
    }
    return !kind.is_traced || kind.is_traced(scene, h);
  }
  /// Whether what comes after reads it where it is: what is neither given nor kept is computed with
  /// what needs it.
  bool is_source(const Where& where) const {
    const PartKind& kind = part_kind(where.part);
    const HeadTrace& head = trace.heads[static_cast<std::size_t>(where.head)];
    if (where.part == Part::raw && head.raw.size() == 0) return false;
    if (where.part == Part::subtract_raw && head.subtracted.raw.size() == 0) return false;
    return has(where) && (kind.set || kind.compute);
  }
  Matrix numbers(const Where& where) const {
    const PartKind& kind = part_kind(where.part);
    const auto h = static_cast<std::size_t>(where.head);
    const Matrix* held = kind.held ? kind.held(scene, trace, h) : nullptr;
    return held ? *held : kind.made(scene, trace, h);
  }
  void put(const Where& where, const Matrix& numbers) {
    const PartKind& kind = part_kind(where.part);
    const auto h = static_cast<std::size_t>(where.head);
    if (kind.set) return kind.set(scene, h, numbers);
    // The trace is this one's own.
    const_cast<Matrix&>(*kind.held(scene, trace, h)) = numbers;  // NOLINT
  }
  BoolMatrix seen(Index head) const {
    return seen_by_head(scene, static_cast<std::size_t>(head), visible_keys(scene));
  }

  /// The part, from what feeds it as it stands here.
  Matrix computed(const Where& where) {
    const PartKind& kind = part_kind(where.part);
    const auto h = static_cast<std::size_t>(where.head);
    if (where.part == Part::weights && jumps_at_ties(scene.normalizer)) return own_weights(h);
    if (where.part == Part::subtract_weights && jumps_at_ties(scene.normalizer)) {
      return normalize(scene.normalizer, trace.heads[h].subtracted.scores);
    }
    const Computation from{scene, visible_keys(scene)};
    const PartKind& with = where.part == Part::position         ? part_kind(Part::x)
                           : where.part == Part::query_position ? part_kind(Part::query_x)
                                                                : kind;
    if (!with.compute) return kind.made(scene, trace, h);
    with.compute(from, h, trace);
    return numbers(where);
  }

 private:
  /// Normalised scores without the tie rule, which would read the scene's own numbers.
  Matrix own_weights(std::size_t h) const {
    const Head& head = scene.heads[h];
    const Matrix weights = normalize(scene.normalizer, trace.heads[h].scores, head.sink);
    if (!head.subtract) return weights;
    return weights - head.subtract->lambda * trace.heads[h].subtracted.weights;
  }
};

using Found = std::set<std::tuple<Index, Index>>;

/// Those of `source` that feed the cell, be it by others that are no sources themselves.
void add_feeding(const Way& way, const Where& where, Cell cell, const Where& source, Found& found) {
  for (const CellRange& range : feeding_cells(way.scene, way.seen(where.head), where, cell)) {
    const Shape shape = shape_of(way.scene, range.where);
    ASSERT_LE(range.row + range.rows, shape.rows.count);
    ASSERT_LE(range.column + range.columns, shape.cols.count);
    for (Index r = range.row; r < range.row + range.rows; ++r) {
      for (Index c = range.column; c < range.column + range.columns; ++c) {
        if (range.where == source) found.insert({r, c});
        if (!way.is_source(range.where)) add_feeding(way, range.where, {r, c}, source, found);
      }
    }
  }
}

/// Numbers that let each that can count do so: what is 0, or beside something much larger, might
/// not.
void settle(Way& way, const Where& where, Random& random) {
  for (std::size_t h = 0; h < way.trace.heads.size(); ++h) {
    HeadTrace& head = way.trace.heads[h];
    const BoolMatrix seen = way.seen(static_cast<Index>(h));
    const Matrix nowhere = Matrix::Constant(seen.rows(), seen.cols(), kMasked);
    // More than a sink, which else takes all of the weight.
    const float more = 20 * std::max(0.F, way.scene.heads[h].sink.value_or(0.F));
    const Matrix alike = Matrix::Constant(seen.rows(), seen.cols(), 0.25F + more);
    switch (where.part) {
      case Part::weights:
      case Part::subtract_weights:
        head.scores = seen.select(alike, nowhere);
        if (!way.scene.heads[h].subtract) break;
        head.subtracted.scores = head.scores;
        head.subtracted.weights = random.matrix(seen.rows(), seen.cols());
        break;
      case Part::head_output:
        head.weights = seen.cast<float>() * 0.3F;
        break;
      case Part::output:
        head.output = random.matrix(head.output.rows(), head.output.cols());
        break;
      case Part::scores:
        if (part_kind(Part::raw).is_traced(way.scene, h)) {
          part_kind(Part::raw).compute({way.scene, visible_keys(way.scene)}, h, way.trace);
          head.raw = head.raw.unaryExpr([](float a) { return std::isfinite(a) ? a : 0.5F; }).eval();
        }
        break;
      case Part::subtract_scores:
        if (part_kind(Part::subtract_raw).is_traced(way.scene, h)) {
          part_kind(Part::subtract_raw).compute({way.scene, visible_keys(way.scene)}, h, way.trace);
        }
        break;
      default:
        break;
    }
  }
}

/// Cell (i, j) and a cell that it may depend on.
using Pair = std::tuple<Index, Index, Index, Index>;

/// Adds which cells of `where`, which are `before`, change with cell (r, c) of `source`.
void add_changes(const Way& way, const Where& where, const Matrix& before, const Where& source,
                 Cell cell, std::set<Pair>& changed) {
  const Matrix numbers = way.numbers(source);
  const bool hides = source.part == Part::given_scores;
  const float now = numbers(cell.query, cell.key);
  const float much = now == kMasked ? 40 : 40 + 2 * std::abs(now);
  for (const float by : {0.75F, -0.75F, much, -much, kMasked}) {
    if (by == kMasked && !hides) continue;
    Matrix others = numbers;
    float& number = others(cell.query, cell.key);
    number = hides && number == kMasked ? by : number + by;
    Way other = way;
    other.put(source, others);
    const Matrix after = other.computed(where);
    for (Index i = 0; i < before.rows(); ++i) {
      for (Index j = 0; j < before.cols(); ++j) {
        if (before(i, j) != after(i, j)) changed.insert({i, j, cell.query, cell.key});
      }
    }
  }
}

/// Whether numbers cannot show a dependency: if column weights are divided by row sums, a key alone
/// in its row weighs 1 (or 0), and with a length, one alone in its column is not counted.
bool is_undecided(const Way& way, const Where& where, const Pair& pair) {
  const auto [i, j, r, c] = pair;
  const bool is_weight = where.part == Part::weights || where.part == Part::subtract_weights;
  const Normalizer& normalizer = way.scene.normalizer;
  if (!is_weight || normalizer.over != Over::kQueriesThenKeys) return false;
  const BoolMatrix seen = way.seen(where.head);
  const bool has_length = normalizer.length && takes(*normalizer.kind, "length");
  return seen.row(i).count() == 1 ||
         (has_length && (seen.col(j).count() == 1 || seen.col(c).count() == 1));
}

/// Changes all cells that are said to feed any, and some of the others.
void expect_fed_by(const Way& way, const Where& where, const Where& source, Random& random) {
  SCOPED_TRACE(std::string(part_kind(where.part).id) + " of head " + std::to_string(where.head) +
               " from " + std::string(part_kind(source.part).id) + " of head " +
               std::to_string(source.head));
  Way plain = way;
  const Matrix before = plain.computed(where);
  std::set<Pair> said, changed;
  Found cells;
  for (Index i = 0; i < before.rows(); ++i) {
    for (Index j = 0; j < before.cols(); ++j) {
      Found feeding;
      add_feeding(way, where, {i, j}, source, feeding);
      for (const auto& [r, c] : feeding) said.insert({i, j, r, c});
      cells.insert(feeding.begin(), feeding.end());
    }
  }
  const Shape shape = shape_of(way.scene, source);
  for (int n = 0; n < 3; ++n) {
    cells.insert({random.below(static_cast<int>(shape.rows.count)),
                  random.below(static_cast<int>(shape.cols.count))});
  }
  const bool is_weight = source.part == Part::weights || source.part == Part::subtract_weights;
  for (const auto& [r, c] : cells) {
    // A weight that is masked is no other number.
    if (is_weight && !way.seen(source.head)(r, c)) continue;
    add_changes(way, where, before, source, {r, c}, changed);
  }
  for (const Pair& pair : said) {
    const auto& [i, j, r, c] = pair;
    EXPECT_TRUE(changed.contains(pair) || is_undecided(way, where, pair))
        << "(" << i << ", " << j << ") does not follow from (" << r << ", " << c << ")";
  }
  for (const auto& [i, j, r, c] : changed) {
    EXPECT_TRUE(said.contains({i, j, r, c}))
        << "(" << i << ", " << j << ") follows from (" << r << ", " << c << ")";
  }
}

std::vector<Where> all_parts(const Way& way) {
  std::vector<Where> all;
  for (const PartKind& kind : part_kinds()) {
    for (std::size_t h = 0; h < (kind.is_of_head ? way.scene.heads.size() : 1); ++h) {
      const Where where{kind.part, static_cast<Index>(h)};
      if (way.has(where)) all.push_back(where);
    }
  }
  return all;
}

/// Whether anything of the part of a scene without it can be asked for.
bool is_made_of_nothing(const Scene& scene, const Where& where) {
  return where.part == Part::forget_gates && !scene.heads[static_cast<std::size_t>(where.head)].w_f;
}

using Parts = std::vector<Part>;

/// Checks all parts, or `parts`.
void check_all(const Scene& scene, Random& random, const Parts& parts) {
  const auto problem = check(scene);
  ASSERT_FALSE(problem) << problem->place << ": " << problem->text;
  const Way whole{scene, evaluate_plainly(scene)};
  const std::vector<Where> all = all_parts(whole);
  for (const Where& where : all) {
    if (part_kind(where.part).set || is_made_of_nothing(scene, where)) continue;
    if (!parts.empty() && std::ranges::find(parts, where.part) == parts.end()) continue;
    Way way = whole;
    settle(way, where, random);
    for (const Where& source : all) {
      if (source.part >= where.part || !way.is_source(source)) continue;
      expect_fed_by(way, where, source, random);
      if (testing::Test::HasFailure()) return;
    }
  }
}

/// Small numbers, where larger ones would leave no trace: functions that are bent are flat there.
void soften(Scene& scene) {
  if (scene.score.cap) scene.score.cap = 60;
  for (Head& head : scene.heads) {
    if (scene.score.kind->pair_sum.pairing != Pairing::kTanhOfSum &&
        !scene.score.kind->is_positive) {
      continue;
    }
    for (const auto weights : {&Head::w_q, &Head::w_k}) {
      if (head.*weights) (head.*weights)->edit() *= 0.1F;
    }
  }
}

/// Whether a norm leaves two numbers of a row, or one, the same whatever they are.
bool is_flat(const Scene& scene) {
  const auto narrow = [&](std::size_t h) {
    const Index subtracted = scene.heads[h].subtract ? width_of_subtract(scene, h) : 3;
    return std::min({width_of_q(scene, h), width_of_k(scene, h), subtracted}) < 3;
  };
  bool is_narrow = false;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) is_narrow |= narrow(h);
  return scene.score.norm->has_epsilon && is_narrow;
}

/// Random scenes of which `choose` sets a kind.
template <typename Choose>
void check_some(const std::string& name, int version, const Parts& parts, Choose choose) {
  // Not every one is valid, with what is chosen.
  constexpr int kTries = 40;
  const int wanted = test::kIsSanitized ? 1 : 4;
  int checked = 0;
  for (int n = 0; n < kTries && checked < wanted; ++n) {
    const unsigned seed = test::case_seed(name, n);
    if (!test::is_tried(static_cast<int>(seed))) continue;
    Random random(seed, version);
    Scene scene = test::random_scene(random);
    if (takes(*scene.score.kind, "scale")) scene.score.scale = 0.5F;
    choose(random, scene);
    if (check(scene) || is_flat(scene)) continue;
    soften(scene);
    ++checked;
    SCOPED_TRACE(name + ", scene " + std::to_string(n) + ": " + std::string(scene.score.kind->id) +
                 ", " + std::string(scene.normalizer.kind->id) + " over " +
                 std::to_string(static_cast<int>(scene.normalizer.over)) + " at " +
                 std::to_string(scene.normalizer.temperature));
    check_all(scene, random, parts);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_TRUE(checked > 0 || test::kIsSanitized) << name << ": no scene was valid";
}

const Parts kPairs{Part::unscaled, Part::raw, Part::scores, Part::subtract_raw,
                   Part::subtract_scores};
const Parts kWeights{Part::seen, Part::scores, Part::subtract_weights, Part::weights,
                     Part::head_output};
const Parts kPlaced{
    Part::position, Part::query_position, Part::x,          Part::query_x,    Part::q,     Part::k,
    Part::v,        Part::shift,          Part::subtract_q, Part::subtract_k, Part::scores};

TEST(FeedingCells, AreThoseThatChangeTheCellForEachScore) {
  for (const ScoreKind& kind : score_kinds()) {
    check_some(std::string(kind.id), 2, kPairs, [&](Random& random, Scene& scene) {
      test::set_score(random, kind, scene);
      scene.score.scale = 0.5F;
    });
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachMask) {
  for (const MaskKind& kind : mask_kinds()) {
    check_some(std::string(kind.id), 2, kWeights, [&](Random& random, Scene& scene) {
      scene.masks = {test::random_mask(random, kind, scene)};
    });
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachNormalizer) {
  for (const NormalizerKind& kind : normalizer_kinds()) {
    for (const Over over : {Over::kKeys, Over::kQueries, Over::kQueriesThenKeys}) {
      for (const float T : {0.F, 1.F, kInfinity}) {
        if (T != 1 && !takes(kind, "temperature")) continue;
        if (T == 0 && !kind.takes_zero) continue;
        const std::string name = std::string(kind.id) + " over " +
                                 std::to_string(static_cast<int>(over)) + " at " +
                                 std::to_string(T);
        check_some(name, 2, kWeights, [&](Random& random, Scene& scene) {
          scene.normalizer = test::random_normalizer(random, kind);
          scene.normalizer.temperature = T;
          scene.normalizer.over = over;
          if (takes(kind, "length") && random.coin()) scene.normalizer.length = 0.5F;
        });
      }
    }
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachPosition) {
  for (const PositionKind& kind : position_kinds()) {
    check_some(std::string(kind.id), 2, kPlaced, [&](Random& random, Scene& scene) {
      test::set_position(random, kind, scene);
      scene.position.scale = 1;
    });
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellForEachCombine) {
  for (const CombineKind& kind : combine_kinds()) {
    check_some(std::string(kind.id), 2, {Part::output}, [&](Random& random, Scene& scene) {
      test::set_combine(random, kind, scene);
      if (kind.joins == Joins::kBeside && random.coin()) scene.combine.w_o.reset();
    });
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellOfAllSortsOfScenes) {
  for (int n = 0; n < test::test_cases(20); ++n) {
    check_some("group " + std::to_string(n), 2, {}, [](Random&, Scene&) {});
  }
}

TEST(FeedingCells, AreThoseThatChangeTheCellWithoutWeights) {
  check_some("identities", test::kFirstVersion, {}, [](Random&, Scene& scene) {
    for (Head& head : scene.heads) head = Head{};
    scene.position = {};
    scene.combine = {};
    scene.score.kind = &score_kind("dot");
  });
  check_some("turned identities", test::kFirstVersion, {}, [](Random&, Scene& scene) {
    for (Head& head : scene.heads) head = Head{};
    scene.position = {};
    scene.position.kind = &position_kind("rope");
    scene.combine = {};
  });
}

TEST(FeedingCells, AScoreComesFromARowOfQueriesAndARowOfKeys) {
  const Scene scene = test::self_attention(5, 3);
  const auto feeds = feeding_cells(scene, visible_keys(scene), {Part::unscaled}, {2, 4});
  EXPECT_EQ(feeds, (std::vector<CellRange>{{{Part::q}, 2, 1, 0, 3}, {{Part::k}, 4, 1, 0, 3}}));
}

TEST(FeedingCells, AForgottenScoreComesThroughTheGatesBetween) {
  Scene scene = test::self_attention(6, 2);
  scene.heads[0].w_f = RowVector(RowVector::Ones(2));
  const auto feeds = feeding_cells(scene, visible_keys(scene), {Part::scores}, {4, 1});
  EXPECT_EQ(feeds, (std::vector<CellRange>{{{Part::raw}, 4, 1, 1, 1},
                                           {{Part::forget_gates}, 2, 3, 0, 1}}));
}

TEST(FeedingCells, NothingOfTheScoreThatIsMultipliedByZero) {
  Scene scene = test::self_attention(2, 2);
  scene.score.kind = &score_kind("dot");
  scene.score.scale = 0;
  EXPECT_TRUE(feeding_cells(scene, visible_keys(scene), {Part::raw}, {0, 1}).empty());
}

}  // namespace
}  // namespace attn::feeding_cells_test
