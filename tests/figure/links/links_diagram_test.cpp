// Compares the links view with the trace: which links, shares of the weights, positions.
#include "app/figure/links/links_diagram.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "app/figure/links/drawn_links.h"
#include "app/figure/links/link_parts.h"
#include "app/figure/text/figure_theme.h"
#include "engine/attention/mask.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/figure/diagram_boxes.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/examples.h"
#include "tests/support/case_seed.h"
#include "tests/support/paths.h"
#include "tests/support/random.h"

namespace attn::links_diagram_test {
namespace {

const FigureRuler kRuler;

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
}

ViewInput input_of(const std::shared_ptr<const Evaluation>& evaluation,
                   const ViewOptions::TokenLinks& options = {}) {
  ViewInput input{.evaluation = evaluation, .shown = Cell{0, 0}, .ruler = kRuler};
  input.state.options.links = options;
  return input;
}

using Triple = std::tuple<Index, Index, Index>;  // head, query, key

std::set<Triple> triples(const DrawnLinks& drawn) {
  std::set<Triple> all;
  for (const HeadLink& link : drawn.links) {
    all.emplace(drawn.heads[link.rank], link.cell.query, link.cell.key);
  }
  EXPECT_EQ(all.size(), drawn.links.size()) << "each once";
  return all;
}

std::vector<std::string> words_in(const Diagram& diagram) {
  std::vector<std::string> texts;
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) texts.push_back(text->text);
  }
  return texts;
}

std::string all_words(const Diagram& diagram) {
  std::string all;
  for (const std::string& text : words_in(diagram)) all += text + " ";
  return all;
}

std::vector<LineMark> lines_in(const Diagram& diagram) {
  std::vector<LineMark> lines;
  for (const Mark& mark : diagram.marks) {
    if (const auto* line = std::get_if<LineMark>(&mark)) lines.push_back(*line);
  }
  return lines;
}

TEST(LinksDiagram, DrawsEachWeightThatIsLargeEnoughAndNoOther) {
  for (const auto& [name, evaluation] : test::all_examples()) {
    const auto& heads = evaluation->trace.heads;
    if (heads.size() > kHeadColors || heads[0].weights.cols() > kMostLinkTokens) continue;
    for (const double threshold : {0.0, 0.05, 0.3, 1.0}) {
      SCOPED_TRACE(name + " at " + std::to_string(threshold));
      const ViewInput input = input_of(evaluation, {.threshold = threshold});
      std::set<Triple> wanted;
      double held = 0, all = 0;
      for (std::size_t h = 0; h < heads.size(); ++h) {
        const Matrix& weights = heads[h].weights;
        for (Index i = 0; i < weights.rows(); ++i) {
          for (Index j = 0; j < weights.cols(); ++j) {
            const float size = std::abs(weights(i, j));
            all += size;
            if (size == 0 || size < static_cast<float>(threshold)) continue;
            held += size;
            wanted.emplace(static_cast<Index>(h), i, j);
          }
        }
      }
      const DrawnLinks drawn = drawn_links(input);
      EXPECT_EQ(triples(drawn), wanted);
      EXPECT_NEAR(drawn.drawn.held, held, 1e-6 * all);
      EXPECT_NEAR(drawn.drawn.all, all, 1e-6 * all);
      // One line for each, beside which there is none.
      const Diagram diagram = links_diagram(input);
      EXPECT_EQ(lines_in(diagram).size(), wanted.size());
      const auto of_shown =
          std::ranges::count_if(wanted, [](const Triple& t) { return std::get<1>(t) == 0; });
      EXPECT_EQ(std::ssize(diagram.line_targets), of_shown);
    }
  }
}

