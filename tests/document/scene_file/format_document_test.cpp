// app/document/FORMAT.md says what the reader takes: every kind, every key, every bound.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/text_bounds.h"
#include "engine/blocks/stages.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::format_document_test {
namespace {

class FormatDocument : public testing::Test {
 protected:
  /// From the heading of that name to the next.
  std::string section(const std::string& name) const {
    const std::size_t begin = text_.find("\n## " + name + "\n");
    EXPECT_NE(begin, std::string::npos) << name;
    return text_.substr(begin, text_.find("\n## ", begin + 1) - begin);
  }

  /// A row of the section's table for each kind, and each of its keys in the section.
  template <typename Kinds>
  void expect_all(const std::string& name, const Kinds& kinds) const {
    const std::string words = section(name);
    for (const auto& kind : kinds) {
      SCOPED_TRACE(kind.id);
      const std::size_t row = words.find("\n| `" + std::string(kind.id) + "`");
      const bool is_beside = words.find(", `" + std::string(kind.id) + "` |") != std::string::npos;
      EXPECT_TRUE(row != std::string::npos || is_beside);
      EXPECT_EQ(words.substr(row + 1).starts_with("| `" + std::string(kind.id) + "` ²"),
                kind.version > 1);
      for (const Parameter& one : kind.parameters) {
        EXPECT_NE(words.find("`" + std::string(one.key)), std::string::npos) << one.key;
      }
    }
  }

  const std::string text_ = test::bytes_of(test::data_path("../app/document/FORMAT.md"));
};

TEST_F(FormatDocument, SaysWhatNetworksAreMadeOf) {
  const std::string words = section("Networks: `*.attn-net.json`");
  for (const StageKind& kind : stage_kinds()) {
    if (!kind.is_in) continue;  // no part of blocks
    EXPECT_NE(words.find("\n| `" + std::string(kind.id) + "` |"), std::string::npos) << kind.id;
  }
  for (const ActivationKind& kind : activation_kinds()) {
    EXPECT_NE(words.find("`" + std::string(kind.id) + "`"), std::string::npos) << kind.id;
  }
  for (const NormKind& kind : norm_kinds()) {
    const bool is_said = words.find("\"" + std::string(kind.id) + "\"") != std::string::npos;
    EXPECT_EQ(is_said, kind.has_epsilon) << kind.id;
  }
}

TEST_F(FormatDocument, HasARowForEveryKindAndSaysEveryKey) {
  expect_all("`score`", score_kinds());
  expect_all("`masks[n]`", mask_kinds());
  expect_all("`normalizer`", normalizer_kinds());
  expect_all("`position`", position_kinds());
  expect_all("`combine`", combine_kinds());
  const std::string heads = section("`heads[h]`");
  for (const ScoreKind& kind : score_kinds()) {
    for (const Parameter& one : kind.head_parameters) {
      EXPECT_NE(heads.find("\n| `" + std::string(one.key) + "`"), std::string::npos) << one.key;
    }
  }
}

TEST_F(FormatDocument, SaysTheKeysOfVersion2ThatBelongToNoKind) {
  const std::string heads = section("`heads[h]`");
  for (const std::string key :
       {"b_q", "b_k", "b_v", "g_q", "g_k", "keys_of", "scores", "sink", "subtract", "lambda", "w_g",
        "b_g", "gain", "decay", "w_f", "b_f"}) {
    EXPECT_TRUE(heads.find("`" + key + "`") != std::string::npos ||
                heads.find("\"" + key + "\"") != std::string::npos)
        << key;
  }
  const std::string score = section("`score`");
  for (const NormKind& kind : norm_kinds()) {
    EXPECT_NE(score.find("`" + std::string(kind.id) + "`"), std::string::npos) << kind.id;
  }
  const std::string position = section("`position`");
  for (const RopeScalingKind& kind : rope_scaling_kinds()) {
    EXPECT_NE(position.find("\n| `" + std::string(kind.id) + "`"), std::string::npos) << kind.id;
    for (const Parameter& one : kind.parameters) {
      EXPECT_NE(position.find("`" + std::string(one.key) + "`"), std::string::npos) << one.key;
    }
  }
}

TEST_F(FormatDocument, SaysTheBounds) {
  const std::string words = section("The file");
  const auto says = [&](std::string_view bound) { return words.find(bound) != std::string::npos; };
  static_assert(kMaxTitleBytes == 10'000 && kMaxTokenBytes == 10'000);
  EXPECT_TRUE(says("the title and each token 10,000 bytes"));
  static_assert(kMaxNotesBytes == 1 << 20 && kMaxTokensBytes == 16 << 20);
  EXPECT_TRUE(says("notes\n1 MiB, each list of tokens 16 MiB"));
  static_assert(kMaxViewBytes == 64 << 10);
  EXPECT_TRUE(says("`view` 64 KiB"));
  static_assert(kMaxSceneBytes == 256 << 20);
  EXPECT_TRUE(says("A file has at most 256 MiB"));
}

}  // namespace
}  // namespace attn::format_document_test
