// The matrices of every step, as they are drawn, make the one that the step says.

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/steps/pipeline.h"
#include "app/figure/steps/steps_diagram.h"
#include "assets/assets.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"
#include "tests/figure/diagram_room.h"
#include "tests/support/case_seed.h"

namespace attn::steps_shapes_test {
namespace {

using Labels = const std::vector<std::string>*;

/// Rows and columns as drawn, and what they are of.
struct Drawn {
  Index rows, columns;
  Labels row_labels, column_labels;
};

std::string words(const Drawn& one) {
  return std::to_string(one.rows) + " × " + std::to_string(one.columns);
}

Drawn drawn(const PipelineMatrix& one) {
  return {one.values->rows(), one.values->cols(), one.rows, one.columns};
}

bool agree(Labels a, Labels b) { return !a || !b || *a == *b; }

/// a · b; a failure where their shapes or what the inner axis is of do not fit.
Drawn product(const Drawn& a, const Drawn& b) {
  EXPECT_EQ(a.columns, b.rows) << words(a) << " · " << words(b);
  EXPECT_TRUE(agree(a.column_labels, b.row_labels));
  return {a.rows, b.columns, a.row_labels, b.column_labels};
}

void expect_same(const Drawn& a, const Drawn& b) {
  EXPECT_EQ(words(a), words(b));
  EXPECT_TRUE(agree(a.row_labels, b.row_labels));
  EXPECT_TRUE(agree(a.column_labels, b.column_labels));
}

/// The matrices of a term, as one that has them side by side.
Drawn side_by_side(const PipelineTerm& term) {
  Drawn all = drawn(term.matrices.front());
  for (std::size_t n = 1; n < term.matrices.size(); ++n) {
    EXPECT_EQ(term.matrices[n].values->rows(), all.rows);
    all.columns += term.matrices[n].values->cols();
  }
  return all;
}

/// Two terms with a dot between them: matrix and matrix, or head by head and summed.
Drawn product_of(const PipelineTerm& a, const PipelineTerm& b) {
  if (b.matrices.size() == 1) return product(side_by_side(a), drawn(b.matrices.front()));
  EXPECT_EQ(a.matrices.size(), b.matrices.size());
  const Drawn first = product(drawn(a.matrices.front()), drawn(b.matrices.front()));
  for (std::size_t n = 1; n < std::min(a.matrices.size(), b.matrices.size()); ++n) {
    expect_same(product(drawn(a.matrices[n]), drawn(b.matrices[n])), first);
  }
  return first;
}

/// The terms before the arrow are of the shape of the matrix after it.
void expect_fits(const std::vector<PipelineTerm>& terms, std::string_view combine) {
  const auto arrow = std::ranges::find(terms, "→", &PipelineTerm::before);
  if (arrow == terms.end()) return;
  ASSERT_EQ(arrow + 1, terms.end());
  const Drawn result = drawn(arrow->matrices.front());
  const PipelineTerm& first = terms.front();
  const auto count = static_cast<std::size_t>(arrow - terms.begin());
  const bool is_list = count > 1 && terms[1].before == ",";
  if (count == 1 && first.matrices.size() > 1 && combine != "concat") {
    for (const PipelineMatrix& one : first.matrices) expect_same(drawn(one), result);
  } else if (is_list && result.column_labels && first.matrices.front().columns) {
    for (std::size_t n = 0; n < count; ++n) {  // pairs, and what is done to each
      const Drawn one = drawn(terms[n].matrices.front());
      if (one.column_labels) {
        expect_same(one, result);
      } else {  // one number for each token
        EXPECT_EQ(one.columns, 1);
        EXPECT_TRUE(agree(one.row_labels, result.column_labels));
      }
    }
  } else if (is_list && result.column_labels) {  // a number for each row of one and row of another
    const Drawn q = drawn(first.matrices.front()), k = drawn(terms[1].matrices.front());
    EXPECT_EQ(q.columns, k.columns);
    expect_same({q.rows, k.rows, q.row_labels, k.row_labels}, result);
    if (count > 2) {
      EXPECT_EQ(drawn(terms[2].matrices.front()).columns, k.columns);
    }
  } else if (is_list && first.matrices.front().where.part == Part::head_output) {
    // Heads, and a number for each.
    EXPECT_EQ(terms[1].matrices.front().values->size(), static_cast<Index>(first.matrices.size()));
    for (const PipelineMatrix& one : first.matrices) expect_same(drawn(one), result);
  } else {
    Drawn made = side_by_side(first);
    for (std::size_t n = 1; n < count; ++n) {
      const PipelineTerm& term = terms[n];
      const Drawn next = drawn(term.matrices.front());
      if (term.before == "·") {
        made = n == 1 ? product_of(first, term) : product(made, next);
      } else if (next.rows == 1 && !next.row_labels) {  // one row, for each
        EXPECT_EQ(made.columns, next.columns);
      } else if (next.columns == 1 && !next.column_labels &&
                 made.column_labels) {  // one number for each token
        EXPECT_TRUE(agree(made.column_labels, next.row_labels));
      } else if (term.before == "+" || term.before == "−") {
        expect_same(made, next);
      } else {
        EXPECT_EQ(term.before, ",") << "what does " << term.before << " do?";
        expect_same(made, next);
      }
    }
    expect_same(made, result);
  }
}

std::set<std::string> texts_of(const Diagram& diagram) {
  std::set<std::string> texts;
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) texts.insert(text->text);
  }
  return texts;
}

