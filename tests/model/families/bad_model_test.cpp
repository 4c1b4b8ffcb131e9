// Models that cannot be read: each has its line.
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

#include "app/document/tensors/tensor_file.h"
#include "app/model/families/model_network.h"
#include "app/model/files/model_error.h"
#include "tests/model/expected_model.h"
#include "tests/support/temporary_folder.h"

namespace attn::bad_model_test {
namespace {

using nlohmann::json;

/// A copy of a model that a test changes.
class ChangedModel {
 public:
  explicit ChangedModel(const std::string& name) {
    std::filesystem::copy(test::model_path(name), path_);
  }

  std::string path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

  ChangedModel& config(const std::function<void(json&)>& change) {
    json object = json::parse(std::ifstream(file("config.json")));
    change(object);
    std::ofstream(file("config.json")) << object;
    return *this;
  }

  /// Changes the header of the weights; the numbers stay.
  ChangedModel& header(const std::function<void(json&)>& change) {
    const std::string bytes = test::bytes_of(file("model.safetensors"));
    const auto length = static_cast<std::size_t>(little_endian(bytes.substr(0, 8)));
    json object = json::parse(bytes.substr(8, length));
    change(object);
    const std::string text = object.dump();
    std::string count(8, '\0');
    for (std::size_t n = 0; n < 8; ++n) count[n] = static_cast<char>(text.size() >> (8 * n));
    write("model.safetensors", count + text + bytes.substr(8 + length));
    return *this;
  }

  ChangedModel& write(const std::string& name, const std::string& bytes) {
    std::ofstream(file(name), std::ios::binary) << bytes;
    return *this;
  }
  ChangedModel& remove(const std::string& name) {
    std::filesystem::remove(file(name));
    return *this;
  }

  /// Line of the error, with m for the folder.
  std::string line(const std::vector<int>& ids = {0}) const {
    try {
      const ModelFiles model = open_model(path_);
      network_of_model(model, numbered_words(model.settings.vocabulary), ids);
    } catch (const ModelError& error) {
      std::string text = error.what();
      const auto at = text.find(path_);
      return at == text.npos ? text : text.replace(at, path_.size(), "m");
    }
    return "";
  }

