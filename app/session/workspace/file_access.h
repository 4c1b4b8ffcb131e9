#pragma once

#include <string>

#include "app/session/workspace/access.h"
#include "app/session/workspace/lesson_course.h"

namespace attn {

/// Access of the file dialogs for a frame: they can also open and save, see Workspace.
class FileAccess : public Access {
 public:
  using Access::Access;

  bool open_file(const std::string& path) const { return workspace_->open_file(path); }
  /// As attn::open_path(): also for a lesson, or a folder of them.
  void open_path(const std::string& path) const { attn::open_path(*workspace_, path); }
  ImportOffer* import_offer() const { return workspace_->import_offer(); }
  void accept_import() const { workspace_->accept_import(); }
  void decline_import() const { workspace_->decline_import(); }
  CollectedFigure& figure() const { return workspace_->figure(); }
  bool save_as(const std::string& path) const { return workspace_->save_as(path); }
  bool save_anyway() const { return workspace_->save_anyway(); }
  void reload() const { workspace_->reload(); }
  void forget_newer() const { workspace_->forget_newer(); }
};

}  // namespace attn
