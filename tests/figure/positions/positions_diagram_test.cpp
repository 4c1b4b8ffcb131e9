#include "app/figure/positions/positions_diagram.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/document/view/view_kinds.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/numbers/position_model.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "tests/figure/diagram_room.h"
#include "tests/figure/figure_test.h"

namespace attn::positions_diagram_test {
namespace {

Scene of_size(std::string_view kind, Index tokens, Index width, std::size_t heads = 1) {
  Scene scene;
  for (Index i = 0; i < tokens; ++i) scene.tokens.push_back("word" + std::to_string(i));
  Matrix embeddings(tokens, width);
  for (Index n = 0; n < embeddings.size(); ++n) {
    embeddings.data()[n] = 0.25F * static_cast<float>((n * 7) % 9 - 4);
  }
  scene.embeddings = embeddings;
  scene.heads.assign(heads, Head{});
  scene.position.kind = &position_kind(kind);
  if (kind == "learned") scene.position.table = embeddings;
  const auto H = static_cast<Index>(heads);
  const auto numbers = [](Index rows, Index columns) {
    return Matrix(Matrix::NullaryExpr(rows, columns, [](Index h, Index c) {
      return 0.5F * static_cast<float>(c) - static_cast<float>(h);
    }));
  };
  if (kind == "relative") scene.position.table = numbers(H, 7);
  if (kind == "t5") scene.position.table = numbers(H, 8);
  return scene;
}

Diagram make(const Scene& scene, std::string_view part, double width, double height,
             ViewState state = {}) {
  static const FigureRuler kRuler;
  return find_figure_view(part)->diagram(
      {.evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)}),
       .state = state,
       .width = width,
       .height = height,
       .ruler = kRuler});
}

Rect box_of(const Mark& mark) {
  static const FigureRuler kRuler;
  constexpr double kNothing = 1e9;
  double low_x = kNothing, low_y = kNothing, high_x = -kNothing, high_y = -kNothing;
  const auto add = [&](double x, double y) {
    low_x = std::min(low_x, x), high_x = std::max(high_x, x);
    low_y = std::min(low_y, y), high_y = std::max(high_y, y);
  };
  const auto add_rect = [&](const Rect& rect) {
    add(rect.x, rect.y);
    add(rect.right(), rect.bottom());
  };
  if (const auto* rect = std::get_if<RectMark>(&mark)) add_rect(rect->rect);
  if (const auto* matrix = std::get_if<MatrixMark>(&mark)) add_rect(matrix->area);
  if (const auto* line = std::get_if<LineMark>(&mark)) {
    for (const Point& point : line->points) add(point.x, point.y);
  }
  if (const auto* disc = std::get_if<DiscMark>(&mark)) {
    add_rect({disc->center.x - disc->radius, disc->center.y - disc->radius, 2 * disc->radius,
              2 * disc->radius});
  }
  if (const auto* formula = std::get_if<FormulaMark>(&mark)) {
    add_rect(test::box_of(*formula, kRuler));
  }
  if (const auto* text = std::get_if<TextMark>(&mark)) {
    const double width = kRuler.width(text->text, text->type), half = 5;
    const double along = text->align * width;
    if (text->turn == Turn::level) {
      add_rect({text->at.x - along, text->at.y - half, width, 2 * half});
    } else if (text->turn == Turn::downwards) {
      add_rect({text->at.x - half, text->at.y - along, 2 * half, width});
    } else {
      add_rect({text->at.x - half, text->at.y + along - width, 2 * half, width});
    }
  }
  return {low_x, low_y, high_x - low_x, high_y - low_y};
}

void expect_inside(const Diagram& diagram, double width, double height, const std::string& what) {
  for (const Mark& mark : diagram.marks) {
    const Rect box = box_of(mark);
    const auto* text = std::get_if<TextMark>(&mark);
    const std::string words = what + " " + (text ? text->text : std::to_string(mark.index()));
    EXPECT_GE(box.x, -3) << words;
    EXPECT_GE(box.y, -3) << words;
    EXPECT_LE(box.right(), width + 3) << words;
    EXPECT_LE(box.bottom(), height + 3) << words;
  }
}

TEST(PositionsDiagram, StaysInsideItsRoom) {
  struct Room {
    double width, height;
  };
  for (const PositionPart& part : position_parts()) {
    for (const char* kind :
         {"none", "sinusoidal", "binary", "learned", "rope", "alibi", "relative", "t5"}) {
      for (const Room room : {Room{430, 200}, Room{776, 520}, Room{1100, 800}}) {
        for (const Index tokens : {1, 6, 64}) {
          const Index width = kind == std::string_view("rope") ? 8 : 7;
          const Diagram diagram =
              make(of_size(kind, tokens, width, 3), part.id, room.width, room.height);
          const std::string what = std::string(part.id) + " " + kind + " " +
                                   std::to_string(tokens) + " " + std::to_string(room.height);
          EXPECT_LE(diagram.height, room.height + 1) << what;
          EXPECT_FALSE(diagram.marks.empty()) << what;
          expect_inside(diagram, room.width, room.height, what);
        }
      }
    }
  }
}

