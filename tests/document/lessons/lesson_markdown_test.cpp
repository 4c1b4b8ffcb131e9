#include "app/document/lessons/lesson_markdown.h"

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"

namespace attn::lesson_markdown_test {
namespace {

TEST(LessonMarkdown, TellsPartsWithTheirLines) {
  const auto parts = parse_markdown(
      "# Title\n\nSome *words* and\n**more** `code`.\n\n## Step\n\n```goal x\n\na == 1\nb == 2\n"
      "```\n\n```\nq · k\n```\n\n> quoted\n");
  ASSERT_EQ(parts.size(), 6u);
  EXPECT_EQ(parts[0].heading, 1);
  EXPECT_EQ(parts[0].plain(), "Title");
  EXPECT_EQ(parts[1].plain(), "Some words and more code.");
  EXPECT_EQ(parts[1].line, 3);
  EXPECT_EQ(parts[2].heading, 2);
  EXPECT_EQ(parts[2].line, 6);
  EXPECT_EQ(parts[3].fence, "goal x");
  EXPECT_EQ(parts[3].code, "\na == 1\nb == 2");
  EXPECT_EQ(parts[3].line, 9);
  EXPECT_EQ(parts[4].block.kind, TextBlock::Kind::kCode);
  EXPECT_EQ(parts[4].plain(), "q · k");
  EXPECT_EQ(parts[4].line, 15);
  EXPECT_EQ(parts[5].block.kind, TextBlock::Kind::kQuote);
}

TEST(LessonMarkdown, SetsRunsApart) {
  const auto parts = parse_markdown("a *b* **c** `d` [e](light:weights/1) f");
  ASSERT_EQ(parts.size(), 1u);
  const auto& runs = parts[0].block.runs;
  ASSERT_EQ(runs.size(), 9u);
  EXPECT_TRUE(runs[1].is_emphasis);
  EXPECT_TRUE(runs[3].is_strong);
  EXPECT_TRUE(runs[5].is_code);
  EXPECT_EQ(runs[7].light, "weights/1");
  EXPECT_EQ(runs[8].text, " f");
  EXPECT_EQ(runs[8].light, "");
}

TEST(LessonMarkdown, KnowsLists) {
  const auto parts = parse_markdown("- a\n- b\n  1. c\n  2. d\n\ntext\n\n- e\n\n- f\n\n  g\n");
  std::string shape;
  for (const auto& part : parts) {
    shape += part.block.marker + std::to_string(part.block.depth) + part.plain() + " ";
  }
  EXPECT_EQ(shape, "•1a •1b 1.2c 2.2d 0text •1e •1f 1g ");
}

TEST(LessonMarkdown, KeepsExpressionsWhole) {
  const auto parts = parse_markdown("is {weights[\"Book\"][\"Reads\"]} & <b>, {a_b_c}");
  ASSERT_EQ(parts[0].block.runs.size(), 1u);
  EXPECT_EQ(parts[0].plain(), "is {weights[\"Book\"][\"Reads\"]} & <b>, {a_b_c}");
}

/// Markdown takes nothing of them for its own.
TEST(LessonMarkdown, KeepsFormulasWhole) {
  const auto parts = parse_markdown(
      "# On $x_i * y_i$\n\nthe **$\\mathbf{q}_i \\, [k]_j$** \\$ and `$a$`\n\n$$a_1\n= *b*\n= "
      "\\left\\{ "
      "c \\right\\}$$\n\nlast [$\\alpha$](light:weights)\n\n```text\n$b$\n```\n");
  ASSERT_EQ(parts.size(), 5U);
  EXPECT_EQ(parts[0].plain(), "On $x_i * y_i$");
  const auto& runs = parts[1].block.runs;
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(runs[1].text, "$\\mathbf{q}_i \\, [k]_j$");
  EXPECT_TRUE(runs[1].is_strong);
  EXPECT_EQ(runs[2].text, " \\$ and ");
  EXPECT_EQ(runs[3].text, "$a$");
  EXPECT_TRUE(runs[3].is_code);
  EXPECT_EQ(parts[2].plain(), "$$a_1\n= *b*\n= \\left\\{ c \\right\\}$$");
  EXPECT_EQ(parts[3].block.runs[1].light, "weights");
  EXPECT_EQ(parts[3].line, 9) << "a formula of three lines stands before it";
  EXPECT_EQ(parts[4].block.runs[0].text, "$b$");
  EXPECT_EQ(parts[4].line, 12);
}

TEST(LessonMarkdown, TellsTheLineOfWhatIsWrongInAFormula) {
  struct Wrong {
    const char* text;
    int line;
    const char* words;
  };
  const Wrong wrong[] = {
      {"a\n\nit costs $5", 3, "not begin a formula"},
      {"a\n\n$x$ and\nmore $\\foo$", 4, "\\foo"},
      {"a\n\n$$x\n= {y\n$$", 4, "is not closed"},
      {"a\n\n$$x$$\n\n$$y\n\n= z$$", 5, "not begin a formula"},
      {"$\\val{nothing}$", 1, "nothing"},
      {"$$a\n= \\val 3$$", 2, "expected \\val{"},
      {"a\n\x1a", 2, "control character"},
  };
  for (const auto& [text, line, words] : wrong) {
    try {
      parse_markdown(text);
      ADD_FAILURE() << text;
    } catch (const LessonError& error) {
      EXPECT_EQ(error.line(), line) << text;
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

TEST(LessonMarkdown, LightsWhatHasASpaceInItsName) {
  const auto parts = parse_markdown("[there](<light:weights/slot C>) and `(light:x y)`");
  EXPECT_EQ(parts[0].block.runs[0].light, "weights/slot C");
}

TEST(LessonMarkdown, RefusesWhatIsNotShown) {
  for (const char* text :
       {"a\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n", "![picture](x.png)", "[there](other.md)",
        "[there](file:///etc)", "[there](light:weights/slot C)"}) {
    EXPECT_THROW(parse_markdown(text), LessonError) << text;
  }
  EXPECT_EQ(parse_markdown("[paper](https://arxiv.org/abs/1706.03762)")[0].plain(), "paper");
}

}  // namespace
}  // namespace attn::lesson_markdown_test
