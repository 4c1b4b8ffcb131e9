#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/platform/descriptor.h"

namespace attn {

// Local sockets between programs of one user (unix(7)). Errors are std::runtime_error.

/// Path of the socket of this user's window: in $XDG_RUNTIME_DIR, else in a folder of $TMPDIR or
/// /tmp that no other user can enter. Creates the folder. Throws if it is another user's, or open
/// to others.
std::string window_socket_path();

/// Connects to the socket at `path`; null if nobody listens there.
std::unique_ptr<Descriptor> connect_to(const std::string& path);

/// Socket at which connections of the same user are accepted. Only one process listens at a path.
class LocalListener {
 public:
  /// Null if another process listens there. A socket that a dead process left is replaced. Throws.
  static std::unique_ptr<LocalListener> at(const std::string& path);
  LocalListener(const LocalListener&) = delete;
  LocalListener& operator=(const LocalListener&) = delete;
  ~LocalListener();

  /// Readable if accept() has something to do.
  const Descriptor& socket() const { return socket_; }
  /// A new connection, which does not block; null if none waits, or it is another user's.
  std::unique_ptr<Descriptor> accept();

 private:
  LocalListener(std::string path, std::unique_ptr<Descriptor> lock);

  std::string path_;
  std::unique_ptr<Descriptor> lock_;  ///< file beside the socket, locked while this process listens
  Descriptor socket_;
};

/// Reads up to `most` bytes that have arrived and adds them to `bytes`. Returns false at the end of
/// the connection, or if it failed.
bool receive_some(const Descriptor& connection, std::string& bytes, std::size_t most);

/// Sends all `bytes`; a receiver that takes none for `patience` fails. Throws.
void send_all(const Descriptor& connection, std::string_view bytes,
              std::chrono::milliseconds patience);

/// Ends a wait_for_any() of another thread, which waits for `asked` too.
class WakeUp {
 public:
  WakeUp();
  void wake();
  const Descriptor& asked() const { return read_end_; }

 private:
  WakeUp(std::pair<int, int> ends) : read_end_(ends.first), write_end_(ends.second) {}

  Descriptor read_end_, write_end_;  ///< of a pipe
};

/// Waits until something can be read from one of `descriptors` (null: none), for `patience` at
/// most. Returns for each whether it can, or its connection ended; empty if the wait failed.
std::vector<bool> wait_for_any(std::span<const Descriptor* const> descriptors,
                               std::chrono::milliseconds patience);

/// Waits until bytes have arrived, or the connection ends; returns false after `patience`.
bool wait_for_bytes(const Descriptor& connection, std::chrono::milliseconds patience);

}  // namespace attn
