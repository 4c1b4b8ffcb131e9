#include "app/figure/panels/figure_file.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "app/document/files/files.h"
#include "app/document/files/user_folders.h"
#include "app/document/json/json_read.h"
#include "app/document/json/json_write.h"
#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/matrix_files.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/figure_option.h"
#include "app/figure/page/figure_page.h"
#include "app/figure/text/figure_theme.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn {
namespace {

using json::Place;
using json::Value;

constexpr int kFigureVersion = 1;
constexpr std::string_view kAutoCaption = "auto";
constexpr std::string_view kOwnKeys[] = {"view", "scene", "look"};
constexpr std::array<std::string_view, 3> kNumberIds = {"auto", "on", "off"};

/// Index of one of `ids`.
template <typename Ids>
std::size_t read_id(const Value& value, const Place& place, const Ids& ids) {
  if (value.kind() == json::Kind::kText) {
    const auto found = std::ranges::find(ids, value.text());
    if (found != ids.end()) return static_cast<std::size_t>(found - ids.begin());
  }
  json::fail_type(place, one_of({ids.begin(), ids.end()}), value);
}

/// Row for the id of a row of a table.
template <auto member, auto rows>
constexpr Field<FigureFile> id_field(std::string_view key) {
  return {key,
          [](FigureFile& figure, const Value& value, const Place& place, SceneReading&) {
            const auto ids = texts_of(rows(), [](const auto& row) { return row.id; });
            figure.*member = ids[read_id(value, place, ids)];
          },
          write_member<member>, equals_default<member>};
}

/// Runs `work`, and adds the scene's place in the figure's file to its errors.
template <typename Work>
auto at_place(const Place& place, Work work) {
  try {
    return work();
  } catch (const SceneError& error) {
    throw SceneError({place.pointer() + error.problem().place, error.problem().text});
  }
}

void read_scenes(FigureFile& figure, const Value& value, const Place& place,
                 SceneReading& reading) {
  json::require_list(value, place, "a list of scenes");
  Value item = value.first();
  for (std::size_t n = 0; n < value.size(); ++n, item = item.next()) {
    const Place at = place / n;
    json::require_object(item, at, "a scene or a network");
    figure.scenes.push_back(at_place(at, [&] {
      if (const auto view = find_member(item, "view")) read_view(*view, Place() / "view");
      return std::make_shared<const Computable>(computable_in(item, reading.files));
    }));
  }
}

void read_source(FilePanel& panel, const Value& value, const Place& place, std::size_t scenes) {
  if (value.kind() == json::Kind::kText) {
    panel.scene = std::string(value.text());
    if (value.text().empty()) json::fail(place, "expected the path of a scene, found none");
    return;
  }
  if (!value.is_number()) {
    json::fail_type(place, "a path, or which of /scenes, a whole number", value);
  }
  const auto which = static_cast<std::size_t>(json::read_whole(value, place));
  if (which >= scenes) {
    json::fail(place, "expected less than " + std::to_string(scenes) + " (scenes), found " +
                          std::to_string(which));
  }
  panel.scene = which;
}

/// Value in the syntax of `--panels`: plain text, but JSON for a pointer.
std::string setting_words(std::string_view name, const Value& value) {
  const bool is_plain = value.kind() == json::Kind::kText && !name.starts_with('/');
  return is_plain ? std::string(value.text()) : value.dump();
}

void read_settings(FilePanel& panel, const Value& object, const Place& place) {
  const FigureView* view = panel.is_difference() ? nullptr : find_figure_view(panel.view);
  PanelWish tried = usual_panel(view, {});
  Value name = object.first();
  for (std::size_t n = 0; n < object.size(); ++n, name = name.next().next()) {
    const std::string key(name.text());
    if (std::ranges::count(kOwnKeys, key) > 0) continue;
    const std::string words = setting_words(key, name.next());
    try {
      set_in_panel(tried, key, words);
    } catch (const std::runtime_error& error) {
      const std::string begin = key + ": ", text = error.what();
      json::fail(place / key, text.starts_with(begin) ? text.substr(begin.size()) : text);
    }
    panel.settings[key] = words;
  }
}

FilePanel read_panel(const Value& value, const Place& place, std::size_t scenes) {
  json::require_object(value, place, "a panel");
  auto views = texts_of(figure_view_table(), &FigureView::id);
  views.push_back(kDifference);
  FilePanel panel;
  panel.view = views[read_id(require_member(value, place, "view"), place / "view", views)];
  for (const std::string_view own : {kOwnKeys[1], kOwnKeys[2]}) {
    if (panel.is_difference() && find_member(value, own)) {
      json::fail(place / own, "has no effect for a difference");
    }
  }
  if (!panel.is_difference()) {
    read_source(panel, require_member(value, place, "scene"), place / "scene", scenes);
  }
  if (const auto look = find_member(value, "look")) panel.look = read_view(*look, place / "look");
  read_settings(panel, value, place);
  return panel;
}

void read_panels(FigureFile& figure, const Value& value, const Place& place, SceneReading&) {
  json::require_list(value, place, "a list of panels");
  if (value.size() > kMostPanels) {
    json::fail(place, "expected at most " + std::to_string(kMostPanels) + " panels, found " +
                          std::to_string(value.size()));
  }
  Value item = value.first();
  for (std::size_t n = 0; n < value.size(); ++n, item = item.next()) {
    figure.panels.push_back(read_panel(item, place / n, figure.scenes.size()));
  }
}

void write_source(const FilePanel& panel, json::Writer& out) {
  if (panel.is_difference()) return;
  out.key("scene");
  if (const auto* path = std::get_if<std::string>(&panel.scene)) {
    out.value(*path);
  } else {
    out.value(static_cast<int>(std::get<std::size_t>(panel.scene)));
  }
}

/// Returns whether `words` can be written as a number that is read back unchanged.
bool is_plain_number(const std::string& words) try {
  const json::Tree tree = json::parse("{\"\":" + words + "}");
  const Value whole(tree, 0), value = whole.first().next();
  return whole.size() == 1 && value.is_number() && value.dump() == words;
} catch (const SceneError&) {
  return false;
}

void write_setting(const std::string& name, const std::string& words, json::Writer& out) {
  out.key(name);
  if (name.starts_with('/') || is_plain_number(words)) {
    out.raw(words);
  } else {
    out.value(words);
  }
}

void write_panels_of(const FigureFile& figure, json::Writer& out) {
  out.begin_list();
  for (const FilePanel& panel : figure.panels) {
    out.item();
    out.begin_object();
    out.member("view", panel.view);
    write_source(panel, out);
    for (const auto& [name, words] : panel.settings) write_setting(name, words, out);
    if (!panel.look.empty()) {
      out.key("look");
      out.raw(panel.look);
    }
    out.end_object();
  }
  out.end_list();
}

void write_scenes_of(const FigureFile& figure, json::Writer& out) {
  out.begin_list();
  for (const auto& one : figure.scenes) {
    out.item();
    if (const auto* network = std::get_if<Network>(one.get())) {
      write_network_fields(*network, out);
    } else {
      write_fields(std::get<Scene>(*one), out);
    }
  }
  out.end_list();
}

void read_caption(FigureFile& figure, const Value& value, const Place& place, SceneReading&) {
  figure.caption = json::read_text(value, place);
  figure.is_captioned = figure.caption == kAutoCaption;
  if (figure.is_captioned) figure.caption.clear();
}

constexpr auto& kFigureFormatFields = kFormatRows<FigureFile, kFigureFormat, kFigureVersion>;

// In the order of reading and writing: panels refer to scenes.
constexpr Field<FigureFile> kFigureFields[] = {
    kFigureFormatFields[0],
    kFigureFormatFields[1],
    field<&FigureFile::title, json::read_text>("title"),
    {"caption", read_caption,
     [](const FigureFile& figure, json::Writer& out) {
       out.value(figure.is_captioned ? std::string(kAutoCaption) : figure.caption);
     },
     [](const FigureFile& figure) { return !figure.is_captioned && figure.caption.empty(); }},
    {"columns",
     [](FigureFile& figure, const Value& value, const Place& place, SceneReading&) {
       figure.columns = json::read_whole(value, place, 1);
       if (static_cast<std::size_t>(figure.columns) > kMostPanels) {
         json::fail(place, "expected at most " + std::to_string(kMostPanels) + ", found " +
                               std::to_string(figure.columns));
       }
     },
     write_member<&FigureFile::columns>, equals_default<&FigureFile::columns>},
    field<&FigureFile::letters, json::read_bool>("letters"),
    id_field<&FigureFile::paper, paper_formats>("for"),
    id_field<&FigureFile::theme, figure_themes>("theme"),
    {"numbers",
     [](FigureFile& figure, const Value& value, const Place& place, SceneReading&) {
       figure.numbers = static_cast<Numbers>(read_id(value, place, kNumberIds));
     },
     [](const FigureFile& figure, json::Writer& out) {
       out.value(kNumberIds[static_cast<std::size_t>(figure.numbers)]);
     },
     equals_default<&FigureFile::numbers>},
    field<&FigureFile::legend, json::read_bool>("legend"),
    {"scenes", read_scenes, write_scenes_of,
     [](const FigureFile& figure) { return figure.scenes.empty(); }},
    {"panels", read_panels, write_panels_of, is_never_default<FigureFile>, true},
};

std::string title_in(const Computable& one) {
  return std::visit([](const auto& it) { return it.title; }, one);
}

/// Checked on the text: large scenes would need the memory of both.
void require_figure_bytes(std::string_view text) {
  if (text.size() <= static_cast<std::size_t>(kMaxSceneBytes)) return;
  throw SceneError({"", "expected at most " + std::to_string(kMaxSceneBytes >> 20) + " MiB"});
}

}  // namespace

