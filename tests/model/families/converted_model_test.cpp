#include "app/model/families/converted_model.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "app/document/scene_file/network_file.h"
#include "app/model/families/model_description.h"
#include "app/model/families/model_network.h"
#include "app/model/files/token_names.h"
#include "engine/blocks/stages.h"
#include "tests/model/expected_model.h"
#include "tests/support/temporary_folder.h"

namespace attn::converted_model_test {
namespace {

using nlohmann::json;

void expect_numbers_of(const std::string& name, const std::string& path) {
  const test::ExpectedModel expected(test::model_path(name));
  const Network network = std::get<Network>(read_computable(path));
  const NetworkTrace trace = evaluate_plainly(network);
  test::expect_states(network, trace, expected);
  if (expected.logits) test::expect_near(trace.stages.back().x, *expected.logits, name);
}

TEST(ConvertedModel, GivesTheModelsNumbersFromTheModelsFiles) {
  for (const std::string& name : test::model_cases()) {
    SCOPED_TRACE(name);
    const test::TemporaryFolder folder;
    std::filesystem::copy(test::model_path(name), folder / "m");
    const std::string path = folder / "net.attn-net.json";
    const ModelFiles model = open_model(folder / "m");
    const bool is_bin = !model.weights.files().front().is_safetensors();
    EXPECT_EQ(converted_files(model, path).size(), is_bin ? 2u : 1u);
    write_converted(model, path, test::ExpectedModel(folder / "m").ids);
    EXPECT_EQ(std::filesystem::exists(folder / "net.safetensors"), is_bin);
    expect_numbers_of(name, path);
  }
}

TEST(ConvertedModel, HasItsOwnTensorsWhereTheModelIsElsewhere) {
  for (const std::string name : {"gpt2-parts", "gpt2-bin", "qwen3", "gemma2", "roberta"}) {
    SCOPED_TRACE(name);
    const test::TemporaryFolder folder;
    const std::string path = folder / "net.attn-net.json";
    const ModelFiles model = open_model(test::model_path(name));
    EXPECT_EQ(converted_files(model, path),
              (std::vector<std::string>{path, folder / "net.safetensors"}));
    write_converted(model, path, test::ExpectedModel(test::model_path(name)).ids);
    expect_numbers_of(name, path);
    const json network = json::parse(std::ifstream(path));
    EXPECT_EQ(network["version"], 2);
    EXPECT_EQ(network["embedding"]["file"], "net.safetensors");
  }
}

/// Links lead out of the folder, as in the library's cache: a network may not follow them.
TEST(ConvertedModel, HasItsOwnTensorsWhereFilesAreLinks) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "m");
  for (const std::string name : {"config.json", "model.safetensors"}) {
    std::filesystem::create_symlink(test::model_path("llama") + "/" + name, folder / ("m/" + name));
  }
  const std::string path = folder / "m/net.attn-net.json";
  write_converted(open_model(folder / "m"), path,
                  test::ExpectedModel(test::model_path("llama")).ids);
  EXPECT_TRUE(std::filesystem::exists(folder / "m/net.safetensors"));
  expect_numbers_of("llama", path);
}

TEST(TokenNames, AreTheTokenizersAndDistinct) {
  const test::TemporaryFolder folder;
  const auto names = [&](int count) { return token_names(folder.path().string(), count); };
  const std::vector<std::string> numbers{"⟨0⟩", "⟨1⟩", "⟨2⟩"};
  EXPECT_EQ(names(3), numbers);
  std::ofstream(folder / "vocab.txt") << "[PAD]\r\nthe\n\n##s\n";
  EXPECT_EQ(names(5), (std::vector<std::string>{"[PAD]", "the", "⟨2⟩", "##s", "⟨4⟩"}));
  std::ofstream(folder / "vocab.json") << R"({"a": 0, "⟨2⟩": 1, "far": 7, "b": 3})";
  EXPECT_EQ(names(4), (std::vector<std::string>{"a", "⟨2⟩", "⟨2⟩'", "b"}));
  std::ofstream(folder / "tokenizer.json")
      << R"({"model": {"vocab": [["<unk>", 0], ["x", -1.5], ["x", -2]]},)"
      << R"( "added_tokens": [{"id": 3, "content": "<s>"}]})";
  EXPECT_EQ(names(4), (std::vector<std::string>{"<unk>", "x", "x⟨2⟩", "<s>"}));
  std::ofstream(folder / "tokenizer.json") << "no JSON";
  EXPECT_EQ(names(1), std::vector<std::string>{"a"});
}

TEST(ModelDescription, NamesTheModelWithoutItsNumbers) {
  const ModelDescription llama = describe_model(open_model(test::model_path("llama")));
  EXPECT_EQ(llama.family, "llama");
  EXPECT_EQ(llama.layers, 2);
  EXPECT_EQ(llama.heads, 4);
  EXPECT_EQ(llama.key_heads, 2);
  EXPECT_EQ(llama.width, 32);
  EXPECT_EQ(llama.vocabulary, 17);
  // Embedding and unembedding; q and o, k and v, three of the mlp, two norms; the last norm.
  EXPECT_EQ(llama.parameters,
            2 * 17 * 32 + 2 * (2 * 32 * 32 + 2 * 16 * 32 + 3 * 20 * 32 + 64) + 32);
  EXPECT_EQ(llama.dtype, "float32");
  EXPECT_EQ(describe_model(open_model(test::model_path("qwen3"))).dtype, "bfloat16");
  EXPECT_EQ(llama.fingerprint.size(), 16u);
}

TEST(ModelDescription, FingerprintIsOfConfigAndTensorsAlone) {
  std::set<std::string> all;
  for (const std::string& name : test::model_cases()) {
    all.insert(fingerprint_of(open_model(test::model_path(name))));
  }
  EXPECT_EQ(all.size(), test::model_cases().size());
  const test::TemporaryFolder folder;
  std::filesystem::copy(test::model_path("gpt2"), folder / "m");
  const std::string before = fingerprint_of(open_model(test::model_path("gpt2")));
  EXPECT_EQ(fingerprint_of(open_model(folder / "m")), before);
  std::string bytes = test::bytes_of(folder / "m/model.safetensors");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  std::ofstream(folder / "m/model.safetensors", std::ios::binary) << bytes;
  EXPECT_NE(fingerprint_of(open_model(folder / "m")), before);
}

}  // namespace
}  // namespace attn::converted_model_test
