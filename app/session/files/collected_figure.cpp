#include "app/session/files/collected_figure.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

#include "app/document/files/file_path.h"
#include "app/document/files/user_folders.h"
#include "app/document/history/scene_bytes.h"
#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_changes.h"
#include "app/figure/files/export.h"
#include "app/figure/panels/panel_sources.h"
#include "app/session/workspace/export_form.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

constexpr std::string_view kTemperaturePlace = "/normalizer/temperature";

/// Temperature in the syntax of `--panels`.
std::string temperature_words(float temperature) {
  return std::isinf(temperature) ? "inf" : shortest(temperature);
}

/// Returns whether a panel can express the change as a few settings: numbers, not kinds, from
/// describe_settings().
bool is_said_by(const SceneChanges& changes) {
  constexpr std::size_t kMostChanges = 3, kLongest = 24;
  if (changes.size() > kMostChanges) return false;
  return std::ranges::all_of(changes, [](const auto& change) {
    const auto& [pointer, text] = change;
    return pointer == kTemperaturePlace || (parse_number(text) && text.size() <= kLongest);
  });
}

/// Adds the settings that turn scene `from` into `to`; returns false if settings do not suffice.
bool said_beside(const Scene& from, const Scene& to, std::map<std::string, std::string>& settings) {
  constexpr double kQuick = 1 << 20;
  SceneBytes bytes;
  bytes.add(from);
  const bool is_alike = from.tokens == to.tokens && from.query_tokens() == to.query_tokens() &&
                        from.heads.size() == to.heads.size() && from.title == to.title;
  if (!is_alike) return false;
  if (same_computation(from, to)) return true;
  if (same_but_temperature(from, to)) {
    settings["temperature"] = temperature_words(to.normalizer.temperature);
    return true;
  }
  if (bytes.total() > kQuick) return false;
  SceneChanges changes = changes_from(from, to);
  if (!is_said_by(changes)) return false;
  try {
    if (!same_computation(with_changes(from, changes), to)) return false;
  } catch (const SceneError&) {
    return false;
  }
  if (changes.erase(std::string(kTemperaturePlace)) > 0) {
    settings["temperature"] = temperature_words(to.normalizer.temperature);
  }
  settings.insert(changes.begin(), changes.end());
  return true;
}

std::shared_ptr<const Computable> scene_at(const std::string& path) {
  try {
    return std::make_shared<const Computable>(computable_for_panels(path, nullptr));
  } catch (const SceneError& error) {
    throw std::runtime_error(error.problem().text);
  }
}

/// `look` of a panel, a view of patches, with the reference to its picture of a file in `folder`
/// instead of `before`.
std::string with_picture_from(const std::string& folder, const std::string& before,
                              const std::string& look) {
  ViewState state = parse_view(look.empty() ? "{}" : look);
  std::string& picture = state.options.patches.picture;
  if (picture.empty()) return look;
  picture =
      reference_from(folder, absolute_path(picture.starts_with('/') ? picture : before + picture));
  return format_view(state, look);
}

/// With its scenes in it, in place of their paths: a figure refers to files in its folder only.
FigureFile with_own_scenes(FigureFile figure, const std::string& folder) {
  std::map<std::string, std::size_t> read;
  for (FilePanel& panel : figure.panels) {
    const auto* path = std::get_if<std::string>(&panel.scene);
    if (!path || panel.is_difference()) continue;
    const auto [place, is_new] = read.emplace(folder + *path, figure.scenes.size());
    if (is_new) figure.scenes.push_back(scene_at(place->first));
    panel.scene = place->second;
  }
  return figure;
}

}  // namespace

FigureWork CollectedFigure::usual_work() {
  FigureWork work;
  work.figure.letters = true;
  work.figure.is_captioned = true;
  return work;
}

std::string CollectedFigure::label_of(std::size_t n) const {
  const FilePanel& panel = figure().panels[n];
  if (panel.is_difference()) return "Difference of the two before";
  // The distinguishing part comes first: a narrow list cuts the end.
  std::string label = label_of_view(panel.view);
  for (const auto& [name, words] : panel.settings) {
    label.append(" · ").append(name).append(" ").append(words);
  }
  const auto* path = std::get_if<std::string>(&panel.scene);
  label += " — ";
  label += path ? scene_name(*path) : scene_names(figure())[std::get<std::size_t>(panel.scene)];
  return label;
}

void CollectedFigure::add(const Scene& scene, std::string_view view, const ViewState& state,
                          const std::map<std::string, std::string>& settings) {
  FigureFile& figure = work_.figure;
  if (figure.panels.size() >= kMostPanels) {
    throw std::runtime_error("it has " + std::to_string(kMostPanels) + " panels, the maximum");
  }
  PanelWish tried = usual_panel(find_figure_view(view), {});
  for (const auto& [name, words] : settings) set_in_panel(tried, name, words);
  FilePanel panel{.view = std::string(view), .scene = figure.scenes.size(), .settings = settings};
  panel.look = format_view(state, scene.view);
  const FigureView* drawn = find_figure_view(view);
  if (drawn != nullptr && drawn->has(Choice::pairs) && drawn->has(Choice::query) &&
      state.selection && state.selection->query < scene.query_count()) {
    panel.settings.emplace("query", std::to_string(state.selection->query));
  }
  bool is_there = false;
  for (std::size_t n = 0; n < figure.scenes.size() && !is_there; ++n) {
    const auto* there = std::get_if<Scene>(figure.scenes[n].get());
    std::map<std::string, std::string> beside;
    is_there = there != nullptr && said_beside(*there, scene, beside);
    if (!is_there) continue;
    panel.scene = n;
    panel.settings.merge(beside);
  }
  if (!is_there) {
    Scene own = scene;
    own.view = Scene{}.view;
    figure.scenes.push_back(std::make_shared<const Computable>(std::move(own)));
  }
  figure.panels.push_back(std::move(panel));
}

