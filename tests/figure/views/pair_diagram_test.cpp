#include <gtest/gtest.h>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/text/text.h"
#include "app/figure/views/diagrams.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/diagram_room.h"
#include "tests/figure/recording_canvas.h"

namespace attn::pair_diagram_test {
namespace {

/// The texts of a diagram that are names of tokens, or of what is shown.
std::vector<std::string> texts_of(const Diagram& diagram) {
  std::vector<std::string> texts;
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) texts.push_back(text->text);
  }
  return texts;
}

std::ptrdiff_t count(const std::vector<std::string>& texts, const std::string& text) {
  return std::ranges::count(texts, text);
}

TEST(PairDiagram, ShowsTheHeadAskedForOnZeroToOne) {
  Scene scene = test::first_example();
  scene.heads.resize(2);
  const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  const FigureRuler ruler;
  ViewState state;
  state.head = 1;
  const Diagram diagram =
      weights_diagram({.evaluation = evaluation, .state = state, .ruler = ruler});
  const MatrixMark matrix = test::named_matrices(diagram).at(0);
  EXPECT_EQ(matrix.name, "weights");
  EXPECT_EQ(matrix.values.get(), &evaluation->trace.heads[1].weights);
  EXPECT_EQ(matrix.range, (ColorRange{0, 1}));
  EXPECT_EQ(matrix.colormap->id, "indigo");
  EXPECT_TRUE(matrix.is_pairs);
  EXPECT_FALSE(matrix.scores) << "nothing is masked";
  EXPECT_EQ(count(texts_of(diagram), "weight"), 1);
  for (const std::string& token : scene.tokens) EXPECT_EQ(count(texts_of(diagram), token), 2);
}

/// Beside each head's panel as beside one head alone: what its sink takes, coloured where that is
/// the range's own colour, and what its rows sum to.
TEST(PairDiagram, PanelsOfAllHeadsHaveTheirSinks) {
  Scene scene = test::first_example();
  scene.heads.resize(2);
  scene.heads[1].sink = 0.5F;
  const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
  const FigureRuler ruler;
  for (const char* range : {"fixed", "row"}) {
    ViewState state;
    state.options.range = range;
    const Diagram diagram = weights_diagram(
        {.evaluation = evaluation, .state = state, .all_heads = true, .ruler = ruler});
    const auto texts = texts_of(diagram);
    EXPECT_EQ(count(texts, "sink"), 1) << range;
    EXPECT_EQ(count(texts, "sum"), 1) << range;
    const auto matrices = test::named_matrices(diagram);
    const MatrixMark* sink = test::find_matrix(matrices, "weights.head[1].sink");
    EXPECT_EQ(sink != nullptr, std::string(range) == "fixed");
    EXPECT_EQ(test::find_matrix(matrices, "weights.head[0].sink"), nullptr);
    if (!sink) continue;
    EXPECT_GT(sink->area.x, test::find_matrix(matrices, "weights.head[1]")->area.right());
    EXPECT_EQ(*sink->values, *sink_column(*evaluation, 1));
  }
}

TEST(PairDiagram, QueriesHaveTheirOwnLabels) {
  test::Example example = test::example(2, 3, {"a", "b"});
  example.scene.tokens = {"k", "l", "m"};
  const FigureRuler ruler;
  const auto texts =
      texts_of(scores_diagram({.evaluation = test::evaluation_of(example), .ruler = ruler}));
  for (const char* name : {"a", "b", "k", "l", "m", "score"}) EXPECT_EQ(count(texts, name), 1);
}

/// As figures have it: labels of any size, cells as large as that.
class HeatmapLabels : public testing::Test {
 protected:
  HeatmapLayout laid(Index tokens, double side, const std::string& token = "word") {
    words_.assign(static_cast<std::size_t>(tokens), token);
    const auto large = std::make_shared<const LargeMatrix>(LargeMatrix{tokens, tokens, {}});
    const LabelledMatrix heatmap{
        .matrix = {.name = "", .area = {}, .values = nullptr, .large = large},
        .rows = &words_,
        .columns = &words_,
        .label = Type::medium,
        .cells = {.side = side},
        .scale = 2};
    return lay_out(ruler_, heatmap, {0, 0, 3000, 0});
  }
  const FigureRuler ruler_{};
  std::vector<std::string> words_;
};

TEST_F(HeatmapLabels, HaveTheirLineWhateverTheCell) {
  double size = 100;
  for (double side = 2000; side > 50; side *= 0.9) {
    const HeatmapLayout layout = laid(100, side);
    for (const LabelLine& line : {layout.rows, layout.columns}) {
      const double pitch = layout.matrix.height / 100;
      EXPECT_GE(pitch * static_cast<double>(line.step), label_pitch(line.type)) << side;
      EXPECT_LT(style_of(line.type).size, label_pitch(line.type));
      if (line.step > 1) continue;
      EXPECT_LE(label_pitch(line.type), size) << "never larger in smaller cells";
    }
    if (layout.rows.step == 1) size = label_pitch(layout.rows.type);
  }
}

