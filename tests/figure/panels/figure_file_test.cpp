// A figure of several views as a file.
#include "app/figure/panels/figure_file.h"

#include <gtest/gtest.h>

#include "app/document/files/output_guard.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/canvas/svg_canvas.h"
#include "app/figure/panels/panel_sources.h"
#include "engine/base/problem.h"
#include "tests/figure/figure_test.h"
#include "tests/support/paths.h"

namespace attn::figure_file_test {
namespace {

std::shared_ptr<const Computable> shared(Scene scene) {
  return std::make_shared<const Computable>(std::move(scene));
}

FigureFile full_figure() {
  FigureFile figure;
  figure.scenes = {shared(test::first_example()), shared(test::masked_child())};
  figure.panels = {
      {.view = "weights", .scene = std::size_t{0}, .settings = {{"query", "2"}}},
      {.view = "weights",
       .scene = std::size_t{0},
       .settings = {{"temperature", "0.5"}, {"title", "cold, \"once\""}},
       .look = R"({"colormap":"viridis"})"},
      {.view = std::string(kDifference), .settings = {{"range", "-1:1"}}},
      {.view = "outputs", .scene = std::size_t{1}, .settings = {{"/heads/0/width", "2"}}},
      {.view = "weights", .scene = std::string("other/a.attn.json"), .settings = {{"title", "12"}}},
  };
  figure.columns = 3;
  figure.letters = true;
  figure.paper = "column";
  figure.theme = "dark";
  figure.numbers = Numbers::off;
  figure.legend = false;
  figure.title = "Two children";
  figure.is_captioned = true;
  return figure;
}

std::string problem_of(const std::string& json) {
  try {
    parse_figure(json);
    return "";
  } catch (const SceneError& error) {
    return error.problem().place + ": " + error.problem().text;
  }
}

/// A whole file with these members beside those that must be there.
std::string file_with(const std::string& members) {
  return R"({"format": "attentoscope/figure", "version": 1, )" + members + "}";
}

TEST(FigureFile, IsReadAsItWasWritten) {
  const FigureFile figure = full_figure();
  const FigureFile read = parse_figure(format_figure(figure));
  ASSERT_EQ(read.scenes.size(), 2U);
  for (std::size_t n = 0; n < 2; ++n) EXPECT_EQ(*read.scenes[n], *figure.scenes[n]);
  FigureFile same = read;
  same.scenes = figure.scenes;
  EXPECT_EQ(same, figure);
  EXPECT_EQ(format_figure(read), format_figure(figure));
  const FigureFile usual = parse_figure(file_with(R"("panels": [])"));
  EXPECT_EQ(usual, FigureFile{});
  FigureFile own;
  own.caption = "Words.";
  EXPECT_EQ(parse_figure(format_figure(own)), own);
}

TEST(FigureFile, ItsFormatIsSaid) {
  const std::string text = test::bytes_of(test::data_path("../app/document/FORMAT.md"));
  const std::size_t begin = text.find("\n## Figures of several views");
  ASSERT_NE(begin, std::string::npos);
  const std::string section = text.substr(begin, text.find("\n## ", begin + 1) - begin);
  for (const char* key :
       {"format", "version", "title", "caption", "columns", "letters", "for", "theme", "numbers",
        "legend", "scenes", "panels", "view", "scene", "look"}) {
    EXPECT_NE(section.find("`" + std::string(key) + "`"), std::string::npos) << key;
  }
  // The figure in it is one.
  const std::size_t block = section.find("```\n") + 4;
  EXPECT_EQ(problem_of(section.substr(block, section.find("```", block) - block)), "");
}

TEST(FigureFile, NamesThePlaceOfWhatIsWrong) {
  const std::string scene = format_scene(test::first_example());
  EXPECT_EQ(problem_of("[]"), ": expected an object, found a list");
  EXPECT_EQ(problem_of(R"({"version": 1, "panels": []})"),
            "/format: missing key: expected a value");
  EXPECT_NE(problem_of(scene).find("/format: expected \"attentoscope/figure\""), std::string::npos);
  EXPECT_NE(problem_of(R"({"format": "attentoscope/figure", "version": 2, "panels": []})")
                .find("/version: expected 1"),
            std::string::npos);
  EXPECT_NE(problem_of(file_with(R"("panel": [], "panels": [])")).find("/panel: unknown key"),
            std::string::npos);
  EXPECT_NE(problem_of(file_with(R"("letters": 1, "panels": [])")).find("/letters: expected"),
            std::string::npos);
  EXPECT_NE(problem_of(file_with(R"("for": "wall", "panels": [])")).find("/for: expected one of"),
            std::string::npos);
  EXPECT_NE(problem_of(file_with(R"("columns": 1000, "panels": [])")).find("/columns: expected at"),
            std::string::npos);
  const auto panel = [&](const std::string& members) {
    return problem_of(file_with(R"("scenes": [)" + scene + R"(], "panels": [{)" + members + "}]"));
  };
  EXPECT_EQ(panel(R"("view": "weights", "scene": 0)"), "");
  EXPECT_NE(panel(R"("view": "sums", "scene": 0)").find("/panels/0/view: expected one of"),
            std::string::npos);
  EXPECT_EQ(panel(R"("view": "weights", "scene": 1)"),
            "/panels/0/scene: expected less than 1 (scenes), found 1");
  EXPECT_EQ(panel(R"("view": "weights")"), "/panels/0/scene: missing key: expected a value");
  EXPECT_EQ(panel(R"("view": "weights", "scene": 0, "temperature": "warm")"),
            "/panels/0/temperature: expected a number, found warm");
  EXPECT_NE(panel(R"("view": "weights", "scene": 0, "heat": 1)")
                .find("/panels/0/heat: expected one of head, layer, temperature"),
            std::string::npos);
  EXPECT_NE(panel(R"("view": "weights", "scene": 0, "look": 1)")
                .find("/panels/0/look: expected an object"),
            std::string::npos);
  EXPECT_NE(panel(R"("view": "difference", "scene": 0)").find("/panels/0/scene: has no effect"),
            std::string::npos);
  std::string bad = scene;
  bad.replace(bad.find("\"dot\""), 5, "\"dots\"");
  EXPECT_NE(problem_of(file_with(R"("scenes": [)" + bad + R"(], "panels": [])"))
                .find("/scenes/0/score/kind: expected one of"),
            std::string::npos);
}

TEST(FigureFile, TellsThePanelThatCannotBeMade) {
  PanelSources sources(computable_for_panels);
  const auto problem = [&](FigureFile figure) -> std::string {
    try {
      panels_of(sources, wishes_of(figure, "/nowhere/"));
      return "";
    } catch (const SceneError& error) {
      return error.problem().place + ": " + error.problem().text;
    }
  };
  FigureFile figure;
  figure.scenes = {shared(test::first_example())};
  figure.panels = {{.view = "weights", .scene = std::size_t{0}},
                   {.view = "weights", .scene = std::string("a.attn.json")}};
  EXPECT_NE(problem(figure).find("/panels/1: /nowhere/a.attn.json: No such file"),
            std::string::npos);
  figure.panels[1] = {.view = "weights", .scene = std::size_t{0}, .settings = {{"/nothing", "1"}}};
  EXPECT_NE(problem(figure).find("/panels/1: /nothing"), std::string::npos);
  figure.panels = {{.view = std::string(kDifference)}};
  EXPECT_NE(problem(figure).find("/panels/0: difference: expected two panels before it, found 0"),
            std::string::npos);
}

TEST(FigureFile, ReadsScenesInItsFolderOnly) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "f/below");
  write_scene(test::first_example(), folder / "a.attn.json");
  write_scene(test::first_example(), folder / "f/below/a.attn.json");
  std::filesystem::create_symlink("../a.attn.json", folder.path() / "f/link.attn.json");
  const auto problem = [&](const std::string& path) -> std::string {
    FigureFile figure;
    figure.panels = {{.view = "weights", .scene = path}};
    try {
      PanelSources sources(computable_for_panels);
      panels_of(sources, wishes_of(figure, folder / "f/"));
      return "";
    } catch (const SceneError& error) {
      return error.problem().place + ": " + error.problem().text;
    }
  };
  EXPECT_EQ(problem("below/a.attn.json"), "");
  for (const std::string& path :
       {folder / "a.attn.json", std::string("../a.attn.json"),
        std::string("below/../below/a.attn.json"), std::string("link.attn.json")}) {
    EXPECT_EQ(problem(path).substr(0, 48), "/panels/0: scene: expected a file in the folder ")
        << path;
  }
}