 private:
  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "model";
};

TEST(BadModel, WithoutConfigOrOfAnotherFamily) {
  EXPECT_EQ(ChangedModel("gpt2").remove("config.json").line(),
            "m: expected config.json in the folder, found none");
  EXPECT_EQ(ChangedModel("gpt2").config([](json& c) { c["model_type"] = "mamba"; }).line(),
            "m/config.json: /model_type: \"mamba\" is not read: expected one of bert, distilbert, "
            "gemma2, gemma3_text, gpt2, gpt_neo, gpt_neox, llama, mistral, phi, qwen2, qwen3, "
            "roberta, smollm3");
  EXPECT_EQ(ChangedModel("gpt2")
                .config([](json& c) { c.erase("model_type"); })
                .line()
                .find("m/config.json: /model_type: missing key: expected one of bert, "),
            0u);
  EXPECT_EQ(ChangedModel("gpt2").write("config.json", "{").line().find("m/config.json: "), 0u);
}

/// A key of a config with a value that is not read.
struct BadKey {
  const char *model, *key, *value, *line;
};

constexpr BadKey kBadKeys[] = {
    {"llama-5", "rope_parameters", R"({"rope_type": "yarn", "factor": 4.0, "beta_fast": 32})",
     "/rope_parameters/rope_type: expected default, linear or llama3, found \"yarn\""},
    {"llama", "rope_scaling", R"({"type": "dynamic", "factor": 4.0})",
     "/rope_scaling/type: expected default, linear or llama3, found \"dynamic\""},
    {"gemma3_text-5", "rope_parameters",
     R"({"full_attention": {"rope_type": "longrope"}, "sliding_attention": {}})",
     "/rope_parameters/full_attention/rope_type: expected default, linear or llama3, "
     "found \"longrope\""},
    {"llama", "rope_scaling", R"({"rope_type": "linear"})",
     "/rope_scaling/factor: missing key: expected a number > 0"},
    {"llama", "rope_scaling", R"({"rope_type": "linear", "factor": 2, "attention_factor": 2})",
     "/rope_scaling/attention_factor: is not read with \"linear\""},
    {"qwen3", "layer_types", R"(["linear_attention", "full_attention"])",
     "/layer_types/0: expected full_attention or sliding_attention, found \"linear_attention\""},
    {"qwen3", "layer_types", R"(["full_attention"])", "/layer_types: expected 2 layers, found 1"},
    {"gpt_neo", "attention_types", R"([[["global", "far"], 1]])",
     "/attention_types/0/0/1: expected global or local, found \"far\""},
    {"gpt_neo", "attention_types", R"([[["global"], 1]])",
     "/attention_types: expected 2 layers, found 1"},
    {"llama", "quantization_config", R"({"bits": 4})",
     "/quantization_config: is not read, and may change the numbers"},
    {"llama", "num_local_experts", "8",
     "/num_local_experts: is not read, and may change the numbers"},
    {"llama", "attention_bias", "true", "/attention_bias: expected false, found true"},
    {"llama", "mlp_bias", "true", "/mlp_bias: expected false, found true"},
    {"gpt_neox", "attention_bias", "false", "/attention_bias: expected true, found false"},
    {"gpt2", "activation_function", R"("quick_gelu")",
     "/activation_function: expected one of relu, gelu, gelu_new, gelu_pytorch_tanh, silu, found "
     "\"quick_gelu\""},
    {"gpt2", "scale_attn_by_inverse_layer_idx", "true",
     "/scale_attn_by_inverse_layer_idx: expected false, found true"},
    {"gpt2", "add_cross_attention", "true", "/add_cross_attention: expected false, found true"},
    {"bert", "add_cross_attention", "true", "/add_cross_attention: expected false, found true"},
    {"bert", "position_embedding_type", R"("relative_key")",
     "/position_embedding_type: expected absolute, found \"relative_key\""},
    {"phi", "qk_layernorm", "true", "/qk_layernorm: expected false, found true"},
    {"gemma3_text", "use_bidirectional_attention", "true",
     "/use_bidirectional_attention: expected false, found true"},
    {"llama", "num_key_value_heads", "3",
     "/num_key_value_heads: expected a divisor of the 4 heads, found 3"},
    {"gpt2", "n_head", "5",
     "/head_dim: expected a width of heads, as 12 is not a multiple of 5 heads"},
    {"llama", "head_dim", "7", "/head_dim: expected an even number of rotated columns, found 7"},
    {"roberta", "pad_token_id", "15",
     "/pad_token_id: expected less than 15 (the last position), found 15"},
    {"gpt2", "n_head", "5000", "/n_head: expected at most 4096, found 5000"},
    {"gpt2", "n_layer", "1000000000", "/n_layer: expected at most 4096, found 1000000000"},
};

TEST(BadModel, KeysThatChangeNumbersAreErrors) {
  for (const BadKey& bad : kBadKeys) {
    EXPECT_EQ(ChangedModel(bad.model)
                  .config([&](json& config) { config[bad.key] = json::parse(bad.value); })
                  .line(),
              std::string("m/config.json: ") + bad.line);
  }
}

TEST(BadModel, KeysThatAreOffOrOfTrainingAreNone) {
  for (const char* const value : {"null", "false", "[]", "{}"}) {
    EXPECT_EQ(ChangedModel("llama")
                  .config([&](json& config) { config["new_feature"] = json::parse(value); })
                  .line(),
              "")
        << value;
  }
  EXPECT_EQ(ChangedModel("llama").config([](json& c) { c["torch_dtype"] = "bfloat16"; }).line(),
            "");
}

TEST(BadModel, KeysThatAreNeeded) {
  EXPECT_EQ(ChangedModel("gpt2").config([](json& c) { c.erase("n_embd"); }).line(),
            "m/config.json: /n_embd: missing key: expected a whole number >= 1");
}

TEST(BadModel, TensorsThatAreMissingOrOfAnotherShape) {
  const std::string block = "transformer.h.1.";
  EXPECT_EQ(ChangedModel("gpt2")
                .header([&](json& h) {
                  h["odd"] = h[block + "ln_1.bias"];
                  h.erase(block + "ln_1.bias");
                })
                .line(),
            "m/model.safetensors: expected tensor \"transformer.h.1.ln_1.bias\", found none");
  EXPECT_EQ(ChangedModel("gpt2-parts").config([](json& c) { c["n_layer"] = 3; }).line(),
            "m/model.safetensors.index.json: expected tensor \"h.2.ln_1.weight\", found none");
  EXPECT_EQ(ChangedModel("gpt2")
                .header([&](json& h) {
                  h[block + "attn.c_attn.weight"]["shape"] = {36, 12};
                })
                .line(),
            "m/model.safetensors: tensor \"transformer.h.1.attn.c_attn.weight\": expected 12 × 36, "
            "found 36 × 12");
  EXPECT_EQ(
      ChangedModel("gpt2").header([&](json& h) { h[block + "ln_1.bias"]["dtype"] = "I32"; }).line(),
      "m/model.safetensors: tensor \"transformer.h.1.ln_1.bias\": expected " + float_names() +
          ", found int32");
}

TEST(BadModel, FilesOfWeights) {
  EXPECT_EQ(
      ChangedModel("gpt2")
          .write("model.safetensors",
                 "version https://git-lfs.github.com/spec/v1\n"
                 "oid sha256:248dfc3911869ec493c76e65bf2fcf7f615828b0254c12b473182f0f81d3a707\n"
                 "size 548105171\n")
          .line(),
      "m/model.safetensors: is a pointer of Git LFS to 548 MB, not the file: \"git lfs pull\" "
      "brings it");
  EXPECT_EQ(ChangedModel("gpt2-parts").remove("model-00002-of-00002.safetensors").line(),
            "m/model-00002-of-00002.safetensors: No such file or directory");
  EXPECT_EQ(ChangedModel("gpt2").remove("model.safetensors").write("model.gguf", "GGUF").line(),
            "m: model.gguf is not read: expected .safetensors");
  EXPECT_EQ(ChangedModel("gpt2").remove("model.safetensors").line(),
            "m: expected model.safetensors, found none");
  EXPECT_EQ(ChangedModel("gpt2").write("model.safetensors", "PK\x03\x04").line(),
            "m/model.safetensors: expected a .safetensors file: its first bytes differ");
  EXPECT_EQ(ChangedModel("gpt2-bin").write("pytorch_model.bin", "\x80\x02}q.").line(),
            "m/pytorch_model.bin: expected the ZIP form of PyTorch 1.6 and later: its first bytes "
            "differ");
}

TEST(BadModel, NamesInAnIndexAreOfTheFolder) {
  for (const std::string name : {"../model.safetensors", "/etc/model.safetensors",
                                 "a/model.safetensors", "..safetensors", "model.txt"}) {
    const json index = {{"weight_map", {{"wte.weight", name}}}};
    EXPECT_EQ(ChangedModel("gpt2-parts").write("model.safetensors.index.json", index.dump()).line(),
              "m/model.safetensors.index.json: /weight_map/wte.weight: expected the name of a file "
              "in the folder, *.safetensors, found \"" +
                  name + "\"");
  }
  const std::string with_zero = R"({"weight_map": {"wte.weight": "a\u0000.safetensors"}})";
  EXPECT_EQ(ChangedModel("gpt2-parts").write("model.safetensors.index.json", with_zero).line(),
            "m/model.safetensors.index.json: /weight_map/wte.weight: expected the name of a file "
            "in the folder, *.safetensors, found \"a\\u0000.safetensors\"");
  EXPECT_EQ(ChangedModel("gpt2-parts").write("model.safetensors.index.json", "{}").line(),
            "m/model.safetensors.index.json: /weight_map: missing key: expected the file of each "
            "tensor");
}

/// The pickle names another global in place of OrderedDict; both names are equally long.
TEST(BadModel, PicklesOfAnythingButTensors) {
  ChangedModel model("gpt2-bin");
  std::string bytes = test::bytes_of(model.file("pytorch_model.bin"));
  const std::string known = "ccollections\nOrderedDict\n", other = "cos.abcdefgh\nsystemabcde\n";
  ASSERT_EQ(known.size(), other.size());
  const auto at = bytes.find(known);
  ASSERT_NE(at, bytes.npos);
  bytes.replace(at, known.size(), other);
  EXPECT_EQ(model.write("pytorch_model.bin", bytes).line(),
            "m/pytorch_model.bin: expected tensors alone, found \"os.abcdefgh.systemabcde\" in the "
            "pickle");
}

TEST(BadModel, IdsAndTokens) {
  const ChangedModel model("gpt2");
  EXPECT_EQ(model.line({19}), "19: expected less than 19 (V)");
  EXPECT_EQ(model.line(std::vector<int>(16)), "");
  EXPECT_EQ(model.line(std::vector<int>(17)), "17 tokens: the model has positions for 16");
  EXPECT_EQ(model.line(std::vector<int>(1030)), "1,030 tokens: the model has positions for 16");
  EXPECT_EQ(ChangedModel("roberta").line(std::vector<int>(15)),
            "15 tokens: the model has positions for 14");
  EXPECT_EQ(ChangedModel("llama").line(std::vector<int>(90)), "");
}

/// RoBERTa's padding has a position of its own, and is not counted.
TEST(BadModel, PaddingInATextWhosePositionsDoNotCountIt) {
  const auto line = [](int id) {
    return std::to_string(id) + " (\"" + std::to_string(id) +
           "\"): expected no padding token: the model does not count its position";
  };
  ChangedModel roberta("roberta");
  EXPECT_EQ(roberta.line({0, 5, 1, 7}), line(1));
  roberta.config([](json& c) { c["pad_token_id"] = 7; });
  EXPECT_EQ(roberta.line({0, 5, 1, 7}), line(7));
  EXPECT_EQ(roberta.line({0, 5, 1}), "");
  EXPECT_EQ(ChangedModel("bert").line({0, 5, 1, 7}), "");
}

TEST(Weights, AreReadThroughLinks) {
  ChangedModel model("gpt2");
  const test::TemporaryFolder blobs;
  std::filesystem::rename(model.file("model.safetensors"), blobs / "blob");
  std::filesystem::create_symlink(blobs / "blob", model.file("model.safetensors"));
  EXPECT_EQ(model.line(), "");
}

/// The library writes one of the names of a shared tensor, whichever it met first.
TEST(Weights, OfAHeadHaveTheirBiasUnderEitherName) {
  ChangedModel model("roberta");
  model.header([](json& h) {
    h["lm_head.decoder.bias"] = h["lm_head.bias"];
    h.erase("lm_head.bias");
  });
  EXPECT_EQ(model.line(), "");
}

TEST(Weights, MayHaveThousandsOfTensorsThatNobodyUses) {
  const auto add = [](int count) {
    return [count](json& header) {
      for (int n = 0; n < count; ++n) {
        header["odd." + std::to_string(n)] = {
            {"dtype", "F32"}, {"shape", {0}}, {"data_offsets", {0, 0}}};
      }
    };
  };
  EXPECT_EQ(ChangedModel("gpt2").header(add(100'000)).line(),
            "m/model.safetensors: expected at most 65536 arrays, found more");
  ChangedModel model("gpt2");
  model.header(add(20'000));
  const ModelFiles files = open_model(model.path());
  const auto warnings = network_of_model(files, numbered_words(19), {0}).warnings;
  ASSERT_EQ(warnings.size(), 21U);
  EXPECT_EQ(warnings.back(), "19980 more tensors are not used");
}

TEST(Weights, ATensorThatNobodyUsesIsAWarning) {
  ChangedModel model("llama");
  model.config([](json& c) { c["num_hidden_layers"] = 1; });
  const ModelFiles files = open_model(model.path());
  const ModelNetwork made = network_of_model(files, numbered_words(17), {0});
  ASSERT_EQ(made.warnings.size(), 9u);
  EXPECT_EQ(made.warnings.front(), "tensor \"model.layers.1.input_layernorm.weight\" of " +
                                       model.file("model.safetensors") + " is not used");
}

}  // namespace
}  // namespace attn::bad_model_test
