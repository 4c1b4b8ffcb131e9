#include "tests/ui/screen.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <thread>

#include <X11/XKBlib.h>
#include <X11/XWDFile.h>
#include <X11/Xatom.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

namespace attn::test {
namespace {

using Clock = std::chrono::steady_clock;

/// From key to key: nobody types faster.
constexpr std::chrono::milliseconds kKeyPause{12};

/// The character at `at` of UTF-8 without errors, which moves behind it.
char32_t next_point(const std::string& text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  char32_t point = first < 0x80   ? first
                   : first < 0xe0 ? first & 0x1f
                   : first < 0xf0 ? first & 0xf
                                  : first & 7;
  while (at < text.size() && (text[at] & 0xc0) == 0x80) {
    point = point << 6 | static_cast<unsigned char>(text[at++] & 0x3f);
  }
  return point;
}

KeySym symbol_of(char32_t point) {
  const bool is_latin_1 = (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point <= 0xff);
  return is_latin_1 ? point : 0x01000000 + point;
}

KeySym symbol_named(const std::string& name) {
  if (name == "ctrl") return XK_Control_L;
  if (name == "shift") return XK_Shift_L;
  if (name == "alt") return XK_Alt_L;
  const KeySym symbol = XStringToKeysym(name.c_str());
  if (symbol == NoSymbol) throw std::runtime_error("no key " + name);
  return symbol;
}

}  // namespace

/// The screen's pixels as the server draws them, and a copy of them as they were last looked at.
class Screen::Pixels {
 public:
  Pixels(const std::filesystem::path& path, int width, int height)
      : width_(width), height_(height) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw std::runtime_error("no picture of the screen");
    file_size_ = std::filesystem::file_size(path);
    file_ = mmap(nullptr, file_size_, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (file_ == MAP_FAILED) throw std::runtime_error("no picture of the screen");
    XWDFileHeader header;  // of big-endian numbers
    std::memcpy(&header, file_, sizeof header);
    stride_ = ntohl(header.bytes_per_line);
    const std::size_t start = ntohl(header.header_size) + ntohl(header.ncolors) * sz_XWDColor;
    now_ = static_cast<const char*>(file_) + start;
    const std::size_t size = stride_ * static_cast<std::size_t>(height);
    if (ntohl(header.bits_per_pixel) != 32 || ntohl(header.byte_order) != LSBFirst ||
        start + size > file_size_) {
      throw std::runtime_error("no picture of the screen");
    }
    last_.resize(size);
  }
  ~Pixels() { munmap(file_, file_size_); }
  Pixels(const Pixels&) = delete;
  Pixels& operator=(const Pixels&) = delete;

  /// Whether the upper left `width` x `height` pixels are those of the copy, which then has them.
  bool update(int width, int height) {
    const auto bytes = 4 * static_cast<std::size_t>(std::min(width, width_));
    bool is_same = true;
    for (int y = 0; y < std::min(height, height_); ++y) {
      const std::size_t row = stride_ * static_cast<std::size_t>(y);
      if (std::memcmp(&last_[row], now_ + row, bytes) == 0) continue;
      std::memcpy(&last_[row], now_ + row, bytes);
      is_same = false;
    }
    return is_same;
  }
  /// Returns a picture of the whole screen, and brings the copy up to date.
  Picture picture() {
    update(width_, height_);
    Picture picture{width_, height_, {}};
    picture.rgba.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4);
    std::uint8_t* to = picture.rgba.data();
    for (int y = 0; y < height_; ++y) {
      const char* from = &last_[stride_ * static_cast<std::size_t>(y)];
      for (int x = 0; x < width_; ++x, from += 4, to += 4) {
        for (const int i : {0, 1, 2}) to[i] = static_cast<std::uint8_t>(from[2 - i]);
        to[3] = 255;
      }
    }
    return picture;
  }

 private:
  int width_, height_;
  std::size_t file_size_ = 0, stride_ = 0;
  void* file_ = nullptr;
  const char* now_ = nullptr;
  std::vector<char> last_;
};

