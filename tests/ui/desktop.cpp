#include "tests/ui/desktop.h"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/screen.h"

namespace attn::test {
namespace {

using namespace std::chrono_literals;

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

std::filesystem::path fresh_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "attentoscope-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

struct Way {
  std::regex control;
  std::string opener;  ///< what is clicked to see it
};

/// Ways to reach controls in menus, folded parts and behind others; the first match counts.
const std::vector<Way>& ways() {
  static const std::vector<Way> all = {
      {std::regex(R"(bias\.give|score\.scale|bias\.menu|bias\[.*)"), "section.bias.scale"},
      {std::regex(R"(position\.slopes\.give)"), "section.position"},
      {std::regex(R"((heads\.\d+)\..+\.add)"), "$1.more"},
      {std::regex(R"((score|normalizer|position|combine)\..+\.add)"), "$1.more"},
      {std::regex(R"((mask\.\d+)\.(dilation|sinks)\.add)"), "$1.more"},
      {std::regex(R"(score\.(more|norm|epsilon|cap|bend|null)(\.remove)?)"), "section.bias.scale"},
      {std::regex(R"(combine\.more)"), "section.heads"},
      {std::regex(R"((.+)\.(random|zero|identity|normalise|paste|copy\..+|give|drop))"), "$1.menu"},
      {std::regex(R"((.+)\.(add|remove)-dimension)"), "$1.menu"},
      {std::regex(R"(tokens\.shuffle)"), "embeddings.menu"},
      {std::regex(R"(query-tokens\.shuffle)"), "queries.menu"},
      {std::regex(R"((heads\.\d+\.(w_q|w_k|w_v|w_a|v))(\.menu|\[.*))"), "$1"},
      {std::regex(R"((combine\.w_o)(\.menu|\[.*))"), "$1"},
      {std::regex(R"(mask\..*)"), "section.mask"},
      {std::regex(R"(heads\.count\..*|head|combine.*)"), "section.heads"},
      {std::regex(R"(position(\..*)?)"), "section.position"},
      {std::regex(R"(learn\..*)"), "section.learn"},
      {std::regex(R"(tab\.(scores|weights|outputs|steps))"), "group.numbers"},
      {std::regex(R"(tab\.(graph|plane|curve|patches))"), "group.pictures"},
      {std::regex(R"(tab\.(heads|compare|cost))"), "group.heads"},
      {std::regex(R"(tab\.(positions|symmetry))"), "group.order"},
      {std::regex(R"(group\.[a-ln-z].*)"), "group.menu"},
      {std::regex(R"(copy|paint|snapshot\.keep|numbers|range\..+|colormap\..+)"), "view.menu"},
  };
  return all;
}

std::string rounded(double x) { return std::to_string(static_cast<long>(std::lround(x))); }

}  // namespace

Process::Process(const std::vector<std::string>& words,
                 const std::vector<std::string>& environment) {
  std::vector<std::string> copy = words;
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // however the test ends
  if (getppid() != parent) _exit(127);
  for (std::string one : environment) putenv(strdup(one.c_str()));
  execvp(copy[0].c_str(), pointers(copy).data());
  _exit(127);
}

Process::~Process() { stop(); }

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), status_(other.status_) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(status_, other.status_);
  return *this;
}

bool Process::is_running() {
  if (pid_ > 0 && waitpid(pid_, &status_, WNOHANG) == pid_) pid_ = -1;
  return pid_ > 0;
}

