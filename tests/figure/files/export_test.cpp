#include "app/figure/files/export.h"

#include <gtest/gtest.h>

#include "app/figure/files/film.h"
#include "tests/figure/figure_test.h"

namespace attn::export_test {
namespace {

using test::bytes_of;
using test::TemporaryFolder;

class WriteExport : public testing::Test {
 protected:
  std::string words(const std::string& name, const FigureOptions& options = {},
                    const TableHeads& heads = {}) {
    try {
      write_export(evaluation_, options, heads, folder_ / name);
      return "";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }
  TemporaryFolder folder_;
  std::shared_ptr<const Evaluation> evaluation_ = std::make_shared<const Evaluation>(
      Evaluation{test::first_example(), evaluate(test::first_example())});
};

TEST_F(WriteExport, EveryEndingIsWrittenTwiceTheSame) {
  ASSERT_GE(export_endings().size(), 6u);
  for (const std::string_view ending : export_endings()) {
    if (ending == kFilmEnding) continue;
    EXPECT_EQ(words("once" + std::string(ending)), "");
    EXPECT_EQ(words("twice" + std::string(ending)), "");
    const std::string bytes = bytes_of(folder_ / ("once" + std::string(ending)));
    EXPECT_FALSE(bytes.empty()) << ending;
    EXPECT_EQ(bytes, bytes_of(folder_ / ("twice" + std::string(ending)))) << ending;
  }
  EXPECT_EQ(words("LOUD.CSV"), "");
  EXPECT_EQ(bytes_of(folder_ / "LOUD.CSV"), bytes_of(folder_ / "once.csv"));
}

TEST(SingleHead, IsOfAMatrixWhoseRangeDoesNotDependOnOthers) {
  Scene scene = test::first_example();
  EXPECT_EQ(single_head(scene, {}), std::nullopt) << "the only one";
  scene.heads.resize(3);
  EXPECT_EQ(single_head(scene, {.head = 2}), 2);
  EXPECT_EQ(single_head(scene, {.view = "scores", .head = 2, .range = "own"}), 2);
  EXPECT_EQ(single_head(scene, {.head = 2, .range = "shared"}), std::nullopt);
  EXPECT_EQ(single_head(scene, {.view = "scores", .head = 2}), std::nullopt) << "shared by default";
  EXPECT_EQ(single_head(scene, {.all_heads = true}), std::nullopt);
  EXPECT_EQ(single_head(scene, {.view = "outputs", .head = 2}), std::nullopt);
}

TEST_F(WriteExport, EndingsAreThoseOfTheName) {
  EXPECT_EQ(ending_of("a/b.c/d.PnG"), ".png");
  EXPECT_EQ(ending_of("a/b.c/d"), "");
  EXPECT_EQ(ending_of(".csv"), ".csv");
  EXPECT_EQ(ending_of(""), "");
}

TEST_F(WriteExport, AViewWithoutNumbersNamesWhatItCanBe) {
  const std::string complaint = words("a.npy", {.view = "graph"});
  EXPECT_TRUE(
      complaint.starts_with("expected a view with numbers of its own for .npy; this one "
                            "can be written as .png"))
      << complaint;
  EXPECT_NE(words("missing/a.csv"), "");
  EXPECT_EQ(words("a.bmp").find("unknown ending \".bmp\""), 0u);
  EXPECT_EQ(folder_.file_count(), 0);
}

}  // namespace
}  // namespace attn::export_test