TEST(LinksDiagram, SaysThePartOfTheMass) {
  Scene scene;
  scene.tokens = {"a", "b", "c"};
  Evaluation made{scene, {}};
  made.trace.heads.resize(2);
  for (HeadTrace& head : made.trace.heads) {
    head.weights = Matrix(3, 3);
    head.weights << 0.5F, 0.4375F, 0.0625F, 1, 0, 0, 0.75F, 0.1875F, 0.0625F;
    head.scores = head.weights;
  }
  made.scene.heads.resize(2);
  const auto evaluation = std::make_shared<const Evaluation>(std::move(made));
  const auto said = [&](const ViewOptions::TokenLinks& options) {
    return link_words(drawn_links(input_of(evaluation, options)), options, 3);
  };
  EXPECT_EQ(said({}), "links of weight ≥ 0.05: 100 % of the mass");
  EXPECT_EQ(said({.threshold = 0}), "links of weight > 0: 100 % of the mass");
  // 2.875 of 3 are 95.8 %.
  EXPECT_EQ(said({.threshold = 0.1}), "links of weight ≥ 0.1: 96 % of the mass");
  EXPECT_EQ(said({.threshold = 0.5}), "links of weight ≥ 0.5: 75 % of the mass");
  EXPECT_EQ(said({.share = 0.9}), "the strongest links, to 90 % of each row: 96 % of the mass");
  EXPECT_EQ(said({.of_all = false, .threshold = 0.1}),
            "links of weight ≥ 0.1: 94 % of the query's mass");
  EXPECT_EQ(said({.heads = std::vector<Index>{1}, .threshold = 0.95}),
            "links of weight ≥ 0.95: 33 % of the mass");
}

TEST(LinksDiagram, AShareTakesTheStrongestOfEachRowAndNoMoreThanItNeeds) {
  const auto evaluation = evaluated(test::scene_of_size(12, 4));
  for (const double share : {0.3, 0.7, 0.95}) {
    const DrawnLinks drawn = drawn_links(input_of(evaluation, {.share = share}));
    std::map<std::pair<Index, Index>, std::vector<double>> rows;
    for (const HeadLink& link : drawn.links) {
      rows[{drawn.heads[link.rank], link.cell.query}].push_back(link.weight);
    }
    EXPECT_EQ(rows.size(), 4U * 12U);
    for (auto& [row, weights] : rows) {
      double sum = 0;
      for (const double weight : weights) sum += weight;
      EXPECT_GE(sum, share - 1e-6);
      EXPECT_LT(sum - *std::ranges::min_element(weights), share);
    }
  }
}

TEST(LinksDiagram, TokensInAnotherOrderHaveTheSameLinks) {
  Scene scene = test::scene_of_size(9, 3);
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    scene.heads[h].w_q = test::Random(test::case_seed(h, 'q')).uniform(4, 4);
    scene.heads[h].w_k = test::Random(test::case_seed(h, 'k')).uniform(4, 4);
  }
  const std::vector<Index> order = {4, 0, 8, 2, 6, 1, 7, 3, 5};
  Scene moved = scene;
  Matrix embeddings = *scene.embeddings;
  for (std::size_t n = 0; n < order.size(); ++n) {
    const Index from = order[n];
    moved.tokens[n] = scene.tokens[static_cast<std::size_t>(from)];
    embeddings.row(static_cast<Index>(n)) = scene.embeddings->row(from);
  }
  moved.embeddings = embeddings;
  for (const ViewOptions::TokenLinks& options :
       {ViewOptions::TokenLinks{.threshold = 0.1}, ViewOptions::TokenLinks{.share = 0.6}}) {
    const auto before = triples(drawn_links(input_of(evaluated(scene), options)));
    std::set<Triple> after;
    for (const auto& [head, i, j] : triples(drawn_links(input_of(evaluated(moved), options)))) {
      after.emplace(head, order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
    }
    EXPECT_GT(before.size(), 27U);
    EXPECT_EQ(after, before);
  }
}

TEST(LinksDiagram, OneQueryHasItsLinksAlone) {
  const auto evaluation = evaluated(test::scene_of_size(8, 2));
  ViewInput input = input_of(evaluation, {.of_all = false, .threshold = 0});
  input.shown = Cell{5, 2};
  const DrawnLinks drawn = drawn_links(input);
  EXPECT_EQ(drawn.links.size(), 2U * 8U);
  for (const HeadLink& link : drawn.links) EXPECT_EQ(link.cell.query, 5);
}

