#include "app/session/workspace/export_form.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/document/files/output_guard.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure_option.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluate.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/temporary_folder.h"

namespace attn::export_form_test {
namespace {

std::shared_ptr<const Evaluation> small_evaluation() {
  Scene scene;
  scene.tokens = {"a", "b"};
  scene.embeddings = Matrix(Matrix::Identity(2, 2));
  scene.heads.resize(2);
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

TEST(ExportForm, OptionsAreWhatWasTyped) {
  ExportForm form{.path = "a.png"};
  form.words["scale"] = "1,5";
  form.words["width"] = "640";
  form.words["caption"] = "below";
  form.words["theme"] = "dark";
  form.words["colormap"] = "magma";
  form.words["head"] = "1";
  form.words["font"] = "times";
  form.words["ticks"] = "2";
  form.words["note"] = "0,1=first; and more; 1,0=second";
  const ExportRequest request = request_of(form, ViewState());
  EXPECT_EQ(request.problem, "");
  EXPECT_STREQ(request.options.font, kTimesFamily);
  EXPECT_EQ(request.options.look.every, 2);
  ASSERT_EQ(request.options.look.notes.size(), 2U);
  EXPECT_EQ(request.options.look.notes[0].words, "first; and more");
  EXPECT_EQ(request.options.look.notes[1].cell, (Cell{1, 0}));
  EXPECT_EQ(request.options.scale, 1.5);
  EXPECT_EQ(request.options.width, 640);
  EXPECT_FALSE(request.options.height);
  EXPECT_FALSE(request.options.title);
  EXPECT_EQ(request.options.caption, "below");
  EXPECT_EQ(request.options.theme, &kDarkFigure);
  EXPECT_EQ(request.options.colormap->id, "magma");
  EXPECT_EQ(request.options.head, 1);
}

TEST(ExportForm, WhatIsWrongIsToldByItsField) {
  const auto problem = [](auto change) {
    ExportForm form{.path = "a.png"};
    change(form);
    return request_of(form, ViewState()).problem;
  };
  EXPECT_EQ(problem([](ExportForm&) {}), "");
  EXPECT_EQ(problem([](ExportForm& form) { form.words["scale"] = "0.1"; }),
            "Scale: expected a number from 0.25 to 8, found 0.1");
  EXPECT_EQ(
      problem([](ExportForm& form) { form.words["width"] = "wide"; }),
      "Width: expected a whole number from 32 to 16384, or a length in in, cm, mm or pt, found "
      "wide");
  EXPECT_EQ(problem([](ExportForm& form) { form.path = ""; }),
            "File: expected a name, found nothing");
  const auto film = [&](auto change) {
    return problem([&](ExportForm& form) {
      form.ending = ".gif";
      change(form);
    });
  };
  EXPECT_EQ(film([](ExportForm&) {}), "");
  EXPECT_EQ(film([](ExportForm& form) { form.frames = "1"; }),
            "Temperature: expected 2 to 2000 frames, found 1");
  EXPECT_NE(film([](ExportForm& form) { form.from = form.to; }), "");
  EXPECT_NE(film([](ExportForm& form) { form.fps = ""; }), "");
  EXPECT_NE(film([](ExportForm& form) { form.fps = "0"; }), "");
}

TEST(ExportForm, AFilmChangesWhatTheSceneAndViewHave) {
  const auto ids = [](const Scene& scene, std::string_view view) {
    std::vector<std::string_view> found;
    for (const SweptKind& kind : sweeps_of(scene, view)) found.push_back(kind.id);
    return found;
  };
  Scene scene = small_evaluation()->scene;
  using Ids = std::vector<std::string_view>;
  EXPECT_EQ(ids(scene, "weights"), (Ids{"temperature", kSweptNumber}));
  EXPECT_EQ(ids(scene, "rotation"), (Ids{"temperature", "shift", kSweptNumber}));
  scene.score.kind = &score_kind("gaussian");
  EXPECT_EQ(ids(scene, "weights"), (Ids{"temperature", "width", kSweptNumber}));

  ExportForm form{.ending = ".gif", .path = "a.gif"};
  form.swept = kSweptNumber;
  EXPECT_NE(request_of(form, {}).problem.find("Number: expected a JSON pointer"),
            std::string::npos);
  form.pointer = "/heads/0/width";
  EXPECT_EQ(request_of(form, {}).problem, "");
  EXPECT_EQ(request_of(form, {}).film.sweep.name, "/heads/0/width");
}

TEST(ExportForm, TheCellsAloneHaveNoFrame) {
  ExportForm form{.words = {{"title", "T"}, {"caption", "C"}}, .path = "a.png"};
  form.words["width"] = "500";
  form.words["font-size"] = "20";
  form.words["query"] = "1";
  EXPECT_EQ(request_of(form, {}).options.font_size, 20);
  EXPECT_EQ(request_of(form, {}).options.query, 1);
  form.is_bare = true;
  form.words["cell"] = "12";
  const FigureOptions options = request_of(form, {}).options;
  EXPECT_EQ(options.bare_cell, 12);
  EXPECT_NO_THROW(check_options(small_evaluation()->scene, options));
  form.words["cell"] = "0";
  EXPECT_EQ(request_of(form, {}).problem, "Cell: expected a whole number from 1 to 1024, found 0");
  form.view = "plane";  // has no single matrix
  EXPECT_EQ(request_of(form, {}).options.bare_cell, 0);
  form.view = "weights";
  form.ending = ".gif";
  EXPECT_EQ(request_of(form, {}).options.bare_cell, 0) << "a film's frames say the number";
}

TEST(ExportForm, ARangeIsAKindOrIsTyped) {
  ExportForm form{.path = "a.png"};
  EXPECT_FALSE(request_of(form, {}).options.range) << "as in the window";
  form.words["range"] = "row";
  EXPECT_EQ(request_of(form, {}).options.range, "row");
  form.words["range"] = kTypedRange;
  form.range_from = "0,1";
  form.range_to = "0.5";
  EXPECT_EQ(request_of(form, {}).options.range, "0,1:0.5");
  EXPECT_NO_THROW(check_options(small_evaluation()->scene, request_of(form, {}).options));
  const std::pair<const char*, const char*> wrong[] = {{"1", "0"}, {"1", "1"}, {"", "1"},
                                                       {"0", ""},  {"a", "1"}, {"0", "1:2"}};
  for (const auto& [low, high] : wrong) {
    form.range_from = low;
    form.range_to = high;
    const FigureOptions options = request_of(form, {}).options;
    EXPECT_THROW(check_options(small_evaluation()->scene, options), OptionError)
        << low << ":" << high;
  }
  form.view = "plane";  // its colours span nothing
  EXPECT_FALSE(request_of(form, {}).options.range);
}

TEST(ExportForm, SpeaksOfFieldsNotOfOptions) {
  EXPECT_EQ(in_dialogs_words("--font-size: expected more"), "Font size: expected more");
  EXPECT_EQ(in_dialogs_words("a.png: Is a directory"), "a.png: Is a directory");
}

TEST(ExportForm, NamesComeFromTheScene) {
  const ExportForm form{.view = "heads", .ending = ".svg"};
  EXPECT_EQ(first_path("/out", "/in/book.attn.json", "Title", form), "/out/book-heads.svg");
  EXPECT_EQ(first_path("/out", "", "The sleepy child!", form), "/out/the-sleepy-child-heads.svg");
  EXPECT_EQ(first_path("/out", "", "注意", form), "/out/attention-heads.svg");
  EXPECT_EQ(with_ending("/a.b/c.png", ".npy"), "/a.b/c.npy");
  EXPECT_EQ(with_ending("/a.b/c", ".npy"), "/a.b/c.npy");
  EXPECT_EQ(with_ending("c.1", ".npy"), "c.1.npy");
  EXPECT_EQ(label_of_view("head-outputs"), "Head outputs");
}

TEST(ExportForm, AllViewsAppearTogetherOrNotAtAll) {
  const test::TemporaryFolder folder;
  ExportForm form{.path = folder / "book-weights.csv"};
  form.ending = ".csv";
  EXPECT_EQ(paths_of(form, false), std::vector<std::string>{form.path});
  const std::vector<std::string> possible = paths_of(form, true);
  const auto paths = run_export_of_all(small_evaluation(), form, ViewState(), {});
  EXPECT_EQ(static_cast<std::ptrdiff_t>(paths.size()), folder.file_count());
  for (const std::string& path : paths) EXPECT_EQ(std::ranges::count(possible, path), 1) << path;
  EXPECT_TRUE(std::filesystem::exists(folder / "book-weights.csv"));
  EXPECT_TRUE(std::filesystem::exists(folder / "book-heads.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder / "book-graph.csv"));

  const test::TemporaryFolder other;
  form.path = other / "book-weights.png";
  form.ending = ".png";
  std::atomic<bool> cancelled = false;
  const Watch watch{[&](int done, int) { cancelled = done == 3; }, &cancelled};
  EXPECT_THROW(run_export_of_all(small_evaluation(), form, ViewState(), watch), Cancelled);
  EXPECT_EQ(other.file_count(), 0);
}

TEST(ExportForm, WhatASceneRefersToIsNotReplaced) {
  const test::TemporaryFolder folder;
  const std::string matrix = folder / "weights.npy", scene = folder / "a.attn.json";
  test::put(matrix, test::npy("(2, 2)", test::floats({1, 0, 0, 1})));
  std::ofstream(scene) << R"({"format": "attentoscope/scene", "version": 1, "tokens": ["a", "b"],
    "embeddings": {"file": "weights.npy"}})";
  const FilesRead files_read;
  EXPECT_EQ(obstacle_at({matrix}, scene), "") << "before it is read";
  read_scene(scene);
  EXPECT_EQ(obstacle_at({matrix}, scene),
            "weights.npy: this is an input, and would be lost; choose another name");
  std::filesystem::create_symlink(matrix, folder / "link.npy");
  EXPECT_NE(obstacle_at({folder / "link.npy"}, scene), "");
  EXPECT_EQ(obstacle_at({folder / "other.npy"}, scene), "");
}

TEST(ExportForm, AFileIsWhatTheFormSays) {
  const test::TemporaryFolder folder;
  ExportForm form{.path = folder / "a.npy"};
  form.ending = ".npy";
  form.words["head"] = "all";
  run_export(small_evaluation(), form, ViewState(), {});
  EXPECT_NE(test::bytes_of(folder / "a.npy").find("(2, 2, 2)"), std::string::npos);
  form.path = folder / "missing/a.npy";
  EXPECT_THROW(run_export(small_evaluation(), form, ViewState(), {}), std::runtime_error);
}

}  // namespace
}  // namespace attn::export_form_test
