#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/imports/dump_scene.h"
#include "app/document/imports/head_measures.h"
#include "app/document/imports/joined_heads.h"
#include "app/document/offers/import_choice.h"
#include "app/figure/training/training_figures.h"

namespace attn {

struct ImportedHead {
  Index layer = 0, head = 0;
  bool operator==(const ImportedHead&) const = default;
};

/// Layers with more numbers (H · M · L) are opened one head at a time: a scene stores each of them
/// several times.
inline constexpr double kMostOpenedAtOnce = 1 << 22;

/// Calls `work`; returns the reason why it failed, if it ends with ImportError or std::bad_alloc;
/// else empty.
std::string import_problem(const std::function<void()>& work);

/// Heads of a layer opened together with `head`: only that one, or empty for all.
std::vector<Index> opened_with(const DumpLayer& layer, Index head);

/// Imported attention that stays open next to its scene, so that other layers and heads can be
/// opened directly. Heads are measured in the background while somebody needs the results; one head
/// at a time is in memory.
class ImportedAttention {
 public:
  /// The attention in the file at `path`, `opened` by `choice`. `wake`, which may be empty, is
  /// called on another thread when follow() has results.
  ImportedAttention(std::string path, ImportChoice choice, const OpenedImport& opened,
                    std::function<void()> wake);
  /// Heads that are in memory, called `name`; may be read by two threads at once.
  ImportedAttention(std::string name, std::shared_ptr<const AttentionDump> heads,
                    std::function<void()> wake);
  /// Cancels the work in the background, and waits for it.
  ~ImportedAttention();
  ImportedAttention(const ImportedAttention&) = delete;
  ImportedAttention& operator=(const ImportedAttention&) = delete;

  const std::string& name() const { return wishes_.name; }
  const std::string& path() const { return path_; }
  const ImportChoice& choice() const { return choice_; }
  /// The file when it was opened: the numbers of another one are never shown.
  const FileIdentity& file() const { return dump_->file; }
  /// File name, and selection in the file.
  std::string title() const { return dump_title(*dump_); }
  Index layer_count() const { return static_cast<Index>(layers_.size()); }
  const DumpLayer& layer(Index n) const { return layers_[static_cast<std::size_t>(n)]; }
  /// Name of layer `n` in the file, and names of all layers: "0 … 11".
  Index layer_name(Index n) const { return dump_->layer_name(n); }
  std::string layer_names() const;
  Index most_heads() const { return most_heads_; }
  /// Heads that are listed and measured: of a larger file only the first ones.
  Index head_count() const { return static_cast<Index>(summaries_.size()); }
  /// "24 heads", or "16384 of 1000000 heads" if not all are listed.
  std::string heads_words() const;
  /// All of them, layer by layer.
  ImportedHead place(Index n) const { return places_[static_cast<std::size_t>(n)]; }
  Index number_of(ImportedHead place) const;

  /// Last opened head; −1 if heads were joined.
  ImportedHead open_head() const { return open_; }
  /// Returns whether the scene contains this head: all heads of the layer, if it is not too large.
  bool is_open(ImportedHead place) const;
  /// Call it when the scene of a head is opened that scene() did not make.
  void note_open(ImportedHead place);
  /// Call it when another scene is opened.
  void forget_open() { open_ = {0, -1}; }
  /// Scene of a head, and of its layer's other heads if they fit. Throws ImportError.
  Scene scene(ImportedHead place);

  KeysToHide hide() const { return choice_.hide; }
  /// Invalidates measurements if the hidden keys change.
  void choose_hide(KeysToHide hide);
  /// "first token hidden"; empty: none.
  const std::string& hidden_words() const { return hidden_.words; }

  /// Continues measuring: `first` with priority, then layers `from` to `to`. Call it in each frame
  /// while the results are visible.
  void measure(ImportedHead first, Index from, Index to);
  /// Starts computing the scene of a layer's joined heads.
  void join(JoinHeads how, Index layer);
  bool is_joining() const { return is_joining_; }
  /// Stops work in the background, except that of join().
  void rest();
  /// Collects new results.
  void follow();
  bool can_follow() const;

  /// Summary of head `n`; null until it was measured.
  const HeadSummary* summary(Index n) const {
    return summaries_[static_cast<std::size_t>(n)].get();
  }
  Index measured() const { return measured_; }
  /// Changes with each new result, and differs for each imported attention.
  std::size_t change() const { return change_; }
  /// Reason why measuring stopped, or the last join() failed; empty: none.
  const std::string& problem() const { return problem_; }
  /// Returns the result of join() once.
  std::optional<Scene> take_joined() { return std::exchange(joined_, std::nullopt); }

 private:
  struct Work;
  void begin(std::function<void()> wake);
  void hide_anew();
  std::vector<Index> opened_with(ImportedHead place) const;

  std::string path_;  ///< empty: in memory
  ImportChoice choice_;
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

/// Overview of all heads of `imported` with `measure`; heads for which `is_shown` returns false
/// have no matrix and number.
Overview overview_of(const ImportedAttention& imported, const HeadMeasure& measure,
                     const std::function<bool(Index)>& is_shown);
/// Caption of a figure with an overview: "Layers downwards, heads across; 24 heads of 2 layers.
/// Frame: …"
std::string overview_words(const ImportedAttention& imported, const HeadMeasure& measure);

}  // namespace attn
