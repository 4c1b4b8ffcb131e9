#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/figure/files/figure_views.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/panels/panel_wish.h"
#include "engine/attention/evaluation.h"
#include "engine/blocks/stages.h"

namespace attn {

/// Panel of a figure.
struct FigurePanel {
  const FigureView* view = nullptr;  ///< null: difference B − A of the two previous panels
  std::shared_ptr<const Evaluation> evaluation{};  ///< for a difference: evaluation of B
  FigureOptions options{};                         ///< options of the view
  std::string name{};     ///< name of the scene's file, for scenes without a title
  std::string title{};    ///< text above the panel; empty: generated from the differences
  std::string changed{};  ///< changes of the scene that are not described by the settings
  bool is_of_layers = false;

  bool is_difference() const { return !view; }
};

/// Sources of panels: each file is read once, unless it changes, and evaluated once for equal
/// requests.
class PanelSources {
 public:
  /// Reads the scene or network in a file, and adds the files that are read to `read`.
  using Read = std::function<Computable(const std::string& path, ReadFiles* read)>;
  explicit PanelSources(Read read) : read_file_(std::move(read)) {}

  /// Throws SceneError, and the errors of Read.
  FigurePanel panel_of(const PanelWish& wish);
  /// Files that the sources were read from, as they were then; changed ones are read anew.
  ReadFiles files() const;
  /// Releases sources unused since the last call.
  void forget_unused();

 private:
  using Shared = std::shared_ptr<const Evaluation>;
  /// Scene or network stored in the figure's file, or the path of another file.
  using Source = std::pair<std::shared_ptr<const Computable>, std::string>;
  struct KeptEvaluation {
    Shared evaluation;
    bool is_used = true;
  };
  struct Opened {
    std::shared_ptr<const Computable> read{};
    ReadFiles files{};
    std::shared_ptr<const NetworkTrace> trace{};
    bool is_used = true;
  };

  Opened& opened(const PanelWish& wish);
  Shared of_scene(const PanelWish& wish, const Scene& scene);
  Shared of_layer(const PanelWish& wish, const Network& network, Opened& source);
  Shared evaluated(const Scene& scene, Index layer);

  Read read_file_;
  std::map<Source, Opened> opened_{};
  std::vector<KeptEvaluation> made_{};
  Shared last_{};
};

/// Scene or network in the file at `path`, within the memory limit. Throws SceneError.
Computable computable_for_panels(const std::string& path, ReadFiles* read_files);

/// All panels of `wishes`. Throws SceneError with the panel's place in the figure's file.
std::vector<FigurePanel> panels_of(PanelSources& sources, const std::vector<PanelWish>& wishes);

inline constexpr std::size_t kMostPanels = 100;

/// "(a)"
std::string panel_letter(std::size_t n);

}  // namespace attn
