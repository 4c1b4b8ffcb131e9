// Networks as attention of all their heads.

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/document/imports/dump_scene.h"
#include "app/document/scene_file/network_file.h"
#include "engine/blocks/stages.h"
#include "tests/document/imports/opened_dump.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::network_dump_test {
namespace {

constexpr long long kMaxBytes = 1 << 24;

std::string golden(const std::string& name) {
  return test::data_path("golden2/" + name + ".attn-net.json");
}

TEST(NetworkDumps, HaveTheWeightsOfEveryHead) {
  for (const std::string name : {"net-gpt2", "net-gemma", "net-no-residual"}) {
    SCOPED_TRACE(name);
    const Network network = parse_network(read_file(golden(name), kMaxBytes));
    const NetworkTrace trace = evaluate_plainly(network);
    const auto dump = open_dump(golden(name));
    EXPECT_EQ(dump->tokens().keys, network.tokens);
    EXPECT_FALSE(imported_scene(*dump, analyse_layer(*dump, 0, {}), {}).queries);
    Index layers = 0;
    for (std::size_t b = 0; b < network.blocks.size(); ++b) {
      const auto attention = attention_of(network, trace, static_cast<Index>(b));
      if (!attention) continue;
      EXPECT_EQ(dump->layer_name(layers), static_cast<Index>(b));
      const DumpLayer layer = dump->layer(layers);
      ASSERT_EQ(layer.heads, std::ssize(attention->trace.heads));
      EXPECT_EQ(layer.queries, std::ssize(network.tokens));
      EXPECT_EQ(layer.keys, std::ssize(network.tokens));
      for (Index h = 0; h < layer.heads; ++h) {
        EXPECT_EQ(dump->numbers(layers, h), attention->trace.head(h).weights);
      }
      ++layers;
    }
    EXPECT_EQ(dump->layer_count(), layers);
    EXPECT_NE(dump->file, FileIdentity());
  }
}

TEST(NetworkDumps, SayWhatTheyAre) {
  const std::string bytes = read_file(golden("net-gpt2"), kMaxBytes);
  const Network network = parse_network(bytes);
  const std::string words = "network of " + std::to_string(network.blocks.size()) + " layers × ";
  EXPECT_EQ(test::opened(bytes)->words().find(words), 0U) << test::opened(bytes)->words();
  const DumpContents contents = contents_of(FileBytes::held(bytes));
  ASSERT_EQ(contents.parts.size(), 1U);
  EXPECT_TRUE(contents.parts[0].is_usual);
  for (const DumpAs as : {DumpAs::kGuessed, DumpAs::kScores, DumpAs::kVectors}) {
    EXPECT_EQ(test::opened(bytes, {.as = as})->as, DumpAs::kWeights);
  }
}

TEST(NetworkDumps, NameThePlaceOfWhatIsWrong) {
  auto file = nlohmann::ordered_json::parse(read_file(golden("net-gpt2"), kMaxBytes));
  file["tokens"][0] = "no word of it";
  EXPECT_EQ(test::wrong_with(file.dump()), "/tokens/0: expected a word of the vocabulary");
  file["tokens"][0] = file["vocabulary"][0];
  file["blocks"] = nlohmann::ordered_json::array();
  EXPECT_EQ(test::wrong_with(file.dump()), "expected a block with attention, found none");
}

}  // namespace
}  // namespace attn::network_dump_test
