#include "app/figure/files/film.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/painted_figure.h"
#include "engine/base/problem.h"
#include "tests/figure/figure_test.h"
#include "tests/figure/read_gif.h"

namespace attn::film_test {
namespace {

using test::bytes_of;
using test::read_gif;
using test::TemporaryFolder;

class WriteFilm : public testing::Test {
 protected:
  void write(const std::string& name, const char* sweep, const FigureOptions& options = {},
             const Watch& watch = {}, double fps = 20) {
    write_film(scene_, options, {parse_sweep(sweep), fps}, folder_ / name, watch);
  }

  TemporaryFolder folder_;
  const Scene scene_ = test::first_example();
};

int channel_error(Rgb a, Rgb b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

TEST_F(WriteFilm, AGifHasTheFramesAndPlaysWithoutEnd) {
  write("a.gif", "temperature=0.05:20:12", {.scale = 1}, {}, 10);
  const auto film = read_gif(bytes_of(folder_ / "a.gif"));
  EXPECT_EQ(film.frames.size(), 12u);
  EXPECT_EQ(film.delays, std::vector<int>(12, 10));
  EXPECT_TRUE(film.loops);
  EXPECT_GT(film.width, 300);
  EXPECT_NE(film.frames.front(), film.frames.back());
  EXPECT_EQ(folder_.file_count(), 1);
}

TEST_F(WriteFilm, ColoursAreNearTheFigures) {
  write("a.gif", "temperature=0.05:20:20", {.scale = 1});
  const auto film = read_gif(bytes_of(folder_ / "a.gif"));
  for (const int n : {0, 7, 19}) {
    Scene scene = scene_;
    scene.normalizer.temperature =
        static_cast<float>(parse_sweep("temperature=0.05:20:20").value(n));
    const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
    FigureOptions options{.scale = 1};
    options.caption = parse_sweep("temperature=0.05:20:20").words(n);
    const Pixels figure = pixels_of(draw_figure(evaluation, options));
    ASSERT_EQ(figure.width, film.width);
    ASSERT_EQ(figure.height, film.height);
    double sum = 0;
    int largest = 0;
    const auto& frame = film.frames[static_cast<std::size_t>(n)];
    for (std::size_t p = 0; p < frame.size(); ++p) {
      const unsigned char* rgba = figure.rgba.get() + 4 * p;
      const int error = channel_error(frame[p], {rgba[0], rgba[1], rgba[2]});
      sum += error;
      largest = std::max(largest, error);
    }
    EXPECT_LT(sum / static_cast<double>(frame.size()), 0.5) << n;
    EXPECT_LE(largest, 24) << n;
  }
}

TEST_F(WriteFilm, TheSameSceneGivesTheSameBytes) {
  write("a.gif", "/embeddings/1/0=-2:2:5", {.scale = 1});
  write("b.gif", "/embeddings/1/0=-2:2:5", {.scale = 1});
  EXPECT_EQ(bytes_of(folder_ / "a.gif"), bytes_of(folder_ / "b.gif"));
}

TEST_F(WriteFilm, FramesOfDifferentSizesStandOnOneGround) {
  // The title grows; so does the legend's room where ranges are a head's own.
  FigureOptions options{.view = "scores", .scale = 1};
  options.state.options.range = "own";
  write("a.gif", "/embeddings/1/0=1:1000000:4:log", options);
  const auto film = read_gif(bytes_of(folder_ / "a.gif"));
  for (const auto& frame : film.frames) {
    EXPECT_EQ(frame.size(), static_cast<std::size_t>(film.width * film.height));
    EXPECT_EQ(frame.back(), (Rgb{255, 255, 255}));
  }
}

TEST_F(WriteFilm, NumberedFilesAreTheFigures) {
  write("{frame}.png", "temperature=1:2:3", {.scale = 1});
  EXPECT_EQ(folder_.file_count(), 3);
  FigureOptions options{.scale = 1};
  options.caption = "temperature = 1.00";
  write_figure(scene_, evaluate(scene_), options, folder_ / "alone.png");
  EXPECT_EQ(bytes_of(folder_ / "000.png"), bytes_of(folder_ / "alone.png"));
  write("a-%02d.npy", "temperature=1:2:3");
  EXPECT_FALSE(bytes_of(folder_ / "a-02.npy").empty());
  write("%d.csv", "temperature=1:2:11");
  EXPECT_FALSE(bytes_of(folder_ / "10.csv").empty());
  EXPECT_EQ(folder_.file_count(), 3 + 1 + 3 + 11);
}

TEST_F(WriteFilm, ACancelledOneLeavesNothing) {
  std::atomic<bool> cancelled = false;
  std::vector<std::pair<int, int>> steps;
  const Watch watch{[&](int done, int total) {
                      steps.emplace_back(done, total);
                      if (done == 2) cancelled = true;
                    },
                    &cancelled};
  EXPECT_THROW(write("a.gif", "temperature=1:2:5", {}, watch), Cancelled);
  EXPECT_EQ(steps.back(), std::pair(2, 10));
  cancelled = false;
  EXPECT_THROW(write("{frame}.png", "temperature=1:2:5", {}, watch), Cancelled);
  EXPECT_EQ(folder_.file_count(), 0);
}

TEST_F(WriteFilm, AFailedOneLeavesNothing) {
  // Scores that leave float32's range on the way.
  EXPECT_THROW(write("a.gif", "/embeddings/1/0=1:1e30:5:log"), SceneError);
  EXPECT_THROW(write("{frame}.png", "/embeddings/1/0=1:1e30:5:log"), SceneError);
  EXPECT_THROW(write("{frame}.csv", "temperature=1:2:3", {.view = "graph"}), std::runtime_error);
  EXPECT_THROW(write("missing/{frame}.png", "temperature=1:2:3"), std::runtime_error);
  std::filesystem::create_directory(folder_ / "002.png");
  std::ofstream(folder_ / "002.png/file") << "words";
  EXPECT_THROW(write("{frame}.png", "temperature=1:2:4", {.scale = 1}), std::runtime_error);
  EXPECT_EQ(folder_.file_count(), 1);
  std::filesystem::create_directory(folder_ / "a.gif");
  EXPECT_THROW(write("a.gif", "temperature=1:2:3"), std::runtime_error);
}

TEST(Film, NamesWithFrameNumbersAreKnown) {
  for (const char* name : {"{frame}.png", "a/%03d.png", "%d.csv", "x{frame}y.svg"}) {
    EXPECT_TRUE(has_frame_number(name)) << name;
  }
  for (const char* name : {"a.png", "100%.png", "{frame}/a.png", "%s.png", "%x.png"}) {
    EXPECT_FALSE(has_frame_number(name)) << name;
  }
}

}  // namespace
}  // namespace attn::film_test
