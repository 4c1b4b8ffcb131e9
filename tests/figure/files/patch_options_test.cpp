#include "app/figure/files/patch_options.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/panels/figure_file.h"
#include "app/figure/panels/panel_sources.h"
#include "tests/figure/figure_test.h"
#include "tests/figure/patch_scene.h"
#include "tests/figure/png_bytes.h"

namespace attn::patch_options_test {
namespace {

class PatchOptions : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  std::string folder() const { return folder_.path().string() + "/"; }
  /// Bytes of a figure with the options.
  std::string figure(FigureOptions options, std::string_view ending = ".svg") {
    options.view = "patches";
    options.scale = 1;
    return export_bytes(evaluation_, options, {}, ending);
  }
  test::TemporaryFolder folder_;
  std::shared_ptr<const Evaluation> evaluation_ = test::evaluated_patches(test::patch_scene(16, 3));
};

FigureOptions options_of(const OptionWords& words) {
  FigureOptions options{.view = "patches"};
  read_options(options, words);
  return options;
}

std::string refusal(const OptionWords& words) {
  try {
    check_options(test::patch_scene(16, 3), options_of(words));
    return "";
  } catch (const OptionError& error) {
    return error.what();
  }
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST_F(PatchOptions, AreReadAndRefusedByTheirNames) {
  const FigureOptions options = options_of({{"patches", "2x8"}, {"skip", "1"}});
  const ViewOptions::Patches patches = state_with_patches(options).options.patches;
  EXPECT_EQ(patches, (ViewOptions::Patches{.rows = 2, .columns = 8, .skip = 1}));
  EXPECT_EQ(refusal({{"patches", "4x4"}, {"skip", "3"}}), "");
  EXPECT_EQ(refusal({}), "") << "guessed";
  for (const char* words : {"4", "4x", "x4", "4x4x4", "0x4", "-2x4", "4×4", "2000000x1", ""}) {
    EXPECT_EQ(refusal({{"patches", words}}),
              "--patches: expected ROWSxCOLUMNS, as 14x14, found " + std::string(words));
  }
  EXPECT_EQ(refusal({{"patches", "5x4"}}),
            "--patches: expected ROWSxCOLUMNS with at most 19 patches, found 5x4");
  EXPECT_EQ(refusal({{"patches", "4x4"}, {"skip", "4"}}),
            "--skip: expected at most 3 before 4x4 patches, found 4");
  EXPECT_EQ(refusal({{"skip", "-1"}}),
            "--skip: expected a whole number from 0 to 1000000, found -1");
  EXPECT_EQ(refusal({{"query", "19"}}),
            "--query: expected less than 19 (queries of the scene), found 19");
}

TEST_F(PatchOptions, ReplaceThoseOfTheScene) {
  FigureOptions options;
  options.state.options.patches = {.rows = 4, .columns = 4, .skip = 3, .picture = "cat.png"};
  options.skip = 2;
  EXPECT_EQ(state_with_patches(options).options.patches.skip, 2);
  options.skip.reset();
  options.patches = {2, 8};
  EXPECT_EQ(state_with_patches(options).options.patches.skip, std::nullopt)
      << "it belongs to the other size";
}

TEST_F(PatchOptions, ThePictureIsTheOptionsElseTheScenes) {
  put("cat.png", test::grey_png(8));
  put("dog.png", test::grey_png(4));
  FigureOptions options;
  read_picture_of(options, folder());
  EXPECT_EQ(options.back, BackPicture{});
  options.state.options.patches.picture = "cat.png";
  read_picture_of(options, folder());
  EXPECT_EQ(options.back.pixels->width, 8);
  options.picture = folder() + "dog.png";
  read_picture_of(options, "elsewhere/");
  EXPECT_EQ(options.back.pixels->width, 4);
  options.picture = "";
  read_picture_of(options, folder());
  EXPECT_EQ(options.back, BackPicture{}) << "none";
  options.picture = folder() + "none.png";
  try {
    read_picture_of(options, folder());
    ADD_FAILURE();
  } catch (const OptionError& error) {
    EXPECT_STREQ(error.what(), "--picture: none.png: No such file or directory");
  }
  options.picture.reset();
  options.state.options.patches.picture = "none.png";
  read_picture_of(options, folder());
  EXPECT_EQ(options.back.problem, "none.png: No such file or directory") << "only told";
}

TEST_F(PatchOptions, ASvgHasThePictureAndTheColoursOverIt) {
  put("cat.png", test::grey_png(30));
  FigureOptions options;
  EXPECT_EQ(count(figure(options), "data:image/png"), 0U);
  options.picture = folder() + "cat.png";
  read_picture_of(options, "");
  const std::string svg = figure(options);
  EXPECT_EQ(count(svg, "data:image/png;base64,"), 2U);
  EXPECT_EQ(count(svg, "opacity=\"0.55\""), 1U);
  EXPECT_EQ(count(svg, "image-rendering:pixelated"), 1U) << "only patches have sharp edges";
  EXPECT_EQ(figure(options), svg);
  EXPECT_LT(svg.size(), 50'000U) << "no more pixels than the picture and the map have";
  EXPECT_NE(figure(options, ".pdf").find("%PDF"), std::string::npos);
}

TEST_F(PatchOptions, NumbersCoverThePictureOnlyIfAskedFor) {
  put("cat.png", test::grey_png(30));
  FigureOptions options{.legend = false};
  options.picture = folder() + "cat.png";
  read_picture_of(options, "");
  const std::size_t texts = count(figure(options), "<text");
  options.numbers = Numbers::on;
  EXPECT_EQ(count(figure(options), "<text"), texts + 16);
}

TEST_F(PatchOptions, ABareMapHasItsPicture) {
  put("cat.png", test::grey_png(30));
  FigureOptions options{.view = "patches", .query = 5, .bare_cell = 4};
  options.picture = folder() + "cat.png";
  read_picture_of(options, "");
  EXPECT_NO_THROW(check_options(evaluation_->scene, options));
  write_figure(evaluation_, options, folder_ / "bare.png");
  const test::Picture picture = test::load_png(folder_ / "bare.png");
  EXPECT_EQ(picture.width, 16);
  EXPECT_EQ(picture.height, 16);
  EXPECT_LT(picture.at(0, 0)[0], picture.at(15, 0)[0]);
}

TEST_F(PatchOptions, PanelsHaveTheirOwn) {
  put("cat.png", test::grey_png(8));
  write_scene(evaluation_->scene, folder_ / "a.attn.json");
  PanelSources sources(computable_for_panels);
  const std::string wish =
      "patches@" + folder() + "a.attn.json:patches=4x4,skip=3,query=5,picture=";
  const FigurePanel panel = sources.panel_of(parse_panel(wish + folder() + "cat.png", {}));
  EXPECT_EQ(panel.options.patches, (std::array<Index, 2>{4, 4}));
  EXPECT_EQ(panel.options.skip, 3);
  EXPECT_EQ(panel.options.back.pixels->width, 8);
  EXPECT_THROW(sources.panel_of(parse_panel(wish + "none.png", {})), OptionError);
}

TEST_F(PatchOptions, AFiguresFileNamesPicturesInItsFolder) {
  put("cat.png", test::grey_png(8));
  std::filesystem::create_directory(folder() + "f");
  write_scene(evaluation_->scene, folder_ / "f/a.attn.json");
  std::ofstream(folder_ / "f/dog.png", std::ios::binary) << test::grey_png(4);
  const auto read = [&](const std::string& picture) {
    const FigureFile figure = parse_figure(
        R"({"format": "attentoscope/figure", "version": 1, "panels": [{"view": "patches", )"
        R"("scene": "a.attn.json", "patches": "4x4", "picture": ")" +
        picture + "\"}]}");
    PanelSources sources(computable_for_panels);
    return panels_of(sources, wishes_of(figure, folder() + "f/")).front().options.back;
  };
  EXPECT_EQ(read("dog.png").pixels->width, 4);
  EXPECT_EQ(read("../cat.png").pixels, nullptr);
  EXPECT_NE(read("../cat.png").problem.find("or below it"), std::string::npos);
  EXPECT_NE(read(folder() + "cat.png").problem.find("or below it"), std::string::npos);
}

}  // namespace
}  // namespace attn::patch_options_test