TEST_F(HeatmapLabels, AllAreShownWhileTheyFit) {
  EXPECT_EQ(laid(64, 640).rows.step, 1);
  EXPECT_EQ(laid(70, 640).rows.step, 2);
  EXPECT_EQ(laid(4096, 640).rows.step, 200);
}

TEST_F(HeatmapLabels, ASingleLabelNeedsNoNeighbourRoom) {
  const HeatmapLayout layout = laid(1, 1);
  EXPECT_EQ(layout.rows.step, 1);
  EXPECT_EQ(layout.columns.step, 1);
  EXPECT_EQ(layout.rows.type, Type::medium);
}

TEST_F(HeatmapLabels, AreCutWhereTheyAreLong) {
  const HeatmapLayout layout = laid(70, 640, std::string(300, 'c'));
  EXPECT_EQ(layout.rows.longest, 110);
  EXPECT_EQ(layout.columns.longest, 110);
}

TEST_F(HeatmapLabels, ColumnsAreLevelThenSlantedThenUpright) {
  EXPECT_EQ(laid(6, 456, "Sleepy").columns.turn, Turn::level);
  EXPECT_EQ(laid(6, 456, "Photosynthesis").columns.turn, Turn::slanted);
  EXPECT_EQ(laid(32, 640, "Sleepy").columns.turn, Turn::upwards);
}

/// As the window has them: letters of one width, and how many texts were measured.
class EvenRuler : public Ruler {
 public:
  double width(std::string_view text, Type) const override {
    ++measured;
    return 7.0 * static_cast<double>(text.size());
  }
  std::string shortened(std::string_view text, Type, double width) const override {
    return std::string(text.substr(0, static_cast<std::size_t>(width / 7)));
  }
  mutable int measured = 0;
};

class WindowHeatmap : public testing::Test {
 protected:
  static constexpr Rect kRoom{0, 0, 720, 540};

  Diagram drawn(Index tokens, double zoom) {
    words_.clear();
    for (Index n = 0; n < tokens; ++n) words_.push_back("t" + std::to_string(n));
    const auto large = std::make_shared<const LargeMatrix>(LargeMatrix{tokens, tokens, {}});
    const LabelledMatrix heatmap{.matrix = {.name = "",
                                            .area = {},
                                            .values = nullptr,
                                            .colormap = find_colormap("indigo"),
                                            .large = large},
                                 .rows = &words_,
                                 .columns = &words_,
                                 .row_axis = "queries →",
                                 .column_axis = "keys →",
                                 .label = Type::medium,
                                 .scale = 1.25,
                                 .shading = &shading_,
                                 .quantity = "weight",
                                 .zoom = zoom};
    ruler_.measured = 0;
    layout_ = lay_out(ruler_, heatmap, kRoom);
    Diagram diagram;
    add_around(diagram, ruler_, heatmap, layout_);
    return diagram;
  }
  const Shading shading_ = shading_of(NumberSpan::kShares, "fixed", Matrix::Zero(1, 1), {});
  const EvenRuler ruler_{};
  std::vector<std::string> words_;
  HeatmapLayout layout_;
};

TEST_F(WindowHeatmap, FillsItsRoomAndStaysInside) {
  for (const Index tokens : {1, 6, 24, 64, 500, 4096}) {
    SCOPED_TRACE(testing::Message() << tokens << " tokens");
    Diagram diagram = drawn(tokens, 1);
    diagram.width = kRoom.width;
    test::expect_readable(diagram, ruler_, kRoom.height);
    EXPECT_GT(layout_.height, tokens == 1 ? 0 : 0.8 * kRoom.height);
    EXPECT_LE(layout_.width, kRoom.width);
    for (const double edge : {layout_.area.x, layout_.area.y}) {
      EXPECT_NEAR(edge * 1.25, std::round(edge * 1.25), 1e-6);
    }
  }
}

TEST_F(WindowHeatmap, HasTheLabelsOfWhatIsSeen) {
  const Diagram diagram = drawn(4096, 256);  // 16 of them, in the middle
  const auto texts = texts_of(diagram);
  for (Index n = 0; n < 4096; ++n) {
    const bool is_seen = n >= 2040 && n < 2056;
    EXPECT_EQ(count(texts, "t" + std::to_string(n)), is_seen ? 2 : 0) << n;
  }
}

TEST_F(WindowHeatmap, MeasuresAsManyLabelsOf4096AsOf50) {
  drawn(50, 1);
  const int few = ruler_.measured;
  drawn(4096, 1);
  EXPECT_LT(ruler_.measured, 2 * few);
  drawn(4096, 512);
  EXPECT_LT(ruler_.measured, 2 * few);
}

}  // namespace
}  // namespace attn::pair_diagram_test
