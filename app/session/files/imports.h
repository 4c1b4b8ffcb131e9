#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/document/files/change_poll.h"
#include "app/session/files/import_offer.h"
#include "app/session/files/running_model.h"
#include "app/session/workspace/workspace.h"

namespace attn {

/// Attention from other programs: an import that waits for confirmation, and imported attention
/// that stays open next to its scene until another scene is opened.
class Imports {
 public:
  /// Opens a scene. Throws SceneError.
  using Open = std::function<void(Scene)>;
  /// `wake` as in ImportedAttention.
  Imports(Workspace& workspace, std::function<void()> wake, Open open)
      : workspace_(workspace),
        wake_(std::move(wake)),
        open_(std::move(open)),
        poll_(wake_ != nullptr) {}

  /// Import that waits for confirmation; null: none.
  ImportOffer* offer() { return offer_.get(); }
  /// Offers the file at `path` for the user's choices; in the background, if there is a `wake`.
  /// Problems are reported.
  void offer_file(const std::string& path, const DumpChoice& choice = {});
  /// Opens the import, when its numbers are read; with several matrices, it stays open as
  /// imported(), and if `shows_layers`, Look::wants_layers asks for its desk. If it cannot be
  /// opened, it says why.
  void accept(bool shows_layers = false);
  /// Withdraws the offer; reading ends in the background.
  void decline();

  /// Opens the trained model at `path`: the first layer of its run, and with it all heads, for
  /// whose desk Look::wants_layers asks. In the background, if there is a `wake`. Problems are
  /// reported.
  void open_model(const std::string& path);
  /// Trained model whose heads are, or will be, imported(); null: none.
  RunningModel* model() { return model_.get(); }

  /// Imported attention that stays open, or the heads of a model; null: none.
  ImportedAttention* imported() { return imported_.get(); }
  void close();
  /// Reads the file of imported attention again if it has changed, and reports that: the same layer
  /// and head are shown, unless the scene has unsaved changes. Call it about once a second. Returns
  /// whether the file was read.
  bool follow_file();
  /// Opens the scene of a head, and of its layer's other heads if they fit; the view stays.
  void open(ImportedHead place);

  bool can_follow() const {
    return (imported_ && imported_->can_follow()) || (model_ && model_->can_follow());
  }
  /// Collects results from the background. Call it at the start of each frame.
  void follow();

 private:
  void follow_offer();
  void follow_model();
  void close_model();
  void open_accepted(Scene scene);
  bool open_head(ImportedHead place, ViewState view);
  std::string show_again(const ImportedAttention& before);
  std::string open_layer(Scene scene, Index head, ViewState view);

  Workspace& workspace_;
  std::function<void()> wake_;
  Open open_;
  std::unique_ptr<ImportOffer> offer_;
  bool shows_layers_ = false;  // after the offer is accepted
  std::unique_ptr<RunningModel> model_;
  bool has_heads_ = false;        // imported_ are the heads of model_
  bool opens_in_lesson_ = false;  // the model was chosen in a lesson, which it then ends
  std::unique_ptr<ImportedAttention> imported_;
  ChangePoll poll_;  // of its file
};

}  // namespace attn
