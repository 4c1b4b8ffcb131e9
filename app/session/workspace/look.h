#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/document/view/view_state.h"
#include "app/session/learning/scene_learning.h"
#include "app/session/learning/seen_slope.h"
#include "app/session/workspace/snapshot.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// What of the open scene is looked at, and how.
struct Look {
  ViewState view;                                              ///< as it is saved with the scene
  std::map<std::string, std::string, std::less<>> last_views;  ///< by their groups: which was shown
  std::optional<Cell> hovered;  ///< the cell under the mouse, anew in each frame
  std::optional<Cell> walked;   ///< the cell that the keys went to, until the mouse moves
  /// Parts of the window that a class does not see, whatever is open: beside what the view hides.
  std::set<std::string> hidden_from_class;
  /// The parts that are there, where a lesson's step has a stage and shows that: no others are.
  std::optional<std::set<std::string>> stage;
  /// The same of what a new user is not shown at once.
  std::set<std::string> hidden_at_first;
  Snapshot snapshot;                    ///< goes when another scene is opened
  std::optional<Index> value_column{};  ///< the dimension of the output that is explained
  bool painting = false;                ///< the mouse paints masks on the heatmap
  SceneLearning learning{};             ///< likewise
  SeenSlope slope{};                    ///< drawn in the tables
  SeenSlope raised{};                   ///< of the weight that is explained
  Scene before_typing;                  ///< the scene when the sentence field got the keyboard
  /// A view that is to be exported, and of which evaluation: null is the latest.
  struct ExportWish {
    std::string view;
    std::shared_ptr<const Evaluation> evaluation{};
    std::map<std::string, std::string> settings{};  ///< of a panel, in the words of `--panels`
  };
  std::optional<ExportWish> export_wish;
  bool wants_export = false;  ///< the view that is shown is to be exported
  /// The same of what is to be a panel of the figure under way.
  std::optional<ExportWish> panel_wish;
  bool wants_panel = false;
  bool wants_figure = false;  ///< the figure under way is to be shown

  /// Whether that part of the window is not on the screen: the view hides it, or it is not on the
  /// stage, or without one the class does not see it, or a new user not yet.
  bool is_hidden(const std::string& part) const {
    if (view.hidden.contains(part)) return true;
    if (stage) return !stage->contains(part);
    return hidden_from_class.contains(part) || hidden_at_first.contains(part);
  }
  /// Hides it from the class; or shows it where it is hidden, also where it was the view that did.
  void hide_or_show(const std::string& part);
  /// Looks at another view where the class does not see this one, while there are others.
  void leave_hidden_view();
  /// `state` as it is saved: what is not seen now is not seen either where that is opened.
  ViewState with_hidden(ViewState state) const;
};

}  // namespace attn
