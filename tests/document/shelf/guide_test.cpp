// The pages of the guide, and the README: their links lead somewhere, and they are Markdown that
// the window can show.

#include "app/document/shelf/guide.h"

#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "assets/assets.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::guide_test {
namespace {

namespace fs = std::filesystem;

fs::path top() { return fs::path(test::data_path("..")); }

void expect_good(const std::string& name, const TextBlock& block) {
  for (const TextRun& run : block.runs) {
    const std::string at = name + ":" + std::to_string(run.line);
    if (!run.link.empty() && !run.link.starts_with("https://")) {
      EXPECT_TRUE(fs::exists((top() / name).parent_path() / run.link)) << at << ": " << run.link;
    }
    if (run.is_code) continue;
    for (const char* left_over : {"](", "**", "```", "| --", "<a", "<b", "&lt;"}) {
      EXPECT_EQ(run.text.find(left_over), std::string::npos) << at << ": " << run.text;
    }
  }
}

void expect_good(const std::string& name, const std::vector<MarkdownPart>& parts) {
  ASSERT_FALSE(parts.empty()) << name;
  EXPECT_EQ(parts.front().heading, 1) << name;
  for (const MarkdownPart& part : parts) {
    expect_good(name, part.block);
    for (const auto& row : part.rows) {
      EXPECT_EQ(row.size(), part.rows.front().size());
      for (const TextBlock& cell : row) expect_good(name, cell);
    }
    if (part.picture.empty()) continue;
    EXPECT_TRUE(fs::exists((top() / name).parent_path() / part.picture)) << part.picture;
    EXPECT_NE(part.plain(), "") << part.picture;
  }
}

TEST(Guide, PagesAreMarkdownWhoseLinksLeadSomewhere) {
  for (const GuidePage& page : guide_pages()) {
    expect_good("assets/guide/" + std::string(page.file), page.parts);
  }
  expect_good("README.md",
              parse_markdown(test::bytes_of((top() / "README.md").string()), MarkdownUse::kGuide));
}

TEST(Guide, HasEachFileAsAPageAndEachPictureBuiltIn) {
  std::set<std::string> files, pages;
  for (const auto& one : fs::directory_iterator(top() / "assets/guide")) {
    files.insert(one.path().filename().string());
  }
  for (const GuidePage& page : guide_pages()) {
    pages.emplace(page.file);
    EXPECT_NE(page.title, "");
    for (const MarkdownPart& part : page.parts) {
      if (part.picture.empty()) continue;
      const fs::path file = fs::path("assets/guide") / part.picture;
      EXPECT_FALSE(asset(file.lexically_normal().string()).empty());
    }
  }
  EXPECT_EQ(pages, files);
}

TEST(Guide, ReadsTablesPicturesAndLinks) {
  const auto parts = parse_markdown(
      "![A *b*](c.png)\n\n| d | e |\n| --- | --- |\n| `f` | [g](h.md) |\n\n```json\n{}\n```\n",
      MarkdownUse::kGuide);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].picture, "c.png");
  EXPECT_EQ(parts[0].plain(), "A b");
  ASSERT_EQ(parts[1].rows.size(), 2U);
  EXPECT_EQ(parts[1].rows[0][1].kind, TextBlock::Kind::kHeading);
  EXPECT_TRUE(parts[1].rows[1][0].runs[0].is_code);
  EXPECT_EQ(parts[1].rows[1][1].runs[0].link, "h.md");
  EXPECT_EQ(parts[2].block.kind, TextBlock::Kind::kCode);
  EXPECT_EQ(parts[2].plain(), "{}");
}

}  // namespace
}  // namespace attn::guide_test
