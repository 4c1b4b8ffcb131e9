#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>
#include <utility>

#include "app/command/export_command.h"
#include "app/command/option_checks.h"
#include "app/command/scene_work.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/figure.h"
#include "app/figure/tables/table_format.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/training/head_figures.h"
#include "app/figure/training/prediction_diagrams.h"
#include "app/figure/training/training_figures.h"
#include "app/model/files/model_error.h"
#include "app/model/run/model_document.h"
#include "app/model/run/run_dump.h"
#include "app/model/run/run_result.h"
#include "app/session/files/running_model.h"
#include "engine/base/text.h"
#include "engine/model/layer_scene.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

/// Run of the model of an export, and the same one without changes.
class ModelExport {
 public:
  ModelExport(const ExportOptions& options, const ModelStart& start)
      : options_(options), start_(start), request_(request()), result_(model(), request_) {}

  const OpenedModel& model() const { return start_.model(); }
  RunResult& result() { return result_; }
  bool has_changes() const { return !request_.changes.empty(); }

  void tell_warnings() const {
    for (const auto& warnings : {request_.warnings, model().warnings()}) {
      for (const std::string& warning : warnings) {
        std::cerr << "attentoscope: " << warning << std::endl;
      }
    }
  }

  /// "gpt2"
  std::string name() const { return scene_name(options_.scenes.front()); }

  /// Tokens of the text.
  std::vector<std::string> tokens() const { return model().names_of(result_.ids()); }

  /// A layer as a scene. Throws SceneError.
  Scene scene(Index layer) {
    ModelRun& run = result_.run();
    const auto block = static_cast<std::size_t>(layer);
    Scene scene = scene_of(run, block, tokens());
    scene.title = name() + ", layer " + std::to_string(layer);
    if (const auto problem = check(scene)) throw SceneError(*problem);
    const std::vector<std::size_t> heads = heads_changed_otherwise(run, block);
    if (!heads.empty()) {
      std::cerr << "attentoscope: " << scene.title << ": drawn without the changes of "
                << (heads.size() == 1 ? "head " : "heads ")
                << joined(heads, [](std::size_t head) { return std::to_string(head); })
                << ", which a scene cannot have; --view grid shows them" << std::endl;
    }
    return scene;
  }

  /// Layers that are asked for: those with attention.
  std::vector<Index> layers(bool are_all) {
    std::vector<Index> found;
    const int wished = options_.model.layer;
    const auto blocks = static_cast<Index>(result_.run().blocks());
    if (wished >= blocks) {
      throw Failure(Status::kWrong, "--layer: " + std::to_string(wished) +
                                        ": expected a layer below " + std::to_string(blocks));
    }
    for (Index layer = 0; layer < blocks; ++layer) {
      const bool is_wished = wished < 0 ? are_all || found.empty() : layer == wished;
      const bool has_attention =
          result_.run().attention(static_cast<std::size_t>(layer)) != nullptr;
      if (is_wished && has_attention) found.push_back(layer);
    }
    if (found.empty()) {
      throw Failure(Status::kWrong, options_.scenes.front(),
                    wished < 0 ? "no layer has attention"
                               : "layer " + std::to_string(wished) + " has no attention");
    }
    return found;
  }

  /// The run without changes; null if there are none.
  RunResult* before() {
    if (!has_changes()) return nullptr;
    if (!before_) {
      unchanged_ = request_;
      unchanged_.changes.clear();
      before_ = std::make_unique<RunResult>(model(), unchanged_);
    }
    return before_.get();
  }

 private:
  RunRequest request() const {
    const ModelExportOptions& of = options_.model;
    RunRequest given;
    given.count = of.count;
    given.at = of.at;
    given.text = text_in(of.text, "--ids", model());
    given.other = text_in(of.other, "--from-ids", model());
    given.changes = given_changes(of.changes);
    return start_.request(std::move(given));
  }

  const ExportOptions& options_;
  const ModelStart& start_;
  const RunRequest request_;
  RunResult result_;
  RunRequest unchanged_;
  std::unique_ptr<RunResult> before_;
};

/// View of a whole run, as a figure or a table.
struct ModelView {
  std::string_view id;
  void (*write_figure)(ModelExport& of, const TrainingWords& words, const FigureOptions& looks,
                       const std::string& path);
  ViewTable (*table)(ModelExport& of);
};

RunDump dump_of(ModelExport& of) { return {of.result().run(), of.tokens(), of.name()}; }

void write_grid(ModelExport& of, const TrainingWords&, const FigureOptions& looks,
                const std::string& path) {
  const RunDump dump = dump_of(of);
  HeadsWish wish{.import = {.name = of.name()}, .looks = looks};
  for (Index n = 0; n < dump.layer_count(); ++n) wish.layers.push_back(n);
  if (!wish.looks.title) wish.looks.title = of.name();
  MeasuredHeads(dump, std::move(wish), true).write_grid(path);
}