Screen::Screen(const std::string& display, const std::filesystem::path& pixels)
    : display_(XOpenDisplay(display.c_str()), &XCloseDisplay) {
  if (!display_) throw std::runtime_error("no display " + display);
  // The window can go while we speak to it: that is no error of ours.
  XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
  XSelectInput(display_.get(), DefaultRootWindow(display_.get()), SubstructureNotifyMask);
  learn_keys();
  const int screen = DefaultScreen(display_.get());
  pixels_ = std::make_unique<Pixels>(pixels, DisplayWidth(display_.get(), screen),
                                     DisplayHeight(display_.get(), screen));
}

Screen::~Screen() = default;

void Screen::release_all() {
  Display* display = display_.get();
  char held[32];
  XQueryKeymap(display, held);
  for (unsigned key = 0; key < 8 * sizeof held; ++key) {
    if ((held[key / 8] >> key % 8 & 1) != 0) XTestFakeKeyEvent(display, key, False, CurrentTime);
  }
  Window window = 0;
  int n = 0;
  unsigned buttons = 0;
  XQueryPointer(display, DefaultRootWindow(display), &window, &window, &n, &n, &n, &n, &buttons);
  for (unsigned button = 1; button <= 5; ++button) {
    if ((buttons & unsigned{Button1Mask} << (button - 1)) == 0) continue;
    XTestFakeButtonEvent(display, button, False, CurrentTime);
  }
}

void Screen::renew() {
  Display* display = display_.get();
  for (const auto end = Clock::now() + std::chrono::minutes(1); window() != 0;) {
    if (Clock::now() > end) throw std::runtime_error("a window of an earlier test is still shown");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  release_all();
  KeySym none[] = {NoSymbol, NoSymbol};
  for (const unsigned key : given_keys_) {
    XChangeKeyboardMapping(display, static_cast<int>(key), 2, none, 1);
    std::erase_if(keys_, [&](const auto& one) { return one.second.code == key; });
    spare_keys_.push_back(key);
  }
  given_keys_.clear();
  const int screen = DefaultScreen(display);
  XTestFakeMotionEvent(display, screen, DisplayWidth(display, screen) / 2,
                       DisplayHeight(display, screen) / 2, CurrentTime);
  XSetInputFocus(display, PointerRoot, RevertToPointerRoot, CurrentTime);
  XDeleteProperty(display, DefaultRootWindow(display), XA_RESOURCE_MANAGER);
  take_shown_windows();
}

void Screen::learn_keys() {
  int first = 0, last = 0;
  XDisplayKeycodes(display_.get(), &first, &last);
  for (int code = first; code <= last; ++code) {
    const auto key = static_cast<KeyCode>(code);
    bool is_spare = true;
    for (const int level : {0, 1}) {
      const KeySym symbol = XkbKeycodeToKeysym(display_.get(), key, 0, level);
      if (symbol == NoSymbol) continue;
      is_spare = false;
      keys_.emplace(symbol, Key{key, level == 1});
    }
    if (is_spare) spare_keys_.push_back(key);
  }
}

const Screen::Key& Screen::key_of(KeySym symbol) {
  const auto found = keys_.find(symbol);
  if (found != keys_.end()) return found->second;
  if (spare_keys_.empty()) throw std::runtime_error("too many different characters to type");
  const unsigned code = given_keys_.emplace_back(spare_keys_.back());
  spare_keys_.pop_back();
  KeySym symbols[] = {symbol, symbol};
  XChangeKeyboardMapping(display_.get(), static_cast<int>(code), 2, symbols, 1);
  XSync(display_.get(), False);
  return keys_.emplace(symbol, Key{code, false}).first->second;
}

void Screen::stroke(const Key& key) {
  XTestFakeKeyEvent(display_.get(), key.code, True, CurrentTime);
  XTestFakeKeyEvent(display_.get(), key.code, False, CurrentTime);
  XSync(display_.get(), False);
  std::this_thread::sleep_for(kKeyPause);
}

void Screen::press(const std::string& keys) {
  std::vector<Key> held;
  const auto named = [&](const std::string& name) {
    if (name.starts_with('#')) return Key{static_cast<unsigned>(std::stoul(name.substr(1)))};
    return key_of(symbol_named(name));
  };
  std::size_t start = 0;
  for (std::size_t plus; (plus = keys.find('+', start)) != std::string::npos; start = plus + 1) {
    held.push_back(named(keys.substr(start, plus - start)));
  }
  const Key key = named(keys.substr(start));
  if (key.shifted) held.push_back(key_of(XK_Shift_L));
  for (const Key& one : held) XTestFakeKeyEvent(display_.get(), one.code, True, CurrentTime);
  stroke(key);
  std::reverse(held.begin(), held.end());
  for (const Key& one : held) XTestFakeKeyEvent(display_.get(), one.code, False, CurrentTime);
}

void Screen::type(const std::string& text) {
  const unsigned shift = key_of(XK_Shift_L).code;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t point = next_point(text, at);
    const Key key = point == '\n'   ? key_of(XK_Return)
                    : point == '\t' ? key_of(XK_Tab)
                                    : key_of(symbol_of(point));
    if (key.shifted) XTestFakeKeyEvent(display_.get(), shift, True, CurrentTime);
    stroke(key);
    if (key.shifted) XTestFakeKeyEvent(display_.get(), shift, False, CurrentTime);
  }
}

