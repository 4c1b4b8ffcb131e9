#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/platform/local_socket.h"
#include "engine/attention/scene.h"

namespace attn {

/// Scene that another program sent.
struct ReceivedScene {
  std::string name;
  std::shared_ptr<const Scene> scene;
};

/// Listens for scenes from other programs on a thread of its own, which never holds up the window:
/// of each name it keeps the newest until it is taken. Senders cannot fill the memory: sizes are
/// limited, a sender that falls silent within a message is dropped, and each may send at most
/// kMostMessages a second.
class Inbox {
 public:
  static constexpr int kMostMessages = 60;
  static constexpr std::size_t kMostSenders = 16, kMostNames = 32;

  /// Calls `wake` on its thread when a scene has arrived.
  explicit Inbox(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~Inbox();
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  /// Listens at `path`, if no other process does. Throws std::runtime_error.
  bool listen(const std::string& path);
  bool is_listening() const { return listener_ != nullptr; }
  bool has_arrived() const;
  /// The newest scene of each name that has arrived since the last call, in order of arrival.
  std::vector<ReceivedScene> take();

 private:
  class Senders;
  /// Keeps a scene; returns the problem if there are too many names.
  std::string keep(ReceivedScene scene);

  std::function<void()> wake_;
  std::unique_ptr<LocalListener> listener_;
  std::unique_ptr<WakeUp> stop_;  ///< written to end the thread
  mutable std::mutex mutex_;
  std::vector<ReceivedScene> arrived_;  ///< guarded by mutex_
  std::thread thread_;
};

}  // namespace attn
