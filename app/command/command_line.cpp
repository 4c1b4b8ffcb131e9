#include "app/command/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/command/compute_command.h"
#include "app/command/convert_command.h"
#include "app/command/export_command.h"
#include "app/command/failure.h"
#include "app/command/glsl.h"
#include "app/command/gradients_command.h"
#include "app/command/help_pages.h"
#include "app/command/import_command.h"
#include "app/command/lesson_command.h"
#include "app/command/option_checks.h"
#include "app/command/run_command.h"
#include "app/command/scene_work.h"
#include "app/command/send_command.h"
#include "app/command/tokens_command.h"
#include "app/command/train_command.h"
#include "app/command/train_start.h"
#include "app/document/files/files.h"
#include "app/document/files/memory_limit.h"
#include "app/document/files/output_guard.h"
#include "app/document/files/problem_line.h"
#include "app/document/scene_file/result_file.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/shelf/lesson_shelf.h"
#include "app/document/tasks/task_file.h"
#include "app/figure/panels/figure_file.h"
#include "app/model/files/model_error.h"
#include "app/model/files/model_folder.h"
#include "app/paint/out_of_memory.h"
#include "app/session/files/import_offer.h"
#include "app/session/files/running_model.h"
#include "app/session/words/window_parts.h"
#include "app/ui/window/window.h"
#include "assets/assets.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn {
namespace {

void write_gradients(const GradientsOptions& options) {
  check_out(options.out, ".json", options.scene);
  check_out(options.out, ".json", options.loss);
  if (!options.out.empty()) expect_outputs({options.out});
  write_whole(options.out, [&](const Sink& sink) { write_gradients_of(options, sink); });
}

/// Lists the tasks, or trains a network and prints a summary.
Status print_training(const TrainOptions& options) {
  if (options.lists_tasks) {
    print_bytes(list_of_tasks());
    return Status::kDone;
  }
  const Trained trained = train(options);
  print_bytes(trained.words);
  return trained.status;
}

/// Folder of the trained model in the local cache that has this name; else `path`.
std::string cached_model(const std::string& path) {
  std::error_code unknown;
  if (path.empty() || path == "-" || std::filesystem::exists(path, unknown)) return path;
  try {
    return model_folder(path);
  } catch (const ModelError&) {
    return path;
  }
}

void show_window(ui::WindowOptions options, const DumpOptions& dump) {
  if (dump.is_whole_batch()) throw Failure(Status::kWrong, "--batch: expected a number, found all");
  options.dump = dump.choice(dump.first());
  check_out(options.screenshot, ".png", options.scene_path);
  check_out(options.ui_map, ".json", options.scene_path);
  check_out(options.frame_times, ".csv", options.scene_path);
  if (!options.screenshot.empty()) expect_outputs({options.screenshot});
  const bool is_code = is_scene_code(options.scene_path);
  if (!is_code) options.scene_path = cached_model(options.scene_path);
  if (!is_code && may_be_model(options.scene_path)) {
    options.opened_path = std::exchange(options.scene_path, "");
    require_model(options.opened_path);
  } else if (!is_code && options.scene_path != "-" && may_hold_lessons(options.scene_path)) {
    options.opened_path = std::exchange(options.scene_path, "");
    require_lesson(options.opened_path, options.lesson_step, lesson_vocabulary());
  } else if (options.lesson_step != 1) {
    throw Failure(Status::kWrong, "--step: expected a lesson to open");
  } else if (options.scene_path != "-" && may_hold_attention(options.scene_path)) {
    options.opened_path = std::exchange(options.scene_path, "");
    require_attention(options.opened_path, options.dump);
  } else if (options.dump != DumpChoice{}) {
    throw Failure(Status::kWrong,
                  "--tensor, --axes, --batch, --steps, --as and --masked-below: "
                  "expected attention to import");
  }
  if (is_figure_file(options.scene_path)) {
    options.opened_path = std::exchange(options.scene_path, "");
    about_scene(options.opened_path, [&] { read_figure(options.opened_path); });
  }
  if (is_task_file(options.scene_path)) {
    options.task_path = std::exchange(options.scene_path, "");
    task_in(options.task_path);
  }
  const bool is_example = options.scene_path.empty();
  const Scene scene = is_example ? parse_scene(asset("assets/examples/01-sleepy-child.attn.json"))
                                 : scene_in(options.scene_path, &options.scene_file);
  const std::string named = options.scene_path;
  if (is_code || options.scene_path == "-") {
    options.scene_path.clear();
    options.scene_file = {};
  }
  about_scene(named, [&] {
    try {
      ui::run_window(scene, options, glsl_device());
    } catch (const ui::NoDisplay& error) {
      throw Failure(Status::kCouldNot, error.what());
    } catch (const std::runtime_error&) {
      if (options.screenshot.empty()) throw;
      about_output(options.screenshot, [] { throw; });
    }
  });
}

/// "1440x900"
bool parse_size(std::string_view text, int& width, int& height) {
  width = take_parsed<int>(text).value_or(0);
  height = text.starts_with('x') ? parsed<int>(text.substr(1)).value_or(0) : 0;
  return width >= 320 && height >= 200 && width <= 16384 && height <= 16384;
}

/// Line of the help with the ids of a table's kinds: " score dot, scaled_dot, …".
template <typename Kind>
std::string kinds_line(const std::string& name, std::span<const Kind> kinds) {
  return "  " + name + std::string(12 - name.size(), ' ') + joined(kinds, &Kind::id) + "\n";
}

std::string kinds_help() {
  return "Kinds in a scene:\n" + kinds_line("score", score_kinds()) +
         kinds_line("masks", mask_kinds()) + kinds_line("normalizer", normalizer_kinds()) +
         kinds_line("position", position_kinds()) + kinds_line("combine", combine_kinds());
}

/// Memory limits of this machine, for --help.
std::string memory_help() {
  return "Memory: a scene whose evaluation needs more than " + memory_words(memory_limit()) +
         " (half of the machine's,\n"
         "or ATTENTOSCOPE_MEMORY in MB) is refused. A command takes no more in all, or " +
         memory_words(kOwnMemory) + "\nif the limit is lower.\n";
}

void add_size(CLI::App& app, ui::WindowOptions& window) {
  const auto set_size = [&window](const std::string& text) {
    if (parse_size(text, window.width, window.height)) return;
    throw CLI::ValidationError("--size",
                               "expected WIDTHxHEIGHT from 320x200 to 16384x16384, found " + text);
  };
  app.add_option_function<std::string>(
         "--size", set_size,
         "The window's size in pixels; 1440x900 by default, times the content scale")
      ->type_name("WxH");
}

void add_window_options(CLI::App& app, ui::WindowOptions& window) {
  add_text(app, "SCENE", window.scene_path,
           "The scene to open, *.attn.json or its link, attn:…, - reads it from standard "
           "input; or a lesson, *.md, or a folder of lessons; or a task of your own, *.txt; or "
           "attention to import, *.npy, *.npz, *.safetensors, *.pt, *.html");
  add_number(app, "--step", window.lesson_step, "The step of the lesson to begin at, from 1",
             whole_between(1, 9999));
  add_text(app, "--screenshot", window.screenshot,
           "Write a screenshot of the window to a PNG file, and quit", "FILE.png");
  add_size(app, window);
  app.add_option_function<std::string>(
         "--theme", [&window](const std::string& theme) { window.dark = theme == "dark"; },
         "light or dark; by default the one chosen last")
      ->check(CLI::IsMember({"light", "dark"}));
  app.add_flag(
      "--listen", window.listens,
      "Take scenes from other programs (attentoscope send, Python's attentoscope.show), as "
      "the first window does in any case, and say if it is impossible");
  app.add_flag("--present", window.presenting, "Open in presenter mode, as F5 does");
  add_text(app, "--ui-map", window.ui_map,
           "Write the named controls and their rectangles to a JSON file, for tests", "FILE.json");
  add_text(app, "--frame-times", window.frame_times,
           "Write the duration of each frame to a CSV file at the end", "FILE.csv");
  add_number(app, "--frames", window.frames, "Quit after this number of frames, for measurements",
             check_whole);
}

CLI::App* add_gradients(CLI::App& app, GradientsOptions& options) {
  CLI::App* command = app.add_subcommand(
      "gradients", "Print the gradient of a loss by each number of a scene, as JSON");
  add_scene(*command, options.scene);
  add_text(*command, "--loss", options.loss, "The loss, or a list of losses", "LOSS.json")
      ->required();
  add_out(*command, options.out);
  return command;
}

CLI::App* add_lesson_notes(CLI::App& lesson, LessonNotesOptions& options) {
  CLI::App* notes = lesson.add_subcommand("notes", "Write a lesson's notes for the speaker");
  add_text(*notes, "FILE", options.lesson, "The lesson; - reads standard input")->required();
  add_text(*notes, "--out", options.out, "The page to write, for paper or a second screen",
           "FILE.html")
      ->required();
  return notes;
}

CLI::App* add_lesson_check(CLI::App& lesson, LessonCheckOptions& options) {
  CLI::App* check =
      lesson.add_subcommand("check", "Report the errors in lessons, with their lines");
  add_text(*check, "FILE", options.files, "The lessons; - reads standard input")->required();
  check->add_flag("--strict", options.is_strict,
                  "Also report unchecked numbers, steps without a stage, and goals without do:, "
                  "hint and after");
  return check;
}

/// Throws Failure if a command is combined with options or a scene of the window.
void refuse_window_options(const CLI::App& app, const CLI::App& command) {
  const auto given = app.get_options([](const CLI::Option* option) { return option->count() > 0; });
  if (given.empty()) return;
  throw Failure(Status::kWrong, "expected nothing before " + command.get_name() + ", found " +
                                    given.front()->get_name());
}

CLI::App* add_completion(CLI::App& app, std::string& shell) {
  CLI::App* command = app.add_subcommand(
      "completion", "Print a script for shell completion of commands and options");
  command->add_option("SHELL", shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(kShells), std::end(kShells))));
  return command;
}