TEST(LinksDiagram, StrongAndFaintLinksAreAsOpaqueAsTheirWeights) {
  const auto evaluation = evaluated(test::scene_of_size(6, 4));
  ViewInput input = input_of(evaluation, {.threshold = 0});
  input.shown = Cell{3, 0};
  const DrawnLinks drawn = drawn_links(input);
  const auto lines = lines_in(links_diagram(input));
  ASSERT_EQ(lines.size(), drawn.links.size());
  std::size_t strong = 0;
  std::map<std::size_t, std::vector<Point>> ends;  // at the query, by heads
  for (const LineMark& line : lines) {
    const bool is_strong = line.line > 2;
    strong += is_strong;
    ASSERT_TRUE(line.paint.head);
    const auto is_of_it = [&](const HeadLink& link) {
      if ((link.cell.query == 3) != is_strong || link.rank != *line.paint.head) return false;
      const double wanted =
          is_strong ? std::min(1.0, 0.12 + 0.95 * link.weight) : 0.05 + 0.2 * link.weight;
      return std::abs(wanted - line.paint.alpha) < 1e-9;
    };
    EXPECT_TRUE(std::ranges::any_of(drawn.links, is_of_it));
    if (is_strong) ends[*line.paint.head].push_back(line.points[0]);
  }
  EXPECT_EQ(strong, 4U * 6U);
  // Links of one head meet at the query, slightly offset from other heads'.
  std::set<double> heights;
  for (const auto& [head, points] : ends) {
    for (const Point& point : points) EXPECT_EQ(point, points[0]);
    heights.insert(points[0].y);
  }
  EXPECT_EQ(heights.size(), 4U);
}

TEST(LinksDiagram, NothingIsMaskedThatHasALink) {
  Scene scene = test::scene_of_size(7, 2);
  scene.masks = {Mask{}};  // causal
  for (const HeadLink& link : drawn_links(input_of(evaluated(scene), {.threshold = 0})).links) {
    EXPECT_LE(link.cell.key, link.cell.query);
  }
  ViewInput input = input_of(evaluated(scene));
  input.caption = true;
  EXPECT_NE(all_words(links_diagram(input)).find("hatched: masked"), std::string::npos);
}

TEST(LinksDiagram, WeightsBelow0AreDashedHollowAndSaid) {
  const auto evaluation = evaluated(read_scene(test::data_path("golden2/differential.attn.json")));
  ViewInput input = input_of(evaluation, {.threshold = 0.01});
  input.caption = true;
  std::size_t below = 0;
  for (const HeadLink& link : drawn_links(input).links) below += link.weight < 0;
  const Diagram diagram = links_diagram(input);
  std::size_t dashed = 0;
  for (const LineMark& line : lines_in(diagram)) dashed += line.dashed;
  EXPECT_GT(below, 0U);
  EXPECT_EQ(dashed, below);
  const std::string words = all_words(diagram);
  EXPECT_NE(words.find("|weight| ≥\u00a00.01"), std::string::npos) << words;
  EXPECT_NE(words.find("below 0"), std::string::npos) << words;
}

TEST(LinksDiagram, ASinkIsSaidInTheCaption) {
  Scene scene = test::scene_of_size(5, 2);
  scene.heads[1].sink = 1;
  ViewInput input = input_of(evaluated(scene));
  input.caption = true;
  EXPECT_NE(all_words(links_diagram(input)).find("A sink takes"), std::string::npos);
  input.state.options.links.heads = std::vector<Index>{0};
  EXPECT_EQ(all_words(links_diagram(input)).find("A sink takes"), std::string::npos);
}

