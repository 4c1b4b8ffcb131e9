#include "app/ui/export_form.h"

#include <atomic>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/figure/export.h"
#include "engine/attention.h"
#include "tests/support/temporary_folder.h"

namespace attn::ui::export_form_test {
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
  form.scale = "1,5";
  form.width = "640";
  form.caption = "below";
  form.theme = "dark";
  form.colormap = "magma";
  form.head = 1;
  const ExportRequest request = request_of(form, ViewState());
  EXPECT_EQ(request.problem, "");
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
  EXPECT_EQ(problem([](ExportForm& form) { form.scale = "0.1"; }),
            "Scale: expected a number from 0.25 to 8, found 0.1");
  EXPECT_EQ(problem([](ExportForm& form) { form.width = "wide"; }),
            "Width: expected a whole number from 32 to 32767, found wide");
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
  const auto paths = run_export_of_all(small_evaluation(), form, ViewState(), {});
  EXPECT_EQ(static_cast<std::ptrdiff_t>(paths.size()), folder.file_count());
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

TEST(ExportForm, AFileIsWhatTheFormSays) {
  const test::TemporaryFolder folder;
  ExportForm form{.path = folder / "a.npy"};
  form.ending = ".npy";
  form.all_heads = true;
  run_export(small_evaluation(), form, ViewState(), {});
  EXPECT_NE(test::bytes_of(folder / "a.npy").find("(2, 2, 2)"), std::string::npos);
  form.path = folder / "missing/a.npy";
  EXPECT_THROW(run_export(small_evaluation(), form, ViewState(), {}), std::runtime_error);
}

}  // namespace
}  // namespace attn::ui::export_form_test
