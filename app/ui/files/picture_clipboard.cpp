#include "app/ui/files/picture_clipboard.h"

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "app/platform/folders.h"
#include "app/platform/process.h"
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
  PictureFolder() : path_(make_temporary_folder()) {}
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

}  // namespace

void copy_picture(const std::function<void(const std::string& path)>& write) {
  const PictureFolder folder;
  const std::string path = folder.file("picture.png");
  write(path);
  const Owner owner = clipboard_owner();
  constexpr std::chrono::seconds kPatience{10};  // a desktop can leave wl-copy without an answer
  const int status = run_with_input(owner.command, path, kPatience);
  const std::string program = owner.command[0];
  if (status < 0 || status == 127) {
    throw std::runtime_error("Copying a picture needs the program " + program +
                             ": install the package " + std::string(owner.package));
  }
  if (status != 0) throw std::runtime_error(program + " could not copy the picture");
}

}  // namespace attn::ui