TEST(PositionsDiagram, StaysInsideItsRoomAtTheEndsOfTheSizes) {
  for (const PositionPart& part : position_parts()) {
    for (const Scene& scene :
         {of_size("none", 1, 1), of_size("sinusoidal", 512, 2), of_size("sinusoidal", 6, 512),
          of_size("alibi", 6, 4, 32), of_size("learned", 1, 1), of_size("binary", 6, 1)}) {
      const Diagram diagram = make(scene, part.id, 430, 200);
      expect_inside(diagram, 430, 200,
                    std::string(part.id) + " " + std::string(scene.position.kind->id));
    }
  }
}

std::vector<MatrixMark> matrices_of(const Diagram& diagram, std::string_view name) {
  std::vector<MatrixMark> matrices;
  for (const Mark& mark : diagram.marks) {
    const auto* matrix = std::get_if<MatrixMark>(&mark);
    if (matrix && matrix->name == name) matrices.push_back(*matrix);
  }
  return matrices;
}

bool says(const Diagram& diagram, std::string_view words) {
  const FigureRuler ruler;
  return std::ranges::any_of(test::lines_said(diagram, ruler), [&](const std::string& line) {
    return line.find(words) != std::string::npos;
  });
}

TEST(PositionsDiagram, EncodingIsTheTraces) {
  const Scene scene = of_size("sinusoidal", 6, 4);
  const auto matrices = matrices_of(make(scene, "encoding", 776, 520), "positions.P");
  ASSERT_EQ(matrices.size(), 1U);
  EXPECT_EQ(matrices[0].values->topRows(6), *evaluate(scene).position);
  EXPECT_EQ(matrices[0].range, (ColorRange{-1, 1}));
}

TEST(PositionsDiagram, EachHeadOfAlibiHasItsBiasOnOneScale) {
  const Diagram diagram = make(of_size("alibi", 6, 4, 3), "encoding", 776, 520);
  const auto first = matrices_of(diagram, "positions.head[0].bias");
  const auto last = matrices_of(diagram, "positions.head[2].bias");
  ASSERT_EQ(first.size() + last.size(), 2U);
  EXPECT_EQ(first[0].range, last[0].range);
  EXPECT_LT((*first[0].values)(0, 5), (*last[0].values)(0, 5)) << "the first head's is steeper";
}

/// Upright lines from the bottom to the top of a plot.
std::vector<double> borders_of(const Diagram& diagram) {
  std::vector<double> at;
  for (const Mark& mark : diagram.marks) {
    const auto* line = std::get_if<LineMark>(&mark);
    if (!line || line->points.size() != 2 || line->points[0].x != line->points[1].x) continue;
    if (std::abs(line->points[0].y - line->points[1].y) > 50) at.push_back(line->points[0].x);
  }
  return at;
}

TEST(PositionsDiagram, WhatScoresGainByDistanceIsDrawnForEachHead) {
  for (const PositionKind& kind : position_kinds()) {
    if (!kind.term) continue;
    const Scene scene = of_size(kind.id, 6, 4, 3);
    const Diagram diagram = make(scene, "encoding", 776, 520);
    EXPECT_FALSE(says(diagram, "No encoding")) << kind.id;
    for (Index h = 0; h < 3; ++h) {
      const auto panels = matrices_of(diagram, "positions.head[" + std::to_string(h) + "].bias");
      ASSERT_EQ(panels.size(), 1U) << kind.id;
      EXPECT_EQ((*panels[0].values)(5, 1), static_cast<float>(kind.term(scene.position, h, 3, -4)));
      EXPECT_TRUE(says(diagram, "head " + std::to_string(h))) << kind.id;
    }
  }
}

TEST(PositionsDiagram, BordersStandWhereBucketsOfSeveralDistancesBegin) {
  Scene scene = of_size("t5", 6, 4, 2);
  ViewState state;
  state.options.positions.rows = 140;
  // 4 of 8 buckets are for preceding keys: 0, 1, up to 15, and beyond.
  EXPECT_EQ(t5_bucket(-15, 8, 128, true), 2);
  EXPECT_EQ(t5_bucket(-16, 8, 128, true), 3);
  EXPECT_EQ(borders_of(make(scene, "encoding", 776, 520, state)).size(), 4U)
      << "at -15.5, -1.5, 1.5 and 15.5";
  EXPECT_TRUE(borders_of(make(of_size("alibi", 6, 4, 2), "encoding", 776, 520, state)).empty());
}