void Screen::click(unsigned button) {
  XTestFakeButtonEvent(display_.get(), button, True, CurrentTime);
  XTestFakeButtonEvent(display_.get(), button, False, CurrentTime);
}

Screen::Words Screen::play(Words word, Words end) {
  Display* display = display_.get();
  const std::string verb = *word++;
  const auto next = [&] {
    if (word == end) throw std::runtime_error(verb + " lacks a word");
    return *word++;
  };
  const auto number = [&] { return std::stoi(next()); };
  const auto button = [&] { return static_cast<unsigned>(number()); };
  if (verb == "mousemove") {
    const int x = number();
    XTestFakeMotionEvent(display, DefaultScreen(display), x, number(), CurrentTime);
  } else if (verb == "mousemove_relative") {
    const int dx = number();
    XTestFakeRelativeMotionEvent(display, dx, number(), CurrentTime);
  } else if (verb == "mousedown") {
    XTestFakeButtonEvent(display, button(), True, CurrentTime);
  } else if (verb == "mouseup") {
    XTestFakeButtonEvent(display, button(), False, CurrentTime);
  } else if (verb == "click") {
    click(button());
  } else if (verb == "key") {
    press(next());
  } else if (verb == "keydown" || verb == "keyup") {
    const Key key = key_of(symbol_named(next()));
    XTestFakeKeyEvent(display, key.code, verb == "keydown" ? True : False, CurrentTime);
  } else if (verb == "type") {
    type(next());
  } else if (verb == "resize") {
    const int width = number();
    resize_window(width, number());
  } else if (verb == "sleep") {
    XSync(display, False);
    std::this_thread::sleep_for(std::chrono::duration<double>(std::stod(next())));
  } else {
    throw std::runtime_error("no input is called " + verb);
  }
  return word;
}

void Screen::input(const std::vector<std::string>& words) {
  for (Words word = words.begin(); word != words.end();) word = play(word, words.end());
  XSync(display_.get(), False);
}

Window Screen::window() {
  Window root = 0, parent = 0, found = 0;
  Window* children = nullptr;
  unsigned count = 0;
  if (XQueryTree(display_.get(), DefaultRootWindow(display_.get()), &root, &parent, &children,
                 &count) == 0) {
    return 0;
  }
  for (unsigned i = 0; i < count; ++i) {
    XWindowAttributes attributes{};
    const bool is_there = XGetWindowAttributes(display_.get(), children[i], &attributes) != 0;
    if (is_there && attributes.map_state == IsViewable) found = children[i];
  }
  XFree(children);
  return found;
}

void Screen::resize_window(int width, int height) {
  XResizeWindow(display_.get(), window(), static_cast<unsigned>(width),
                static_cast<unsigned>(height));
  XSync(display_.get(), False);
}

int Screen::take_shown_windows() {
  XSync(display_.get(), False);
  int shown = 0;
  for (XEvent event; XPending(display_.get()) > 0;) {
    XNextEvent(display_.get(), &event);
    shown += event.type == MapNotify;
  }
  return shown;
}

void Screen::cover() {
  Display* display = display_.get();
  XSetWindowAttributes look{};
  look.override_redirect = True;  // so that it is not taken for the program's
  look.background_pixel = 0xff00ff;
  const Window cover =
      XCreateWindow(display, DefaultRootWindow(display), 0, 0, 4000, 4000, 0, CopyFromParent,
                    InputOutput, CopyFromParent, CWOverrideRedirect | CWBackPixel, &look);
  XMapRaised(display, cover);
  XSync(display, False);
  XDestroyWindow(display, cover);
  XSync(display, False);
}

