#include "app/platform/local_socket.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "app/platform/folders.h"

namespace attn {
namespace {

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) fail_with(ENAMETOOLONG);
  std::ranges::copy(path, address.sun_path);
  return address;
}

std::unique_ptr<Descriptor> new_socket(int flags) {
  return std::make_unique<Descriptor>(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
}

/// Throws unless the folder is this user's, and closed to others.
void require_private(const std::string& folder) {
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0) fail_with(errno);
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() ||
      (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw std::runtime_error(folder + ": expected a folder that only this user can enter");
  }
}

/// Whether the process at the other end is this user's.
bool is_of_this_user(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         peer.uid == ::geteuid();
}

/// Read end and write end of a new pipe.
std::pair<int, int> pipe_ends() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_with(errno);
  return {ends[0], ends[1]};
}

bool poll_for(int connection, short events, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd wanted{connection, events, 0};
    const int found = ::poll(&wanted, 1, std::max(0, static_cast<int>(left.count())));
    if (found > 0) return true;
    if (found == 0 || errno != EINTR) return false;
  }
}

}  // namespace

std::string window_socket_path() {
  std::string folder = folder_variable("XDG_RUNTIME_DIR");
  if (folder.empty()) {
    folder = folder_variable("TMPDIR");
    if (folder.empty()) folder = "/tmp";
    folder += "/attentoscope-" + std::to_string(::geteuid());
  } else {
    folder += "/attentoscope";
  }
  if (const int error = make_private_folder(folder)) {
    throw std::runtime_error(folder + ": " + std::strerror(error));
  }
  require_private(folder);
  return folder + "/window";
}

std::unique_ptr<Descriptor> connect_to(const std::string& path) {
  const sockaddr_un address = address_of(path);
  auto socket = new_socket(0);
  if (::connect(socket->get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    return socket;
  }
  if (errno == ENOENT || errno == ECONNREFUSED) return nullptr;
  fail_with(errno);
}

std::unique_ptr<LocalListener> LocalListener::at(const std::string& path) {
  auto lock = std::make_unique<Descriptor>(::open(
      (path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
  if (::flock(lock->get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return nullptr;
    fail_with(errno);
  }
  return std::unique_ptr<LocalListener>(new LocalListener(path, std::move(lock)));
}

LocalListener::LocalListener(std::string path, std::unique_ptr<Descriptor> lock)
    : path_(std::move(path)),
      lock_(std::move(lock)),
      socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  const sockaddr_un address = address_of(path_);
  ::unlink(path_.c_str());  // of a process that died: the lock is ours
  constexpr int kMostWaiting = 16;
  // Its folder is private, so the moment before chmod shows it to nobody.
  if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::chmod(path_.c_str(), S_IRUSR | S_IWUSR) != 0 ||
      ::listen(socket_.get(), kMostWaiting) != 0) {
    fail_with(errno);
  }
}

LocalListener::~LocalListener() { ::unlink(path_.c_str()); }

std::unique_ptr<Descriptor> LocalListener::accept() {
  const int accepted = ::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (accepted < 0) return nullptr;
  auto connection = std::make_unique<Descriptor>(accepted);
  return is_of_this_user(accepted) ? std::move(connection) : nullptr;
}

bool receive_some(const Descriptor& connection, std::string& bytes, std::size_t most) {
  const std::size_t before = bytes.size();
  bytes.resize(before + most);
  const ssize_t found = ::recv(connection.get(), bytes.data() + before, most, MSG_DONTWAIT);
  bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(0, found)));
  return found > 0 || (found < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

void send_all(const Descriptor& connection, std::string_view bytes,
              std::chrono::milliseconds patience) {
  while (!bytes.empty()) {
    const ssize_t sent =
        ::send(connection.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!poll_for(connection.get(), POLLOUT, patience)) fail_with(ETIMEDOUT);
    } else if (errno != EINTR) {
      fail_with(errno);
    }
  }
}

WakeUp::WakeUp() : WakeUp(pipe_ends()) {}

// An empty pipe takes a byte at once.
void WakeUp::wake() { write_all(write_end_.get(), "!"); }

std::vector<bool> wait_for_any(std::span<const Descriptor* const> descriptors,
                               std::chrono::milliseconds patience) {
  std::vector<pollfd> wanted;
  wanted.reserve(descriptors.size());
  for (const Descriptor* one : descriptors) wanted.push_back({one ? one->get() : -1, POLLIN, 0});
  const int found = ::poll(wanted.data(), wanted.size(), static_cast<int>(patience.count()));
  if (found < 0) return {};
  std::vector<bool> ready;
  ready.reserve(wanted.size());
  for (const pollfd& one : wanted) ready.push_back(one.revents != 0);
  return ready;
}

bool wait_for_bytes(const Descriptor& connection, std::chrono::milliseconds patience) {
  return poll_for(connection.get(), POLLIN, patience);
}

}  // namespace attn
