#include "app/ui/window/desks.h"

#include <string>
#include <utility>

namespace attn::ui {

void Desks::show(Desk desk, Session& session) {
  Workspace& workspace = session.workspace;
  if (workspace.is_lesson()) return;
  ImportedAttention* const imported = session.files.imports.imported();
  if (desk == Desk::kLayers && imported == nullptr) return;
  // A scene that opens later shows itself: the desk is shown after that.
  workspace.look.wants_layers = desk == Desk::kLayers && workspace.opening() != nullptr;
  if (workspace.look.wants_layers) return;
  if (shown == Desk::kTrain && desk != Desk::kTrain) train.rest();
  if (imported != nullptr && desk != Desk::kLayers) imported->rest();
  shown = desk;
  if (desk == Desk::kScene) return;
  scene = workspace.change_number();
  if (desk == Desk::kLayers) {
    const ImportedHead open = imported->open_head();
    const bool is_whole = open.head >= 0 && workspace.scene().heads.size() > 1;
    layers.select({open.layer, is_whole ? workspace.look.view.head : open.head});
    return;
  }
  TrainingDesk* training = train.desk();
  if (training == nullptr || layer != session.files.document_number()) return;
  std::string words = training->take_back(workspace.scene());
  if (!words.empty()) workspace.notices.tell(std::move(words));
}

void Desks::open_layer(const Evaluation& made, Session& session) {
  const TrainingDesk& training = *train.desk();
  const HeadPlace head = training.head;
  Scene opened = made.scene;
  opened.title = "Layer " + std::to_string(head.layer) + " after " +
                 std::to_string(training.step()) +
                 " steps: " + std::string(training.plan().task->label);
  session.files.open(std::move(opened), "");
  layer = session.files.document_number() + (session.workspace.opening() != nullptr ? 1 : 0);
  session.workspace.look.view.head = static_cast<int>(head.head);
}

}  // namespace attn::ui
