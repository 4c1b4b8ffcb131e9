#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/figure/panels/figure_file.h"
#include "app/figure/panels/panel_sources.h"
#include "app/session/workspace/kept_figure.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// A figure of several views under way: panels that are collected from what is on the screen, and
/// how they stand on their page. It is kept as a file of its own, from which it can be made again.
class CollectedFigure {
 public:
  const FigureFile& figure() const { return work_.figure; }
  const std::string& path() const { return work_.path; }
  const FigureWork& work() const { return work_; }
  bool is_changed() const { return !(work_.figure == saved_) && has_panels(); }
  bool has_panels() const { return !work_.figure.panels.empty(); }
  /// "Weights · temperature 0.5 — The child", as a line of a list says it.
  std::string label_of(std::size_t panel) const;

  /// One more panel: `view` of `scene`, as `state` has it. Scenes that are there already are there
  /// once, and what differs in few numbers is said by them; `settings` are said in any case. Throws
  /// std::runtime_error in words, and adds nothing, where there are enough or what is set can't be.
  void add(const Scene& scene, std::string_view view, const ViewState& state,
           const std::map<std::string, std::string>& settings = {});
  /// The second of the two before it less the first.
  void add_difference();
  /// Up where `by` is below 0.
  void move(std::size_t panel, int by);
  void take_out(std::size_t panel);
  /// How they stand: all but scenes and panels.
  void edit(const std::function<void(FigureFile&)>& change);

  /// In place of the figure under way, which brings_back() has from then on where it was changed.
  /// Throws SceneError.
  void open(const std::string& path);
  void open(FigureWork work);
  /// A new one, likewise.
  void begin_anew();
  bool can_bring_back() const { return !left_.empty(); }
  void bring_back();
  /// Writes it to `path`, which is its own from then on. Throws std::runtime_error in words.
  void save(const std::string& path);

  /// What is asked of its panels, with paths that hold wherever the program runs.
  std::vector<PanelWish> wishes() const;

 private:
  void leave();
  void forget_unused_scenes();

  FigureWork work_ = usual_work();
  FigureFile saved_{};              ///< as its file has it
  std::vector<FigureWork> left_{};  ///< the latest last

  static FigureWork usual_work();
};

/// What it is called at first: in `folder`, after its first scene.
std::string first_figure_path(const std::string& folder, const CollectedFigure& figure);
/// Beside a picture of that name, the figure's own file.
std::string figure_file_beside(const std::string& picture);

}  // namespace attn
