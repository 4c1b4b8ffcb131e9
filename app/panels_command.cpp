#include "app/panels_command.h"

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/document/files/interrupt.h"
#include "app/document/files/output_guard.h"
#include "app/document/history/memory_limit.h"
#include "app/figure/files/export_endings.h"
#include "app/figure/files/export_files.h"
#include "app/figure/files/figure.h"
#include "app/figure/panels/panel_wish.h"
#include "app/figure/panels/panels_figure.h"
#include "app/scene_work.h"
#include "engine/base/text.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

using Shared = std::shared_ptr<const Evaluation>;

/// What may be said against the figure's name before anything is read.
void check_figure_name(const ExportOptions& options, std::span<const std::string> scenes) {
  const std::string& out = options.out;
  const auto endings = figure_endings();
  if (out == kStandardOutput) {
    if (std::ranges::count(endings, options.ending) > 0) return;
    throw Failure(Status::kWrong, "--out -: expected --format with one of " + joined(endings) +
                                      ", which says what is written");
  }
  about_output(out, [&] {
    const bool is_figure = std::ranges::count(endings, ending_of(out)) > 0;
    if (!is_figure || is_export_folder(out)) {
      throw Failure(Status::kWrong, "--out: expected one file that ends in " + joined(endings) +
                                        " for --panels, found " + out);
    }
    check_output(out, endings, scenes);
  });
}

/// What panels are drawn from: each file is read once, and evaluated once where several panels want
/// the same of it.
class Sources {
 public:
  /// Throws Failure.
  FigurePanel panel_of(const PanelWish& wish) {
    FigurePanel panel{.view = wish.view, .options = wish.figure, .title = wish.title};
    if (!wish.view) {
      panel.evaluation = last_;  // that of B
      return panel;
    }
    panel.name = scene_name(wish.scene);
    panel.changed = wished_words(wish);
    const Computable& read = read_of(wish.scene);
    const auto* network = std::get_if<Network>(&read);
    panel.is_of_layers = network != nullptr;
    about_scene(wish.scene,
                [&] { panel.evaluation = network ? of_layer(wish, *network) : of_scene(wish); });
    panel.options.state = parse_view(panel.evaluation->scene.view);
    last_ = panel.evaluation;
    return panel;
  }

 private:
  const Computable& read_of(const std::string& file) {
    const auto found = read_.find(file);
    return found != read_.end() ? found->second
                                : read_.emplace(file, computable_in(file)).first->second;
  }

  Shared of_scene(const PanelWish& wish) {
    if (wish.layer) {
      throw Failure(Status::kWrong, wish.scene,
                    "layer: expected a network, found a scene, which is one layer");
    }
    return evaluated(wish, wished_scene(wish, std::get<Scene>(read_of(wish.scene))), 0);
  }

  /// The attention of the layer; what is set is set in it alone, on the inputs that it has.
  Shared of_layer(const PanelWish& wish, const Network& network) {
    const Index layer = wish.layer.value_or(0);
    const auto found = traces_.find(wish.scene);
    const NetworkTrace& trace =
        found != traces_.end()
            ? found->second
            : traces_.emplace(wish.scene, result_of(wish.scene, network)).first->second;
    const bool is_there = layer < std::ssize(network.blocks);
    const Shared attention = is_there ? attention_of(network, trace, layer) : nullptr;
    if (!attention) {
      throw Failure(Status::kWrong, wish.scene,
                    "layer: expected one with attention, less than " +
                        std::to_string(network.blocks.size()) + ", found " + std::to_string(layer));
    }
    const Scene scene = wished_scene(wish, attention->scene);
    return same_computation(scene, attention->scene) ? attention : evaluated(wish, scene, layer);
  }

  Shared evaluated(const PanelWish& wish, const Scene& scene, Index layer) {
    for (const Shared& one : made_) {
      if (one->block == layer && one->scene == scene) return one;
    }
    bytes_ += bytes_of_one(scene);
    if (auto problem = memory_problem(bytes_)) throw SceneError(*std::move(problem));
    Trace trace = result_of(wish.scene, scene);
    made_.push_back(
        std::make_shared<const Evaluation>(Evaluation{scene, std::move(trace), 0, layer}));
    return made_.back();
  }

  std::map<std::string, Computable> read_{};
  std::map<std::string, NetworkTrace> traces_{};
  std::vector<Shared> made_{};
  double bytes_ = 0;  ///< of all that is kept
  Shared last_{};
};

std::vector<PanelWish> wishes_of(const ExportOptions& options) {
  if (options.panels.size() > kMostPanels) {
    throw OptionError("--panels: expected at most " + std::to_string(kMostPanels) + ", found " +
                      std::to_string(options.panels.size()));
  }
  std::vector<PanelWish> wishes;
  for (const std::string& words : options.panels) {
    wishes.push_back(parse_panel(words, options.figure));
    if (!wishes.front().view) {
      throw OptionError("--panels: difference: expected two panels before it, found 0");
    }
  }
  return wishes;
}

}  // namespace

Status export_panels(const ExportOptions& options) {
  try {
    if (options.film) throw OptionError("--sweep: means nothing beside --panels");
    const std::vector<PanelWish> wishes = wishes_of(options);
    std::vector<std::string> scenes;
    for (const PanelWish& wish : wishes) {
      if (wish.view) scenes.push_back(wish.scene);
    }
    check_figure_name(options, scenes);
    const bool is_to_output = options.out == kStandardOutput;
    if (!is_to_output) interrupt::expect_outputs({options.out});
    Sources sources;
    std::vector<FigurePanel> panels;
    panels.reserve(wishes.size());
    for (const PanelWish& wish : wishes) panels.push_back(sources.panel_of(wish));
    about_output(options.out, [&] {
      try {
        const PanelsOptions page{
            .columns = options.columns, .letters = options.letters, .figure = options.figure};
        if (!is_to_output) return write_panels(panels, page, options.out);
        print_bytes(panels_bytes(panels, page, options.ending));
      } catch (const OptionError& error) {
        throw Failure(Status::kWrong, error.what());
      }
    });
    settle_output(options.out);
  } catch (const OptionError& error) {
    throw Failure(Status::kWrong, error.what());
  }
  return Status::kDone;
}

}  // namespace attn