/// Checks that the open step draws its operands, with correct shapes.
void expect_drawn(const Diagram& diagram, const std::vector<PipelineTerm>& terms) {
  const std::set<std::string> texts = texts_of(diagram);
  for (const PipelineTerm& term : terms) {
    for (const PipelineMatrix& one : term.matrices) {
      const std::string name = matrix_name(one.where);
      const auto is_it = [&](const Mark& mark) {
        const auto* matrix = std::get_if<MatrixMark>(&mark);
        return matrix && matrix->name == name && matrix->values.get() == one.values;
      };
      EXPECT_TRUE(std::ranges::any_of(diagram.marks, is_it)) << name;
    }
    const std::string front = words(drawn(term.matrices.front()));
    const bool all_same = std::ranges::all_of(
        term.matrices, [&](const PipelineMatrix& one) { return words(drawn(one)) == front; });
    std::set<std::string> right;
    if (all_same) right.insert(std::to_string(term.matrices.size()) + " of " + front);
    const bool has_one_height = std::ranges::all_of(term.matrices, [&](const auto& one) {
      return one.values->rows() == term.matrices.front().values->rows();
    });
    if (has_one_height) right.insert(words(side_by_side(term)));
    if (!all_same) {
      const std::string between = term.matrices.size() == 2 ? ", " : " … ";
      right.insert(front + between + words(drawn(term.matrices.back())));
    }
    EXPECT_TRUE(std::ranges::any_of(right, [&](const auto& one) { return texts.contains(one); }))
        << "no shape of " << term.matrices.front().symbol << ", " << *right.begin();
  }
}

void expect_steps_fit(const Scene& scene) {
  const FigureRuler ruler;
  const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const auto head = static_cast<Index>(h);
    const auto pipeline = pipeline_of(evaluation, head);
    for (std::size_t step = 0; step < pipeline->steps.size(); ++step) {
      SCOPED_TRACE("head " + std::to_string(h) + ", step " + pipeline->steps[step].names.front());
      ViewInput input{.evaluation = evaluation, .width = 1600, .height = 900, .ruler = ruler};
      input.state.head = head;
      input.state.options.steps.open = static_cast<int>(step);
      const Diagram diagram = steps_diagram(input);
      for (const auto& equation : pipeline->steps[step].equations) {
        expect_fits(equation, scene.combine.kind->id);
        expect_drawn(diagram, equation);
      }
    }
  }
}

TEST(StepsShapes, OfEveryExampleMultiply) {
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    SCOPED_TRACE(one.path);
    expect_steps_fit(parse_scene(one.bytes));
  }
}

/// Two heads of unequal widths that cross, with every matrix that there can be.
Scene crossing(unsigned seed) {
  Scene scene = test::cross_attention(4, 5, 3, 2);
  test::Random random(seed);
  scene.values = random.matrix(5, 6);
  scene.heads.resize(2);
  for (Head& head : scene.heads) {
    head.w_q = random.matrix(3, 7);
    head.w_k = random.matrix(2, 7);
    head.w_v = random.matrix(6, 8);
    head.w_a = random.matrix(7, 7);
    head.v = random.row(7);
  }
  return scene;
}

