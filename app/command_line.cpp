#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>

#include "app/document/files.h"
#include "app/document/result_file.h"
#include "app/document/scene_file.h"
#include "app/figure/figure.h"
#include "app/ui/window.h"
#include "assets/assets.h"
#include "engine/attention.h"
#include "engine/problem.h"

namespace attn {
namespace {

constexpr int kDone = 0, kCouldNot = 1, kWrong = 2;
constexpr std::size_t kLongestPart = 1200;  // bytes of a line; three parts stay below 4,000

/// A failure with its exit status; `what` is the line without the program's name.
struct Failure : std::runtime_error {
  Failure(int exit_status, const std::string& line)
      : std::runtime_error(line), status(exit_status) {}
  int status;
};

/// `text` on one line: control characters as in JSON, and cut where it is absurdly long.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (line.size() > kLongestPart) return line + "…";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      line += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(byte));
      line += escaped;
    } else {
      line += c;
    }
  }
  return line;
}

Failure failure(int status, const std::string& file, std::string_view text) {
  return {status, one_line(file) + ": " + one_line(text)};
}

Failure failure(const std::string& file, const Problem& problem) {
  const std::string place = problem.place.empty() ? "" : one_line(problem.place) + ": ";
  return {kWrong, one_line(file) + ": " + place + one_line(problem.text)};
}

/// Runs `work`, which is about the scene in `file`.
template <typename Work>
auto about_scene(const std::string& file, Work work) {
  try {
    return work();
  } catch (const SceneError& error) {
    throw failure(file, error.problem());
  }
}

Scene read(const std::string& file) {
  return about_scene(file, [&] { return read_scene(file); });
}

Trace evaluate(const std::string& file, const Scene& scene) {
  return about_scene(file, [&] { return attn::evaluate(scene); });
}

void print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw failure(kCouldNot, "standard output", std::strerror(errno));
  }
}

/// Runs `work`, which writes `file`.
template <typename Work>
void about_output(const std::string& file, Work work) {
  try {
    work();
  } catch (const std::exception& error) {
    throw failure(kCouldNot, file, error.what());
  }
}

struct ComputeOptions {
  std::string scene, backend = "eigen", out;
};

void compute(const ComputeOptions& options) {
  if (options.backend == "glsl") throw Failure(kCouldNot, "this build has no glsl backend");
  const Scene scene = read(options.scene);
  const std::string result = format_result(evaluate(options.scene, scene), options.backend);
  if (options.out.empty()) {
    print(result);
  } else {
    about_output(options.out, [&] { write_file(options.out, result); });
  }
}

struct ExportOptions {
  std::string scene, out, colormap;
  FigureOptions figure;
};

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

void export_figure(ExportOptions options) {
  if (!options.colormap.empty()) options.figure.colormap = find_colormap(options.colormap);
  const auto endings = figure_endings();
  const bool known = std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return options.out.ends_with(ending);
  });
  if (!known) {
    throw Failure(kWrong, "--out: expected a file that ends in " + joined(endings) + ", found \"" +
                              one_line(options.out) + "\"");
  }
  const Scene scene = read(options.scene);
  const Trace trace = evaluate(options.scene, scene);
  const auto heads = static_cast<Index>(trace.heads.size());
  if (options.figure.head >= heads) {
    throw Failure(kWrong, "--head: expected less than " + std::to_string(heads) + ", found " +
                              std::to_string(options.figure.head));
  }
  about_output(options.out, [&] { write_figure(scene, trace, options.figure, options.out); });
}

void show_window(ui::WindowOptions options) {
  const bool is_example = options.scene_path.empty();
  const Scene scene = is_example ? parse_scene(asset("assets/examples/01-sleepy-child.attn.json"))
                                 : read(options.scene_path);
  const std::string named = options.scene_path;
  if (options.scene_path == "-") options.scene_path.clear();
  try {
    about_scene(named, [&] { ui::run_window(scene, options); });
  } catch (const ui::NoDisplay& error) {
    throw Failure(kCouldNot, error.what());
  } catch (const Failure&) {
    throw;
  } catch (const std::exception& error) {
    if (options.screenshot.empty()) throw;
    throw failure(kCouldNot, options.screenshot, error.what());
  }
}

