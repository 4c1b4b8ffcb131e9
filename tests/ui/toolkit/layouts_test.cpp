// Shortcuts on keyboards of other countries: keys are pressed by their place, as on a real one.

#include <string>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::test::layouts_test {
namespace {

/// A layout, and X's codes of the keys on which these letters are printed; where it has no Latin
/// letters, of the places that they have on a US keyboard.
struct Layout {
  const char* name;
  const char *a, *z, *y, *q;
};
constexpr Layout kLayouts[] = {
    {"us", "#38", "#52", "#29", "#24"}, {"fr", "#24", "#25", "#29", "#38"},
    {"de", "#38", "#29", "#52", "#24"}, {"us(dvorak)", "#38", "#61", "#28", "#53"},
    {"ru", "#38", "#52", "#29", "#24"}, {"il", "#38", "#52", "#29", "#24"},
    {"fr", "#24", "#25", "#29", "#38"}};

TEST(Layouts, AShortcutIsTheLetterThatIsPrintedOnTheKey) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  const auto becomes = [&](const char* name, const std::string& wanted) {
    return eventually([&] { return program.text(name) == wanted; }, std::chrono::seconds(20));
  };
  const auto ctrl = [](const std::string& key) { return "ctrl+" + key; };
  for (const Layout& layout : kLayouts) {
    SCOPED_TRACE(layout.name);
    desktop.set_layout(layout.name);
    program.click("sentence");
    program.key(ctrl(layout.a));
    program.key(layout.a);
    EXPECT_TRUE(becomes("made-up", "All vectors are generated from the words."))
        << "Ctrl+A selects all in a field of Dear ImGui's: " << program.text("made-up");
    program.key("Return");
    ASSERT_TRUE(becomes("undo", "Change the sentence"));
    program.key(ctrl(layout.z));
    ASSERT_TRUE(becomes("undo", "")) << "Ctrl+Z";
    program.key(ctrl(layout.y));
    ASSERT_TRUE(becomes("undo", "Change the sentence")) << "Ctrl+Y";
    program.key(ctrl(layout.z));
    ASSERT_TRUE(becomes("undo", "")) << "Ctrl+Z";
    program.key("ctrl+#11");  // the digit 2 everywhere, on a French keyboard with Shift
    EXPECT_TRUE(eventually([&] { return program.shows("train.play"); })) << "Ctrl+2";
    program.key("ctrl+shift+#10");
    EXPECT_EQ(program.shows("train.play"), std::string(layout.name) != "fr")
        << "Ctrl+Shift+1 is Ctrl+1 only where 1 needs Shift";
    program.key("ctrl+#10");
    EXPECT_TRUE(eventually([&] { return program.shows("sentence"); })) << "Ctrl+1";
  }
  // AltGr and E are the sign of the euro: no shortcut, nor a letter.
  program.click("sentence");
  program.key(ctrl("#24"));
  program.key("#108+#26");
  EXPECT_TRUE(becomes("made-up", "All vectors are generated from the words."));
  program.key("Return");
  ASSERT_TRUE(becomes("undo", "Change the sentence"));
  EXPECT_TRUE(program.process().is_running());
  program.key("ctrl+#38");
  EXPECT_EQ(program.process().wait(), 0) << "Ctrl+Q is at the place of A";
  desktop.set_layout("us");
}

}  // namespace
}  // namespace attn::test::layouts_test
