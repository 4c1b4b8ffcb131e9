#include "app/model/files/model_folder.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/document/files/file_path.h"
#include "app/document/files/files.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/model/files/model_error.h"
#include "app/platform/folders.h"
#include "app/platform/input_file.h"
#include "engine/base/text.h"

namespace attn {
namespace {

bool is_folder(const std::string& path) { return status_of(path).type == FileType::folder; }

[[noreturn]] void fail_about(const std::string& model, const std::string& text) {
  throw ModelError(problem_line(model, "", text));
}

/// Folder of the cache, which may be missing; empty if there is no home folder either.
std::string cache_folder() {
  if (std::string cache = folder_variable("HF_HUB_CACHE"); !cache.empty()) return cache;
  if (const std::string home = folder_variable("HF_HOME"); !home.empty()) return home + "/hub";
  const std::string home = home_folder();
  return home.empty() ? "" : home + "/.cache/huggingface/hub";
}

/// Returns whether `name` has the form of a name at the hub: NAME or ORGANISATION/NAME.
bool is_model_name(std::string_view name) {
  const auto is_of_names = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '/';
  };
  return !name.empty() && name.size() <= 200 && std::ranges::all_of(name, is_of_names) &&
         std::ranges::count(name, '/') <= 1 && name.front() != '/' && name.back() != '/' &&
         name.front() != '.' && name.find("/.") == name.npos;
}

/// Folders models--…--NAME in the cache.
std::vector<std::string> folders_of_name(const std::string& cache, const std::string& name) {
  std::vector<std::string> found;
  std::error_code unread;
  for (auto entry = std::filesystem::directory_iterator(cache, unread);
       !unread && entry != std::filesystem::directory_iterator(); entry.increment(unread)) {
    const std::string folder = entry->path().filename().string();
    if (folder.starts_with("models--") && folder.ends_with("--" + name)) found.push_back(folder);
  }
  std::ranges::sort(found);
  return found;
}

/// Folder of the cache that holds the snapshots of `model`.
std::string cached_folder(const std::string& model) {
  const std::string cache = cache_folder();
  const std::string missing = "expected a folder, its config.json, or a name in the local cache";
  if (!is_model_name(model) || cache.empty()) fail_about(model, missing + ", found none");
  std::string exact = "models--" + model;
  replace_all(exact, "/", "--");
  if (is_folder(cache + '/' + exact)) return cache + '/' + exact;
  const bool is_bare = model.find('/') == model.npos;
  const auto others = is_bare ? folders_of_name(cache, model) : std::vector<std::string>{};
  if (others.empty()) fail_about(model, missing + " (" + cache + "), found none");
  if (others.size() > 1) {
    fail_about(model, "expected one model of this name in the local cache, found " +
                          joined(others) + ": ORGANISATION/" + model + " says which");
  }
  return cache + '/' + others[0];
}

}  // namespace

std::string model_folder(const std::string& model) {
  if (is_folder(model)) return model;
  if (status_of(model).is_there()) {
    const std::string folder = folder_of(model);
    if (model.substr(folder.size()) != "config.json") {
      fail_about(model, "expected a folder, or its config.json");
    }
    return folder.empty() ? "." : folder.size() > 1 ? folder.substr(0, folder.size() - 1) : folder;
  }
  constexpr long long kMaxRevision = 4096;
  const std::string cached = cached_folder(model);
  const std::string reference = cached + "/refs/main";
  try {
    const std::string text = read_regular_file(reference, kMaxRevision);
    const std::string revision(trimmed(text));
    const bool is_name = is_model_name(revision) && revision.find('/') == revision.npos;
    if (!is_name) fail_about(reference, "expected the name of a snapshot");
    std::string folder = cached + "/snapshots/" + revision;
    if (!is_folder(folder)) fail_about(folder, "No such file or directory");
    return folder;
  } catch (const ModelError&) {
    throw;
  } catch (const std::runtime_error& error) {
    fail_about(reference, error.what());
  }
}

std::string model_name(const std::string& model) {
  std::filesystem::path path = model;
  if (path.filename() == "config.json") path = path.parent_path();
  if (!path.has_filename()) path = path.parent_path();
  std::error_code unknown;
  if (path.empty() || path == "." || path == "..") {
    path = std::filesystem::canonical(path.empty() ? "." : path, unknown);
  }
  if (path.parent_path().filename() == "snapshots") path = path.parent_path().parent_path();
  std::string name = valid_utf8(path.filename().string());
  if (name.starts_with("models--")) name = name.substr(name.rfind("--") + 2);
  if (name.ends_with(kModelEnding) && name.size() > kModelEnding.size()) {
    name.resize(name.size() - kModelEnding.size());
  }
  return name;
}

}  // namespace attn