TEST(StepsShapes, OfEveryScoreAndEveryCombinationMultiply) {
  for (const ScoreKind& score : score_kinds()) {
    for (const CombineKind& combine : combine_kinds()) {
      SCOPED_TRACE(std::string(score.id) + ", " + std::string(combine.id));
      Scene scene = crossing(test::case_seed(score.id, combine.id));
      test::Random scores(test::case_seed(score.id, combine.id, "scores"));
      test::set_score(scores, score, scene);
      test::Random random(test::case_seed(score.id, combine.id, "combine"));
      test::set_combine(random, combine, scene);
      ASSERT_FALSE(check(scene));
      expect_steps_fit(scene);
    }
  }
}

TEST(StepsShapes, OfAllSortsOfScenesMultiply) {
  for (int n = 0; n < 60; ++n) {
    test::Random random(test::case_seed(n));
    SCOPED_TRACE(n);
    expect_steps_fit(test::varied_scene(random));
  }
}

/// In a product of query and keys, keys are columns, and so is the highlighted one.
TEST(StepsShapes, TheKeyThatFeedsAScoreIsLitAsItIsDrawn) {
  for (const ScoreKind& score : score_kinds()) {
    SCOPED_TRACE(score.id);
    if (takes_of_head(score, "scores")) continue;  // which are made of no keys
    Scene scene = crossing(test::case_seed(score.id));
    scene.score.kind = &score;
    const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
    const FigureRuler ruler;
    ViewInput input{.evaluation = evaluation, .width = 1600, .height = 900, .ruler = ruler};
    input.state.options.steps.open = 5;
    input.pointed = PointedCell{"steps.unscaled", {1, 3}, Where{Part::unscaled}};
    const Diagram diagram = steps_diagram(input);
    const auto is_k = [](const Mark& mark) {
      const auto* matrix = std::get_if<MatrixMark>(&mark);
      return matrix && matrix->name == "steps.k";
    };
    const auto found = std::ranges::find_if(diagram.marks, is_k);
    ASSERT_NE(found, diagram.marks.end());
    const auto& k = std::get<MatrixMark>(*found);
    const bool is_turned = k.values->rows() == 7;
    const PairSum& sum = score.pair_sum;
    EXPECT_EQ(is_turned, sum.factor && sum.pairing == Pairing::kProduct &&
                             sum.rows != PairSum::RowForm::kUnit);
    const Rect first = is_turned ? k.cell(0, 3) : k.cell(3, 0);
    const Rect last = is_turned ? k.cell(6, 3) : k.cell(3, 6);
    const auto is_lit = [&](const Mark& mark) {
      const auto* rect = std::get_if<RectMark>(&mark);
      return rect && rect->stroke && !rect->fill && std::abs(rect->rect.x - first.x) < 0.01 &&
             std::abs(rect->rect.y - first.y) < 0.01 &&
             std::abs(rect->rect.right() - last.right()) < 0.01 &&
             std::abs(rect->rect.bottom() - last.bottom()) < 0.01;
    };
    EXPECT_TRUE(std::ranges::any_of(diagram.marks, is_lit));
    const std::string said = is_turned ? "column 3 of K^T" : "row 3 of K";
    EXPECT_TRUE(std::ranges::any_of(test::lines_said(diagram, ruler), [&](const std::string& line) {
      return line.find(said) != std::string::npos;
    })) << said;

    // A cell of the turned matrix is that key's feature, and lights what it comes from.
    if (!is_turned) continue;
    const auto pipeline = pipeline_of(evaluation, 0);
    const auto feeds = lit_cells(*pipeline, 5, PointedCell{"steps.k", {6, 3}, Where{Part::k}});
    ASSERT_FALSE(feeds.empty());
    EXPECT_EQ(feeds, feeding_cells(scene, pipeline->seen, {Part::k, 0}, {3, 6}));
  }
}

}  // namespace
}  // namespace attn::steps_shapes_test
