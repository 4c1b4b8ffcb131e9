#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <X11/Xlib.h>

#include "tests/support/picture.h"

namespace attn::test {

/// One connection to an X server: its mouse and keyboard (XTest), its picture, and the one window
/// on it.
class Screen {
 public:
  /// ":1". Throws std::runtime_error where nothing answers there.
  explicit Screen(const std::string& display);
  ~Screen();

  /// Does, one after the other: mousemove X Y, mousemove_relative DX DY, mousedown N, mouseup N,
  /// click N (1 left, 3 right, 4 to 7 the wheel), key KEYS ("ctrl+shift+z"), keydown KEY,
  /// keyup KEY, type TEXT, sleep SECONDS. Throws std::runtime_error at another word.
  void input(const std::vector<std::string>& words);

  /// Whether the window has read all input that there was until now. It is asked by
  /// _NET_WM_PING, as window managers ask: false where no answer comes in time, or there is no
  /// window.
  bool window_answers(std::chrono::milliseconds time);
  void resize_window(int width, int height);
  /// Drops `files` onto the middle of the window, as a file manager does (XDND). False where the
  /// window does not take them within `time`.
  bool drop(const std::vector<std::string>& files, std::chrono::milliseconds time);
  /// How many windows were shown since the last call.
  int take_shown_windows();
  /// Lays a window over all for a moment: what it covers is lost.
  void cover();

  Picture picture();
  /// Whether all looks as at the last call of one of these two.
  bool looks_the_same();

 private:
  class Look;
  struct Key {
    unsigned code = 0;
    bool shifted = false;
  };
  using Words = std::vector<std::string>::const_iterator;

  Words play(Words word, Words end);
  void click(unsigned button);
  void press(const std::string& keys);
  void type(const std::string& text);
  void stroke(const Key& key);
  void learn_keys();
  /// The key with that character on it; one that has none is given it.
  const Key& key_of(KeySym symbol);
  Window window();
  bool hand_over(Window source, const std::string& data, std::chrono::milliseconds time);

  std::unique_ptr<Display, int (*)(Display*)> display_;
  std::unique_ptr<Look> last_, other_;
  std::map<KeySym, Key> keys_;
  std::vector<unsigned> spare_keys_;
  long ping_ = 0;
};

}  // namespace attn::test