ViewTable grid_table(ModelExport& of) {
  const RunDump dump = dump_of(of);
  ViewTable table{.view = "grid", .stack = "head", .row_kind = "query", .rows = of.tokens()};
  table.columns = table.rows;
  for (Index n = 0; n < dump.layer_count(); ++n) {
    for (Index h = 0; h < dump.layer(n).heads; ++h) {
      table.layers.push_back({std::to_string(dump.layer_name(n)) + "." + std::to_string(h),
                              std::make_shared<const Matrix>(dump.numbers(n, h))});
    }
  }
  return table;
}

NextTokenBars next_of(ModelExport& of) {
  RunResult& result = of.result();
  const NextTokens next = result.next();
  NextTokenBars bars{.others = next.rest,
                     .others_p = next.rest_p,
                     .others_before = next.rest_before,
                     .has_before = of.has_changes()};
  for (const Candidate& one : next.likeliest) {
    bars.bars.push_back({result.predicted_text(one.id), one.p, one.before, one.logit, one.id});
  }
  return bars;
}

void write_next(ModelExport& of, const TrainingWords& words, const FigureOptions& looks,
                const std::string& path) {
  const NextTokenBars bars = next_of(of);
  write_diagram(
      [&](const Ruler& ruler, double width) { return next_tokens_diagram(bars, ruler, width); },
      words, looks, path);
}

ReadoutCurves readout_of(ModelExport& of) {
  constexpr std::size_t kMostCurves = 5;
  RunResult& result = of.result();
  ReadoutCurves curves;
  std::vector<int> ids;
  for (const Candidate& one : result.next().likeliest) {
    if (ids.size() == kMostCurves) break;
    ids.push_back(one.id);
    curves.tokens.push_back(result.predicted_text(one.id));
  }
  curves.p = result.readout(ids);
  if (RunResult* before = of.before()) curves.before = before->readout(ids);
  return curves;
}

void write_readout(ModelExport& of, const TrainingWords& words, const FigureOptions& looks,
                   const std::string& path) {
  const ReadoutCurves curves = readout_of(of);
  write_diagram(
      [&](const Ruler& ruler, double width) { return readout_diagram(curves, ruler, width); },
      words, looks, path);
}

constexpr ModelView kModelViews[] = {
    {"grid", write_grid, grid_table},
    {"readout", write_readout, [](ModelExport& of) { return readout_table(readout_of(of)); }},
    {"next", write_next, [](ModelExport& of) { return next_tokens_table(next_of(of)); }},
};

const ModelView* find_model_view(std::string_view id) {
  const auto found = std::ranges::find(kModelViews, id, &ModelView::id);
  return found == std::end(kModelViews) ? nullptr : &*found;
}

/// Title of a prediction: `after` is the text's last token.
TrainingWords words_of(ModelExport& of, const ModelView& view) {
  TrainingWords words;
  if (view.id == "grid") return words;
  const bool is_masked = of.model().mask().has_value();
  const auto at = static_cast<std::size_t>(of.result().predicted());
  const std::string token = visible_text(of.tokens()[at]);
  const std::string what = is_masked ? "masked token" : "next token";
  words.title = of.name() + ": " + what + (view.id == "next" ? "" : ", layer by layer");
  words.subtitle = (view.id == "next" ? "Probabilities of the " + what
                                      : "Probabilities of the likeliest tokens as each layer's "
                                        "states say them, by the last norm and the unembedding") +
                   (is_masked ? ", token " : ", after token ") + std::to_string(at) +
                   (is_masked ? "." : " (" + token + ").");
  return words;
}

void write_model_view(ModelExport& of, const ModelView& view, const ExportOptions& options) {
  const std::string& path = options.out;
  const TrainingWords said = words_of(of, view);
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
      looks = heads_figure_looks(options.words);
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
  return texts_of<std::string>(kModelViews, &ModelView::id);
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
              joined(kModelViews, &ModelView::id))
      ->type_name("TEXT");
  add_text(command, "--ids", options.text.ids, "Token ids in place of a text", "I,J,...");
  add_number(command, "--layer", options.layer,
             "The layer, from 0 on; by default the first with attention", whole_between(0, kMost));
  add_number(command, "--top", options.count, "The number of likeliest tokens; by default 10",
             whole_between(1, kMost));
  add_number(command, "--at", options.at,
             "The token whose next one is shown, from 0 on; by default the last",
             whole_between(0, kMost), "I");
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
                           !texts.mask.empty() || !texts.weights.empty() || !texts.patch.empty();
  const ModelExportOptions usual;
  if (has_changes || of.layer != usual.layer || of.at != usual.at || of.count != usual.count) {
    throw Failure(Status::kWrong,
                  "--layer, --at, --top, and changes of a model: expected a trained model, with "
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
