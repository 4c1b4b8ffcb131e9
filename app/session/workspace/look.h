#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/document/files/memory_limit.h"
#include "app/document/view/view_state.h"
#include "app/session/learning/scene_run.h"
#include "app/session/learning/seen_slope.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Shown version of two results.
enum class Version { kNow, kKept, kDifference };

/// Result stored as A, for comparison with the current one, B.
struct Snapshot {
  std::shared_ptr<const Evaluation> kept;  ///< null: none
  Version shown = Version::kNow;

  std::unique_ptr<const KeptMemory> memory{};  ///< registers the snapshot's memory

  /// Stores `evaluation` as A, in place of an earlier one; B stays shown. Returns the reason if
  /// there is not enough memory next to the open one, which has the same scene; else empty.
  std::string keep(std::shared_ptr<const Evaluation> evaluation);
  void drop();
  /// Whether A is shown.
  bool is_chosen() const { return kept != nullptr && shown == Version::kKept; }
  /// Switches from B to A, and from anything else to B. Does nothing without A.
  void flip();
};

/// Reason in words why B − A is meaningless for this head; empty if it is not.
std::optional<std::string> why_no_difference(const Evaluation& a, const Evaluation& b, Index head);

/// State of how the open scene is shown.
struct Look {
  ViewState view;                                              ///< as saved with the scene
  std::map<std::string, std::string, std::less<>> last_views;  ///< by group: the last shown view
  std::optional<Cell> hovered;  ///< cell under the mouse, updated in each frame
  std::optional<Cell> walked;   ///< cell selected by keys, until the mouse moves
  /// Parts of the window hidden from a class, whatever is open: in addition to those of the view.
  std::set<std::string> hidden_from_class;
  /// The only visible parts, if a lesson's step has a stage and shows it.
  std::optional<std::set<std::string>> stage;
  /// Parts hidden from new users at first.
  std::set<std::string> hidden_at_first;
  Snapshot snapshot;
  std::optional<Index> value_column{};  ///< explained dimension of the output
  bool painting = false;                ///< the mouse paints masks on the heatmap
  SceneLearning learning{};
  SeenSlope slope{};    ///< shown in the tables
  SeenSlope raised{};   ///< of the explained weight
  Scene before_typing;  ///< scene when the sentence field got the focus
  /// View to be exported, with its evaluation; null: the latest one.
  struct ExportWish {
    std::string view;
    std::shared_ptr<const Evaluation> evaluation{};
    std::map<std::string, std::string> settings{};  ///< for a panel, in the syntax of `--panels`
    bool is_copied = false;                         ///< as a picture to the clipboard
  };
  std::optional<ExportWish> export_wish;
  bool wants_export = false;  ///< the shown view is to be exported
  bool wants_copy = false;    ///< its picture is to be copied
  /// View to be added as a panel of the unfinished figure.
  std::optional<ExportWish> panel_wish;
  bool wants_panel = false;
  bool wants_figure = false;   ///< the unfinished figure is to be shown
  bool wants_layers = false;   ///< all heads of imported attention are to be shown
  bool wants_picture = false;  ///< a picture is to be chosen for the patches
  /// The file was changed by another program or window: the user decides what is saved.
  bool finds_newer = false;

  /// Returns whether that part of the window is hidden: by the view, because it is not on the
  /// stage, or without a stage for the class, or for a new user.
  bool is_hidden(const std::string& part) const {
    if (view.hidden.contains(part)) return true;
    if (stage) return !stage->contains(part);
    return hidden_from_class.contains(part) || hidden_at_first.contains(part);
  }
  /// Drops everything that belongs to the shown scene and not to its view: A, what is learned,
  /// slopes, painting, pointed cells. Call it before another scene is shown.
  void forget_scene();
  /// Hides the part from the class, or shows it if it is hidden, also by the view.
  void hide_or_show(const std::string& part);
  /// Selects another view if the current one is hidden from the class, and others are not.
  void leave_hidden_view();
  /// Hides those parts from the class, and no others.
  void hide_from_class(std::set<std::string> parts);
  /// `scene` with `state` for saving: parts hidden now are hidden when it is opened.
  Scene with_view(Scene scene, ViewState state) const;
};

}  // namespace attn