TEST(LinkHeads, AreChosenAndKeepTheirColours) {
  ViewState state;
  EXPECT_EQ(link_heads(state, 3), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(toggle_link_head(state, 1, 3), "");
  EXPECT_EQ(link_heads(state, 3), (std::vector<Index>{0, 2}));
  ViewInput input = input_of(evaluated(test::scene_of_size(4, 3)));
  input.state = state;
  EXPECT_EQ(drawn_links(input).colors, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(toggle_link_head(state, 0, 3), "");
  EXPECT_NE(toggle_link_head(state, 2, 3), "") << "the last one stays";
  EXPECT_EQ(link_heads(state, 3), (std::vector<Index>{2}));
  EXPECT_EQ(toggle_link_head(state, 0, 3), "");
  EXPECT_EQ(toggle_link_head(state, 1, 3), "");
  EXPECT_EQ(state, ViewState{}) << "all are shown where none is chosen";
  state.options.links.heads = {7, 1, 1, 99};
  EXPECT_EQ(link_heads(state, 8), (std::vector<Index>{1, 7}));
  EXPECT_EQ(link_heads(state, 3), (std::vector<Index>{1}));
  EXPECT_EQ(link_heads(state, 1), (std::vector<Index>{0}));
}

TEST(LinkHeads, OfMoreThanThereAreColoursAreAskedFor) {
  const auto evaluation = evaluated(test::scene_of_size(6, 12));
  ViewInput input = input_of(evaluation);
  input.state.head = 4;
  input.choices = true;
  input.height = 400;
  EXPECT_EQ(drawn_links(input).heads, (std::vector<Index>{4}));
  const Diagram diagram = links_diagram(input);
  EXPECT_NE(all_words(diagram).find("12 heads: choose up to 8"), std::string::npos);
  std::size_t squares = 0;
  for (const Target& target : diagram.targets) squares += target.name.starts_with("links.head[");
  EXPECT_EQ(squares, 12U);
  for (Index head : {0, 1, 2, 3, 5, 6, 7}) EXPECT_EQ(toggle_link_head(input.state, head, 12), "");
  EXPECT_EQ(toggle_link_head(input.state, 8, 12), "8 heads are shown: hide one of them first");
  EXPECT_EQ(drawn_links(input).heads.size(), 8U);
  // A figure says whose they are, and asks nothing.
  input.choices = false;
  input.caption = true;
  input.height = 0;
  const std::string words = all_words(links_diagram(input));
  EXPECT_NE(words.find("Heads 0, 1, 2, 3, 4, 5, 6 and 7 of 12."), std::string::npos) << words;
  EXPECT_EQ(words.find("choose"), std::string::npos);
}

TEST(LinkTokens, OfVeryManyStandAroundTheQueryOrWhereOneChose) {
  EXPECT_EQ(link_tokens({}, 64, 3), (TokenSpan{0, 64}));
  EXPECT_EQ(link_tokens({}, 300, 0), (TokenSpan{0, 64}));
  EXPECT_EQ(link_tokens({}, 300, 150), (TokenSpan{118, 64}));
  EXPECT_EQ(link_tokens({}, 300, 299), (TokenSpan{236, 64}));
  EXPECT_EQ(link_tokens({.first = 10}, 300, 299), (TokenSpan{10, 64}));
  EXPECT_EQ(link_tokens({.first = 290}, 300, 0), (TokenSpan{236, 64}));
  const auto evaluation = evaluated(test::scene_of_size(200, 2));
  ViewInput input = input_of(evaluation, {.threshold = 0, .first = 100});
  input.shown = Cell{120, 3};
  const DrawnLinks drawn = drawn_links(input);
  for (const HeadLink& link : drawn.links) {
    EXPECT_TRUE(drawn.queries.has(link.cell.query) && drawn.keys.has(link.cell.key));
  }
  // Their weights are a part of the rows that have a place.
  double held = 0;
  for (const HeadTrace& head : evaluation->trace.heads) {
    held += static_cast<double>(head.weights.block(100, 100, 64, 64).sum());
  }
  EXPECT_NEAR(drawn.drawn.held / drawn.drawn.all, held / 128, 1e-3);
}

// The words are broken into lines: as one text.
std::string caption_text(const ViewInput& input) {
  std::string words;
  for (const CaptionPart& part : links_caption(input, drawn_links(input), true)) {
    words += part.text + " ";
  }
  return words;
}

TEST(LinkTokens, OfOneQueryAreAroundItAndTheCaptionSaysWhich) {
  const auto evaluation = evaluated(test::scene_of_size(300, 2));
  for (const std::optional<Index> first : {std::optional<Index>(), std::optional<Index>(0)}) {
    ViewInput input = input_of(evaluation, {.of_all = false, .threshold = 0, .first = first});
    input.shown.reset();
    const DrawnLinks drawn = drawn_links(input);
    EXPECT_EQ(drawn.queries, (TokenSpan{236, 64}));
    EXPECT_FALSE(drawn.links.empty());
    const std::string words = caption_text(input);
    EXPECT_NE(words.find("Tokens 236 to 299 of 300: links of weight"), words.npos) << words;
    EXPECT_NE(words.find("of the query's mass"), words.npos) << words;
    EXPECT_NE(words.find(" alone"), words.npos) << words;
  }
  ViewInput all = input_of(evaluation, {.first = 10});
  all.shown.reset();
  const std::string words = caption_text(all);
  EXPECT_NE(words.find("Tokens 10 to 73 of 300"), words.npos) << words;
  EXPECT_NE(words.find("of the mass of these queries"), words.npos) << words;
  EXPECT_NE(words.find("is not among them"), words.npos) << words;
}

TEST(LinksDiagram, OfNothingSaysNoPart) {
  Scene scene = test::scene_of_size(3, 1);
  Evaluation made{scene, evaluate(scene)};
  made.trace.heads[0].weights.setZero();
  const auto evaluation = std::make_shared<const Evaluation>(std::move(made));
  const DrawnLinks drawn = drawn_links(input_of(evaluation));
  EXPECT_EQ(drawn.drawn.percent(), 0);
  EXPECT_EQ(link_words(drawn, {}, 3), "links of weight ≥ 0.05: no mass");
}

// Names of one letter leave the letter of the panel its room, and very long ones the caption its.
TEST(LinksDiagram, HasRoomForItsLettersAndForLongNames) {
  Scene scene = test::scene_of_size(6, 4);
  for (const bool are_long : {false, true}) {
    for (std::string& token : scene.tokens) {
      token = are_long ? std::string(200, 'm') : std::string(1, 'i');
    }
    const auto evaluation = evaluated(scene);
    for (const double width : {331.0, 735.0}) {
      ViewInput input = input_of(evaluation);
      input.width = width;
      input.caption = true;
      const Diagram diagram = links_diagram(input);
      std::optional<Rect> letter;
      for (const Mark& mark : diagram.marks) {
        const auto* text = std::get_if<TextMark>(&mark);
        if (!text) continue;
        const Rect box = test::box_of(*text, kRuler);
        EXPECT_LE(box.right(), diagram.width + 1) << text->text;
        if (text->text == "(b)" && !letter) letter = box;
      }
      ASSERT_TRUE(letter);
      for (const Mark& mark : diagram.marks) {
        const auto* rect = std::get_if<RectMark>(&mark);
        EXPECT_FALSE(rect && test::overlap(rect->rect, *letter, 0));
      }
      input.letters = false;
      EXPECT_EQ(all_words(links_diagram(input)).find("(b)"), std::string::npos);
      EXPECT_EQ(all_words(links_diagram(input)).find("(a)"), std::string::npos);
    }
  }
}

TEST(LinksDiagram, OfTooManyLinksDrawsTheStrongestAndSaysSo) {
  const auto evaluation = evaluated(test::scene_of_size(64, 8));
  const DrawnLinks drawn = drawn_links(input_of(evaluation, {.threshold = 0}));
  EXPECT_EQ(drawn.links.size(), kMostLinks);
  EXPECT_EQ(link_words(drawn, {}, 64).find("the 12000 strongest links: "), 0U);
  double held = 0;
  for (const HeadLink& link : drawn.links) {
    held += link.weight;
    EXPECT_GE(link.weight, drawn.drawn.next);
  }
  EXPECT_NEAR(drawn.drawn.held, held, 1e-6);
}

// Position of the heatmaps depending on the room.
TEST(LinksDiagram, HasTheHeatmapsBesideOrBelow) {
  const auto evaluation = evaluated(test::scene_of_size(11, 4));
  const auto drawn_at = [&](double width, bool caption) {
    ViewInput input = input_of(evaluation);
    input.width = width;
    input.caption = caption;
    return links_diagram(input);
  };
  const auto first_cells = [](const Diagram& diagram) {
    const auto matrices = test::named_matrices(diagram);
    EXPECT_EQ(matrices.size(), 4U);
    return matrices.at(0).area;
  };
  const auto links_bottom = [](const Diagram& diagram) {
    double bottom = 0;
    for (const Target& target : diagram.targets) {
      if (target.name.starts_with("links.")) bottom = std::max(bottom, target.box.bottom());
    }
    return bottom;
  };
  const Diagram wide = drawn_at(735, false), narrow = drawn_at(331, false);
  EXPECT_LT(first_cells(wide).y, links_bottom(wide));
  EXPECT_GT(first_cells(wide).x, 300);
  EXPECT_GT(first_cells(narrow).y, links_bottom(narrow));
  EXPECT_EQ(all_words(wide).find("mass"), std::string::npos);
  for (const double width : {735.0, 331.0}) {
    const std::string words = all_words(drawn_at(width, true));
    EXPECT_NE(words.find("Four heads of one layer."), std::string::npos) << words;
    EXPECT_NE(words.find("(a)"), std::string::npos);
    EXPECT_NE(words.find("(b)"), std::string::npos);
  }
}

TEST(LinksDiagram, IsReadableAtEverySize) {
  for (const Index tokens : {1, 6, 12, 40, 64, 200}) {
    for (const std::size_t heads : {1U, 4U, 8U, 12U}) {
      Scene scene = test::scene_of_size(tokens, heads);
      for (const bool is_cross : {false, true}) {
        if (is_cross) {
          scene.queries = Queries{{"a", "שורה", "queries"}, Matrix(Matrix::Identity(3, 4))};
          scene.tokens[0] = "猫の長い名前";
        }
        const auto evaluation = evaluated(scene);
        for (const bool are_lines : {false, true}) {
          for (const auto& [width, height] : {std::pair{320.0, 240.0},
                                              {470.0, 330.0},
                                              {730.0, 420.0},
                                              {1400.0, 900.0},
                                              {331.0, 0.0},
                                              {735.0, 0.0},
                                              {900.0, 0.0}}) {
            SCOPED_TRACE(std::to_string(tokens) + " tokens, " + std::to_string(heads) +
                         (is_cross ? " heads, cross, in " : " heads, in ") + std::to_string(width) +
                         " x " + std::to_string(height) + (are_lines ? ", lines" : ", columns"));
            ViewInput input = input_of(evaluation, {.are_lines = are_lines});
            input.width = width;
            input.height = height;
            input.choices = height > 0;
            input.caption = height == 0;
            input.shown = Cell{is_cross ? 1 : 0, tokens - 1};
            const Diagram diagram = links_diagram(input);
            EXPECT_EQ(test::misplaced(diagram, kRuler), "");
            EXPECT_LE(diagram.width, width + 1);
            if (height > 0) {
              EXPECT_LE(diagram.height, height + 1);
              for (const Target& target : diagram.targets) {
                EXPECT_GE(target.box.x, -1);
                EXPECT_LE(target.box.right(), width + 1) << target.name;
                EXPECT_LE(target.box.bottom(), height + 1) << target.name;
              }
            }
          }
        }
      }
    }
  }
}

TEST(LinksDiagram, StaysInsideItsRoomForAllKinds) {
  for (int n = 0; n < 40; ++n) {
    test::Random random(test::case_seed(n));
    const auto evaluation = evaluated(test::random_scene(random));
    ViewInput input = input_of(evaluation, {.are_lines = n % 3 == 0});
    input.width = n % 2 ? 430 : 760;
    input.height = n % 2 ? 300 : 460;
    input.choices = true;
    EXPECT_EQ(test::misplaced(links_diagram(input), kRuler), "") << "scene " << n;
  }
}

TEST(LinksFigure, HasItsCaptionUnlessThereAreOtherWordsOrNone) {
  const auto evaluation = evaluated(test::scene_of_size(6, 2));
  const auto height = [&](const FigureOptions& options) {
    return draw_figure(evaluation, options).height;
  };
  FigureOptions options;
  options.view = "links";
  const double with_own = height(options);
  options.own_caption = false;
  const double without = height(options);
  EXPECT_GT(with_own, without + 40);
  options.own_caption = true;
  options.caption = "Other words.";
  EXPECT_GT(height(options), without + 10);
  EXPECT_LT(height(options), with_own);
}

}  // namespace
}  // namespace attn::links_diagram_test