void CollectedFigure::add_difference() {
  auto& panels = work_.figure.panels;
  if (panels.size() >= kMostPanels) return;
  FilePanel panel{.view = std::string(kDifference)};
  // A row marked in both panels is also marked in their difference.
  if (panels.size() >= 2) {
    const auto &a = panels[panels.size() - 2].settings, &b = panels.back().settings;
    const auto query = b.find("query");
    if (query != b.end() && a.contains("query") && a.at("query") == query->second) {
      panel.settings.insert(*query);
    }
  }
  panels.push_back(std::move(panel));
}

void CollectedFigure::move(std::size_t panel, int by) {
  auto& panels = work_.figure.panels;
  const auto to = static_cast<std::ptrdiff_t>(panel) + by;
  if (panel >= panels.size() || to < 0 || to >= std::ssize(panels)) return;
  std::swap(panels[panel], panels[static_cast<std::size_t>(to)]);
}

void CollectedFigure::remove_panel(std::size_t panel) {
  auto& panels = work_.figure.panels;
  if (panel >= panels.size()) return;
  panels.erase(panels.begin() + static_cast<std::ptrdiff_t>(panel));
  forget_unused_scenes();
}

void CollectedFigure::forget_unused_scenes() {
  FigureFile& figure = work_.figure;
  for (std::size_t n = figure.scenes.size(); n-- > 0;) {
    const auto is_of = [&](const FilePanel& panel) {
      const auto* which = std::get_if<std::size_t>(&panel.scene);
      return which && !panel.is_difference() && *which == n;
    };
    if (std::ranges::any_of(figure.panels, is_of)) continue;
    figure.scenes.erase(figure.scenes.begin() + static_cast<std::ptrdiff_t>(n));
    for (FilePanel& panel : figure.panels) {
      auto* which = std::get_if<std::size_t>(&panel.scene);
      if (which && *which > n) --*which;
    }
  }
}

void CollectedFigure::edit(const std::function<void(FigureFile&)>& change) { change(work_.figure); }

void CollectedFigure::leave() {
  if (is_changed()) left_.push_back(std::move(work_));
  work_ = usual_work();
  saved_ = {};
  file_ = {};
}

ReadFiles CollectedFigure::read() const {
  ReadFiles read = file_;
  read.insert(read.end(), sources_.begin(), sources_.end());
  return read;
}

bool CollectedFigure::is_source(const std::string& path) const {
  return std::ranges::count(sources_, path, &ReadFile::path) > 0 &&
         std::ranges::count(file_, path, &ReadFile::path) == 0;
}

bool CollectedFigure::owns(const std::string& path) const {
  return path == work_.path && !file_.empty() && state_now(file_) == file_;
}

void CollectedFigure::open(const std::string& path) {
  ReadFiles read;
  FigureFile figure = read_figure(path, &read);
  leave();
  work_ = {std::move(figure), absolute_path(path)};
  saved_ = work_.figure;
  file_ = std::move(read);
}

void CollectedFigure::open(FigureWork work) {
  leave();
  work_ = std::move(work);
}

void CollectedFigure::start_new_figure() { leave(); }

void CollectedFigure::bring_back() {
  if (left_.empty()) return;
  FigureWork work = std::move(left_.back());
  left_.pop_back();
  open(std::move(work));
}

void CollectedFigure::save(const std::string& path) {
  const std::string to = absolute_path(path);
  FigureFile written = work_.figure;
  if (folder_of(to) != folder_of(work_.path)) {
    written = with_own_scenes(std::move(written), folder_of(work_.path));
  }
  for (FilePanel& panel : written.panels) {
    panel.look = with_picture_from(folder_of(to), folder_of(work_.path), panel.look);
  }
  write_figure_file(written, to);
  work_ = {std::move(written), to};
  saved_ = work_.figure;
  file_ = state_now({{to, {}}});
}

std::vector<PanelWish> CollectedFigure::wishes() const {
  return wishes_of(figure(), folder_of(path()));
}

std::string first_figure_path(const std::string& folder, const CollectedFigure& figure) {
  if (!figure.path().empty()) {
    return figure.path().substr(0, figure.path().size() - kFigureFileEnding.size()) + ".pdf";
  }
  return (std::filesystem::path(folder) / "figure.pdf").string();
}

std::string figure_file_beside(const std::string& picture) {
  const std::string ending = ending_of(picture);
  return picture.substr(0, picture.size() - ending.size()) + std::string(kFigureFileEnding);
}

}  // namespace attn
