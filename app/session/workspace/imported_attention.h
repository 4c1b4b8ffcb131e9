#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/imports/attention_dump.h"
#include "app/document/imports/dump_scene.h"
#include "app/document/imports/head_measures.h"
#include "app/document/imports/joined_heads.h"
#include "app/figure/training/training_figures.h"

namespace attn {

struct ImportedHead {
  Index layer = 0, head = 0;
  bool operator==(const ImportedHead&) const = default;
};

/// Layers of more numbers than this (H · M · L) are opened one head at a time: a scene keeps each
/// of them several times.
inline constexpr double kMostOpenedAtOnce = 1 << 22;

/// The heads of a layer that are opened with `head`: −1, which is all, or it alone.
int opened_with(const DumpLayer& layer, Index head);

/// Attention from elsewhere that stays open beside its scene, so that other layers and heads are
/// opened without asking again. What each head looks at is measured beside the window, while
/// somebody wants to know; one head at a time is in memory.
class ImportedAttention {
 public:
  /// `wake`, which may be empty, is called on another thread when there is something to follow().
  ImportedAttention(std::string path, std::shared_ptr<const AttentionDump> dump,
                    ImportWishes wishes, std::function<void()> wake);
  /// Tells what is under way to stop, and waits for it.
  ~ImportedAttention();
  ImportedAttention(const ImportedAttention&) = delete;
  ImportedAttention& operator=(const ImportedAttention&) = delete;

  const std::string& name() const { return wishes_.name; }
  /// The name, and which of several in the file it is.
  std::string title() const { return dump_title(*dump_, wishes_); }
  Index layer_count() const { return static_cast<Index>(layers_.size()); }
  const DumpLayer& layer(Index n) const { return layers_[static_cast<std::size_t>(n)]; }
  /// What the file calls layer `n`, and all of them: "0 … 11".
  Index layer_name(Index n) const { return dump_->layer_name(n); }
  std::string layer_names() const;
  Index most_heads() const { return most_heads_; }
  Index head_count() const { return static_cast<Index>(summaries_.size()); }
  /// All of them, layer by layer.
  ImportedHead place(Index n) const { return places_[static_cast<std::size_t>(n)]; }
  Index number_of(ImportedHead place) const;

  /// The one that was opened last; its head is −1 where heads were joined.
  ImportedHead open_head() const { return open_; }
  /// Whether the scene has this head, too: all of the layer are in it, where that is not too large.
  bool is_open(ImportedHead place) const;
  /// The scene is another one now.
  void forget_open() { open_ = {0, -1}; }
  /// The scene of a head, and of its layer's others where these fit. Throws ImportError.
  Scene scene(ImportedHead place);

  KeysToHide hide() const { return wishes_.hide; }
  /// What was measured is forgotten where it is something else.
  void choose_hide(KeysToHide hide);
  /// "first token hidden"; empty where nothing is.
  const std::string& hidden_words() const { return hidden_.words; }

  /// Measures on: `first` before all others, then those of the layers `from` to `to`. To be called
  /// while it is looked at, in each frame.
  void measure(ImportedHead first, Index from, Index to);
  /// Has the scene of a layer's joined heads made.
  void join(JoinHeads how, Index layer);
  bool is_joining() const { return is_joining_; }
  /// What goes on ends, but for what join() began.
  void rest();
  /// Takes over what was made since.
  void follow();
  bool can_follow() const;

  /// Null until it was measured.
  const HeadSummary* summary(Index n) const {
    return summaries_[static_cast<std::size_t>(n)].get();
  }
  Index measured() const { return measured_; }
  /// Another number after each that is new.
  std::size_t change() const { return change_; }
  /// Why no more is measured, or the last join() failed; empty where all is well.
  const std::string& problem() const { return problem_; }
  /// What join() asked for, once.
  std::optional<Scene> take_joined() { return std::exchange(joined_, std::nullopt); }

 private:
  struct Work;
  ImportWishes wishes_for(Index layer, Index head) const;
  void hide_anew();

  std::shared_ptr<const AttentionDump> dump_;
  ImportWishes wishes_;
  std::vector<DumpLayer> layers_;
  std::vector<ImportedHead> places_;
  Index most_heads_ = 0;
  ImportedHead open_{0, -1};
  KeysToHide open_hide_{};
  HiddenKeys hidden_{};
  std::vector<std::shared_ptr<const HeadSummary>> summaries_;
  Index measured_ = 0;
  std::size_t change_ = 0;
  bool is_joining_ = false;
  std::string problem_;
  std::optional<Scene> joined_;
  std::shared_ptr<Work> work_;
};

/// All its heads, with what `measure` says of each; those for which `is_shown` answers false are
/// without their matrix and number.
Overview overview_of(const ImportedAttention& imported, const HeadMeasure& measure,
                     const std::function<bool(Index)>& is_shown);
/// What stands with such a figure: "Layers downwards, heads across; 24 heads of 2 layers. Frame: …"
std::string overview_words(const ImportedAttention& imported, const HeadMeasure& measure);

}  // namespace attn
