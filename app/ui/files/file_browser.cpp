#include "app/ui/files/file_browser.h"

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"
#include "app/figure/panels/figure_file.h"
#include "app/session/workspace/export_form.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".attn.json";
constexpr std::string_view kWayUp = "..";

// Titles by purpose.
constexpr std::string_view kTitles[] = {
    "Open a scene, lesson or attention",           "Open a lesson, or all in a folder",
    "Open a task: a file of input → output lines", "Open tokens: a JSON list, or a text",
    "Choose a picture: a PNG file of the image",   "Save the scene as"};
constexpr ListedFiles kListed[] = {ListedFiles::kBoth,     ListedFiles::kLessons,
                                   ListedFiles::kTasks,    ListedFiles::kTokens,
                                   ListedFiles::kPictures, ListedFiles::kScenes};
constexpr std::string_view kNothing[] = {"expected a scene, lesson or attention, found none here",
                                         "expected a lesson, found none here",
                                         "expected a text file, found none here",
                                         "expected a text or JSON file, found none here",
                                         "expected a PNG file, found none here",
                                         "expected a name, found none"};

/// File name of a title: "The sleepy child" -> "the-sleepy-child.attn.json"
std::string file_name_for(const std::string& title) {
  const std::string name = file_stem_of(title);
  return (name.empty() ? "scene" : name) + std::string(kEnding);
}

std::string on_one_line(const std::string& text) { return shown(valid_utf8(text), 1000); }

bool contains(const std::string& label, const std::string& part) {
  return capitals(label).find(capitals(part)) != std::string::npos;
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

}  // namespace

void FileBrowser::start(Purpose purpose, const Workspace& workspace, const std::string& beside) {
  is_open_ = true;
  purpose_ = purpose;
  typed_ = LineEdit();
  typed_.any_script = true;
  const std::string& file = beside.empty() ? workspace.file().path : beside;
  const fs::path path = file.empty() ? "" : absolute_path(file);
  if (purpose == Purpose::kSave) {
    typed_.start(path.empty() ? file_name_for(workspace.scene().title) : path.filename().string());
  }
  enter(path.empty() ? listing_.path : path.parent_path().string());
}

void FileBrowser::enter(std::string folder, const std::string& from) {
  constexpr std::chrono::milliseconds kUsual{50};
  from_ = from;
  listing_ = unread_folder(folder);
  const ListedFiles kind = kListed[static_cast<std::size_t>(purpose_)];
  std::packaged_task<FolderListing()> list(
      [folder = std::move(folder), kind] { return list_folder(folder, kind); });
  listed_ = list.get_future();
  std::thread(std::move(list)).detach();
  if (opens()) typed_.start("");
  follow_typing();
  take_listing(kUsual);
}

void FileBrowser::take_listing(std::chrono::milliseconds patience) {
  if (!listed_.valid() || listed_.wait_for(patience) != std::future_status::ready) return;
  listing_ = listed_.get();
  follow_typing();
  if (!opens() || !typed_.text.empty()) return;
  const auto found = std::ranges::find(shown_, from_, &FolderEntry::path);
  const std::size_t first = shown_.size() > 1 && listing_.parent ? 1 : 0;
  const auto line = static_cast<std::size_t>(found - shown_.begin());
  if (!shown_.empty()) lines_.mark(from_.empty() || found == shown_.end() ? first : line);
}

void FileBrowser::enter_parent() {
  if (listing_.parent) enter(*listing_.parent, std::string(listing_.path));
}

void FileBrowser::follow_typing() {
  warning_.clear();
  confirmed_.clear();
  shown_.clear();
  const bool filters = opens() && !typed_.text.empty();
  if (listing_.parent && !filters) shown_.push_back({*listing_.parent, std::string(kWayUp), true});
  const auto lessons = std::ranges::count(listing_.entries, false, &FolderEntry::is_folder);
  if (purpose_ == Purpose::kOpenLesson && lessons > 1 && !filters) {
    shown_.push_back({listing_.path, "All " + std::to_string(lessons) + " lessons here", false});
  }
  for (const FolderEntry& entry : listing_.entries) {
    if (!filters || contains(entry.label, typed_.text)) shown_.push_back(entry);
  }
  lines_.mark(opens() && !shown_.empty() ? std::optional<std::size_t>(0) : std::nullopt);
}

