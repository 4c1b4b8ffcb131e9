#include "app/document/shelf/example_shelf.h"

#include <gtest/gtest.h>

#include "app/document/edits/new_scene.h"
#include "app/document/edits/tokens.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"

namespace attn::example_shelf_test {
namespace {

TEST(TitleAfterEdit, IsTheSentenceOfAChangedExample) {
  for (const Scene& opened : {example_shelf().scenes[0], new_scene()}) {
    Scene edited = opened;
    set_tokens(edited, opened, {"Two", "words"});
    EXPECT_EQ(title_after_edit(opened, edited, opened), "Two words");
    edited.title = "Two words";
    Scene again = edited;
    set_tokens(again, edited, {"Two", "other", "words"});
    EXPECT_EQ(title_after_edit(edited, again, opened), "Two other words") << "it follows";
    again.title = "Given";
    EXPECT_EQ(title_after_edit(edited, again, opened), "Given");
    Scene later = again;
    set_tokens(later, again, {"Other"});
    EXPECT_EQ(title_after_edit(again, later, opened), "Given") << "and stays";
  }
}

TEST(TitleAfterEdit, IsTheFirstOneForTheFirstSentence) {
  const Scene opened = example_shelf().scenes[0];
  Scene edited = opened;
  edited.normalizer.temperature = 2;
  EXPECT_EQ(title_after_edit(opened, edited, opened), opened.title);
  set_tokens(edited, opened, {"Two", "words"});
  edited.title = title_after_edit(opened, edited, opened);
  EXPECT_EQ(edited.title, "Two words");
  Scene back = opened;
  back.title = edited.title;
  EXPECT_EQ(title_after_edit(edited, back, opened), opened.title);
}

TEST(TitleAfterEdit, IsThatOfTheFileForOtherScenes) {
  Scene opened = new_scene();
  opened.title = "Figure 3";
  Scene edited = opened;
  set_tokens(edited, opened, {"Two", "words"});
  EXPECT_EQ(title_after_edit(opened, edited, opened), "Figure 3");
}

TEST(TitleAfterEdit, IsShort) {
  const Scene opened = new_scene();
  Scene edited = opened;
  set_tokens(edited, opened, std::vector<std::string>(2000, "long"));
  EXPECT_LE(title_after_edit(opened, edited, opened).size(), 70U);
}

}  // namespace
}  // namespace attn::example_shelf_test
