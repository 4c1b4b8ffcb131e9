// Attention from elsewhere, dropped onto the window: a sheet has its choices, with a preview.

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/session/words/tips.h"
#include "tests/document/imports/encoder_batch.h"
#include "tests/support/paths.h"
#include "tests/ui/files/files_window.h"

namespace attn::test::import_sheet_test {
namespace {

namespace fs = std::filesystem;

class ImportWindow : public Files {
 protected:
  std::string put_layers() {
    const std::string path = (folder() / "layers.npz").string();
    put(path, zip({{"attentions.0.npy", npy("(1, 1, 2, 2)", floats({1, 0, .5, .5}))},
                   {"attentions.1.npy", npy("(1, 1, 2, 2)", floats({.25, .75, 0, 1}))},
                   {"attentions.2.npy", npy("(1, 1, 2, 2)", floats({INFINITY, 0, 0, 1}))}}));
    return path;
  }
  /// Opens the sheet of a batch with weights and scores.
  void drop_batch() {
    put((folder() / "encoder-batch.npz").string(), encoder_batch());
    ASSERT_TRUE(desktop.drop({(folder() / "encoder-batch.npz").string()}));
    ASSERT_TRUE(says("import.preview", "layer 0, head 0"));
  }
  bool says(const std::string& name, const std::string& text) {
    const bool does = eventually([&] { return program.text(name) == text; });
    EXPECT_TRUE(does) << name << " is " << program.text(name) << " instead of " << text;
    return does;
  }
  bool mentions(const std::string& name, const std::string& part) {
    const bool does =
        eventually([&] { return program.text(name).find(part) != std::string::npos; });
    EXPECT_TRUE(does) << name << " is " << program.text(name) << " without " << part;
    return does;
  }
  /// Runs the command of the sheet in the folder of its file, but for its end.
  Scene scene_of_command(std::string command) {
    const std::string out = (folder() / "by-command.attn.json").string();
    const std::string start = "attentoscope ";
    command.replace(command.find(start), start.size(), "'" + program_path() + "' ");
    command = command.substr(0, command.rfind(" --out ")) + " --out '" + out + "' >/dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return read_scene(out);
  }
  /// Puts a file's text on the clipboard of the screen.
  void clip(const std::string& path) {
    const std::string command = "DISPLAY=" + desktop.display() +
                                " timeout 20 xclip -i -selection clipboard '" + path +
                                "' >/dev/null 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0);
  }
  std::string clipboard() {
    const std::string path = (folder() / "clipboard.txt").string();
    const std::string command = "DISPLAY=" + desktop.display() +
                                " timeout 20 xclip -o -selection clipboard > '" + path +
                                "' 2>/dev/null";
    return std::system(command.c_str()) == 0 ? read_file(path, 1 << 20) : "";
  }
  /// Text of a scene without its view, which only the window has.
  static std::string plain(Scene scene) {
    scene.view.clear();
    return format_scene(scene);
  }
};

TEST_F(ImportWindow, ShowsWhatTheFileHas) {
  drop_batch();
  EXPECT_EQ(program.text("import"), "Open encoder-batch.npz");
  EXPECT_EQ(program.text("import.file"), "7 arrays · 8.6 kB");
  EXPECT_EQ(program.text("import.array"), "blocks.*.attn.hook_pattern");
  EXPECT_EQ(program.text("import.axes"), "bhqk");
  EXPECT_EQ(program.text("import.doubt"), "") << "nothing was guessed";
  EXPECT_EQ(program.text("import.layer"), "0 of 0 … 2");
  EXPECT_EQ(program.text("import.tokens"), "6 of sentence 0 in the file");
  EXPECT_EQ(program.text("import.sums").substr(0, 30), "rows sum to 1.000, columns to ");
  EXPECT_TRUE(says("import.heads", "4 of 4"));
  EXPECT_FALSE(program.shows("import.switch.crop")) << "no padding";
  EXPECT_FALSE(program.shows("import.switch.not-seen")) << "they are no scores";
  EXPECT_EQ(program.text("focus"), "import.open");
  for (const auto& [name, rect] : program.controls()) EXPECT_TRUE(tip_of(name)) << name;
}

TEST_F(ImportWindow, AnswersAtEachSize) {
  drop_batch();
  for (const auto& [width, height] : {std::pair(50, 50), {50, 800}, {400, 50}, {300, 300}}) {
    desktop.resize_window(width, height);
    ASSERT_TRUE(desktop.window_answers(std::chrono::seconds(20))) << width << " x " << height;
  }
  program.resize(1280, 800);
  program.settle();
  program.click("import.open");
  EXPECT_TRUE(gone("import.cancel"));
}

TEST_F(ImportWindow, OpensTheVerySceneThatItsCommandGives) {
  drop_batch();
  program.click("import.batch.1");
  EXPECT_TRUE(says("import.tokens", "6 of sentence 1 in the file"));
  program.drag_within("import.layer", 0.03, 0.97);
  EXPECT_TRUE(says("import.preview", "layer 2, head 0"));
  program.click("import.head.2");
  EXPECT_TRUE(says("import.preview", "layer 2, head 2"));
  program.click("import.switch.words");
  program.click("import.switch.special");
  program.click("import.switch.crop");
  EXPECT_TRUE(mentions("import.command",
                       "/encoder-batch.npz --tensor 'blocks.*.attn.hook_pattern' --batch 1 --crop "
                       "--words sum --layer 2 --hide special --out encoder-batch.attn.json"));
  const std::string command = program.text("import.command");
  program.click("import.open");
  EXPECT_TRUE(gone("import.cancel"));
  EXPECT_NE(program.text("view").find("\"head\":2"), std::string::npos) << program.text("view");
  EXPECT_EQ(plain(shown_scene()), plain(scene_of_command(command)));
}

TEST_F(ImportWindow, ChoosesTheOtherArrayByMouseAndKeys) {
  drop_batch();
  program.click("import.array.1");
  EXPECT_TRUE(says("import.array", "blocks.*.attn.hook_attn_scores"));
  EXPECT_TRUE(mentions("import.sums", "scores −2."));
  program.click("import.batch.1");
  program.click("import.switch.not-seen");
  EXPECT_TRUE(says("import.not-seen", "6 of 36 scores"));
  EXPECT_TRUE(mentions("import.command", "--masked-below=-10000"));
  program.click("import.not-seen");
  program.key("ctrl+a");
  program.type("1\n");
  EXPECT_TRUE(mentions("import.command", "--masked-below 1 "));
  program.click("import.switch.not-seen");
  const std::string command = program.text("import.command");
  EXPECT_EQ(command.find("--masked-below"), std::string::npos) << command;
  program.click("import.as.0");
  EXPECT_TRUE(mentions("import.command", "--as weights"));
  EXPECT_TRUE(mentions("import.sums", "rows sum to "));
  program.click("import.as.1");
  for (int n = 0; n < 40 && program.text("focus") != "import.arrays"; ++n) program.key("Tab");
  ASSERT_EQ(program.text("focus"), "import.arrays");
  program.key("Up");
  EXPECT_TRUE(says("import.array", "blocks.*.attn.hook_pattern"));
}

TEST_F(ImportWindow, ReordersAndRenamesAxes) {
  drop_batch();
  const Rect from = program.control("import.axis.2"), to = program.control("import.axis.3");
  program.drag("import.axis.2", static_cast<int>(to.x - from.x), 0);
  EXPECT_TRUE(says("import.axes", "bhkq"));
  EXPECT_TRUE(mentions("import.command", "--axes bhkq"));
  program.click("import.axis.2");
  program.click("import.axis.2.q");
  EXPECT_TRUE(says("import.axes", "bhqk")) << "the other axis takes the name";
  program.click("import.axis.0");
  program.click("import.axis.0.l");
  EXPECT_TRUE(says("import.doubt",
                   "--axes: expected no axis l of layers, as each layer is an array, found lhqk"));
  EXPECT_EQ(program.text("import.preview"), "layer 0, head 0") << "the last good one stays";
  program.click("import.open");
  EXPECT_TRUE(program.shows("import.cancel")) << "an error keeps the sheet open";
  for (int n = 0; n < 40 && program.text("focus") != "import.axis.0"; ++n) program.key("Tab");
  program.key("Return");
  program.control("import.axis.0.b");
  program.key("Down");
  program.key("Down");
  program.key("Return");
  EXPECT_TRUE(says("import.axes", "bhqk"));
  EXPECT_TRUE(says("import.doubt", ""));
  program.key("Right");
  EXPECT_TRUE(says("import.axes", "hbqk"));
}

TEST_F(ImportWindow, TakesTheOtherReadingOfADoubt) {
  const std::string path = (folder() / "guessed.npy").string();
  put(path, npy("(2, 2, 2, 2)", floats(std::vector<float>(16, .5F))));
  ASSERT_TRUE(desktop.drop({path}));
  EXPECT_TRUE(says("import.doubt", "Guessed: the first of 4 axes is taken for layers."));
  program.click("import.other");
  EXPECT_TRUE(says("import.doubt", ""));
  EXPECT_TRUE(says("import.axes", "bhqk"));
  EXPECT_TRUE(mentions("import.command", "--axes bhqk"));
}

TEST_F(ImportWindow, PastesTokensAndCopiesTheCommand) {
  put((folder() / "clip.txt").string(), "one two three four five six");
  clip((folder() / "clip.txt").string());
  drop_batch();
  program.click("import.tokens.clipboard");
  EXPECT_TRUE(says("import.tokens", "6 pasted"));
  EXPECT_TRUE(
      mentions("import.command", R"(printf %s '["one","two","three","four","five","six"]' | )"));
  const std::string command = program.text("import.command");
  program.click("import.copy");
  EXPECT_TRUE(eventually([&] { return clipboard() == command; })) << clipboard();
  program.click("import.open");
  EXPECT_TRUE(gone("import.cancel"));
  const Scene opened = shown_scene();
  EXPECT_EQ(opened.tokens[5], "six");
  EXPECT_EQ(plain(opened), plain(scene_of_command(command)));
}

TEST_F(ImportWindow, SaysWhyPastedTokensCannotBeUsed) {
  put((folder() / "clip.txt").string(), "one two three");
  clip((folder() / "clip.txt").string());
  drop_batch();
  program.key("ctrl+v");
  EXPECT_TRUE(mentions("import.doubt", "expected 6 tokens"));
  EXPECT_EQ(program.text("import.preview"), "layer 0, head 0");
  program.click("import.tokens.own");
  EXPECT_TRUE(says("import.doubt", ""));
}

TEST_F(ImportWindow, ReadsTokensOfAFile) {
  put((folder() / "names.txt").string(), "a\nb\nc\nd\ne\nf\n");
  put((folder() / "few.txt").string(), "a b");
  drop_batch();
  program.click("import.tokens.file");
  program.control("browser.filter");
  program.type("few\n");
  EXPECT_TRUE(mentions("import.doubt", "few.txt: expected 6 tokens"));
  program.click("import.tokens.file");
  program.control("browser.filter");
  program.type("names\n");
  EXPECT_TRUE(says("import.tokens", "6 from names.txt"));
  EXPECT_TRUE(says("import.doubt", ""));
  program.click("import.tokens.own");
  EXPECT_TRUE(says("import.tokens", "6 of sentence 0 in the file"));
}

TEST_F(ImportWindow, OpensByEnterAndLeavesTheSceneByEscape) {
  const std::string title = shown_scene().title;
  ASSERT_TRUE(desktop.drop({put_layers()}));
  EXPECT_TRUE(says("import.preview", "layer 0, head 0"));
  program.key("Escape");
  EXPECT_TRUE(gone("import.cancel"));
  EXPECT_EQ(shown_scene().title, title);
  ASSERT_TRUE(desktop.drop({put_layers()}));
  program.control("import.cancel");
  program.click("import.cancel");
  EXPECT_TRUE(gone("import.cancel"));
  EXPECT_EQ(shown_scene().title, title);
  ASSERT_TRUE(desktop.drop({put_layers()}));
  program.control("import.open");
  program.key("Return");
  EXPECT_TRUE(gone("import.cancel"));
  EXPECT_EQ(shown_scene().title, "Attention, layer 0 of 0 … 2 (weights as given)");
}

TEST_F(ImportWindow, IsChosenInTheListOfFiles) {
  put_layers();
  program.key("ctrl+o");
  program.control("browser.filter");
  program.type("layers\n");
  EXPECT_TRUE(says("import", "Open layers.npz"));
}

TEST_F(ImportWindow, HasRoomInTheLeastWindowForAPresenter) {
  program.resize(1024, 640);
  program.key("F5");
  drop_batch();
  for (const char* name : {"import.open", "import.all", "import.cancel", "import.copy"}) {
    const Rect box = program.control(name);
    EXPECT_GE(box.x, 0) << name;
    EXPECT_LE(box.x + box.width, 1024) << name;
    EXPECT_LE(box.y + box.height, 640) << name;
  }
  EXPECT_TRUE(program.shows("import.preview[5][5]"));
  EXPECT_FALSE(program.shows("import.switch.first")) << "it is below";
  for (int n = 0; n < 40 && program.text("focus") != "import.switch.first"; ++n) program.key("Tab");
  EXPECT_TRUE(eventually([&] { return program.shows("import.switch.first"); }));
  program.key("space");
  EXPECT_TRUE(says("import.switch.first", "on"));
}

TEST_F(ImportWindow, SaysWhyALayerCannotBeOpened) {
  ASSERT_TRUE(desktop.drop({put_layers()}));
  EXPECT_TRUE(says("import.preview", "layer 0, head 0"));
  program.drag_within("import.layer", 0.03, 0.97);
  EXPECT_TRUE(mentions("import.doubt", "found infinity"));
  program.key("Return");
  EXPECT_TRUE(program.shows("import.cancel"));
  const std::string wrong = (folder() / "wrong.npy").string();
  program.key("Escape");
  EXPECT_TRUE(gone("import.cancel"));
  put(wrong, "no array");
  ASSERT_TRUE(desktop.drop({wrong}));
  EXPECT_TRUE(mentions("message", "wrong.npy: line 1: expected numbers, found no array"));
  EXPECT_FALSE(program.shows("import.cancel"));
}

TEST_F(ImportWindow, OpensQueriesAndKeysAsALiveScene) {
  const std::string path = (folder() / "qkv.npz").string();
  put(path, zip({{"q.npy", npy("(2, 2)", floats({1, 0, 0, 1}))},
                 {"k.npy", npy("(2, 2)", floats({1, 0, 0, 1}))},
                 {"v.npy", npy("(2, 1)", floats({5, 6}))}}));
  ASSERT_TRUE(desktop.drop({path}));
  EXPECT_TRUE(says("import.preview", "layer 0, head 0"));
  EXPECT_EQ(program.text("import.axes"), "qd");
  program.click("import.open");
  EXPECT_TRUE(gone("import.cancel"));
  const Scene scene = shown_scene();
  EXPECT_EQ(scene.score.kind->id, "scaled_dot");
  EXPECT_EQ((*scene.queries->embeddings)(1, 1), 1);
  EXPECT_EQ((**scene.values)(1, 0), 6);
}

TEST_F(ImportWindow, StaysWhereTheFileVanishes) {
  drop_batch();
  EXPECT_TRUE(says("import.heads", "4 of 4"));
  fs::remove(folder() / "encoder-batch.npz");
  program.drag_within("import.layer", 0.03, 0.97);
  EXPECT_TRUE(mentions("import.doubt", "the file was changed while it was read"));
  EXPECT_EQ(program.text("import.preview"), "layer 0, head 0");
  program.key("Escape");
  EXPECT_TRUE(gone("import.cancel"));
}

TEST_F(ImportWindow, ShowsAllHeads) {
  drop_batch();
  program.click("import.all");
  EXPECT_TRUE(gone("import.cancel"));
  EXPECT_TRUE(says("layers.measured", "12 of 12"));
}

TEST_F(ImportWindow, CleansTokensAndHidesKeysOfASingleMatrix) {
  const std::string path = (folder() / "tokens.npz").string();
  std::string tokens(2 * 4 * 3, '\0');
  constexpr char32_t kTokens[2][3] = {{'<', 's', '>'}, {0x120, 'a', 0}};
  std::memcpy(tokens.data(), kTokens, tokens.size());
  put(path, zip({{"attention.npy", npy("(2, 2)", floats({1, 0, .5, .5}))},
                 {"tokens.npy", npy("(2,)", tokens, "<U3")}}));
  ASSERT_TRUE(desktop.drop({path}));
  EXPECT_TRUE(says("import.tokens", "2 in the file"));
  EXPECT_FALSE(program.shows("import.array.0")) << "there is no choice";
  EXPECT_FALSE(program.shows("import.all"));
  program.click("import.switch.clean");
  EXPECT_TRUE(says("import.switch.clean", "off"));
  program.click("import.switch.special");
  EXPECT_TRUE(mentions("import.command", "--hide special --clean off"));
  program.click("import.open");
  EXPECT_TRUE(gone("import.cancel"));
  const Scene scene = shown_scene();
  EXPECT_NE(scene.title.find("1 special token hidden"), std::string::npos);
  EXPECT_EQ(scene.tokens[1], "Ġa");
  EXPECT_EQ(scene.masks.size(), 1U);
  EXPECT_FALSE(program.shows("desk.2")) << "there is one matrix only";
}

}  // namespace
}  // namespace attn::test::import_sheet_test
