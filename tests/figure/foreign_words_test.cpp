// Tokens, titles and captions in any direction, with every character that turns it: the words and
// numbers around them stay in their order, in every view.

#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/text/text.h"
#include "app/figure/text/visible_text.h"
#include "assets/assets.h"
#include "engine/base/text.h"
#include "engine/fast/evaluate.h"
#include "tests/figure/figure_test.h"
#include "tests/support/test_cases.h"

namespace attn::foreign_words_test {
namespace {

const std::vector<std::string> kWords{"שלום",       "انتباه", "\u202eabc",       "\u2067abc",
                                      "abc\u2069",  "\u202b", "של 12 (3.5) abc", "\u2066\u2068",
                                      "\u061c-1.5", "٣٤"};

/// Part of `text` outside bidirectional isolates; none if they are unbalanced.
std::optional<std::string> outside_isolates(std::string_view text) {
  std::string outside;
  int depth = 0;
  while (!text.empty()) {
    const char32_t c = take_character(text);
    if (c == 0x2069 && --depth < 0) return std::nullopt;
    if (c >= 0x2066 && c <= 0x2068) ++depth;
    if (depth == 0 && c != 0x2069) append_character(outside, c);
  }
  return depth == 0 ? std::optional(outside) : std::nullopt;
}

void expect_in_order(const std::string& text) {
  const auto outside = outside_isolates(text);
  ASSERT_TRUE(outside) << text;
  EXPECT_FALSE(may_change_direction(*outside)) << text;
}

/// The texts of a figure, as a reader of SVG has them.
std::vector<std::string> texts_of(const std::string& svg) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; (at = svg.find("<text ", at)) != svg.npos;) {
    at = svg.find('>', at) + 1;
    texts.push_back(svg.substr(at, svg.find('<', at) - at));
  }
  return texts;
}

/// An example with its words and title as nobody hopes for.
std::shared_ptr<const Evaluation> turned(const std::string& example) {
  Scene scene = parse_scene(asset("assets/examples/" + example + ".attn.json"));
  for (std::size_t n = 0; n < scene.tokens.size(); ++n) scene.tokens[n] = kWords[n % kWords.size()];
  if (scene.queries) {
    for (std::size_t n = 0; n < scene.queries->tokens.size(); ++n) {
      scene.queries->tokens[n] = kWords[(n + 3) % kWords.size()];
    }
  }
  scene.title = "כותרת \u202e 1";
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

TEST(ForeignWords, LeaveWhatIsAroundInItsOrderInEveryView) {
  int found = 0;
  for (const char* example : {"01-sleepy-child", "05-kernel-regression", "06-translation",
                              "07-multi-head", "22-causal-padding", "43-alibi", "70-molecule"}) {
    const auto evaluation = turned(example);
    for (const FigureView& view : figure_view_table()) {
      const std::string name = std::string(example) + ", " + std::string(view.id);
      if (!test::is_tried(name) || !is_meaningful(*evaluation, view.id)) continue;
      SCOPED_TRACE(name);
      FigureOptions options;
      options.view = view.id;
      options.caption = "שורה ראשונה \u202b 0.5 ושורה שנייה עם עוד מילים, כדי שתישבר";
      options.state.options.positions.rows = 8;
      options.state.options.steps.open = 5;
      options.state.selection = Cell{0, 0};
      for (const std::string& text : texts_of(svg_figure(draw_figure(evaluation, options)))) {
        expect_in_order(text);
        found += may_change_direction(text) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(found, test::test_cases(500) / 2) << "the words are in the figures";
}

using test::Picture;

/// The line drawn with its beginning or its end at the picture's middle.
Picture line(const std::string& words, Align align) {
  const Text text(words, {.size = 20});
  return test::picture_of({800, 60,
                           [&](Canvas& canvas) {
                             canvas.text(text, {}, {400, 40, align});
                           },
                           &kTransparentFigure},
                          1);
}

/// How many pixels of the part from `left` to `right` are not the same.
int difference(const Picture& a, const Picture& b, int left, int right) {
  int pixels = 0;
  for (int y = 0; y < a.height; ++y) {
    for (int x = left; x < right; ++x) pixels += std::abs(a.at(x, y)[3] - b.at(x, y)[3]) > 40;
  }
  return pixels;
}

// "output of <word> = 0.12" begins with "output of" and ends with "= 0.12", whatever the word is.
TEST(ForeignWords, WordsBeforeAndNumbersAfterThemAreDrawnInPlace) {
  const auto sentence = [](const std::string& word) {
    return "output of " + visible_text(word) + " = 0.12 · " + visible_text(word) + " + 3";
  };
  const std::string latin = sentence("Book");
  const auto before = static_cast<int>(Text("output of ", {.size = 20}).width()) - 2;
  const auto after = static_cast<int>(Text(" + 3", {.size = 20}).width()) - 2;
  for (const std::string& word : kWords) {
    SCOPED_TRACE(word);
    EXPECT_LT(
        difference(line(sentence(word), Align::left), line(latin, Align::left), 400, 400 + before),
        12);
    EXPECT_LT(
        difference(line(sentence(word), Align::right), line(latin, Align::right), 400 - after, 400),
        12);
    // A line that begins with the word is ours all the same.
    EXPECT_LT(difference(line(visible_text(word) + " 0.12", Align::right),
                         line("Book 0.12", Align::right), 400 - 20, 400),
              12);
    EXPECT_FALSE(Text(visible_text(word) + " 0.12", {}).lines()[0].is_leftwards);
  }
}

TEST(ForeignWords, AloneTheyKeepTheirDirection) {
  EXPECT_TRUE(Text(visible_text("שלום 1"), {}).lines()[0].is_leftwards);
  EXPECT_FALSE(Text(visible_text("abc שלום"), {}).lines()[0].is_leftwards);
}

TEST(ForeignWords, AreClosedWhereTheyAreCut) {
  for (const std::string& word : kWords) {
    const std::string words = visible_text(word + " " + word) + " = 0.12, " + visible_text(word);
    const Text whole(words, {});
    for (double share = 0.05; share < 1; share += 0.05) {
      Text cut(words, {});
      cut.shorten(share * whole.width());
      expect_in_order(cut.text());
      Text text(words, {});
      text.wrap(share * whole.width(), 9);
      for (const TextLine& one : text.lines()) expect_in_order(one.text);
    }
  }
}

}  // namespace
}  // namespace attn::foreign_words_test
