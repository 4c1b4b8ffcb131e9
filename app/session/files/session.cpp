#include "app/session/files/session.h"

#include <utility>

#include "app/session/evaluation/backends.h"

namespace attn {

Session::Session(Scene scene, const KnownFile& file, const std::function<void()>& wake,
                 BackgroundEvaluation::Evaluate evaluate, Backends* chosen)
    : backends(chosen),
      workspace(wake, std::move(evaluate), chosen),
      course(workspace, wake),
      files(workspace, course, wake) {
  files.open(std::move(scene), file);
}

Session::Session(Scene scene, const KnownFile& file, const std::function<void()>& wake,
                 Backends& chosen)
    : Session(
          std::move(scene), file, wake,
          [&chosen](const Scene& wanted, Progress& progress) {
            return chosen.evaluate(wanted, &progress);
          },
          &chosen) {}

void Session::catch_up() {
  files.catch_up();
  files.imports.follow();
  workspace.catch_up();
}

bool Session::can_catch_up() const {
  return workspace.evaluated().has_answer() || course.has_read() || files.imports.can_follow() ||
         files.has_answer() || files.has_received();
}

}  // namespace attn