TEST(FigureFile, MakesWhatPanelsMakeOfTheSame) {
  const test::TemporaryFolder folder;
  Scene masked = test::masked_child();
  masked.title = "The child that looks back";
  write_scene(test::first_example(), folder / "a.attn.json");
  write_scene(masked, folder / "b.attn.json");
  const auto words = [&](const std::string& view, const char* name, const char* settings) {
    return view + "@" + (folder / name) + settings;
  };
  PanelSources sources(computable_for_panels);
  std::vector<PanelWish> said;
  for (const std::string& one : {words("weights", "a.attn.json", ":query=2"),
                                 words("weights", "a.attn.json", ":temperature=0.5,query=2"),
                                 std::string(kDifference), words("weights", "b.attn.json", "")}) {
    said.push_back(parse_panel(one, {}));
  }
  PanelsOptions page{.columns = 2, .letters = true, .figure = {}};
  page.figure.caption_of_settings = true;
  page.figure.own_caption = false;
  FigureFile figure;
  figure.scenes = {shared(test::first_example()), shared(masked)};
  figure.panels = {
      {.view = "weights", .scene = std::size_t{0}, .settings = {{"query", "2"}}},
      {.view = "weights",
       .scene = std::size_t{0},
       .settings = {{"query", "2"}, {"temperature", "0.5"}}},
      {.view = std::string(kDifference)},
      {.view = "weights", .scene = std::string("b.attn.json")},
  };
  figure.columns = 2;
  figure.letters = true;
  figure.is_captioned = true;
  const auto svg = [&](const std::vector<PanelWish>& wishes, const PanelsOptions& options) {
    return svg_figure(draw_panels(panels_of(sources, wishes), options, 1));
  };
  const std::string as_said = svg(said, page);
  EXPECT_EQ(svg(wishes_of(figure, folder / ""), page_of(figure)), as_said);
  figure.panels[3].scene = std::size_t{1};
  const FigureFile read = parse_figure(format_figure(figure));
  EXPECT_EQ(svg(wishes_of(read, ""), page_of(read)), as_said);
}

TEST(FigureFile, IsNeverWrittenOverWhatIsNone) {
  const test::TemporaryFolder folder;
  const std::string scene = folder / "a.attn.json", figure = folder / "b.attn-figure.json";
  write_scene(test::first_example(), scene);
  EXPECT_THROW(write_figure_file(full_figure(), scene), WouldBeLost);
  write_figure_file(full_figure(), figure);
  write_figure_file(FigureFile{}, figure);
  EXPECT_EQ(read_figure(figure), FigureFile{});
  EXPECT_THROW(check_replaceable(figure, FileKind::output), WouldBeLost);
  EXPECT_THROW(read_scene(figure), SceneError);
}

}  // namespace
}  // namespace attn::figure_file_test
