// How long a frame takes while a number is dragged (64 tokens, 8 heads) or the temperature (1024
// tokens, 8 heads; 4096 tokens, 1 head), in a window of 1440 x 900, and a bare ImGui window of that
// size in turns with it; and while a network learns as fast as it goes. The program itself takes
// the times.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "app/document/scene_file/scene_file.h"
#include "tests/engine/scenes.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace {

using namespace attn;
using namespace attn::test;

constexpr int kRounds = 3, kMoves = 150;

struct Times {
  std::vector<double> build, whole, between;  ///< from a frame's begin to the next one's
};

/// L tokens of width D, H heads of width dk with their own weights.
Scene scene_of(Index L, int H, Index D, Index dk) {
  Random random(1);
  Scene scene = self_attention(L, D);
  scene.heads.clear();
  for (int h = 0; h < H; ++h) {
    Head head;
    head.w_q = random.matrix(D, dk, 0.3F);
    head.w_k = random.matrix(D, dk, 0.3F);
    head.w_v = random.matrix(D, dk, 0.3F);
    scene.heads.push_back(head);
  }
  return scene;
}

/// Adds what a run wrote, but for its first and last frames, which are of opening and closing; or
/// only of its last `seconds`.
void add_times(Times& times, const std::string& path, double seconds = 1e9) {
  constexpr std::size_t kOpening = 20, kClosing = 5;
  struct Frame {
    double build, whole, at;
  };
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<Frame> frames;
  for (Frame frame{}; std::getline(file, line);) {
    if (std::sscanf(line.c_str(), "%lf,%lf,%lf", &frame.build, &frame.whole, &frame.at) == 3) {
      frames.push_back(frame);
    }
  }
  if (frames.size() < 2 * (kOpening + kClosing)) throw std::runtime_error("too few frames");
  for (std::size_t i = kOpening; i + kClosing < frames.size(); ++i) {
    if (frames[i].at < frames.back().at - 1000 * seconds) continue;
    times.build.push_back(frames[i].build);
    times.whole.push_back(frames[i].whole);
    times.between.push_back(frames[i + 1].at - frames[i].at);
  }
}

/// Box of a control, determined in a separate window: recording the UI map takes time that is not
/// part of a frame.
Rect place_of(Desktop& desktop, const std::string& control, const std::string& scene_path) {
  const TemporaryFolder folder;
  const std::string map_path = folder / "map.json";
  Process program(
      {attn::test::program_path(), scene_path, "--size", "1440x900", "--ui-map", map_path},
      {"DISPLAY=" + desktop.display(), "XDG_DATA_HOME=" + folder.path().string()});
  if (!eventually([&] { return std::filesystem::exists(map_path); })) {
    throw std::runtime_error("the window did not open");
  }
  const auto map = nlohmann::json::parse(bytes_of(map_path));
  desktop.input({"key", "ctrl+q"});
  if (program.wait() != 0) throw std::runtime_error("the program failed");
  const auto& box = map.at("controls").at(control);
  return {box[0], box[1], box[2], box[3]};
}

/// Drags a number to and fro, a step of it with each move; or a slider's knob.
void drag(Desktop& desktop, const Rect& box) {
  const int x = static_cast<int>(box.x + box.width / 2);
  const int y = static_cast<int>(box.y + box.height / 2);
  if (!eventually([&] { return desktop.window_answers(std::chrono::seconds(1)); })) {
    throw std::runtime_error("the window did not open");
  }
  std::vector<std::string> words = {"sleep",           "0.5",       "mousemove", std::to_string(x),
                                    std::to_string(y), "mousedown", "1"};
  for (int i = 0; i < kMoves; ++i) {
    const int step = 4 * (10 - std::abs(i % 40 - 20));
    words.insert(words.end(),
                 {"sleep", "0.02", "mousemove", std::to_string(x + 44 + step), std::to_string(y)});
  }
  words.insert(words.end(), {"mouseup", "1", "sleep", "0.2", "key", "ctrl+q"});
  desktop.input(words);
}

void measure_program(Desktop& desktop, const Scene& scene, const std::string& control,
                     Times& times) {
  const TemporaryFolder folder;
  const std::string path = folder / "scene.attn.json", csv = folder / "frames.csv";
  write_scene(scene, path);
  const Rect place = place_of(desktop, control, path);
  Process program({attn::test::program_path(), path, "--size", "1440x900", "--frame-times", csv},
                  {"DISPLAY=" + desktop.display(), "XDG_DATA_HOME=" + folder.path().string()});
  drag(desktop, place);
  if (program.wait() != 0) throw std::runtime_error("the program failed");
  add_times(times, csv);
}

void measure_bare(Desktop& desktop, Times& times) {
  const TemporaryFolder folder;
  const std::string csv = folder / "frames.csv";
  Process window({ATTN_BARE_WINDOW, "200", csv}, {"DISPLAY=" + desktop.display()});
  if (window.wait() != 0) throw std::runtime_error("the bare window failed");
  add_times(times, csv);
}

