#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/files/file_stamp.h"
#include "app/document/view/view_state.h"
#include "app/figure/panels/figure_file.h"
#include "app/figure/panels/panel_sources.h"
#include "app/session/files/figure_work.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Figure with several panels, collected from the screen, with its page layout. Saved as its own
/// file, from which it can be rebuilt.
class CollectedFigure {
 public:
  const FigureFile& figure() const { return work_.figure; }
  const std::string& path() const { return work_.path; }
  const FigureWork& work() const { return work_; }
  bool has(const FigureWork& work) const { return work_ == work; }
  bool is_changed() const { return !(work_.figure == saved_) && has_panels(); }
  /// Its file and those of its panels' scenes, when they were read.
  ReadFiles read() const;
  /// Sets the files that its panels were made from.
  void set_sources(ReadFiles files) { sources_ = std::move(files); }
  bool is_source(const std::string& path) const;
  /// Another program changed one of them. Counted by source_changes().
  void note_changed_sources() { ++source_changes_; }
  int source_changes() const { return source_changes_; }
  /// Returns whether `path` is its file, unchanged by other programs since it was read or saved.
  bool owns(const std::string& path) const;
  bool has_panels() const { return !work_.figure.panels.empty(); }
  /// "Weights · temperature 0.5 — The child", for a list.
  std::string label_of(std::size_t panel) const;

  /// Adds a panel: `view` of `scene` with `state`. Equal scenes are stored once, and scenes that
  /// differ in few numbers as settings; `settings` are always included. Throws std::runtime_error,
  /// without adding anything, if there are too many panels or a setting is invalid.
  void add(const Scene& scene, std::string_view view, const ViewState& state,
           const std::map<std::string, std::string>& settings = {});
  /// Adds the difference of the two panels before it: second minus first.
  void add_difference();
  /// Up if `by` is negative.
  void move(std::size_t panel, int by);
  void remove_panel(std::size_t panel);
  /// Edits the layout: everything except scenes and panels.
  void edit(const std::function<void(FigureFile&)>& change);

  /// Replaces the current figure, which brings_back() can restore if it was changed. Throws
  /// SceneError.
  void open(const std::string& path);
  void open(FigureWork work);
  /// Starts a new figure; brings_back() can restore the previous one.
  void start_new_figure();
  bool can_bring_back() const { return !left_.empty(); }
  void bring_back();
  /// Saves it to `path`, which becomes its file. Throws std::runtime_error.
  void save(const std::string& path);

  /// Requests for the figure's panels, with absolute paths.
  std::vector<PanelWish> wishes() const;

 private:
  void leave();
  void forget_unused_scenes();

  FigureWork work_ = usual_work();
  FigureFile saved_{};              ///< figure as last saved
  std::vector<FigureWork> left_{};  ///< the latest last
  ReadFiles file_{}, sources_{};
  int source_changes_ = 0;

  static FigureWork usual_work();
};

/// Default path of a figure: in `folder`, named after its first scene.
std::string first_figure_path(const std::string& folder, const CollectedFigure& figure);
/// Path of the figure's file next to the exported picture.
std::string figure_file_beside(const std::string& picture);

}  // namespace attn