bool FileBrowser::take_as_filter(const KeyEvent& event) {
  if (event.is(GLFW_KEY_LEFT) || (event.is(GLFW_KEY_BACKSPACE) && typed_.text.empty())) {
    enter_parent();
  } else if (event.is(GLFW_KEY_RIGHT)) {
    if (lines_.marked && shown_[*lines_.marked].is_folder) {
      enter(std::string(shown_[*lines_.marked].path));
    }
  } else if (typed_.take_key(event)) {
    follow_typing();
  } else {
    return false;
  }
  return true;
}

bool FileBrowser::take(const KeyEvent& event, FileAccess access) {
  const bool walks_in_name = purpose_ == Purpose::kSave && !lines_.marked &&
                             (event.is(GLFW_KEY_HOME) || event.is(GLFW_KEY_END));
  if (event.is(GLFW_KEY_Q, GLFW_MOD_CONTROL)) return false;
  if (event.is(GLFW_KEY_ESCAPE)) {
    is_open_ = false;
  } else if (event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER)) {
    accept(access);
  } else if (!walks_in_name && lines_.take_key(event, shown_.size())) {
    warning_.clear();
    confirmed_.clear();
  } else if (opens()) {
    take_as_filter(event);
  } else if (event.is(GLFW_KEY_LEFT) && lines_.marked) {
    enter_parent();
  } else if (const std::string before = typed_.text;
             typed_.take_key(event) && typed_.text != before) {
    follow_typing();
  }
  return true;
}

void FileBrowser::take_keys(Keyboard& keys, FileAccess access) {
  take_listing();
  keys.take_each([&](const KeyEvent& event) { return is_open_ && take(event, access); });
}

void FileBrowser::accept(FileAccess access) {
  if (lines_.marked && *lines_.marked < shown_.size()) {
    accept_entry(FolderEntry(shown_[*lines_.marked]), access);
  } else if (typed_.text.empty()) {
    warning_ = kNothing[static_cast<std::size_t>(purpose_)];
  } else {
    const fs::path path = fs::path(listing_.path) / typed_.text;
    if (!opens() || typed_.text.find('/') != std::string::npos) {
      accept_entry({path.string(), "", is_folder(path.string())}, access);
    } else {
      warning_ = "no name here contains this text";
    }
  }
}

void FileBrowser::accept_entry(const FolderEntry& entry, FileAccess access) {
  const std::string& path = entry.path;
  if (is_for_caller() && !entry.is_folder) {
    chosen_ = path;
    is_open_ = false;
    return;
  }
  const bool is_all_here = purpose_ == Purpose::kOpenLesson && path == listing_.path;
  const bool is_for_all = fs::path(path).extension() == ".md" ||
                          (!entry.is_folder && may_be_model(path)) || may_hold_attention(path) ||
                          is_figure_file(path);
  if (is_all_here || (opens() && !entry.is_folder && is_for_all)) {
    access.files.open_path(path);
    is_open_ = false;
  } else if (entry.is_folder) {
    enter(path, path == listing_.parent ? std::string(listing_.path) : "");
  } else if (opens()) {
    access.files.when_it_answers(path, [this, &files = access.files, path] {
      if (files.open_file(path)) is_open_ = false;
    });
  } else {
    save_to(path, access);
  }
}

void FileBrowser::save_to(std::string path, FileAccess access) {
  if (!path.ends_with(kEnding)) path += kEnding;
  std::error_code ignored;
  const bool is_own = !access->file().path.empty() && path == absolute_path(access->file().path);
  if (!is_own && path != confirmed_ && fs::exists(path, ignored)) {
    typed_.start(fs::path(path).filename().string());
    lines_.mark(std::nullopt);
    confirmed_ = path;
    warning_ = fs::path(path).filename().string() + " already exists. Enter again replaces it.";
    return;
  }
  if (access.files.save_as(path) || access.look.finds_newer) is_open_ = false;
}

void FileBrowser::draw_field(Ui& ui, Pen& pen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  ImDrawList* list = imgui::list();
  const Box box = pen.take(theme.px(32));
  ui.map.add(opens() ? "browser.filter" : "browser.name", box.min, box.max);
  fill_box(box, palette.field, theme.px(5));
  outline_box(box, palette.query, theme.px(5));
  const Box inner = box.columns(box.min.x + theme.px(8), box.max.x - theme.px(8));
  const std::string text = on_one_line(typed_.text);
  ui.theme.need_glyphs(text);
  const float before = text_size(theme, Face::kBody, typed_.text.substr(0, typed_.caret)).x;
  const float whole = text_size(theme, Face::kBody, text).x;
  const float shift = std::max(0.F, before + theme.px(4) - inner.width());
  const float x = inner.min.x - shift;
  list->PushClipRect(inner.min, inner.max, true);
  const float half = theme.line_height(Face::kBody) / 2 + theme.px(1);
  const float middle = (inner.min.y + inner.max.y) / 2;
  if (typed_.all_selected && !text.empty()) {
    fill_box({{x, middle - half}, {x + whole, middle + half}}, with_alpha(palette.query, 0.25F));
  }
  const bool is_hint = text.empty() && opens();
  text_in(ui, inner.right_of(x), Face::kBody, is_hint ? palette.faint : palette.text,
          is_hint ? "type to filter" : text, 0);
  list->AddLine({x + before, middle - half}, {x + before, middle + half}, palette.query,
                theme.px(1));
  list->PopClipRect();
  pen.take(theme.px(8));
}

