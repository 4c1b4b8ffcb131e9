#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <limits>
#include <utility>

#include "app/command/export_command.h"
#include "app/command/model_views.h"
#include "app/command/option_checks.h"
#include "app/command/scene_work.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/figure.h"
#include "app/figure/tables/table_format.h"
#include "app/figure/training/head_figures.h"
#include "app/figure/training/training_figures.h"
#include "app/model/files/model_error.h"
#include "app/model/run/model_document.h"
#include "app/model/run/run_result.h"
#include "app/session/files/running_model.h"
#include "engine/base/text.h"

namespace attn {
namespace {

void write_model_view(ModelExport& of, const ModelView& view, const ExportOptions& options) {
  const std::string& path = options.out;
  const TrainingWords said = view.words(of);
  about_output(path, [&] { check_output(path, export_endings(), options.scenes); });
  expect_outputs({path});
  about_output(path, [&] {
    if (const TableFormat* format = find_table_format(ending_of(path))) {
      const ViewTable table = view.table(of);
      FileWriter file(path);
      format->write(table, [&](std::string_view piece) { file.append(piece); });
      file.commit();
      return;
    }
    FigureOptions looks;
    try {
      OptionWords looked = options.words;
      if (view.is_of_pair) {
        for (const auto& [id, word] : pair_options(options.words)) looked.erase(id);
      }
      looks = heads_figure_looks(std::move(looked));
    } catch (const OptionError& error) {
      throw Failure(Status::kWrong, error.what());
    }
    TrainingWords words = said;
    words.theme = looks.theme;
    view.write_figure(of, words, looks, path);
  });
}

Status export_opened(const ExportOptions& given) {
  const ModelStart start(given.scenes.front());
  ExportOptions options = given;
  options.scenes.front() = model_name(given.scenes.front());
  ModelExport of(options, start);
  if (const ModelView* view = find_model_view(options.view)) {
    write_model_view(of, *view, options);
    of.tell_warnings();
    return Status::kDone;
  }
  const bool are_all = options.out.find(kLayerWord) != std::string::npos;
  const LayerScenes layers{of.layers(are_all), [&](Index layer) { return of.scene(layer); }};
  const Status status = export_scenes(options, &layers);
  of.tell_warnings();
  return status;
}

}  // namespace

std::vector<std::string> model_view_ids() {
  return texts_of<std::string>(model_views(), &ModelView::id);
}

void add_model_export(CLI::App& command, ModelExportOptions& options) {
  constexpr int kMost = std::numeric_limits<int>::max();
  command
      .add_option_function<std::string>(
          "--text",
          [&options](const std::string& text) {
            options.text.text = text;
            options.text.has_text = true;
          },
          "SCENE is a trained model as for `run`, which is run on this text; --view takes any "
          "view of a layer, or " +
              joined(model_views(), &ModelView::id))
      ->type_name("TEXT");
  add_text(command, "--ids", options.text.ids, "Token ids in place of a text", "I,J,...");
  add_number(command, "--layer", options.layer,
             "The layer, from 0 on; by default the first with attention", whole_between(0, kMost));
  add_number(command, "--top", options.count, "The number of likeliest tokens; by default 10",
             whole_between(1, kMost));
  add_number(command, "--at", options.at,
             "The token whose next one is shown, from 0 on; by default the last",
             whole_between(0, kMost), "I");
  add_text(command, "--word", options.word,
           "The word of --view why, as its token's text or id; by default the likeliest", "WORD");
  add_text(command, "--against", options.against, "A word whose logit is subtracted", "WORD");
  add_other_text(command, options.other);
  add_change_options(command, options.changes);
}

bool is_export_of_model(const ExportOptions& options) {
  const ModelExportOptions& of = options.model;
  if (std::ranges::any_of(options.scenes, may_be_model) || of.text.has_text ||
      !of.text.ids.empty()) {
    return true;
  }
  const ChangeTexts& texts = of.changes;
  const bool has_changes = of.other.has_text || !of.other.ids.empty() || !texts.off.empty() ||
                           !texts.mean.empty() || !texts.temperature.empty() ||
                           !texts.mask.empty() || !texts.weights.empty() || !texts.patch.empty() ||
                           !texts.cut.empty();
  const ModelExportOptions usual;
  const bool has_words = !of.word.empty() || !of.against.empty();
  if (has_changes || has_words || of.layer != usual.layer || of.at != usual.at ||
      of.count != usual.count) {
    throw Failure(Status::kWrong,
                  "--layer, --at, --top, --word, --against, and changes of a model: expected a "
                  "trained model, with "
                  "--text or --ids");
  }
  return false;
}

Status export_model(const ExportOptions& options) {
  if (options.scenes.size() != 1) {
    throw Failure(Status::kWrong,
                  "expected one model, found " + std::to_string(options.scenes.size()));
  }
  if (find_model_view(options.view) && options.out == kStandardOutput) {
    throw Failure(Status::kWrong, "--out -: expected a file for --view " + options.view);
  }
  const std::string& path = options.scenes.front();
  try {
    return about_scene(path, [&] { return export_opened(options); });
  } catch (const ModelError& error) {
    throw Failure(Status::kWrong, error.what());
  }
}

}  // namespace attn
