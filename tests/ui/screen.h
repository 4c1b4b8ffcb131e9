#pragma once

#include <chrono>
#include <filesystem>
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
  /// `display` is like ":1"; the server draws into the file `pixels` (Xvfb -fbdir). Throws
  /// std::runtime_error where nothing answers, or the file is no picture.
  Screen(const std::string& display, const std::filesystem::path& pixels);
  ~Screen();

  /// Waits until no window is shown, and makes all as on a new server: no key or button is held,
  /// keys have no other characters than at the start, the mouse stands in the middle, no window has
  /// the focus, no resources are set.
  void renew();

  /// Does, one after the other: mousemove X Y, mousemove_relative DX DY, mousedown N, mouseup N,
  /// click N (1 left, 3 right, 4 to 7 the wheel), key KEYS ("ctrl+shift+z"; "#24" is the key of
  /// X's code 24), keydown KEY, keyup KEY, type TEXT, resize WIDTH HEIGHT of the window, sleep
  /// SECONDS. Throws std::runtime_error at another word.
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
  /// Whether the window looks as at the last call of one of these two.
  bool looks_the_same();

 private:
  class Pixels;
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
  void release_all();
  /// The key with that character on it; one that has none is given it.
  const Key& key_of(KeySym symbol);
  Window window();
  bool hand_over(Window source, const std::string& data, std::chrono::milliseconds time);

  std::unique_ptr<Display, int (*)(Display*)> display_;
  std::unique_ptr<Pixels> pixels_;
  std::map<KeySym, Key> keys_;
  std::vector<unsigned> spare_keys_, given_keys_;
  long ping_ = 0;
};

}  // namespace attn::test
