#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

#include "tests/support/picture.h"

namespace attn::test {

/// A disk can be slow, and a machine busy.
constexpr std::chrono::minutes kPatience{3};

/// A child process, ended with its owner.
class Process {
 public:
  Process() = default;
  /// Starts `words` with `environment` ("NAME=value") added to ours.
  explicit Process(const std::vector<std::string>& words,
                   const std::vector<std::string>& environment = {});
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;

  pid_t pid() const { return pid_; }
  bool is_running();
  /// Waits for its end, and ends it where that takes too long: what hangs fails its test, and not
  /// all that come after. Answers the exit status, or 128 + the signal.
  int wait(std::chrono::milliseconds patience = kPatience);
  /// Sends SIGTERM unless it ended, and waits.
  void stop();
  /// Stands still while `what` is done, as on a machine that is busy with something else.
  void while_held(const std::function<void()>& what) const;

 private:
  pid_t pid_ = -1;
  int status_ = 0;
};

/// A screen (Xvfb) on which real mouse and keyboard events (XTest) meet a real window. One that a
/// test of this process left is used again, as new.
class Desktop {
 public:
  Desktop();
  ~Desktop();
  const std::string& display() const;

  /// Words as Screen::input() has them: {"mousemove", "10", "20", "click", "1"}.
  void input(const std::vector<std::string>& words);
  /// Whether the window has read all input until now, within `time`.
  bool window_answers(std::chrono::milliseconds time);
  void resize_window(int width, int height);
  /// Gives the keyboard the layout of XKB's that is called so, until the next test: "fr".
  void set_layout(const std::string& layout);
  /// Drops `files` onto the window, as a file manager does; false where it does not take them.
  bool drop(const std::vector<std::string>& files);
  /// How many windows were shown since the last call.
  int take_shown_windows();
  void cover();
  Picture picture() const;
  /// Whether the window looks as at the last call of one of these two.
  bool looks_the_same();

 private:
  struct Server;
  static std::vector<std::unique_ptr<Server>>& free_servers();

  std::unique_ptr<Server> server_;
};

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
};

/// A line of text, or a formula in TeX: where all of it stands, and outside of what it is not seen.
struct DrawnText {
  std::string text;
  Rect box, clip;
};

/// The program with a scene, on a desktop; its window stands at the top left corner.
class OpenProgram {
 public:
  /// Opens a copy of `scene` (below the source tree) in a folder of its own. Waits until the window
  /// is there. With no `size` it chooses one. What is not saved is kept in `data_home`, or in that
  /// folder.
  OpenProgram(Desktop& desktop, const std::string& scene, const std::string& size = "1440x900",
              const std::filesystem::path& data_home = {});

  ~OpenProgram();
  OpenProgram(const OpenProgram&) = delete;
  OpenProgram& operator=(const OpenProgram&) = delete;

  /// Waits so long for a control that is not there, before it says so.
  void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }
  /// The control's place now. What lies in a menu or a part that is folded is opened for it. Throws
  /// std::runtime_error where it is not on the screen and no way leads to it.
  Rect control(const std::string& name);
  bool shows(const std::string& name);
  /// Text of the window under this name, or empty.
  std::string text(const std::string& name);
  /// All that are on the screen, by name.
  std::map<std::string, Rect> controls();

  /// All texts of the window, but what is in fields and menus.
  std::vector<DrawnText> drawn();

  /// The names of those that can't be changed now.
  std::set<std::string> locked();

  void click(const std::string& name);
  void double_click(const std::string& name);
  /// From the middle of the control, `dx` and `dy` pixels on, in several steps.
  void drag(const std::string& name, int dx, int dy);
  /// Presses at one place of a control (shares of its size) and lets go at another.
  void drag_within(const std::string& name, double from_x, double to_x);
  /// A line's end is the Return key, a tab the Tab key.
  void type(const std::string& text);
  void key(const std::string& keys);
  /// Gives all of it between two frames, as where they are slow.
  void between_frames(const std::vector<std::string>& words);
  /// Puts the mouse where it hovers nothing.
  void rest();
  /// Waits until the window is drawn at this size, in pixels.
  void resize(int width, int height);

  /// Saves with Ctrl+S; answers the file's text.
  std::string saved() { return saved_at(scene_path_); }
  /// Saved text of the open file at `path`.
  std::string saved_at(const std::filesystem::path& path);
  /// Waits until nothing on the screen changes any more.
  void settle();
  Picture settled_picture();
  /// Seconds of CPU that the program has used.
  double cpu_seconds() const;
  Process& process() { return process_; }
  const std::filesystem::path& data_home() const { return data_home_; }
  const std::filesystem::path& scene_path() const { return scene_path_; }

 private:
  bool reach(const std::string& name);
  bool comes_to_rest(std::chrono::milliseconds patience);

  struct Map;
  /// Latest UI map of the window.
  const Map& map();

  std::chrono::milliseconds patience_ = kPatience;
  Desktop& desktop_;
  std::filesystem::path folder_, scene_path_, map_path_, data_home_;
  std::shared_ptr<const Map> map_;
  Process process_;
};

/// Tries `condition` until it holds, for a while. Answers whether it did.
bool eventually(const std::function<bool()>& condition,
                std::chrono::milliseconds patience = kPatience);

}  // namespace attn::test