TEST(PositionsDiagram, RopeIsShownAsItTurns) {
  Scene scene = of_size("rope", 6, 8);
  scene.position.layout = PairLayout::kHalves;
  scene.position.rotated = 6;
  const auto angles = matrices_of(make(scene, "encoding", 776, 520), "positions.P");
  ASSERT_EQ(angles.size(), 1U);
  const Matrix& table = *angles[0].values;
  ASSERT_EQ(table.cols(), 6);
  // A pair at (0, 1) turns to (-sine, cosine).
  WideMatrix rows = WideMatrix::Zero(6, 8);
  rows.middleCols(3, 3).setOnes();
  scene.position.kind->rotate(scene.position, rows);
  for (Index i = 0; i < 6; ++i) {
    for (Index c = 0; c < 6; ++c) EXPECT_NEAR(c < 3 ? -rows(i, c) : rows(i, c), table(i, c), 1e-6);
  }
}

TEST(PositionsDiagram, ScaledRatesStandBesideThoseBefore) {
  Scene scene = of_size("rope", 6, 8);
  for (const RopeScalingKind& kind : rope_scaling_kinds()) {
    scene.position.scaling = RopeScaling{&kind, 4};
    const PositionModel model = position_model(scene, 0, {});
    ASSERT_EQ(model.frequencies.size(), 4U);
    Position plain = scene.position;
    plain.scaling.reset();
    EXPECT_EQ(model.unscaled, rates(plain, 8)) << kind.id;
    EXPECT_EQ(model.frequencies, rates(scene.position, 8)) << kind.id;
    EXPECT_NE(model.frequencies, model.unscaled) << kind.id;
    const Diagram diagram = make(scene, "frequencies", 776, 520);
    EXPECT_TRUE(says(diagram, std::string(kind.label) + " scaling")) << kind.id;
    const auto outlines = std::ranges::count_if(diagram.marks, [](const Mark& mark) {
      const auto* rect = std::get_if<RectMark>(&mark);
      return rect && !rect->fill && rect->stroke && rect->radius > 0;
    });
    EXPECT_EQ(outlines, 4) << kind.id;
  }
}

TEST(PositionsDiagram, ASceneWithoutEmbeddingsHasNoEncoding) {
  for (const char* kind : {"none", "alibi", "relative", "t5"}) {
    Scene scene = of_size(kind, 4, 2);
    scene.embeddings = Matrix(4, 0);
    scene.score.kind = &score_kind("given");
    scene.heads[0].scores = Matrix(Matrix::Ones(4, 4));
    for (const PositionPart& part : position_parts()) {
      const Diagram diagram = make(scene, part.id, 776, 520);
      EXPECT_FALSE(diagram.marks.empty()) << part.id;
      expect_inside(diagram, 776, 520, std::string(part.id) + " " + kind);
    }
  }
}

TEST(PositionsDiagram, EveryWaveHasABar) {
  const Diagram diagram = make(of_size("sinusoidal", 6, 9), "frequencies", 776, 520);
  const auto bars = std::ranges::count_if(diagram.targets, [](const Target& target) {
    return target.name.starts_with("positions.wave[");
  });
  EXPECT_EQ(bars, 5);
}

TEST(PositionsDiagram, RotationSaysItsError) {
  ViewState state;
  state.options.positions.shift = 9;
  const Diagram diagram = make(of_size("sinusoidal", 6, 8), "rotation", 776, 520, state);
  EXPECT_TRUE(says(diagram, "δ = 9"));
  EXPECT_TRUE(says(diagram, " · 10⁻")) << "an error of the size of float32's";
  EXPECT_TRUE(says(make(of_size("learned", 6, 8), "rotation", 776, 520), "no rotation"));
}

TEST(PositionsDiagram, WhatASceneHasNotIsSaid) {
  EXPECT_TRUE(says(make(of_size("none", 6, 4), "encoding", 776, 520), "no positions"));
  EXPECT_TRUE(says(make(of_size("learned", 6, 4), "frequencies", 776, 520), "Learned"));
}

TEST(PositionsDiagram, PartsHaveDiagrams) {
  for (const PositionPart& part : position_parts()) {
    EXPECT_TRUE(find_figure_view(part.id));
    EXPECT_EQ(&position_part({.part = std::string(part.id)}), &part);
  }
  EXPECT_EQ(position_part({.part = "nothing"}).id, "encoding");
  const ViewKind* view = find_view_kind("positions");
  ASSERT_TRUE(view);
  EXPECT_TRUE(std::ranges::equal(view->figures, position_parts(), {}, {}, &PositionPart::id));
}

}  // namespace
}  // namespace attn::positions_diagram_test
