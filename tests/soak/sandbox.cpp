#include "tests/soak/sandbox.h"

#include <cstdlib>
#include <iterator>
#include <stdexcept>

#include "app/document/files/recent_files.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/paths.h"

namespace attn::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExample = "../assets/examples/01-sleepy-child.attn.json";
/// Start scenes of successive rounds, of equal size.
constexpr const char* kScenes[] = {kExample,
                                   "golden2/everything.attn.json",
                                   kExample,
                                   "golden2/differential.attn.json",
                                   kExample,
                                   "golden2/window-sinks.attn.json",
                                   "soak/matrix.attn.json"};
/// Files dropped in successive rounds, below tests/; "": none.
constexpr const char* kDropped[] = {"", "dump.npz", "../assets/lessons/01-weighted-mean.md",
                                    "soak/inner.attn-figure.json"};

/// Two layers of two heads, 3 x 3 weights.
std::string dump() {
  const std::string heads = npy("(2, 3, 3)", floats(std::vector<float>(18, 1.F / 3)));
  return zip({{"layer.0.npy", heads}, {"layer.1.npy", heads}});
}

std::string bytes_for(const std::string& name) {
  if (name == "dump.npz") return dump();
  if (name == "m.npy") return npy("(2, 2)", floats({1, 2, 3, 4}));
  return bytes_of(data_path(name));
}

}  // namespace

Sandbox::Sandbox(int steps) {
  below_ = folder_.path();
  for (int level = 0; level < steps; ++level) {
    below_ /= "d";
    if (level == steps / 4) near_top_ = below_;
  }
  fs::create_directories(below_ / "inner");
  fs::copy_file(data_path(kExample), below_ / "inner" / "another.attn.json");
  put((below_ / "broken.attn.json").string(), "{\"attentoscope\": 1, \"tokens\": [");
  for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"}) {
    setenv(name, folder_.path().c_str(), 1);
  }
  fs::current_path(below_);
  // A small quarantine, so that the sanitizer's own memory is full soon.
  const char* options = std::getenv("ASAN_OPTIONS");
  setenv("ASAN_OPTIONS", (std::string(options ? options : "") + ":quarantine_size_mb=16").c_str(),
         1);
  // All is drawn, but Mesa's software driver fills no pixels: nobody looks at them.
  setenv("LP_NO_RAST", "1", 0);
  const std::string suppressions = data_path("soak/leaks.txt");
  setenv("LSAN_OPTIONS", ("suppressions=" + suppressions + ":print_suppressions=0").c_str(), 0);
}

std::string Sandbox::dropped() const {
  const fs::path file = kDropped[rounds_ % std::size(kDropped)];
  return file.empty() ? "" : (below_ / file.filename()).string();
}

std::vector<Rewriting::File> Sandbox::files() const {
  std::vector<Rewriting::File> files = {
      {scene(), bytes_for(kScenes[rounds_ % std::size(kScenes)])},
      {below_ / "m.npy", bytes_for("m.npy")},
      {below_ / "inner" / "another.attn.json", bytes_for(kExample)}};
  if (const char* name = kDropped[rounds_ % std::size(kDropped)]; *name != '\0') {
    files.push_back({dropped(), bytes_for(name)});
  }
  return files;
}

void Sandbox::renew(const fs::path& data_home) {
  for (fs::path path = near_top_; path != folder_.path(); path = path.parent_path()) {
    for (const auto& entry : fs::directory_iterator(path)) {
      if (!entry.is_directory())
        throw std::runtime_error("it was saved too far up: " + path.string());
    }
  }
  ++rounds_;
  for (const Rewriting::File& file : files()) put(file.path, file.bytes);
  const std::string recent = data_home / "attentoscope" / "recent";
  fs::remove(recent);
  add_recent_file(scene(), recent);
}

}  // namespace attn::test