double at_share(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void print(const char* what, const std::vector<double>& values) {
  std::printf("  %-32s %7.2f ms %7.2f ms\n", what, at_share(values, 0.5), at_share(values, 0.95));
}

void compare_with_bare(Desktop& desktop, const std::string& what, const Scene& scene,
                       const std::string& control) {
  Times ours, bare;
  for (int round = 0; round < kRounds; ++round) {
    measure_program(desktop, scene, control, ours);
    measure_bare(desktop, bare);
  }
  std::printf("%-36s %8s   %8s\n",
              (what + ": " + std::to_string(ours.whole.size()) + " frames").c_str(), "median",
              "95 %");
  print("computing and building", ours.build);
  print("the whole frame", ours.whole);
  print("a bare ImGui window's frame", bare.whole);
  const double median = at_share(ours.whole, 0.5), bare_median = at_share(bare.whole, 0.5);
  const auto late = std::ranges::count_if(ours.whole, [&](double ms) { return ms > 2 * median; });
  std::printf("  to the bare window's %20.2f\n", median / bare_median);
  // After a move two frames of three have little to do, and hide the one that draws what changed.
  const double changing = at_share(ours.whole, 5.0 / 6), all = mean_of(ours.whole);
  std::printf("  of the slowest third, the median %7.2f ms %7.2f\n", changing,
              changing / bare_median);
  std::printf("  mean of all frames               %7.2f ms %7.2f\n", all, all / bare_median);
  std::printf("  frames a second %25.0f      (%.0f)\n", 1000 / median, 1000 / bare_median);
  std::printf("  the longest to the median %15.2f      (%.2f)\n", at_share(ours.whole, 1) / median,
              at_share(bare.whole, 1) / bare_median);
  std::printf("  longer than two medians %15.1f %%\n",
              100.0 * static_cast<double>(late) / static_cast<double>(ours.whole.size()));
}

/// Clicks that start training a sorting network of three layers with mlps at full speed.
std::vector<std::string> clicks_of_training(Desktop& desktop) {
  const TemporaryFolder folder;
  const std::string map_path = folder / "map.json";
  Process program({attn::test::program_path(), "--size", "1440x900", "--ui-map", map_path},
                  {"DISPLAY=" + desktop.display(), "XDG_DATA_HOME=" + folder.path().string()});
  const auto is_open = [&] {
    return std::filesystem::exists(map_path) &&
           bytes_of(map_path).find("train.mlp.2") != std::string::npos;
  };
  const bool is_there = eventually([&] {
    desktop.input({"key", "ctrl+2", "sleep", "0.5"});
    return is_open();
  });
  if (!is_there) throw std::runtime_error("the desk did not open");
  const auto controls = nlohmann::json::parse(bytes_of(map_path)).at("controls");
  desktop.input({"key", "ctrl+q"});
  if (program.wait() != 0) throw std::runtime_error("the program failed");
  std::vector<std::string> words;
  const auto click = [&](const std::string& control, double share) {
    const auto& box = controls.at(control);
    const double x = box[0].get<double>() + share * box[2].get<double>();
    const double y = box[1].get<double>() + box[3].get<double>() / 2;
    words.insert(words.end(), {"mousemove", std::to_string(static_cast<int>(x)),
                               std::to_string(static_cast<int>(y)), "click", "1", "sleep", "0.5"});
  };
  click("train.task-tile.sort", 0.5);
  click("train.speed", 0.97);
  click("train.mlp.2", 0.5);
  click("train.layers.more", 0.5);
  click("train.layers.more", 0.5);
  return words;
}

/// A run goes on to 500 steps, and each time that it is asked for more, to twice as many.
void measure_training(Desktop& desktop) {
  const std::vector<std::string> clicks = clicks_of_training(desktop);
  Times ours;
  for (int round = 0; round < kRounds; ++round) {
    const TemporaryFolder folder;
    const std::string csv = folder / "frames.csv";
    Process program({attn::test::program_path(), "--size", "1440x900", "--frame-times", csv},
                    {"DISPLAY=" + desktop.display(), "XDG_DATA_HOME=" + folder.path().string()});
    if (!eventually([&] { return desktop.window_answers(std::chrono::seconds(1)); })) {
      throw std::runtime_error("the window did not open");
    }
    std::vector<std::string> words = {"sleep", "1", "key", "ctrl+2", "sleep", "1"};
    words.insert(words.end(), clicks.begin(), clicks.end());
    words.insert(words.end(), {"mousemove", "5", "5"});
    double trained = 0;
    for (const char* seconds : {"1.3", "1.3", "2", "3.5", "6"}) {
      words.insert(words.end(), {"key", "ctrl+space", "sleep", seconds});
      trained += std::stod(seconds);
    }
    words.insert(words.end(), {"key", "ctrl+q"});
    desktop.input(words);
    if (program.wait() != 0) throw std::runtime_error("the program failed");
    add_times(ours, csv, trained);
  }
  const auto late = std::ranges::count_if(ours.whole, [](double ms) { return ms > 20; });
  std::printf("while a network learns as fast as it goes: %zu frames\n", ours.whole.size());
  print("computing and building", ours.build);
  print("the whole frame", ours.whole);
  print("from one frame to the next", ours.between);
  std::printf("  longer than 20 ms %21.1f %%\n",
              100.0 * static_cast<double>(late) / static_cast<double>(ours.whole.size()));
}

}  // namespace

// With the word "temperature" or "training", only that.
int main(int argc, char** argv) {
  const std::string only = argc > 1 ? argv[1] : "";
  Desktop desktop;
  if (only.empty() || only == "training") measure_training(desktop);
  if (only == "training") return 0;
  std::printf("while a number is dragged, at 1440 x 900\n");
  for (const Index D : {64, 8}) {
    if (!only.empty()) break;
    compare_with_bare(desktop, "L = 64, H = 8, D = " + std::to_string(D), scene_of(64, 8, D, 8),
                      "embeddings[0][0]");
  }
  std::printf("while the temperature is dragged\n");
  compare_with_bare(desktop, "L = 1024, H = 8", scene_of(1024, 8, 64, 64), "temperature.slider");
  compare_with_bare(desktop, "L = 4096, H = 1", scene_of(4096, 1, 64, 64), "temperature.slider");
}
