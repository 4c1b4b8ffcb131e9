// Tests an import that waits for the user's choices.

#include "app/session/files/import_offer.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "app/document/imports/open_dump.h"
#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "assets/assets.h"
#include "tests/document/imports/encoder_batch.h"
#include "tests/support/temporary_folder.h"

namespace attn::import_offer_test {
namespace {

using test::floats;
using test::npy;
using test::put;

class Offered : public testing::Test {
 protected:
  std::string put_batch() {
    put(folder_ / "encoder-batch.npz", test::encoder_batch());
    return folder_ / "encoder-batch.npz";
  }
  std::string letters(const ImportOffer& offer) {
    std::string letters;
    for (const DumpAxis& axis : offer.outline()->axes) letters += axis.letter;
    return letters;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Offered, BeginsWithTheFirstArrayAndAPreview) {
  const ImportOffer offer(put_batch(), {}, false);
  ASSERT_NE(offer.preview(), nullptr) << offer.failure() << offer.problem();
  EXPECT_EQ(offer.name(), "encoder-batch.npz");
  EXPECT_EQ(offer.file_words(), "7 arrays · 8.6 kB");
  EXPECT_EQ(offer.choice().dump.tensor, "blocks.*.attn.hook_pattern");
  EXPECT_TRUE(offer.is_current());
  EXPECT_FALSE(offer.is_busy());
  EXPECT_TRUE(offer.has_several());
  EXPECT_EQ(letters(offer), "bhqk");
  ASSERT_EQ(offer.thumbnails().size(), 4U);
  for (const auto& picture : offer.thumbnails()) EXPECT_TRUE(picture);
  EXPECT_EQ(*offer.thumbnails()[0], *offer.preview()->weights);
}

TEST_F(Offered, SaysWhyAFileOffersNothing) {
  put(folder_ / "wrong.npy", "no array");
  const ImportOffer wrong(folder_ / "wrong.npy", {}, false);
  EXPECT_EQ(wrong.failure(), "line 1: expected numbers, found no array");
  EXPECT_EQ(wrong.preview(), nullptr);
  EXPECT_EQ(ImportOffer(folder_ / "none.npy", {}, false).failure(), "No such file or directory");
}

TEST_F(Offered, KeepsLayerAndSequenceOfAnotherArrayThatHasThem) {
  put(folder_ / "two.npz", test::zip({{"a.0.attn.npy", npy("(2, 1, 1, 1)", floats({1, 1}))},
                                      {"a.3.attn.npy", npy("(2, 1, 1, 1)", floats({1, 1}))},
                                      {"b.0.attn.npy", npy("(2, 1, 1, 1)", floats({1, 1}))},
                                      {"b.3.attn.npy", npy("(2, 1, 1, 1)", floats({1, 1}))},
                                      {"c.0.attn.npy", npy("(1, 1, 1, 1)", floats({1}))},
                                      {"c.1.attn.npy", npy("(1, 1, 1, 1)", floats({1}))}}));
  ImportOffer offer(folder_ / "two.npz", {}, false);
  ImportChoice choice = offer.choice();
  choice.dump.batch = 1;
  offer.choose(choice);
  offer.choose_layer(1);
  EXPECT_EQ(offer.choice().layer, 3);
  offer.choose_part(1);
  EXPECT_EQ(offer.problem(), "");
  EXPECT_EQ(offer.choice().dump, (DumpChoice{.tensor = "b.*.attn", .batch = 1}));
  EXPECT_EQ(offer.preview()->layer, 1);
  offer.choose_part(2);
  EXPECT_EQ(offer.problem(), "");
  EXPECT_EQ(offer.choice().dump, (DumpChoice{.tensor = "c.*.attn"}));
  EXPECT_EQ(offer.choice().layer, std::nullopt);
  offer.choose_layer(0);
  EXPECT_EQ(offer.choice().layer, std::nullopt) << "the first is the default";
}

TEST_F(Offered, FollowsTheOtherReadingAndBack) {
  put(folder_ / "guessed.npy", npy("(2, 2, 2, 2)", floats(std::vector<float>(16, .5F))));
  ImportOffer offer(folder_ / "guessed.npy", {}, false);
  ASSERT_EQ(offer.outline()->doubts.size(), 1U);
  EXPECT_EQ(letters(offer), "lhqk");
  EXPECT_TRUE(offer.choose_other(offer.outline()->doubts[0]));
  EXPECT_EQ(offer.choice().dump.axes, "bhqk");
  EXPECT_EQ(letters(offer), "bhqk");
  EXPECT_TRUE(offer.outline()->doubts.empty());
  offer.choose_axes("lhqk");
  EXPECT_EQ(offer.choice().dump.axes, "") << "the guess is the default";
  EXPECT_EQ(offer.outline()->doubts.size(), 1U);
  EXPECT_TRUE(offer.choose_other({"", "--as scores"}));
  EXPECT_EQ(offer.choice().dump.as, DumpAs::kScores);
  EXPECT_FALSE(offer.choose_other({"", "--unknown"}));
}

TEST_F(Offered, KeepsTheLastGoodPreviewBesideAnError) {
  ImportOffer offer(put_batch(), {}, false);
  offer.choose_axes("lhqk");
  EXPECT_EQ(offer.problem(),
            "--axes: expected no axis l of layers, as each layer is an array, found lhqk");
  ASSERT_NE(offer.preview(), nullptr);
  EXPECT_EQ(letters(offer), "bhqk");
  EXPECT_FALSE(offer.is_current());
  offer.accept();
  EXPECT_EQ(offer.take_scene(), std::nullopt);
  EXPECT_FALSE(offer.is_accepted());
  offer.choose_axes("bhqk");
  EXPECT_EQ(offer.problem(), "");
  offer.choose_tokens("one two");
  EXPECT_NE(offer.problem().find("expected 6 tokens"), std::string::npos) << offer.problem();
  offer.choose_tokens("a b c d e f");
  EXPECT_EQ(offer.problem(), "");
  EXPECT_EQ(offer.choice().tokens_text, R"(["a","b","c","d","e","f"])");
  EXPECT_EQ(offer.preview()->analysed.tokens.keys[5], "f");
  offer.choose_tokens("");
  EXPECT_EQ(offer.problem(), "expected tokens, found none");
}

TEST_F(Offered, OffersOtherLayersThanOneThatCannotBeOpened) {
  put(folder_ / "layers.npz", test::zip({{"attn.0.npy", npy("(1, 1, 1, 2)", floats({INFINITY, 0}))},
                                         {"attn.1.npy", npy("(1, 1, 1, 2)", floats({1, 0}))}}));
  ImportOffer offer(folder_ / "layers.npz", {}, false);
  EXPECT_NE(offer.problem().find("found infinity"), std::string::npos);
  EXPECT_EQ(offer.preview(), nullptr);
  ASSERT_NE(offer.outline(), nullptr);
  EXPECT_EQ(offer.outline()->layers.size(), 2U);
  offer.choose_layer(1);
  EXPECT_EQ(offer.problem(), "");
  EXPECT_EQ(offer.layer(), 1);
  EXPECT_EQ(offer.preview()->layer, 1);
  offer.choose_layer(0);
  EXPECT_EQ(offer.layer(), 0) << "the chosen one, not that of the preview";
  EXPECT_EQ(offer.preview()->layer, 1);
}

TEST_F(Offered, ChoosesTheGuessedKindOfNumbersByNoOption) {
  ImportOffer offer(put_batch(), {}, false);
  offer.choose_part(1);
  ASSERT_EQ(offer.problem(), "");
  EXPECT_TRUE(offer.preview()->analysed.meaning->are_scores);
  ImportChoice choice = offer.choice();
  choice.dump.masked_from = -10000.F;
  choice.dump.batch = 1;
  offer.choose(choice);
  EXPECT_EQ(offer.preview()->not_seen, 6);
  offer.choose_numbers(DumpAs::kWeights);
  EXPECT_EQ(offer.choice().dump.as, DumpAs::kWeights);
  EXPECT_EQ(offer.choice().dump.masked_from, std::nullopt) << "it is of scores";
  offer.choose_numbers(DumpAs::kScores);
  EXPECT_EQ(offer.choice().dump.as, DumpAs::kGuessed);
}

TEST_F(Offered, OpensWhatTheChoiceOpens) {
  ImportOffer offer(put_batch(), {}, false);
  ImportChoice choice = offer.choice();
  choice.hide.special = true;
  choice.words = JoinPieces::kSum;
  offer.choose(choice);
  offer.choose_layer(2);
  offer.choose_head(1);
  offer.accept();
  const auto scene = offer.take_scene();
  ASSERT_TRUE(scene) << offer.problem();
  const OpenedImport opened = opened_import(dump_bytes(offer.path()), offer.choice());
  const ImportWishes wishes = opened.wishes(offer.name(), offer.choice());
  EXPECT_EQ(
      format_scene(*scene),
      format_scene(imported_scene(*opened.dump, analyse_layer(*opened.dump, 2, wishes), wishes)));
  EXPECT_EQ(offer.command(),
            "attentoscope import " + offer.path() +
                " --tensor 'blocks.*.attn.hook_pattern' --words sum --layer 2 --hide special --out "
                "encoder-batch.attn.json");
  EXPECT_EQ(offer.imported({})->open_head(), (ImportedHead{2, 1}));
}

/// Waits for results of a background thread.
bool comes(const std::function<bool()>& condition) {
  for (int n = 0; n < 6000 && !condition(); ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return condition();
}

bool rests(ImportOffer& offer) {
  return comes([&] {
    offer.follow();
    return !offer.is_busy();
  });
}

TEST_F(Offered, ReadsInTheBackgroundAndTakesTheLastOfManyChoices) {
  ImportOffer offer(put_batch(), {}, true);
  ASSERT_TRUE(rests(offer));
  ASSERT_NE(offer.preview(), nullptr) << offer.failure();
  for (int n = 0; n < 50; ++n) {
    offer.choose_layer(n % 3);
    offer.choose_head(n % 4);
    if (n % 7 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  offer.choose_layer(2);
  offer.choose_head(3);
  ASSERT_TRUE(rests(offer));
  EXPECT_TRUE(offer.is_current());
  EXPECT_EQ(offer.preview()->layer, 2);
  EXPECT_EQ(offer.preview()->head, 3);
  for (const auto& picture : offer.thumbnails()) EXPECT_TRUE(picture);
  EXPECT_EQ(*offer.thumbnails()[3], *offer.preview()->weights);
  offer.accept();
  ASSERT_TRUE(rests(offer));
  EXPECT_TRUE(offer.take_scene());
}

TEST_F(Offered, EndsWhileItReads) {
  const std::string path = put_batch();
  for (int n = 0; n < 20; ++n) ImportOffer(path, {}, true).follow();
}

TEST_F(Offered, SaysThatItsFileWasChanged) {
  const std::string path = put_batch();
  ImportOffer offer(path, {}, false);
  std::filesystem::remove(path);
  offer.choose_layer(1);
  EXPECT_EQ(offer.problem().empty() ? "" : offer.problem().substr(offer.problem().find("the file")),
            offer.problem().empty() ? "" : "the file was changed while it was read");
  put(path, "PK");
  offer.choose_layer(2);
  offer.accept();
  offer.follow();
  EXPECT_NE(offer.preview(), nullptr);
}

TEST_F(Offered, OpensInTheSessionAndStaysWithAnError) {
  Session session{parse_scene(asset("assets/examples/01-sleepy-child.attn.json")), ""};
  Imports& imports = session.files.imports;
  imports.offer_file(put_batch());
  ASSERT_NE(imports.offer(), nullptr);
  const std::string title = session.workspace.scene().title;
  imports.offer()->choose_axes("lhqk");
  EXPECT_NE(imports.offer()->problem(), "");
  imports.accept();
  ASSERT_NE(imports.offer(), nullptr) << "it says why";
  EXPECT_EQ(session.workspace.scene().title, title);
  imports.offer()->choose_axes("bhqk");
  imports.offer()->choose_head(2);
  imports.accept(true);
  EXPECT_EQ(imports.offer(), nullptr);
  EXPECT_NE(session.workspace.scene().title.find("Attention, "), std::string::npos);
  EXPECT_EQ(session.workspace.look.view.head, 2);
  EXPECT_TRUE(session.workspace.look.wants_layers);
  ASSERT_NE(imports.imported(), nullptr);
  EXPECT_EQ(imports.imported()->open_head(), (ImportedHead{0, 2}));
}

}  // namespace
}  // namespace attn::import_offer_test
