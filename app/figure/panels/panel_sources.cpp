#include "app/figure/panels/panel_sources.h"

#include <optional>
#include <variant>

#include "app/document/files/file_path.h"
#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/network_file.h"
#include "app/figure/files/export.h"
#include "app/figure/files/patch_options.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluator.h"

namespace attn {

namespace {

/// A figure's file refers to scenes in its folder only.
void require_in_folder(const PanelWish& wish) {
  if (wish.given || !wish.folder) return;
  try {
    require_below(*wish.folder, wish.scene.substr(wish.folder->size()));
  } catch (const std::runtime_error& error) {
    throw SceneError({"", std::string("scene: ") + error.what()});
  }
}

/// A figure's file names pictures in its folder only; the scene's own is beside the scene.
void read_picture(const PanelWish& wish, FigureOptions& options) {
  const bool is_of_figure = wish.folder && (wish.given || options.picture || !wish.look.empty());
  const std::string folder = is_of_figure ? *wish.folder : wish.given ? "" : folder_of(wish.scene);
  read_picture_of(options, folder, wish.folder ? PictureFiles::below : PictureFiles::any);
}

}  // namespace

PanelSources::Opened& PanelSources::opened(const PanelWish& wish) {
  const Source source{wish.given, wish.given ? "" : wish.scene};
  auto found = opened_.find(source);
  if (found == opened_.end() || state_now(found->second.files) != found->second.files) {
    require_in_folder(wish);
    Opened opened{.read = wish.given};
    if (!wish.given) {
      opened.read = std::make_shared<const Computable>(read_file_(wish.scene, &opened.files));
    }
    found = opened_.insert_or_assign(source, std::move(opened)).first;
  }
  found->second.is_used = true;
  return found->second;
}

ReadFiles PanelSources::files() const {
  ReadFiles all;
  for (const auto& [source, one] : opened_) {
    all.insert(all.end(), one.files.begin(), one.files.end());
  }
  return all;
}

FigurePanel PanelSources::panel_of(const PanelWish& wish) {
  FigurePanel panel{.view = wish.view, .options = wish.figure, .title = wish.title};
  if (!wish.view) {
    panel.evaluation = last_;  // evaluation of B
    return panel;
  }
  panel.name = wish.given ? wish.scene : scene_name(wish.scene);
  panel.changed = wished_words(wish);
  Opened& source = opened(wish);
  const auto* network = std::get_if<Network>(source.read.get());
  panel.is_of_layers = network != nullptr;
  panel.evaluation =
      network ? of_layer(wish, *network, source) : of_scene(wish, std::get<Scene>(*source.read));
  panel.options.state = parse_view(wish.look.empty() ? panel.evaluation->scene.view : wish.look);
  if (wish.view->has(Choice::patches)) read_picture(wish, panel.options);
  last_ = panel.evaluation;
  return panel;
}

PanelSources::Shared PanelSources::of_scene(const PanelWish& wish, const Scene& scene) {
  if (wish.layer) {
    throw SceneError({"", "layer: expected a network, found a scene, which is one layer"});
  }
  return evaluated(wished_scene(wish, scene), 0);
}

/// Attention of the layer; settings apply to this layer only, with its inputs.
PanelSources::Shared PanelSources::of_layer(const PanelWish& wish, const Network& network,
                                            Opened& source) {
  const Index layer = wish.layer.value_or(0);
  if (!source.trace) {
    source.trace = std::make_shared<const NetworkTrace>(evaluate_plainly(network));
  }
  const bool is_there = layer < std::ssize(network.blocks);
  const Shared attention = is_there ? attention_of(network, *source.trace, layer) : nullptr;
  if (!attention) {
    throw SceneError({"", "layer: expected a layer with attention, less than " +
                              std::to_string(network.blocks.size()) + ", found " +
                              std::to_string(layer)});
  }
  const Scene scene = wished_scene(wish, attention->scene);
  return same_computation(scene, attention->scene) ? attention : evaluated(scene, layer);
}

PanelSources::Shared PanelSources::evaluated(const Scene& scene, Index layer) {
  double others = 0;
  for (KeptEvaluation& one : made_) {
    if (one.evaluation->block == layer && one.evaluation->scene == scene) {
      one.is_used = true;
      return one.evaluation;
    }
    others += bytes_of_one(one.evaluation->scene);
  }
  Trace trace = evaluate_among(scene, others);
  made_.push_back(
      {std::make_shared<const Evaluation>(Evaluation{scene, std::move(trace), 0, layer})});
  return made_.back().evaluation;
}

void PanelSources::forget_unused() {
  std::erase_if(made_, [](const KeptEvaluation& one) { return !one.is_used; });
  std::erase_if(opened_, [](const auto& one) { return !one.second.is_used; });
  for (KeptEvaluation& one : made_) one.is_used = false;
  for (auto& [source, one] : opened_) one.is_used = false;
  last_.reset();
}

Computable computable_for_panels(const std::string& path, ReadFiles* read_files) {
  try {
    Computable read = read_computable(path, read_files);
    const auto* scene = std::get_if<Scene>(&read);
    auto problem = scene ? memory_problem(bytes_of_one(*scene)) : std::nullopt;
    if (problem) throw SceneError(*std::move(problem));
    return read;
  } catch (const SceneError& error) {
    throw SceneError({"", path + ": " + error.problem().words()});
  }
}

std::vector<FigurePanel> panels_of(PanelSources& sources, const std::vector<PanelWish>& wishes) {
  std::vector<FigurePanel> panels;
  panels.reserve(wishes.size());
  for (const PanelWish& wish : wishes) {
    try {
      if (!wish.view && panels.size() < 2) {
        throw SceneError({"", "difference: expected two panels before it, found " +
                                  std::to_string(panels.size())});
      }
      panels.push_back(sources.panel_of(wish));
    } catch (const SceneError& error) {
      throw SceneError({"/panels/" + std::to_string(panels.size()), error.problem().words()});
    }
  }
  sources.forget_unused();
  return panels;
}

}  // namespace attn
