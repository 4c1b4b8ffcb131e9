// The Train desk in the real window, by mouse and keyboard.

#include <csignal>
#include <filesystem>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "app/session/words/tips.h"
#include "engine/tasks/task.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"
#include "tests/ui/text_layout.h"

namespace attn::test::train_desk_test {
namespace {

class TrainDesk : public testing::Test {
 protected:
  TrainDesk() {
    program.click("desk.1");
    EXPECT_TRUE(eventually([&] { return program.text("train.step") == "0"; }));
  }
  bool says(const std::string& name, const std::string& words) {
    return eventually([&] { return program.text(name) == words; });
  }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
};

TEST_F(TrainDesk, LearnsWhileItIsWatchedAndLooksBack) {
  program.click("train.play");
  EXPECT_TRUE(says("train.step", "500"));
  EXPECT_TRUE(says("train.play", "Play"));
  EXPECT_EQ(program.text("train.score"), "10 of 10 right");
  EXPECT_EQ(program.text("train.mark.0"), "99 % of the test right");
  program.drag_within("train.curve", 0.9, 0.5);
  EXPECT_TRUE(eventually([&] { return !program.text("train.looking-back").empty(); }));
  program.click("train.from-here");
  EXPECT_TRUE(eventually([&] { return program.shows("train.ghost"); }));
  EXPECT_TRUE(says("train.step", "500"));
  program.key("ctrl+z");
  EXPECT_TRUE(eventually([&] { return !program.shows("train.ghost"); }));
}

TEST_F(TrainDesk, StepsByKeysAndStartsAgain) {
  program.key("period");
  EXPECT_TRUE(says("train.step", "1"));
  program.key("period");
  EXPECT_TRUE(says("train.step", "2"));
  program.key("space");
  EXPECT_TRUE(says("train.step", "500"));
  program.key("Home");
  EXPECT_TRUE(says("train.step", "0"));
  program.key("End");
  EXPECT_TRUE(says("train.step", "500"));
  program.key("r");
  EXPECT_TRUE(says("train.step", "0"));
  for (const char* redo : {"ctrl+shift+z", "ctrl+y"}) {
    program.key("ctrl+z");
    EXPECT_TRUE(says("train.step", "500"));
    program.key(redo);
    EXPECT_TRUE(says("train.step", "0")) << redo;
  }
  program.click("menu.Edit");
  program.click("menu.undo");
  EXPECT_TRUE(says("train.step", "500"));
}

TEST_F(TrainDesk, GoesOnInTheNextWindowAfterAnyEnd) {
  program.click("train.play");
  EXPECT_TRUE(says("train.step", "500"));
  program.key("ctrl+q");
  EXPECT_EQ(program.process().wait(), 0) << "no question";
  for (const int signal : {SIGTERM, SIGKILL}) {
    OpenProgram next{desktop, "assets/examples/01-sleepy-child.attn.json", "1440x900",
                     program.data_home()};
    EXPECT_TRUE(eventually([&] {
      return next.text("message") ==
             "The network in training was restored, at step 500: Train desk";
    }));
    next.click("message");
    next.click("desk.1");
    EXPECT_TRUE(eventually([&] { return next.text("train.step") == "500"; }));
    EXPECT_TRUE(eventually([&] { return next.text("train.score") == "10 of 10 right"; }));
    EXPECT_EQ(next.text("train.mark.0"), "99 % of the test right");
    kill(next.process().pid(), signal);
    next.process().wait();
  }
}

TEST_F(TrainDesk, SavesTheNetworkAndNoScene) {
  program.key("ctrl+s");
  EXPECT_TRUE(eventually([&] { return program.text("message").starts_with("No network"); }));
  program.click("message");
  program.click("train.play");
  EXPECT_TRUE(says("train.step", "500"));
  program.key("ctrl+s");
  ASSERT_TRUE(eventually([&] { return program.shows("train-export.path"); }));
  const std::filesystem::path file = program.data_home() / "saved.attn-net.json";
  program.click("train-export.path");
  program.key("ctrl+a");
  program.type(file.string());
  program.key("ctrl+Return");
  EXPECT_TRUE(says("train-export", "Wrote " + file.string()));
}

TEST_F(TrainDesk, SaysWhatCanBeTyped) {
  const auto type = [&](const std::string& field, const std::string& text) {
    program.click(field);
    program.key("ctrl+a");
    program.type(text + "\n");
  };
  type("train.rate.number", "100000");
  EXPECT_TRUE(says("message", "Learning rate: expected a number > 0, up to 10, found 100000"));
  type("train.decay.number", "2");
  EXPECT_TRUE(says("message", "Weight decay: expected 0 to 1, found 2"));
  type("train.seed", "7.5");
  EXPECT_TRUE(says("message", "Seed: expected a whole number from 0 to 2147483647, found 7.5"));
  EXPECT_EQ(program.text("train.step"), "0");
}

TEST_F(TrainDesk, KeepsItsNumbersInPresenterMode) {
  program.click("train.layers.more");
  EXPECT_TRUE(says("train.layers", "2"));
  program.key("F5");
  EXPECT_TRUE(eventually([&] { return !program.shows("train.layers.more"); }));
  for (const auto& [width, height] : {std::pair{1440, 900}, std::pair{1280, 800}}) {
    program.resize(width, height);
    program.rest();
    const Rect head = program.control("train.head"), desk = program.control("train.desk");
    EXPECT_GT(head.height, 0.25 * height) << width;
    EXPECT_LE(head.y + head.height, desk.y + desk.height) << width;
    bool has_accuracy = false;
    for (const DrawnText& one : program.drawn()) {
      has_accuracy |= one.text == "accuracy" && one.box.x + one.box.width < width;
    }
    EXPECT_TRUE(has_accuracy) << width;
    EXPECT_EQ(layout_troubles(program), "") << width;
  }
}

TEST_F(TrainDesk, TakesASequenceOfOnesOwn) {
  program.click("train.sequence");
  program.key("ctrl+a");
  program.type("abz");
  EXPECT_TRUE(says("train.complaint", "z is not among a … h"));
  program.key("ctrl+a");
  program.type("abcd");
  EXPECT_TRUE(eventually([&] { return !program.shows("train.token.4"); }));
  EXPECT_EQ(program.text("train.complaint"), "");
}

TEST_F(TrainDesk, ChangesTheNetworkAndTheOptimizer) {
  program.click("train.layers.more");
  EXPECT_TRUE(says("train.layers", "2"));
  EXPECT_TRUE(eventually([&] { return program.shows("train.L1.H0"); }));
  program.click("train.heads.more");
  EXPECT_TRUE(eventually([&] { return program.shows("train.L1.H1"); }));
  program.click("train.L1.H1");
  program.click("train.batch.less");
  EXPECT_TRUE(says("train.batch", "32"));
  program.key("ctrl+z");
  EXPECT_TRUE(says("train.heads", "1"));
}

TEST_F(TrainDesk, OpensAHeadAsAScene) {
  program.click("train.open-head");
  EXPECT_TRUE(eventually([&] { return program.shows("tab.weights"); }));
  EXPECT_FALSE(program.shows("train.play"));
  program.key("ctrl+2");
  EXPECT_TRUE(eventually([&] { return program.shows("train.play"); }));
  program.key("ctrl+1");
  EXPECT_TRUE(eventually([&] { return program.shows("tab.weights"); }));
}

/// Changes to a layer opened as a scene are written to the network: training continues from there,
/// and undo restores the former one.
TEST_F(TrainDesk, TakesBackWhatWasChangedInALayer) {
  const auto is_marked = [&] {
    for (int n = 0; n < 9; ++n) {
      if (program.text("train.mark." + std::to_string(n)) == "changed by hand") return true;
    }
    return false;
  };
  program.click("train.play");
  EXPECT_TRUE(says("train.step", "500"));
  EXPECT_TRUE(says("train.play", "Play"));
  program.click("train.open-head");
  ASSERT_TRUE(eventually([&] { return program.shows("tab.weights"); }));
  program.click("inspector.fold");  // there is room for a table
  program.click("heads.0.w_q");
  program.click("heads.0.w_q[0][0]");
  program.type("-9\n");
  EXPECT_TRUE(says("undo", "Change W_Q of head 0"));
  program.key("ctrl+2");
  EXPECT_TRUE(eventually(is_marked));
  EXPECT_TRUE(says("train.step", "500"));
  program.key("ctrl+z");
  EXPECT_TRUE(eventually([&] { return !is_marked(); }));
  EXPECT_TRUE(says("train.step", "500"));
  program.key("ctrl+1");
  ASSERT_TRUE(eventually([&] { return program.shows("tab.weights"); }));
  program.click("heads.0.w_q[0][0]");
  program.type("3\n");
  program.key("ctrl+2");
  EXPECT_TRUE(eventually(is_marked)) << "once more";
  program.key("space");
  EXPECT_TRUE(says("train.step", "1\u2009000"));
}

TEST_F(TrainDesk, PaintsATargetAndTrainsToIt) {
  program.click("train.fold.network");
  program.click("train.fold.optimizer");
  program.click("train.fold.target");
  EXPECT_TRUE(eventually([&] { return program.shows("train.target"); }));
  EXPECT_EQ(program.text("train.distance"), "");
  program.drag_within("train.target", 0.05, 0.95);  // along a row
  EXPECT_TRUE(eventually([&] { return program.text("train.distance").ends_with(" nats"); }));
  program.click("train.to-target");
  EXPECT_TRUE(says("train.aimed", "on"));
  program.click("train.play");
  EXPECT_TRUE(says("train.step", "500"));
  program.key("ctrl+z");
  EXPECT_TRUE(says("train.aimed", ""));
  EXPECT_EQ(program.text("train.step"), "500");
  program.click("train.clear-target");
  EXPECT_TRUE(says("train.distance", ""));
  program.key("ctrl+z");
  EXPECT_TRUE(eventually([&] { return !program.text("train.distance").empty(); }));
}

TEST_F(TrainDesk, WritesTheRun) {
  program.click("train.play");
  EXPECT_TRUE(says("train.step", "500"));
  const std::filesystem::path folder = program.data_home();
  const auto write = [&](const std::string& name) {
    program.click("train-export.path");
    program.key("ctrl+a");
    program.type((folder / name).string());
    program.key("ctrl+Return");
  };
  program.key("ctrl+e");
  EXPECT_TRUE(eventually([&] { return program.shows("train-export.path"); }));
  write("curve.svg");
  EXPECT_TRUE(says("train-export", "Wrote " + (folder / "curve.svg").string()));
  EXPECT_GT(std::filesystem::file_size(folder / "curve.svg"), 1000U);
  write("curve.svg");
  EXPECT_TRUE(says("train-export", "curve.svg already exists. Replace it?"));
  program.key("Escape");
  write("curve.gif");
  EXPECT_TRUE(
      eventually([&] { return program.text("train-export").starts_with("The name must end"); }));
  write("none/curve.svg");
  EXPECT_TRUE(eventually([&] {
    return program.text("train-export").find("No such file or directory") != std::string::npos;
  }));
  program.click("train-export.kind");
  program.click("train-export.kind.3");
  write("mine.attn-net.json");
  EXPECT_TRUE(says("train-export", "Wrote " + (folder / "mine.attn-net.json").string()));
  program.key("Escape");
  EXPECT_TRUE(eventually([&] { return !program.shows("train-export.path"); }));
  EXPECT_EQ(program.text("train.step"), "500");
}

TEST_F(TrainDesk, OpensATaskOfOnesOwn) {
  const TemporaryFolder folder;
  put(folder / "wrong.txt", "a b → b a\nb a → a\nc → c\n");
  put(folder / "mine.txt", "no no → no no\nno yes → yes no\nyes no → no yes\nyes yes → yes yes\n");
  program.click("train.task-tile.own");
  ASSERT_TRUE(eventually([&] { return program.shows("browser.filter"); }));
  program.type(folder / "wrong.txt" + "\n");
  EXPECT_TRUE(says("message", "wrong.txt:3: expected 2 tokens, as in line 1, found 1"));
  EXPECT_EQ(program.text("train.task-tile.file"), "");
  EXPECT_TRUE(program.shows("train.token.9")) << "what was there before";
  program.click("message");
  program.click("train.task-tile.own");
  ASSERT_TRUE(eventually([&] { return program.shows("browser.filter"); }));
  program.type(folder / "mine.txt" + "\n");
  EXPECT_TRUE(says("train.task-tile.file", "mine.txt"));
  EXPECT_TRUE(eventually([&] { return !program.shows("train.token.2"); }));
  EXPECT_EQ(program.text("message"), "");
  program.key("space");
  EXPECT_TRUE(says("train.step", "500"));
  program.click("train.sequence");
  program.key("ctrl+a");
  program.type("yes no");
  EXPECT_TRUE(eventually([&] { return program.text("train.score").ends_with(" of 2 right"); }))
      << "the file says what is";
}

TEST_F(TrainDesk, TakesATaskThatIsDropped) {
  const TemporaryFolder folder;
  put(folder / "mine.tsv", "ab → ba\nba → ab\naa → aa\nbb → bb\n");
  ASSERT_TRUE(desktop.drop({folder / "mine.tsv"}));
  EXPECT_TRUE(says("train.task-tile.file", "mine.tsv"));
  put(folder / "other.txt", "ab → a\nba → b\naa → a\n");
  program.key("ctrl+1");
  EXPECT_TRUE(eventually([&] { return program.shows("tab.weights"); }));
  ASSERT_TRUE(desktop.drop({folder / "other.txt"}));
  EXPECT_TRUE(says("train.task-tile.file", "other.txt")) << "a text leads to the desk";
}

TEST_F(TrainDesk, LearnsFromPoints) {
  program.click("train.task");
  program.click("train.task." + std::to_string(find_task("regression") - tasks().data()));
  EXPECT_TRUE(eventually([&] { return program.text("train.accuracy").empty(); }));
  program.key("space");
  EXPECT_TRUE(says("train.step", "500"));
  EXPECT_TRUE(program.text("train.score").starts_with("missed by "));
  program.click("train.sequence");
  program.key("ctrl+a");
  program.type("1 0.5, -1 -0.5");
  EXPECT_TRUE(
      eventually([&] { return program.text("train.complaint").starts_with("expected x y"); }));
  program.type(", 0.8");
  EXPECT_TRUE(says("train.complaint", ""));
  EXPECT_TRUE(eventually([&] { return !program.shows("train.token.3"); }));
  program.click("train.token.1");
  program.rest();
  EXPECT_EQ(layout_troubles(program), "");
}

TEST_F(TrainDesk, HasADrawerInANarrowWindow) {
  program.resize(960, 640);
  EXPECT_TRUE(eventually([&] { return program.shows("train.drawer"); }));
  EXPECT_FALSE(program.shows("train.layers.more"));
  program.click("train.drawer");
  EXPECT_TRUE(eventually([&] { return program.shows("train.layers.more"); }));
  program.click("train.layers.more");
  EXPECT_TRUE(says("train.layers", "2"));
  program.key("Escape");
  EXPECT_TRUE(eventually([&] { return !program.shows("train.layers.more"); }));
}

TEST_F(TrainDesk, EveryControlHasATip) {
  for (const auto& [name, rect] : program.controls()) {
    EXPECT_TRUE(name == "tooltip" || tip_of(name)) << name;
  }
}

TEST_F(TrainDesk, NoTextIsCutOrOverAnotherInAnyTask) {
  constexpr std::pair<int, int> kSizes[] = {{1440, 900}, {1280, 800}, {1024, 640}};
  for (const auto& [width, height] : kSizes) {
    program.resize(width, height);
    program.rest();  // what is clicked next stands elsewhere than before
    for (std::size_t n = 0; n < tasks().size(); ++n) {
      if (n == 0) {
        program.click("train.task-tile.first");  // the list begins where the last one is
      } else {
        program.click("train.task");
        program.click("train.task." + std::to_string(n));
      }
      EXPECT_TRUE(says("train.step", "0"));
      program.rest();
      const std::string wrong = layout_troubles(program);
      EXPECT_TRUE(wrong.empty()) << tasks()[n].id << " at " << width << " x " << height << ":\n"
                                 << wrong;
    }
  }
}

}  // namespace
}  // namespace attn::test::train_desk_test