int Process::wait(std::chrono::milliseconds patience) {
  if (!eventually([this] { return !is_running(); }, patience)) {
    kill(pid_, SIGKILL);
    waitpid(std::exchange(pid_, -1), &status_, 0);
  }
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

void Process::stop() {
  if (pid_ <= 0) return;
  kill(pid_, SIGTERM);
  wait();
}

void Process::while_held(const std::function<void()>& what) const {
  if (pid_ <= 0) throw std::runtime_error("the program ended");  // the signal would be for all
  struct GoesOn {
    pid_t pid;
    ~GoesOn() { kill(pid, SIGCONT); }
  } const after{pid_};
  kill(pid_, SIGSTOP);
  what();
}

struct Desktop::Server {
  Server() {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    process = Process({"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0",
                       "1600x1400x24", "-nolisten", "tcp", "-fbdir", folder.path().string()});
    close(ends[1]);
    char digit = 0;
    while (read(ends[0], &digit, 1) == 1 && digit != '\n') display += digit;
    close(ends[0]);
    if (display == ":") throw std::runtime_error("Xvfb did not start");
    screen = std::make_unique<Screen>(display, folder.path() / "Xvfb_screen0");
  }

  TemporaryFolder folder;
  Process process;
  std::string display = ":";
  std::unique_ptr<Screen> screen;
  bool has_layout = false;  ///< another than at the start
};

std::vector<std::unique_ptr<Desktop::Server>>& Desktop::free_servers() {
  static std::vector<std::unique_ptr<Server>> servers;
  return servers;
}

Desktop::Desktop() {
  if (free_servers().empty()) {
    server_ = std::make_unique<Server>();
    return;
  }
  server_ = std::move(free_servers().back());
  free_servers().pop_back();
  server_->screen->renew();
}

Desktop::~Desktop() {
  // A test that failed leaves its layout: its screen is not used again.
  if (!server_->has_layout) free_servers().push_back(std::move(server_));
}

const std::string& Desktop::display() const { return server_->display; }

void Desktop::set_layout(const std::string& layout) {
  const std::size_t bracket = layout.find('(');
  std::vector<std::string> words = {"setxkbmap", "-display", display(), "-layout",
                                    layout.substr(0, bracket)};
  if (bracket != std::string::npos) {
    words.insert(words.end(),
                 {"-variant", layout.substr(bracket + 1, layout.size() - bracket - 2)});
  }
  if (Process(words).wait() != 0) throw std::runtime_error("no layout " + layout);
  server_->has_layout = layout != "us";
}

void Desktop::input(const std::vector<std::string>& words) { server_->screen->input(words); }

bool Desktop::window_answers(std::chrono::milliseconds time) {
  return server_->screen->window_answers(time);
}

int Desktop::take_shown_windows() { return server_->screen->take_shown_windows(); }

void Desktop::cover() { server_->screen->cover(); }

void Desktop::resize_window(int width, int height) {
  server_->screen->resize_window(width, height);
}

bool Desktop::drop(const std::vector<std::string>& files) {
  return server_->screen->drop(files, std::chrono::seconds(5));
}

Picture Desktop::picture() const { return server_->screen->picture(); }

bool Desktop::looks_the_same() { return server_->screen->looks_the_same(); }

OpenProgram::OpenProgram(Desktop& desktop, const std::string& scene, const std::string& size,
                         const std::filesystem::path& data_home)
    : desktop_(desktop),
      folder_(fresh_folder()),
      scene_path_(folder_ / "scene.attn.json"),
      map_path_(folder_ / "controls.json"),
      data_home_(data_home.empty() ? folder_ / "data" : data_home) {
  const std::filesystem::path root = data_path("..");
  std::filesystem::copy_file(root / scene, scene_path_);
  std::vector<std::string> words = {program_path(), scene_path_.string(), "--ui-map",
                                    map_path_.string()};
  if (!size.empty()) words.insert(words.end(), {"--size", size});
  process_ = Process(
      words, {"DISPLAY=" + desktop.display(), "XDG_DATA_HOME=" + data_home_.string(),
              "XDG_STATE_HOME=" + data_home_.string(), "XDG_CONFIG_HOME=" + data_home_.string()});
  eventually([&] { return std::filesystem::exists(map_path_) || !process_.is_running(); });
  if (std::filesystem::exists(map_path_)) return;
  throw std::runtime_error(process_.is_running()
                               ? "the window did not open"
                               : "the program ended: " + std::to_string(process_.wait()));
}

OpenProgram::~OpenProgram() {
  process_.stop();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

/// Tests ask it many times between two frames, and to read it takes far longer than to compare it.
struct OpenProgram::Map {
  std::string text;
  nlohmann::json json;
  std::map<std::string, Rect> controls;
};

const OpenProgram::Map& OpenProgram::map() {
  std::string text = read_text(map_path_);
  if (map_ && map_->text == text) return *map_;
  auto made = std::make_shared<Map>();
  made->json = nlohmann::json::parse(text);
  made->text = std::move(text);
  for (const auto& [name, box] : made->json.at("controls").items()) {
    made->controls[name] = {box[0], box[1], box[2], box[3]};
  }
  map_ = std::move(made);
  return *map_;
}

std::map<std::string, Rect> OpenProgram::controls() { return map().controls; }

std::vector<DrawnText> OpenProgram::drawn() {
  const auto& json = map().json;
  const auto rect = [](const auto& box) { return Rect{box[0], box[1], box[2], box[3]}; };
  std::vector<DrawnText> texts;
  for (const auto& one : json.at("drawn")) {
    texts.push_back({one.at("text"), rect(one.at("box")), rect(one.at("clip"))});
  }
  return texts;
}

std::string OpenProgram::text(const std::string& name) {
  return map().json.at("texts").value(name, "");
}

std::set<std::string> OpenProgram::locked() {
  return map().json.at("locked").get<std::set<std::string>>();
}

bool OpenProgram::shows(const std::string& name) { return map().controls.contains(name); }

bool OpenProgram::reach(const std::string& name) {
  if (shows(name)) return true;
  for (const auto& [control, opener] : ways()) {
    std::smatch found;
    if (!std::regex_match(name, found, control)) continue;
    comes_to_rest(400ms);  // it may be about to show
    const std::string way = found.format(opener);
    if (shows(name) || !reach(way)) return shows(name);
    click(way);
    return eventually([&] { return shows(name); }, 10s);
  }
  return eventually([&] { return shows(name); }, 400ms);
}

Rect OpenProgram::control(const std::string& name) {
  reach(name);
  if (!eventually([&] { return shows(name); }, patience_)) {
    throw std::runtime_error("no control " + name);
  }
  return map().controls.at(name);
}

void OpenProgram::click(const std::string& name) {
  const Rect box = control(name);
  desktop_.input(
      {"mousemove", rounded(box.x + box.width / 2), rounded(box.y + box.height / 2), "click", "1"});
  settle();
}

void OpenProgram::double_click(const std::string& name) {
  const Rect box = control(name);
  desktop_.input({"mousemove", rounded(box.x + box.width / 2), rounded(box.y + box.height / 2),
                  "click", "1", "click", "1"});
  settle();
}

void OpenProgram::drag(const std::string& name, int dx, int dy) {
  const Rect box = control(name);
  const double x = box.x + box.width / 2, y = box.y + box.height / 2;
  // A hand comes to rest before it presses.
  std::vector<std::string> words = {"mousemove", rounded(x),  rounded(y), "sleep",
                                    "0.05",      "mousedown", "1"};
  constexpr int kSteps = 8;
  for (int i = 1; i <= kSteps; ++i) {
    words.insert(words.end(), {"sleep", "0.02", "mousemove", rounded(x + dx * i / kSteps),
                               rounded(y + dy * i / kSteps)});
  }
  words.insert(words.end(), {"sleep", "0.05", "mouseup", "1"});
  desktop_.input(words);
  settle();
}

void OpenProgram::drag_within(const std::string& name, double from_x, double to_x) {
  const Rect box = control(name);
  const std::string y = rounded(box.y + box.height / 2);
  desktop_.input({"mousemove", rounded(box.x + box.width * from_x), y, "mousedown", "1", "sleep",
                  "0.05", "mousemove", rounded(box.x + box.width * to_x), y, "sleep", "0.05",
                  "mouseup", "1"});
  settle();
}

void OpenProgram::type(const std::string& text) {
  desktop_.input({"type", text});
  settle();
}

void OpenProgram::key(const std::string& keys) {
  desktop_.input({"key", keys});
  settle();
}

void OpenProgram::between_frames(const std::vector<std::string>& words) {
  process_.while_held([&] { desktop_.input(words); });
  settle();
}

void OpenProgram::rest() {
  const Rect panel = control(shows("inspector")    ? "inspector"
                             : shows("train.desk") ? "train.desk"
                                                   : "stage");
  desktop_.input({"mousemove", rounded(panel.x + 4), rounded(panel.y + panel.height - 4)});
  settle();
}

void OpenProgram::resize(int width, int height) {
  desktop_.resize_window(width, height);
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  // On a busy machine the window can answer before its new size arrives.
  if (!eventually([&] { return text("size") == size; })) {
    throw std::runtime_error("the window is " + text("size") + " instead of " + size);
  }
}

std::string OpenProgram::saved_at(const std::filesystem::path& path) {
  const ino_t before = file_number(path);
  desktop_.input({"key", "ctrl+s"});
  if (!eventually([&] { return file_number(path) != before; })) {
    throw std::runtime_error(process_.is_running()
                                 ? "the scene was not saved"
                                 : "the program ended: " + std::to_string(process_.wait()));
  }
  if (eventually([&] { return shows("message"); })) click("message");
  return read_text(path);
}

bool OpenProgram::comes_to_rest(std::chrono::milliseconds patience) {
  // From answer to answer it can draw a frame; a click may take three.
  const auto let_draw = [&] {
    for (int frames = 0; frames < 3 && desktop_.window_answers(10s); ++frames) {
    }
  };
  let_draw();
  desktop_.looks_the_same();
  const auto end = std::chrono::steady_clock::now() + patience;
  do {
    std::this_thread::sleep_for(30ms);
    let_draw();
    if (desktop_.looks_the_same() && text("behind").empty()) return true;
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

void OpenProgram::settle() {
  if (!comes_to_rest(kPatience)) throw std::runtime_error("the window does not come to rest");
}

Picture OpenProgram::settled_picture() {
  settle();
  return desktop_.picture();
}

double OpenProgram::cpu_seconds() const {
  std::ifstream file("/proc/" + std::to_string(process_.pid()) + "/stat");
  std::string word;
  long user = 0, system = 0;
  for (int i = 0; i < 13; ++i) file >> word;
  file >> user >> system;
  return static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(20ms);
  }
  return true;
}

}  // namespace attn::test