bool is_figure_file(std::string_view path) { return path.ends_with(kFigureFileEnding); }

FigureFile parse_figure(std::string_view json, MatrixFiles files) {
  require_figure_bytes(json);
  return within_memory([&] {
    const json::Tree tree = json::parse(json);
    FigureFile figure;
    Scene none;
    SceneReading reading{none, files};
    const Place top;
    for (const auto& field : kFigureFormatFields) require_member(Value(tree, 0), top, field.key);
    // The format is checked before the content.
    read_field(kFigureFormatFields[0], true, figure, Value(tree, 0), top, reading);
    read_object<FigureFile>(figure, kFigureFields, Value(tree, 0), top, reading);
    return figure;
  });
}

FigureFile read_figure(const std::string& path, ReadFiles* read) {
  if (read != nullptr) read->push_back({absolute_path(path), identity_of(path)});
  return parse_figure(read_whole(path), MatrixFiles(path, read));
}

std::string format_figure(const FigureFile& figure) {
  json::Writer out;
  write_object<FigureFile>(figure, kFigureFields, out);
  return std::move(out).take();
}

void write_figure_file(const FigureFile& figure, const std::string& path) {
  write_file(path, format_figure(figure), FileKind::figure);
}

std::vector<std::string> scene_names(const FigureFile& figure) {
  std::vector<std::string> names;
  for (const auto& one : figure.scenes) {
    const std::string title = title_in(*one);
    const std::string number = std::to_string(names.size() + 1);
    std::string name = title.empty() ? "scene " + number : title;
    if (std::ranges::count(names, name) > 0) name += " (" + number + ")";
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<PanelWish> wishes_of(const FigureFile& figure, const std::string& folder) {
  const std::vector<std::string> names = scene_names(figure);
  const PanelsOptions page = page_of(figure);
  std::vector<PanelWish> wishes;
  for (const FilePanel& panel : figure.panels) {
    PanelWish wish =
        usual_panel(panel.is_difference() ? nullptr : find_figure_view(panel.view), page.figure);
    wish.look = panel.look;
    wish.folder = folder;
    for (const auto& [name, words] : panel.settings) set_in_panel(wish, name, words);
    if (const auto* path = std::get_if<std::string>(&panel.scene)) {
      wish.scene = folder + *path;
    } else if (!panel.is_difference()) {
      const std::size_t which = std::get<std::size_t>(panel.scene);
      wish.given = figure.scenes[which];
      wish.scene = names[which];
    }
    wishes.push_back(std::move(wish));
  }
  return wishes;
}

PanelsOptions page_of(const FigureFile& figure) {
  PanelsOptions page{.columns = figure.columns, .letters = figure.letters, .figure = {}};
  FigureOptions& options = page.figure;
  if (!figure.title.empty()) options.title = figure.title;
  options.caption = figure.caption;
  options.caption_of_settings = figure.is_captioned;
  options.own_caption = figure.caption.empty() && !figure.is_captioned;
  options.numbers = figure.numbers;
  options.legend = figure.legend;
  OptionWords words;
  if (!figure.theme.empty()) words["theme"] = figure.theme;
  if (!figure.paper.empty()) words["for"] = figure.paper;
  read_options(options, words);
  return page;
}

}  // namespace attn