/// "1440x900"
bool parse_size(const std::string& text, int& width, int& height) {
  char end = 0;
  const int found = std::sscanf(text.c_str(), "%5dx%5d%c", &width, &height, &end);
  return found == 2 && width >= 320 && height >= 200 && width <= 16384 && height <= 16384;
}

void add_window_options(CLI::App& app, ui::WindowOptions& window) {
  app.add_option("SCENE", window.scene_path,
                 "The scene to open, *.attn.json; - reads it from standard input");
  auto* screenshot = app.add_option("--screenshot", window.screenshot,
                                    "Write what the window shows to a PNG file, and end")
                         ->type_name("FILE.png");
  app.add_option_function<std::string>(
         "--size",
         [&window](const std::string& text) {
           if (!parse_size(text, window.width, window.height)) {
             throw CLI::ValidationError("--size",
                                        "expected WIDTHxHEIGHT from 320x200 to "
                                        "16384x16384, found \"" +
                                            one_line(text) + "\"");
           }
         },
         "The window's size in pixels, 1440x900 by default")
      ->type_name("WxH");
  app.add_option("--ui-map", window.ui_map,
                 "Keep the named controls and their rectangles in a JSON file, for tests")
      ->type_name("FILE");
  app.add_option("--frames", window.frames, "End after so many frames, for measuring")
      ->check(CLI::NonNegativeNumber)
      ->group("");
  static_cast<void>(screenshot);
}

void add_compute(CLI::App& app, ComputeOptions& options) {
  CLI::App* command = app.add_subcommand("compute", "Print the result of a scene as JSON");
  command->add_option("SCENE", options.scene, "The scene; - reads standard input")->required();
  command->add_option("--backend", options.backend, "What computes: eigen (default) or glsl")
      ->check(CLI::IsMember({"eigen", "glsl"}));
  command->add_option("--out", options.out, "Write to this file instead of standard output")
      ->type_name("FILE");
  command->callback([&options] { compute(options); });
}

void add_export(CLI::App& app, ExportOptions& options) {
  CLI::App* command = app.add_subcommand("export", "Write a figure");
  command->add_option("SCENE", options.scene, "The scene; - reads standard input")->required();
  std::vector<std::string> views;
  for (const std::string_view view : figure_views()) views.emplace_back(view);
  command->add_option("--view", options.figure.view, "What it shows: " + joined(figure_views()))
      ->required()
      ->check(CLI::IsMember(views));
  command
      ->add_option("--out", options.out,
                   "The file; its ending says the format: " + joined(figure_endings()))
      ->required()
      ->type_name("FILE");
  command->add_option("--head", options.figure.head, "Which head, from 0")
      ->check(CLI::NonNegativeNumber);
  std::vector<std::string> maps;
  for (const Colormap& map : colormaps()) maps.emplace_back(map.id);
  command->add_option("--colormap", options.colormap, "The colour map")->check(CLI::IsMember(maps));
  command->add_option("--scale", options.figure.scale, "Pixels for each unit of the layout")
      ->check(CLI::Range(0.25, 8.0));
  command->callback([&options] { export_figure(options); });
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app("An instrument for attention: edit it, and see in the next frame what it does.",
               "attentoscope");
  app.set_version_flag("--version", "attentoscope " ATTN_VERSION);
  app.require_subcommand(0, 1);
  ui::WindowOptions window;
  ComputeOptions compute_options;
  ExportOptions export_options;
  add_window_options(app, window);
  add_compute(app, compute_options);
  add_export(app, export_options);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) show_window(window);
    return kDone;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // help or version
      app.exit(error, std::cout, std::cerr);
      return std::cout.flush() ? kDone : kCouldNot;
    }
    std::cerr << "attentoscope: " << one_line(error.what()) << '\n';
    return kWrong;
  } catch (const Failure& failed) {
    std::cerr << "attentoscope: " << failed.what() << '\n';
    return failed.status;
  } catch (const std::bad_alloc&) {
    std::cerr << "attentoscope: out of memory\n";
    return kCouldNot;
  } catch (const std::exception& error) {
    std::cerr << "attentoscope: " << one_line(error.what()) << '\n';
    return kCouldNot;
  }
}

}  // namespace attn