void FileBrowser::draw_lines(Ui& ui, FileAccess access, const Box& box) {
  const Theme& theme = ui.theme;
  const std::size_t ways_up = !shown_.empty() && shown_[0].label == kWayUp ? 1 : 0;
  const auto name_of = [&](std::size_t n) {
    return n < ways_up ? "browser.parent" : "browser." + std::to_string(n - ways_up);
  };
  const auto draw_line = [&](std::size_t n, const Box& line) {
    const FolderEntry& entry = shown_[n];
    ui.theme.need_glyphs(entry.label);
    const Box words = line.columns(line.min.x + theme.px(10), line.max.x - theme.px(10));
    const Face face = entry.is_folder ? Face::kMedium : Face::kBody;
    const std::string label = entry.is_folder ? entry.label + "/" : entry.label;
    cut_text_in(ui, words, face, entry.is_folder ? theme.colors().secondary : theme.colors().text,
                label);
  };
  const auto click = lines_.draw(ui, "browser.list", box, shown_.size(), name_of, draw_line);
  if (!click) return;
  lines_.mark(click->line);
  if (click->twice) accept(access);
}

void FileBrowser::draw_foot(Ui& ui, FileAccess access, const Box& foot) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::string_view verb = opens() ? "Open" : "Save";
  const float width = text_size(theme, Face::kMedium, verb).x + theme.px(28);
  const Box button = foot.right_of(foot.max.x - width);
  const bool pressed = hit_area(ui, "browser.accept", button);
  const float share = ImGui::IsItemHovered() ? 0.85F : 1;
  fill_box(button, with_alpha(palette.query, share), theme.px(5));
  text_in(ui, button, Face::kMedium, palette.on_accent, verb, 0.5F);
  const bool is_wrong = !warning_.empty() || !listing_.error.empty();
  const std::string& wrong = !warning_.empty() ? warning_ : listing_.error;
  const std::string words = is_wrong          ? one_line(wrong, kMaxProblemBytes)
                            : listed_.valid() ? "Waiting for this folder…"
                                              : "↑ ↓ move · Enter opens · Esc closes";
  ui.map.say("browser.says", words);
  ui.theme.need_glyphs(words);
  const Box left = foot.left_of(button.min.x - theme.px(10));
  if (is_wrong) note_message_box(ui, left);
  cut_text_in(ui, left, Face::kSmall, is_wrong ? palette.warning : palette.faint, words);
  if (pressed) accept(access);
}

void FileBrowser::draw(Ui& ui, FileAccess access, const Box& room) {
  constexpr double kBetweenLooks = 0.05;
  if (!is_open_) return;
  take_listing();
  if (listed_.valid()) ui.wake_in(kBetweenLooks);
  const Theme& theme = ui.theme;
  const float gap = theme.px(10);
  const float width = std::min(theme.px(640), room.width() - 2 * gap);
  const Box box{{room.min.x + (room.width() - width) / 2, room.min.y + gap},
                {room.min.x + (room.width() + width) / 2, room.max.y - gap}};
  const Box inside =
      begin_overlay(ui, "browser", box, kTitles[static_cast<std::size_t>(purpose_)], is_open_);
  Pen pen{inside.min, inside.width()};
  const std::string folder = on_one_line(listing_.path);
  ui.theme.need_glyphs(folder);
  const Box path = pen.take(theme.line_height(Face::kSmall) + theme.px(8));
  ui.map.add("browser.path", path.min, path.max);
  text_in(ui, path.above(path.max.y - theme.px(8)), Face::kSmall, theme.colors().secondary,
          shortened_in(ui, path, Face::kSmall, folder), 0);
  draw_field(ui, pen);
  const float foot = theme.px(32);
  draw_lines(ui, access, {pen.at, {inside.max.x, inside.max.y - foot - theme.px(8)}});
  draw_foot(ui, access, inside.below(inside.max.y - foot));
  end_overlay();
}

}  // namespace attn::ui