Status export_wanted(const ExportOptions& options) {
  if (!options.panels.empty()) return export_panels(options);
  if (is_export_of_model(options)) return export_model(options);
  const bool is_figure = std::ranges::any_of(options.scenes, is_figure_file);
  return is_figure ? export_figure_file(options) : export_scenes(options);
}

Status run(int argc, char** argv) {
  CLI::App app("An instrument for attention: edit it, and see the effect in the next frame.",
               "attentoscope");
  app.footer(kinds_help() + memory_help());
  app.set_help_flag();
  app.set_help_all_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("--version", "attentoscope " ATTN_VERSION, "Print the version and exit");
  app.require_subcommand(0, 1);
  ui::WindowOptions window_options;
  ComputeOptions compute_options;
  ExportOptions export_options;
  add_window_options(app, window_options);
  DumpOptions dump_options;
  add_dump_options(app, dump_options);
  CLI::App* compute_command = add_compute(app, compute_options);
  GradientsOptions gradients_options;
  CLI::App* gradients_command = add_gradients(app, gradients_options);
  ConvertOptions convert_options;
  CLI::App* convert_command = add_convert(app, convert_options);
  ImportOptions import_options;
  CLI::App* import_command = add_import(app, import_options);
  TrainOptions train_options;
  CLI::App* train_command = add_train(app, train_options);
  CLI::App* export_command = add_export(app, export_options);
  SendOptions send_options;
  CLI::App* send_command = add_send(app, send_options);
  RunOptions run_options;
  CLI::App* run_command = add_run(app, run_options);
  TokensOptions tokens_options;
  CLI::App* tokens_command = add_tokens(app, tokens_options);
  LessonCheckOptions lessons;
  LessonNotesOptions notes;
  CLI::App* lesson_command = app.add_subcommand("lesson", "Work on lessons, *.md");
  lesson_command->require_subcommand(1);
  CLI::App* check_command = add_lesson_check(*lesson_command, lessons);
  CLI::App* notes_command = add_lesson_notes(*lesson_command, notes);
  std::string shell;
  CLI::App* completion_command = add_completion(app, shell);
  CLI::App* man_command = app.add_subcommand("man", "Print this help as a page for man");
  if (!parse_arguments(app, argc, argv)) return Status::kDone;
  const FilesRead files_read;
  for (const CLI::App* command : app.get_subcommands()) refuse_window_options(app, *command);
  if (!app.get_subcommands().empty()) enforce_memory_limit();
  if (compute_command->parsed()) {
    compute(compute_options, result_by_glsl);
  } else if (gradients_command->parsed()) {
    write_gradients(gradients_options);
  } else if (convert_command->parsed()) {
    convert_model(convert_options);
  } else if (import_command->parsed()) {
    print_bytes(import_attention(import_options));
  } else if (train_command->parsed()) {
    return print_training(train_options);
  } else if (export_command->parsed()) {
    return export_wanted(export_options);
  } else if (send_command->parsed()) {
    send_scene(send_options);
  } else if (run_command->parsed()) {
    run_model(run_options, print_bytes);
  } else if (tokens_command->parsed()) {
    write_tokens(tokens_options, print_bytes);
  } else if (check_command->parsed()) {
    check_lessons(lessons, lesson_vocabulary());
  } else if (notes_command->parsed()) {
    write_lesson_notes(notes, lesson_vocabulary());
  } else if (completion_command->parsed()) {
    print_bytes(completion_script(app, shell));
  } else if (man_command->parsed()) {
    print_bytes(man_page(app, ATTN_VERSION));
  } else {
    show_window(window_options, dump_options);
  }
  return Status::kDone;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  report_out_of_memory();
  return run_program([&] { return run(argc, argv); });
}

}  // namespace attn
