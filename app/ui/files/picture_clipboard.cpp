#include "app/ui/files/picture_clipboard.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/ui/toolkit/display.h"

namespace attn::ui {
namespace {

namespace fs = std::filesystem;

/// Program that owns a picture on the clipboard, and Debian's package of it.
struct Owner {
  const char* const* command;  ///< reads the picture from its standard input
  std::string_view package;
};

Owner clipboard_owner() {
  static constexpr const char* kWayland[] = {"wl-copy", "--type", "image/png", nullptr};
  static constexpr const char* kX11[] = {"xclip", "-selection", "clipboard",
                                         "-t",    "image/png",  nullptr};
  return is_on_wayland() ? Owner{kWayland, "wl-clipboard"} : Owner{kX11, "xclip"};
}

/// Folder for one file, removed at the end.
class PictureFolder {
 public:
  PictureFolder() : path_((fs::temp_directory_path() / "attentoscope-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary file: " + path_);
  }
  ~PictureFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PictureFolder(const PictureFolder&) = delete;
  PictureFolder& operator=(const PictureFolder&) = delete;
  std::string file(std::string_view name) const { return (fs::path(path_) / name).string(); }

 private:
  std::string path_;
};

/// Runs `command` with the file as its input, for some seconds at most; its exit status, or −1 if
/// it is not installed.
int run_with_input(const char* const* command, const std::string& path) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, path.c_str(), O_RDONLY, 0);
  // The owner outlives the window: it must not hold the reader of the window's output.
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // Nor the locks of our files, which say that this window is open.
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  pid_t process = 0;
  const int problem = posix_spawnp(&process, command[0], &files, nullptr,
                                   const_cast<char* const*>(command), environ);
  posix_spawn_file_actions_destroy(&files);
  if (problem != 0) return -1;
  constexpr std::chrono::seconds kPatience{10};  // a desktop can leave wl-copy without an answer
  constexpr std::chrono::milliseconds kPause{10};
  const auto end = std::chrono::steady_clock::now() + kPatience;
  int status = 0;
  while (waitpid(process, &status, WNOHANG) != process) {
    if (std::chrono::steady_clock::now() > end) kill(process, SIGKILL);
    std::this_thread::sleep_for(kPause);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

void copy_picture(const std::function<void(const std::string& path)>& write) {
  const PictureFolder folder;
  const std::string path = folder.file("picture.png");
  write(path);
  const Owner owner = clipboard_owner();
  const int status = run_with_input(owner.command, path);
  const std::string program = owner.command[0];
  if (status < 0 || status == 127) {
    throw std::runtime_error("Copying a picture needs the program " + program +
                             ": install the package " + std::string(owner.package));
  }
  if (status != 0) throw std::runtime_error(program + " could not copy the picture");
}

}  // namespace attn::ui
