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

TEST(LessonMarkdown, RefusesWhatIsNotShown) {
  for (const char* text : {"a\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n", "![picture](x.png)",
                           "[there](other.md)", "[there](file:///etc)"}) {
    EXPECT_THROW(parse_markdown(text), LessonError) << text;
  }
  EXPECT_EQ(parse_markdown("[paper](https://arxiv.org/abs/1706.03762)")[0].plain(), "paper");
}

}  // namespace
}  // namespace attn::lesson_markdown_test
