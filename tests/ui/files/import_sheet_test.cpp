// Attention from elsewhere, dropped onto the window: what was understood is shown before it opens.

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/document/tensors/made_files.h"
#include "tests/ui/files/files_window.h"

namespace attn::test::import_window_test {
namespace {

class ImportWindow : public Files {
 protected:
  std::string put_layers() {
    const std::string path = (folder() / "layers.npz").string();
    put(path, zip({{"attentions.0.npy", npy("(1, 1, 2, 2)", floats({1, 0, .5, .5}))},
                   {"attentions.1.npy", npy("(1, 1, 2, 2)", floats({.25, .75, 0, 1}))},
                   {"attentions.2.npy", npy("(1, 1, 2, 2)", floats({INFINITY, 0, 0, 1}))}}));
    return path;
  }
};

TEST_F(ImportWindow, SaysWhatWasUnderstoodAndOpensIt) {
  ASSERT_TRUE(desktop.drop({put_layers()}));
  program.control("import.open");
  EXPECT_EQ(program.text("import.0"),
            "\"attentions.*\": 3 layers, each batch × heads × queries × keys = "
            "1 × 1 × 2 × 2 of float32");
  EXPECT_EQ(program.text("import.1"), "Given: weights; rows sum to 1");
  EXPECT_EQ(program.text("import.2"), "2 tokens without names");
  EXPECT_EQ(program.text("import.layer"), "Layer 0 of 0 … 2");
  program.key("Right");
  EXPECT_TRUE(eventually([&] { return program.text("import.layer") == "Layer 1 of 0 … 2"; }));
  program.click("import.open");
  EXPECT_TRUE(gone("import.open"));
  const Scene scene = shown_scene();
  EXPECT_EQ(scene.title, "Attention, layer 1 of 0 … 2 (weights as given)");
  EXPECT_EQ((**scene.heads[0].scores)(0, 1), std::log(.75F));
}

TEST_F(ImportWindow, LeavesTheSceneAsItIsWhereThatIsSaid) {
  const std::string title = shown_scene().title;
  ASSERT_TRUE(desktop.drop({put_layers()}));
  program.control("import.open");
  program.click("import.next");
  program.click("import.next");
  EXPECT_TRUE(gone("import.open")) << "a layer that can't be opened says why";
  EXPECT_NE(program.text("import.1").find("found infinity"), std::string::npos);
  program.key("Escape");
  EXPECT_TRUE(gone("import.cancel"));
  EXPECT_EQ(shown_scene().title, title);

  const std::string wrong = (folder() / "wrong.npy").string();
  put(wrong, "no array");
  ASSERT_TRUE(desktop.drop({wrong}));
  EXPECT_TRUE(eventually([&] {
    return program.text("message").find("wrong.npy: line 1: expected numbers, found no array") !=
           std::string::npos;
  })) << program.text("message");
  EXPECT_FALSE(program.shows("import.cancel"));
}

TEST_F(ImportWindow, OpensQueriesAndKeysAsALiveScene) {
  const std::string path = (folder() / "qkv.npz").string();
  put(path, zip({{"q.npy", npy("(2, 2)", floats({1, 0, 0, 1}))},
                 {"k.npy", npy("(2, 2)", floats({1, 0, 0, 1}))},
                 {"v.npy", npy("(2, 1)", floats({5, 6}))}}));
  ASSERT_TRUE(desktop.drop({path}));
  program.control("import.open");
  EXPECT_EQ(program.text("import.1"), "Given: queries, keys and values");
  EXPECT_EQ(program.text("import.3"), "Derived: weights are softmax(q·k/√2)");
  program.click("import.open");
  EXPECT_TRUE(gone("import.open"));
  const Scene scene = shown_scene();
  EXPECT_EQ(scene.score.kind->id, "scaled_dot");
  EXPECT_EQ((*scene.queries->embeddings)(1, 1), 1);
  EXPECT_EQ((**scene.values)(1, 0), 6);
}

TEST_F(ImportWindow, CleansTokensAndHidesKeys) {
  const std::string path = (folder() / "tokens.npz").string();
  std::string tokens(2 * 4 * 3, '\0');
  constexpr char32_t kTokens[2][3] = {{'<', 's', '>'}, {0x120, 'a', 0}};
  std::memcpy(tokens.data(), kTokens, tokens.size());
  put(path, zip({{"attention.npy", npy("(2, 2)", floats({1, 0, .5, .5}))},
                 {"tokens.npy", npy("(2,)", tokens, "<U3")}}));
  ASSERT_TRUE(desktop.drop({path}));
  program.control("import.open");
  EXPECT_NE(program.text("import.2").find("Ġ is shown as a space"), std::string::npos);
  program.click("import.clean.1");
  EXPECT_TRUE(eventually([&] { return program.text("import.2") == "2 tokens: <s>, Ġa"; }));
  program.click("import.hide.2");
  EXPECT_TRUE(
      eventually([&] { return program.text("import.4").find("1 special token hidden") == 0; }));
  program.click("import.open");
  EXPECT_TRUE(gone("import.open"));
  const Scene scene = shown_scene();
  EXPECT_NE(scene.title.find("1 special token hidden"), std::string::npos);
  EXPECT_EQ(scene.masks.size(), 1U);
  EXPECT_FALSE(program.shows("desk.2")) << "there is one matrix only";
}

}  // namespace
}  // namespace attn::test::import_window_test
