// Exports from the real window, by keys alone and by mouse.

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test::export_dialog_test {
namespace {

namespace fs = std::filesystem;

class ExportDialog : public testing::Test {
 protected:
  fs::path file(const std::string& name) { return program.scene_path().parent_path() / name; }
  std::string stem() {
    const std::string name = program.scene_path().filename().string();
    return name.substr(0, name.find('.'));
  }
  bool says(const std::string& words) {
    return eventually([&] { return program.text("export").find(words) != std::string::npos; });
  }
  bool previews(const std::string& words) {
    return eventually(
        [&] { return program.text("export.preview").find(words) != std::string::npos; });
  }
  bool focuses(const std::string& name) {
    return eventually([&] { return program.text("focus") == name; });
  }
  /// Chooses the line of a list by its first letter's place: `steps` down.
  void choose(const std::string& list, const std::string& line) {
    program.click(list);
    program.click(list + "." + line);
  }
  void set(const std::string& field, const std::string& text) {
    program.click(field);
    program.key("ctrl+a");
    program.type(text + "\n");
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
};

TEST_F(ExportDialog, WritesByKeysAlone) {
  program.key("ctrl+e");
  EXPECT_TRUE(focuses("export.start"));
  EXPECT_TRUE(previews("pixels"));
  EXPECT_TRUE(program.shows("export.picture"));
  program.key("Return");
  EXPECT_TRUE(says("Wrote "));
  EXPECT_TRUE(fs::exists(file(stem() + "-weights.png")));
  // Tab stays in the dialog, and comes round.
  for (int n = 0; n < 40 && program.text("focus") != "export.copy-path"; ++n) program.key("Tab");
  EXPECT_EQ(program.text("focus"), "export.copy-path");
  program.key("Return");
  EXPECT_TRUE(says("Copied " + file(stem() + "-weights.png").string()));
  program.key("Escape");
  EXPECT_TRUE(eventually([&] { return !program.shows("export.start"); }));
  EXPECT_FALSE(program.shows("message")) << "it was told in the dialog";
  program.key("ctrl+z");  // the scene was not touched
  EXPECT_NE(program.saved().find("\"Sleepy\""), std::string::npos);
}

/// The picture on the clipboard of a screen, or nothing.
std::string copied_picture(const std::string& display) {
  const std::string command =
      "DISPLAY=" + display + " timeout 20 xclip -o -selection clipboard -t image/png 2>/dev/null";
  FILE* const pipe = popen(command.c_str(), "r");
  std::string bytes;
  char buffer[4096];
  for (std::size_t count = 0; (count = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) {
    bytes.append(buffer, count);
  }
  pclose(pipe);
  return bytes;
}

TEST_F(ExportDialog, ThePictureIsCopiedAsTheFigureWouldBe) {
  EXPECT_EQ(copied_picture(desktop.display()), "");
  program.key("ctrl+shift+c");
  EXPECT_TRUE(
      eventually([&] { return program.text("message").starts_with("Copied the picture"); }));
  const std::string copied = copied_picture(desktop.display());
  program.key("ctrl+e");
  EXPECT_TRUE(focuses("export.start"));
  program.key("Return");
  EXPECT_TRUE(says("Wrote "));
  EXPECT_EQ(copied, bytes_of(file(stem() + "-weights.png").string()));
  // The dialog's options hold for the next copy, too.
  choose("export.theme", "1");
  program.click("export.copy-picture");
  EXPECT_TRUE(says("Copied the picture"));
  const std::string dark = copied_picture(desktop.display());
  EXPECT_TRUE(dark.starts_with("\x89PNG"));
  EXPECT_NE(dark, copied);
}

TEST_F(ExportDialog, FormatsAndViewsAreChosenByMouse) {
  program.click("export");
  choose("export.format", "4");  // CSV
  EXPECT_TRUE(previews("6 × 6 numbers"));
  EXPECT_FALSE(program.shows("export.theme.0"));
  choose("export.view", "1");
  program.click("export.start");
  EXPECT_TRUE(says("Wrote "));
  EXPECT_EQ(bytes_of(file(stem() + "-scores.csv").string()).find("query,The,Sleepy"), 0u);
  // A file that is there is replaced at the second press.
  put(file("there.csv").string(), "words");
  set("export.path", file("there.csv").string());
  program.key("ctrl+Return");
  EXPECT_TRUE(says("already exists"));
  EXPECT_EQ(bytes_of(file("there.csv").string()), "words");
  program.key("ctrl+Return");
  EXPECT_TRUE(says("Wrote "));
  EXPECT_NE(bytes_of(file("there.csv").string()), "words");
}

TEST_F(ExportDialog, NoControlIsCutOff) {
  for (const auto& [width, height] : {std::pair{1440, 900}, std::pair{1024, 640}}) {
    program.resize(width, height);
    program.key("ctrl+e");
    program.settle();
    const Rect column = program.control("export.title");
    for (const auto& [name, rect] : program.controls()) {
      const bool is_in_column = name.starts_with("export.") && rect.x >= column.x - 1 &&
                                rect.x < column.x + column.width && rect.y < column.y + 200 &&
                                !name.starts_with("export.p");
      if (is_in_column) {
        EXPECT_LE(rect.x + rect.width, column.x + column.width + 1) << name;
      }
    }
    program.key("Escape");
  }
}

TEST_F(ExportDialog, AClickOnAMenuClosesItAndOpensNone) {
  program.click("export");
  ASSERT_TRUE(eventually([&] { return program.shows("export.start"); }));
  program.click("menu.File");
  EXPECT_TRUE(eventually([&] { return !program.shows("export.start"); }));
  EXPECT_FALSE(program.shows("menu.quit"));
  program.click("menu.File");
  EXPECT_TRUE(eventually([&] { return program.shows("menu.quit"); }));
}

TEST_F(ExportDialog, AFilmIsRecordedOrCancelled) {
  program.key("ctrl+e");
  choose("export.format", "3");  // GIF
  set("export.frames", "6");
  EXPECT_TRUE(previews("6 frames"));
  program.click("export.start");
  EXPECT_TRUE(says("Wrote "));
  EXPECT_EQ(bytes_of(file(stem() + "-weights.gif").string()).substr(0, 6), "GIF89a");

  set("export.frames", "2000");
  set("export.path", file("long.gif").string());
  desktop.input({"key", "ctrl+Return"});  // the window does not rest while it counts
  program.control("export.progress");
  program.key("Escape");
  EXPECT_TRUE(says("nothing was written"));
  EXPECT_FALSE(fs::exists(file("long.gif")));
  EXPECT_TRUE(program.shows("export.start"));
}

TEST_F(ExportDialog, StartsInTheFolderOfTheLastExport) {
  fs::create_directory(file("figures"));
  program.key("ctrl+e");
  set("export.path", file("figures/one.png").string());
  program.key("ctrl+Return");
  EXPECT_TRUE(says("Wrote "));
  program.key("Escape");
  program.key("ctrl+e");
  program.key("ctrl+Return");
  EXPECT_TRUE(says("figures/" + stem() + "-weights.png"));
}

TEST_F(ExportDialog, EachViewsNumbersAreCopied) {
  program.click("copy");
  EXPECT_EQ(program.text("message"), "Copied the weights as a table");
  program.click("tab.heads");
  program.control("heads.head[0]");
  program.click("copy");
  EXPECT_EQ(program.text("message"), "Copied the numbers of heads as a table");
  program.click("tab.outputs");
  program.control("outputs.row");
  program.rest();
  program.key("ctrl+c");
  EXPECT_TRUE(eventually(
      [&] { return program.text("message") == "Copied the numbers of outputs as a table"; }));
}

TEST_F(ExportDialog, AllViewsAreWrittenBesideTheFile) {
  program.key("ctrl+e");
  program.click("export.all");
  EXPECT_TRUE(says("files to "));
  EXPECT_TRUE(fs::exists(file(stem() + "-weights.png")));
  EXPECT_TRUE(fs::exists(file(stem() + "-steps.png")));
}

TEST_F(ExportDialog, NothingIsReplacedUnasked) {
  put(file(stem() + "-scores.png").string(), "words");
  program.key("ctrl+e");
  program.click("export.all");
  EXPECT_TRUE(says("-scores.png already exists. Replace it?"));
  EXPECT_FALSE(program.shows("export.start"));
  program.click("export.keep");
  EXPECT_TRUE(eventually([&] { return program.shows("export.start"); }));
  EXPECT_FALSE(fs::exists(file(stem() + "-weights.png")));
  EXPECT_EQ(bytes_of(file(stem() + "-scores.png").string()), "words");

  program.click("export.all");
  program.click("export.replace");
  EXPECT_TRUE(says("files to "));
  EXPECT_NE(bytes_of(file(stem() + "-scores.png").string()), "words");
  // Also what was just written; and the answer holds for what was asked only.
  program.click("export.start");
  EXPECT_TRUE(says("-weights.png already exists"));
  program.key("Escape");
  EXPECT_TRUE(eventually([&] { return program.shows("export.start"); }));
  program.click("export.all");
  EXPECT_TRUE(says("files already exist"));
}

TEST_F(ExportDialog, AFilmChangesANumberOfTheScene) {
  program.key("ctrl+e");
  choose("export.format", "3");  // GIF
  choose("export.sweep", "1");   // a number: the scores have no width, the view no shift
  EXPECT_TRUE(previews("expected a JSON pointer"));
  set("export.pointer", "/heads/7/w_q/0/0");
  EXPECT_TRUE(previews("there is no such number"));
  program.click("export.start");
  EXPECT_TRUE(says("there is no such number"));
  EXPECT_FALSE(fs::exists(file(stem() + "-weights.gif")));
  set("export.pointer", "/score/scale");
  set("export.frames", "3");
  EXPECT_TRUE(previews("3 frames"));
  program.click("export.start");
  EXPECT_TRUE(says("Wrote "));
  const std::string path = file(stem() + "-weights.gif").string();
  EXPECT_TRUE(eventually([&] { return bytes_of(path).starts_with("GIF89a"); }))
      << program.text("export");
}

TEST_F(ExportDialog, TheCellsAloneAreSoManyPixels) {
  program.key("ctrl+e");
  EXPECT_TRUE(program.shows("export.title"));
  program.click("export.bare.1");
  set("export.cell", "7");
  EXPECT_TRUE(previews("42 × 42 pixels"));
  EXPECT_FALSE(program.shows("export.title"));
  program.click("export.start");
  EXPECT_TRUE(says("Wrote "));
  EXPECT_EQ(load_png(file(stem() + "-weights.png").string()).width, 42);
  // A view without a single matrix is a figure.
  choose("export.view", "4");
  EXPECT_TRUE(eventually([&] { return program.shows("export.title"); }));
  EXPECT_FALSE(program.shows("export.bare.1"));
}

TEST_F(ExportDialog, TheColoursSpanWhatIsTyped) {
  program.key("ctrl+e");
  EXPECT_FALSE(program.shows("export.range-from"));
  choose("export.range", "7");
  set("export.range-from", "0.5");
  set("export.range-to", "0.25");
  const std::string complaint =
      "Range: expected fixed, shared, own, row, log, sqrt, LO:HI or LO%:HI% with LO below HI for "
      "the view "
      "weights, "
      "found 0.5:0.25";
  EXPECT_TRUE(previews(complaint));
  program.click("export.start");
  EXPECT_TRUE(says(complaint));
  EXPECT_FALSE(fs::exists(file(stem() + "-weights.png")));

  // The dialog writes the file that the command line writes.
  set("export.range-from", "0.1");
  EXPECT_TRUE(previews("pixels"));
  program.click("export.start");
  EXPECT_TRUE(says("Wrote "));
  const std::string same = file("same.png").string();
  const Answer run = run_program({"export", program.scene_path().string(), "--view", "weights",
                                  "--range", "0.1:0.25", "--out", same});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(load_png(file(stem() + "-weights.png").string()).rgba, load_png(same).rgba);
}

TEST_F(ExportDialog, HasTheOptionsOfTheCommand) {
  program.key("ctrl+e");
  EXPECT_TRUE(previews("pixels"));
  EXPECT_FALSE(program.shows("export.ticks"));
  choose("export.for", "1");
  program.click("export.options.1");
  const auto set_below = [&](const std::string& field, const std::string& text) {
    EXPECT_TRUE(eventually([&] {
      if (program.shows(field) && program.control(field).height > 20) return true;
      desktop.input({"click", "5"});
      program.settle();
      return false;
    })) << field;
    set(field, text);
  };
  set_below("export.note", "1,5=here; 2,3=there");
  set_below("export.ticks", "2");
  set_below("export.font", "times");
  EXPECT_TRUE(previews("990 ×"));
  program.click("export.start");
  EXPECT_TRUE(says("Wrote "));
  const std::string same = file("same.png").string();
  const Answer run = run_program({"export", program.scene_path().string(), "--view", "weights",
                                  "--ticks", "2", "--font", "times", "--note", "1,5=here", "--note",
                                  "2,3=there", "--for", "column", "--out", same});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(load_png(file(stem() + "-weights.png").string()).rgba, load_png(same).rgba);
}

TEST_F(ExportDialog, TheFilesNameSaysWhatItIs) {
  program.key("ctrl+e");
  set("export.font-size", "20");
  set("export.query", "99");
  EXPECT_TRUE(previews("Query: expected less than 6"));
  set("export.query", "2");
  set("export.path", file("typed.svg").string());
  EXPECT_TRUE(previews("units"));
  program.key("ctrl+Return");
  EXPECT_TRUE(says("Wrote "));
  EXPECT_NE(bytes_of(file("typed.svg").string()).find("<svg"), std::string::npos);
  set("export.path", file("typed.bmp").string());
  program.key("ctrl+Return");
  EXPECT_TRUE(says("File: expected a name that ends in .svg, found typed.bmp"));
  EXPECT_FALSE(fs::exists(file("typed.bmp")));
}

TEST_F(ExportDialog, WhatIsWrongIsToldAndNothingIsWritten) {
  program.key("ctrl+e");
  set("export.scale", "99");
  program.click("export.start");
  EXPECT_TRUE(says("Scale: expected a number from 0.25 to 8"));
  set("export.scale", "1");
  set("export.path", file("missing/a.png").string());
  program.click("export.start");
  EXPECT_TRUE(says("No such file or directory"));
  EXPECT_TRUE(previews("pixels"));
}

TEST_F(ExportDialog, FitsIntoTheSmallestWindow) {
  program.resize(1024, 640);
  program.key("ctrl+e");
  choose("export.format", "3");
  const auto controls = program.controls();
  double lowest = 0;
  for (const auto& [name, rect] : controls) {
    if (!name.starts_with("export.")) continue;
    EXPECT_LE(rect.y + rect.height, 640) << name;
    EXPECT_LE(rect.x + rect.width, 1024) << name;
    EXPECT_GE(rect.x, 0) << name;
    if (name != "export.path" && name != "export.start" && name != "export.all") {
      lowest = std::max(lowest, rect.y + rect.height);
    }
  }
  EXPECT_LE(lowest, controls.at("export.path").y);
  // A list that is too long scrolls, from the chosen line on.
  program.click("export.view");
  const Rect line = program.control("export.view.0");
  EXPECT_GE(line.y, 0);
  EXPECT_LE(line.y + line.height, 640);
}

TEST_F(ExportDialog, ScrollsToWhatHasTheKeyboardWhereThereIsLittleRoom) {
  program.resize(1024, 640);
  program.key("F5");
  program.key("ctrl+e");
  EXPECT_TRUE(previews("pixels"));
  for (int n = 0; n < 40 && program.text("focus") != "export.height"; ++n) program.key("Tab");
  EXPECT_EQ(program.text("focus"), "export.height");
  EXPECT_TRUE(eventually([&] {
    const Rect field = program.control("export.height");
    return field.y > 0 && field.y + field.height <= program.control("export.path").y;
  }));
}

}  // namespace
}  // namespace attn::test::export_dialog_test