bool Screen::window_answers(std::chrono::milliseconds time) {
  const auto end = Clock::now() + time;
  XEvent ping{};
  ping.xclient.type = ClientMessage;
  ping.xclient.window = window();
  ping.xclient.message_type = XInternAtom(display_.get(), "WM_PROTOCOLS", False);
  ping.xclient.format = 32;
  ping.xclient.data.l[0] = static_cast<long>(XInternAtom(display_.get(), "_NET_WM_PING", False));
  ping.xclient.data.l[1] = ++ping_;
  ping.xclient.data.l[2] = static_cast<long>(ping.xclient.window);
  if (ping.xclient.window == 0) return false;
  XSendEvent(display_.get(), ping.xclient.window, False, NoEventMask, &ping);
  XFlush(display_.get());
  for (;;) {
    while (XPending(display_.get()) > 0) {
      XEvent event;
      XNextEvent(display_.get(), &event);
      if (event.type == ClientMessage && event.xclient.data.l[1] == ping_) return true;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return false;
    pollfd connection{ConnectionNumber(display_.get()), POLLIN, 0};
    poll(&connection, 1, static_cast<int>(std::min<long>(left.count(), 100)));
  }
}

Picture Screen::picture() {
  XSync(display_.get(), False);
  return pixels_->picture();
}

bool Screen::looks_the_same() {
  XWindowAttributes shown{};
  const Window looked_at = window();
  XGetWindowAttributes(display_.get(),
                       looked_at != 0 ? looked_at : DefaultRootWindow(display_.get()), &shown);
  return pixels_->update(shown.width, shown.height);
}

/// Gives what is dropped to who asks for it, until the window says that it is done.
bool Screen::hand_over(Window source, const std::string& data, std::chrono::milliseconds time) {
  Display* display = display_.get();
  const Atom finished = XInternAtom(display, "XdndFinished", False);
  for (const auto end = Clock::now() + time; Clock::now() < end;) {
    if (XPending(display) == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    XEvent event;
    XNextEvent(display, &event);
    if (event.type == ClientMessage && event.xclient.message_type == finished) return true;
    if (event.type != SelectionRequest || event.xselectionrequest.owner != source) continue;
    const XSelectionRequestEvent& wish = event.xselectionrequest;
    XChangeProperty(display, wish.requestor, wish.property, wish.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(data.data()),
                    static_cast<int>(data.size()));
    XEvent answer{};
    answer.xselection = {SelectionNotify, 0,           False,         display,  wish.requestor,
                         wish.selection,  wish.target, wish.property, wish.time};
    XSendEvent(display, wish.requestor, False, NoEventMask, &answer);
    XFlush(display);
  }
  return false;
}

bool Screen::drop(const std::vector<std::string>& files, std::chrono::milliseconds time) {
  Display* display = display_.get();
  const Window target = window();
  XWindowAttributes at{};
  if (target == 0 || XGetWindowAttributes(display, target, &at) == 0) return false;
  const auto atom = [&](const char* name) { return XInternAtom(display, name, False); };
  const Window source =
      XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  XSetSelectionOwner(display, atom("XdndSelection"), source, CurrentTime);
  const auto tell = [&](const char* what, std::vector<long> rest) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target;
    event.xclient.message_type = atom(what);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(source);
    std::ranges::copy(rest, event.xclient.data.l + 1);
    XSendEvent(display, target, False, NoEventMask, &event);
  };
  const long place = static_cast<long>(at.x + at.width / 2) << 16 | (at.y + at.height / 2);
  const auto copy = static_cast<long>(atom("XdndActionCopy"));
  tell("XdndEnter", {5L << 24, static_cast<long>(atom("text/uri-list")), 0, 0});
  tell("XdndPosition", {0, place, CurrentTime, copy});
  tell("XdndDrop", {0, CurrentTime, 0, 0});
  std::string uris;
  for (const std::string& file : files) uris += "file://" + file + "\r\n";
  const bool is_taken = hand_over(source, uris, time);
  XDestroyWindow(display, source);
  XFlush(display);
  return is_taken;
}

}  // namespace attn::test
