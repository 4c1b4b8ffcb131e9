// Tests drawn links, the summary of the others and the labels, for every example, head and query.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/graph_arrows.h"
#include "app/figure/views/head_links.h"
#include "tests/figure/examples.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::drawn_links_test {
namespace {

/// Whether a possibly shortened text is the token's.
bool names(const std::string& text, const std::string& token) {
  const std::size_t cut = text.find("…");
  return cut == std::string::npos ? text == token
                                  : cut > 0 && token.starts_with(text.substr(0, cut));
}

std::vector<std::string> texts_of(const Diagram& diagram) {
  std::vector<std::string> texts;
  for (const Mark& mark : diagram.marks) {
    if (const auto* text = std::get_if<TextMark>(&mark)) texts.push_back(text->text);
  }
  return texts;
}

/// Checks that the drawn keys of a row are those with the largest weights, up to rounding, and that
/// the text gives their number and share.
void expect_told(const Matrix& weights, Index query, const std::vector<Index>& keys,
                 const DrawnShare& drawn, const std::vector<std::string>& texts,
                 const std::string& what) {
  double held = 0, all = 0, least = 2, next = 0;
  for (Index j = 0; j < weights.cols(); ++j) {
    const double weight = weights(query, j);
    const bool is_drawn = std::ranges::count(keys, j) > 0;
    all += weight;
    if (is_drawn) held += weight, least = std::min(least, weight);
    if (!is_drawn) next = std::max(next, weight);
  }
  EXPECT_LT(next, least * (1 - 1e-6)) << "a tie is cut";
  EXPECT_NEAR(drawn.held, held, 1e-9);
  EXPECT_NEAR(drawn.all, all, 1e-9);
  const std::string words = drawn.words(what), brief = drawn.brief_words();
  EXPECT_EQ(words.empty(), next <= 0);
  if (words.empty()) return;
  EXPECT_TRUE(std::ranges::count(texts, words) + std::ranges::count(texts, brief) > 0) << words;
  if (keys.empty()) return;
  const std::string sign = "≥ ";
  const std::size_t at = words.find(sign) + sign.size();
  EXPECT_LE(std::stod(words.substr(at)), least) << words;
  EXPECT_GT(std::stod(words.substr(at)), next) << words;
  const int percent = std::stoi(words.substr(words.find(": ", at) + 2));
  EXPECT_NEAR(percent, std::min(99.0, 100 * held / all), 0.5 + 1e-9) << words;
}

template <typename Check>
void for_all(Check check) {
  for (const auto& [name, evaluation] : test::all_examples()) {
    for (std::size_t h = 0; h < evaluation->trace.heads.size(); ++h) {
      for (Index query = 0; query < evaluation->scene.query_count(); ++query) {
        SCOPED_TRACE(name + " head " + std::to_string(h) + " query " + std::to_string(query));
        ViewState state;
        state.head = static_cast<Index>(h);
        const FigureRuler ruler;
        check(ViewInput{
            .evaluation = evaluation, .state = state, .shown = Cell{query, 0}, .ruler = ruler});
      }
    }
  }
}

TEST(DrawnLinks, OfHeadsAreToldAndNamed) {
  for_all([](const ViewInput& input) {
    const Matrix& weights = input.head_trace().weights;
    for (const double width : {430.0, 900.0}) {
      Diagram diagram;
      add_head_links(diagram, input, {0, 0, width, 184});
      const auto [keys, drawn] =
          linked_keys(weights, input.query(), input.state.options.heads.share, width);
      const std::vector<std::string> texts = texts_of(diagram);
      expect_told(weights, input.query(), keys, drawn, texts, "links");
      for (const Index key : keys) {
        const std::string token = visible_text(input.scene().tokens[static_cast<std::size_t>(key)]);
        EXPECT_TRUE(std::ranges::any_of(texts, [&](const auto& text) {
          return names(text, token);
        })) << token;
      }
    }
  });
}

/// The arrows that can be pointed at, which are all: "graph.edge[0][3]".
std::set<std::pair<Index, Index>> arrows_of(const Diagram& diagram) {
  std::set<std::pair<Index, Index>> arrows;
  for (const auto& target : diagram.line_targets) {
    long query = 0, key = 0;
    const int read = std::sscanf(target.name.c_str(), "graph.edge[%ld][%ld]", &query, &key);
    if (read == 2) arrows.emplace(query, key);
  }
  return arrows;
}

TEST(DrawnLinks, OfGraphsAreToldAndNamed) {
  for_all([](const ViewInput& input) {
    const Matrix& weights = input.head_trace().weights;
    const Diagram diagram = graph_diagram(input);
    const std::vector<std::string> texts = texts_of(diagram);
    const auto arrows = arrows_of(diagram);
    const bool is_alone = std::ranges::any_of(
        texts, [](const std::string& text) { return text.starts_with("what "); });
    DrawnShare sum;
    for (Index i = 0; i < weights.rows(); ++i) {
      if (is_alone && i != input.query()) continue;
      DrawnShare of_row;
      for (Index j = 0; j < weights.cols(); ++j) {
        const double weight = weights(i, j);
        const bool is_drawn = arrows.contains({i, j});
        of_row.all += weight;
        if (is_drawn) of_row.held += weight, of_row.least = std::min(of_row.least, weight);
        if (!is_drawn) of_row.next = std::max(of_row.next, weight);
      }
      EXPECT_LT(of_row.next, of_row.least * (1 - 1e-6)) << "a tie of query " << i << " is cut";
      of_row.has_bare_row = of_row.all > 0 && of_row.held <= 0;
      sum = sum + of_row;
    }
    const std::string words = sum.words("arrows");
    if (!words.empty()) {
      EXPECT_TRUE(std::ranges::count(texts, words) + std::ranges::count(texts, sum.brief_words()))
          << words;
    }
    for (const auto& [query, key] : arrows) {
      EXPECT_TRUE(!is_alone || query == input.query());
      for (const auto& token : {input.scene().tokens[static_cast<std::size_t>(key)],
                                input.scene().query_tokens()[static_cast<std::size_t>(query)]}) {
        EXPECT_TRUE(std::ranges::any_of(texts, [&](const auto& text) {
          return names(text, visible_text(token));
        })) << token;
      }
    }
  });
}

TEST(DrawnLinks, OfPlanesAreToldAndNamed) {
  for_all([](const ViewInput& input) {
    const Matrix& v = input.head_trace().v;
    if ((v.rowwise() - v.row(0)).isZero()) return;  // all lie on each other, the output too
    const std::vector<std::string> texts = texts_of(plane_values_diagram(input));
    const Matrix& weights = input.head_trace().weights;
    const auto [keys, drawn] = strongest_keys(
        weights, input.query(), {.share = kMassOfPlaneLinks, .most = kMostPlaneLinks});
    expect_told(weights, input.query(), keys, drawn, texts, "links");
    for (const Index key : keys) {
      const std::string token = visible_text(input.scene().tokens[static_cast<std::size_t>(key)]);
      EXPECT_TRUE(std::ranges::any_of(texts, [&](const auto& text) { return names(text, token); }))
          << token;
    }
  });
}

/// Many that tie, and names that are long.
TEST(DrawnLinks, HaveTheirNamesHoweverMany) {
  const FigureRuler ruler;
  for (const Index tokens : {3, 24, 60, 64, 300}) {
    for (const float temperature : {0.2F, 1.0F, std::numeric_limits<float>::infinity()}) {
      Scene scene;
      for (Index n = 0; n < tokens; ++n) {
        scene.tokens.push_back("Donaudampfschiff " + std::to_string(n));
      }
      scene.embeddings = test::Random(test::case_seed(tokens, temperature)).uniform(tokens, 4);
      scene.normalizer.temperature = temperature;
      const auto evaluation = std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
      const ViewInput input{.evaluation = evaluation, .shown = Cell{0, 0}, .ruler = ruler};
      Diagram diagram;
      add_head_links(diagram, input, {0, 0, 900, 184});
      const auto [keys, drawn] = linked_keys(evaluation->trace.heads[0].weights, 0, 0.7, 900);
      EXPECT_EQ(keys.empty(), tokens >= 24 && std::isinf(temperature))
          << "the names of so many have no room";
      std::ptrdiff_t named = 0;
      for (const Mark& mark : diagram.marks) {
        const auto* text = std::get_if<TextMark>(&mark);
        named += text && text->paint.ink == Ink::key && text->text.starts_with("Don");
      }
      EXPECT_EQ(named, std::ssize(keys)) << tokens << " tokens at " << temperature;
      expect_told(evaluation->trace.heads[0].weights, 0, keys, drawn, texts_of(diagram), "links");
    }
  }
}

}  // namespace
}  // namespace attn::drawn_links_test
