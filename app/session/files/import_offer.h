#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/dumps/dump_families.h"
#include "app/document/offers/import_choice.h"
#include "app/document/offers/import_preview.h"
#include "app/session/evaluation/worker.h"
#include "app/session/files/imported_attention.h"

namespace attn {

/// Returns whether the file may contain imported attention: by its name, or as JSON that this
/// program did not write.
bool may_hold_attention(const std::string& path);

/// `choice` with the first part of a file in which one has to be chosen.
DumpChoice with_first_array(const DumpContents& contents, DumpChoice choice);

/// Import that waits for the user's choices, with a preview of them. The file is read in the
/// background, one head at a time.
class ImportOffer {
 public:
  /// Opens the file at `path`: at once, unless it `is_in_background`.
  ImportOffer(std::string path, DumpChoice choice, bool is_in_background);
  /// Cancels the work in the background, and waits for it.
  ~ImportOffer();
  ImportOffer(const ImportOffer&) = delete;
  ImportOffer& operator=(const ImportOffer&) = delete;

  const std::string& path() const { return path_; }
  const std::string& name() const { return name_; }
  /// Overview of the file; null until it was read.
  const DumpContents* contents() const { return contents_ ? &*contents_ : nullptr; }
  /// "25 arrays · 6.9 kB"
  std::string file_words() const;
  /// Reason why the file offers nothing; empty if it does, or is not read yet.
  const std::string& failure() const { return failure_; }

  const ImportChoice& choice() const { return choice_; }
  Index head() const { return head_; }
  void choose(ImportChoice choice);
  void choose_head(Index head);
  /// Chooses a part of contents(); layer and sequence stay if it has them.
  void choose_part(std::size_t n);
  /// Letters of all axes; layer and sequence stay if they exist.
  void choose_axes(std::string letters);
  void choose_numbers(DumpAs as);
  /// Chooses a layer of the outline by its index.
  void choose_layer(Index layer);
  /// Tokens from the clipboard.
  void choose_tokens(const std::string& text);
  /// Follows the other reading of a doubt: "--axes lhqk", "--as scores". Returns false for others.
  bool choose_other(const DumpDoubt& doubt);

  /// What the last array offers that could be opened; null until there is one.
  const ImportOutline* outline() const { return outline_ ? &*outline_ : nullptr; }
  /// Index of the chosen layer in the outline.
  Index layer() const;
  /// Preview of the last choice that could be opened; null until there is one.
  const ImportPreview* preview() const { return preview_ ? &preview_->preview : nullptr; }
  /// Pictures of the heads of the preview's layer; null until they were read.
  const std::vector<std::shared_ptr<const Matrix>>& thumbnails() const { return thumbnails_; }
  /// Tokenizer marks, special tokens and padding of the preview; its dump is for the background.
  const OpenedImport& opened() const { return preview_->opened; }
  /// Reason why the choice cannot be opened; empty if it can, or is not read yet.
  const std::string& problem() const { return problem_; }
  /// Returns whether the preview is of the choice.
  bool is_current() const { return preview_ && preview_->wish == wish(); }
  /// Returns whether results of the background are awaited.
  bool is_busy() const { return worker_->is_busy() || wants_work(); }

  /// Line of the command that imports the choice.
  std::string command() const;
  /// Returns whether the import has several matrices; it then stays open next to its scene.
  bool has_several() const;

  /// Starts opening the choice as a scene, for which take_scene() is called.
  void accept();
  bool is_accepted() const { return accepts_; }
  /// Scene of an accepted choice, once.
  std::optional<Scene> take_scene() { return std::exchange(scene_, std::nullopt); }
  /// Withdraws accept(): the scene cannot be opened.
  void refuse(std::string problem);
  /// The import that stays open, after take_scene(); `wake` as in ImportedAttention.
  std::unique_ptr<ImportedAttention> imported(std::function<void()> wake) const;

  /// Collects results from the background, and starts further work. Call it in each frame.
  void follow();

 private:
  struct OfferWish {
    ImportChoice choice{};
    Index head = 0;
    bool operator==(const OfferWish&) const = default;
  };
  struct OfferPreview {
    OfferWish wish{};
    ImportPreview preview{};
    OpenedImport opened{};
  };
  /// Results, guarded by the mutex.
  struct OfferResults {
    std::optional<DumpContents> contents{};
    std::uint64_t bytes = 0;
    std::optional<ImportChoice> choice{};  ///< the first, with a part of the file
    std::string failure{}, problem{};
    std::optional<ImportOutline> outline{};
    bool has_guessed_axes = false;
    std::optional<OfferPreview> preview{};
    std::vector<std::pair<std::size_t, std::shared_ptr<const Matrix>>> thumbnails{};
    std::optional<Scene> scene{};
  };

  OfferWish wish() const { return {choice_, head_}; }
  /// Chooses; `otherwise` is tried if that cannot be opened.
  void choose(ImportChoice choice, std::optional<ImportChoice> otherwise);
  void choose_array(ImportChoice next);
  bool wants_work() const;
  void start();
  void collect();
  void work(OfferWish wanted, const std::optional<ImportChoice>& otherwise, bool opens,
            const Watch& watch);
  void read_contents(ImportChoice& choice);
  void open(const ImportChoice& choice);
  OfferPreview preview_for(OfferWish wanted, const Watch& watch);
  void read_thumbnails(const OfferPreview& shown, const Watch& watch);
  ImportWishes wishes_for(const OfferWish& wanted, Index layer) const;

  std::string path_, name_;
  bool is_in_background_;
  ImportChoice choice_;
  std::optional<ImportChoice> otherwise_{};
  Index head_ = 0;
  bool accepts_ = false;
  std::string guessed_axes_{};  // of the chosen part, once they are known
  std::optional<OfferWish> tried_{};
  bool tried_to_open_ = false;
  // Collected results.
  std::optional<DumpContents> contents_{};
  std::uint64_t bytes_count_ = 0;
  std::string failure_{}, problem_{};
  std::optional<ImportOutline> outline_{};
  std::optional<OfferPreview> preview_{};
  std::vector<std::shared_ptr<const Matrix>> thumbnails_{};
  std::optional<Scene> scene_{};
  // Used by the background while it is busy.
  std::optional<FileBytes> bytes_{};
  std::optional<OpenedImport> opened_{};
  ImportChoice opened_for_{};
  std::optional<ImportChoice> thumbnails_of_{};
  std::size_t next_thumbnail_ = 0;

  std::mutex mutex_;
  OfferResults results_{};
  std::unique_ptr<Worker> worker_;  // last member: it ends first
};

}  // namespace attn
