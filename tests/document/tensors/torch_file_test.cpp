// Files of torch.save: plain tensors in lists and dictionaries, with strides; all else is refused
// in one line that names it.

#include <gtest/gtest.h>

#include "app/document/files/files.h"
#include "app/document/tensors/pickle.h"
#include "app/document/tensors/tensor_file.h"
#include "app/document/tensors/tensor_headers.h"
#include "tests/document/tensors/made_torch.h"
#include "tests/support/paths.h"

namespace attn::torch_file_test {
namespace {

using test::floats;
using test::little;
using test::pickled;
using test::pickled_dict;
using test::pickled_global;
using test::pickled_list;
using test::pickled_texts;
using test::pickled_tuple;
using test::torch_file;
using test::TorchTensor;

const std::string kSix = floats({1, 2, 3, 4, 5, 6});
const TorchTensor kPlain{.sizes = {2, 3}, .strides = {3, 1}};

TensorFile opened(const std::string& bytes) { return TensorFile(FileBytes::held(bytes)); }

std::vector<std::string> names_in(const TensorFile& file) {
  std::vector<std::string> names;
  for (const Tensor& tensor : file.tensors()) names.push_back(tensor.name);
  return names;
}

Matrix matrix_of(const TensorFile& file, const std::string& name) {
  const Tensor* const tensor = file.find(name);
  EXPECT_TRUE(tensor) << name;
  return tensor ? file.matrix(*tensor, plane_of(*tensor)) : Matrix();
}

Matrix of(std::initializer_list<std::initializer_list<float>> rows) {
  return Matrix(Eigen::MatrixXf(rows));
}

/// Why the file cannot be read; empty if it can.
std::string wrong_with(const std::string& bytes) {
  try {
    const TensorFile file = opened(bytes);
    for (const Tensor& tensor : file.tensors()) {
      if (tensor.axes.size() == 2) file.matrix(tensor, plane_of(tensor));
    }
    return "";
  } catch (const TensorFileError& error) {
    const std::string words = error.what();
    EXPECT_EQ(words.find('\n'), std::string::npos) << words;
    EXPECT_LT(words.size(), 600U);
    return words;
  }
}

std::string wrong_with_value(const std::string& value) {
  return wrong_with(torch_file(value, {kSix}));
}
std::string wrong_with_tensor(const TorchTensor& tensor) {
  return wrong_with_value(pickled(tensor));
}

TEST(TorchFile, OfOneTensorHasAnArrayWithoutName) {
  const TensorFile file = opened(torch_file(pickled(kPlain), {kSix}));
  EXPECT_EQ(names_in(file), std::vector<std::string>{""});
  EXPECT_EQ(file.tensors().front().axes, (Axes{2, 3}));
  EXPECT_EQ(matrix_of(file, ""), of({{1, 2, 3}, {4, 5, 6}}));
}

TEST(TorchFile, JoinsTheKeysOfListsAndDictionaries) {
  const std::string one = pickled(kPlain);
  const std::string parameter = pickled_global("torch._utils", "_rebuild_parameter") +
                                pickled_tuple({one, "\x88", "}"}) + "R";
  const std::string ordered = pickled_global("collections", "OrderedDict") + ")R(" + pickled("w") +
                              parameter + "u}" + pickled("_metadata") + "}sb";
  const std::string by_number = "}(" + pickled(7) + one + "u";
  const TensorFile file =
      opened(torch_file(pickled_dict({{"attentions", pickled_tuple({one, one})},
                                      {"state", ordered},
                                      {"n", by_number},
                                      {"layer", pickled(3)},
                                      {"name", pickled("x")},
                                      {"none", "N"},
                                      {"deep", pickled_list({pickled_dict({{"a", one}})})}}),
                        {kSix}));
  EXPECT_EQ(names_in(file), (std::vector<std::string>{"attentions.0", "attentions.1", "state.w",
                                                      "n.7", "deep.0.a"}));
  EXPECT_EQ(matrix_of(file, "state.w")(1, 2), 6);
}

TEST(TorchFile, OfPytorchIsRead) {
  const auto file = [](const std::string& name) {
    return TensorFile(test::data_path("fuzz/tensor_corpus/" + name));
  };
  EXPECT_EQ(names_in(file("dict.pt")),
            (std::vector<std::string>{"attentions.0", "attentions.1", "tokens", "ids"}));
  EXPECT_EQ(names_in(file("protocol5.pt")), (std::vector<std::string>{"attentions.0", "tokens"}));
  EXPECT_EQ(names_in(file("state.pt")),
            (std::vector<std::string>{"in_proj_weight", "in_proj_bias", "out_proj.weight",
                                      "out_proj.bias"}));
  const TensorFile strided = file("strided.pt");
  const Tensor& tensor = *strided.find("attn");
  const Matrix columns = strided.matrix(tensor, plane_of(tensor, Axes{1}));
  EXPECT_TRUE(columns.colwise().sum().isOnes(1e-5F)) << "transposed weights";
  EXPECT_EQ(strided.find("x")->axes, (Axes{1, 3, 5}));
}

TEST(TorchFile, RespectsStridesAndOffsets) {
  const auto read = [](const TorchTensor& tensor) {
    return matrix_of(opened(torch_file(pickled(tensor), {kSix})), "");
  };
  EXPECT_EQ(read({.sizes = {3, 2}, .strides = {1, 3}}), of({{1, 4}, {2, 5}, {3, 6}}));
  EXPECT_EQ(read({.offset = 1, .sizes = {2, 2}, .strides = {3, 1}}), of({{2, 3}, {5, 6}}));
  EXPECT_EQ(read({.sizes = {2, 2}, .strides = {3, 2}}), of({{1, 3}, {4, 6}}));
  EXPECT_EQ(read({.offset = 5, .sizes = {2, 2}, .strides = {0, 0}}), of({{6, 6}, {6, 6}}))
      << "expanded";
  EXPECT_EQ(read({.sizes = {0, 2}, .strides = {2, 1}}).size(), 0);
}

TEST(TorchFile, NamesTheTypesOfItsNumbers) {
  const auto kind = [](const std::string& storage, const std::string& numbers) {
    const TensorFile file = opened(torch_file(
        pickled(TorchTensor{.storage = storage, .sizes = {1, 1}, .strides = {1, 1}}), {numbers}));
    const Tensor& tensor = file.tensors().front();
    if (tensor.kind->read) {
      EXPECT_EQ(file.matrix(tensor, plane_of(tensor))(0, 0), 1) << storage;
    }
    return std::string(tensor.kind->name);
  };
  EXPECT_EQ(kind("HalfStorage", little(0x3c00, 2)), "float16");
  EXPECT_EQ(kind("BFloat16Storage", little(0x3f80, 2)), "bfloat16");
  EXPECT_EQ(kind("FloatStorage", floats({1})), "float32");
  EXPECT_EQ(kind("DoubleStorage", little(0x3ff0000000000000, 8)), "float64");
  EXPECT_EQ(kind("LongStorage", little(1, 8)), "int64");
  EXPECT_EQ(kind("BoolStorage", little(1, 1)), "booleans");
  EXPECT_NE(wrong_with(torch_file(pickled(TorchTensor{
                                      .storage = "IntStorage", .sizes = {1, 1}, .strides = {1, 1}}),
                                  {little(1, 4)}))
                .find("found int32"),
            std::string::npos);
}

TEST(TorchFile, HasListsOfTexts) {
  const TensorFile file = opened(torch_file(
      pickled_dict({{"tokens", pickled_texts({"a", "ü"})},
                    {"rows", pickled_list({pickled_texts({"b", "c"}), pickled_texts({"d", "e"})})},
                    {"ragged", pickled_list({pickled_texts({"b"}), pickled_texts({"d", "e"})})}}),
      {}));
  EXPECT_EQ(names_in(file), (std::vector<std::string>{"tokens", "rows", "ragged.0", "ragged.1"}));
  EXPECT_EQ(file.texts(*file.find("tokens")), (std::vector<std::string>{"a", "ü"}));
  EXPECT_EQ(file.texts(*file.find("rows"), 1), (std::vector<std::string>{"d", "e"}));
}

TEST(TorchFile, NamesWhatIsNoPlainTensor) {
  const std::string os = pickled_global("os", "system") + pickled_tuple({pickled("true")}) + "R";
  EXPECT_EQ(wrong_with_value(os), "expected tensors alone, found \"os.system\" in the pickle");
  EXPECT_NE(
      wrong_with_value(pickled_dict({{"m", pickled_global("torch.nn.modules.linear", "Linear")}}))
          .find("found \"torch.nn.modules.linear.Linear\""),
      std::string::npos);
  // Protocol 4: the names are texts on the stack.
  const auto text = [](const std::string& one) { return "\x8c" + little(one.size(), 1) + one; };
  EXPECT_NE(wrong_with_value(text("posix") + text("system") + "\x93").find("\"posix.system\""),
            std::string::npos);
  for (const char* global : {"torch\n_Storage", "torch\nStorage", "torch\nEvilStorage",
                             "torch.storage\nFloatStorage", "collections\nDefaultDict"}) {
    EXPECT_NE(wrong_with_value("c" + std::string(global) + "\n").find("expected tensors alone"),
              std::string::npos)
        << global;
  }
  const std::string bad = "bad\x1b[31m\u202e";
  EXPECT_NE(wrong_with_value(pickled_global(bad, "name")).find("\\u001b"), std::string::npos);
}

TEST(TorchFile, ChecksSizesBeforeItReads) {
  const std::vector<std::pair<TorchTensor, std::string>> cases{
      {{.sizes = {2, 4}, .strides = {4, 1}}, "expected at least 8 numbers in its storage, found 6"},
      {{.offset = 1, .sizes = {2, 3}, .strides = {3, 1}}, "expected at least 7 numbers"},
      {{.sizes = {2, 2}, .strides = {5, 1}}, "expected at least 7 numbers"},
      {{.offset = -1, .sizes = {2, 3}, .strides = {3, 1}}, "expected sizes from 0"},
      {{.sizes = {2, -3}, .strides = {3, 1}}, "expected sizes from 0"},
      {{.sizes = {2, 3}, .strides = {-3, 1}}, "expected sizes from 0"},
      {{.sizes = {2, 3}, .strides = {3}}, "expected as many strides as sizes"},
      {{.key = "9", .sizes = {2, 3}, .strides = {3, 1}}, "found no \"archive/data/9\""},
      {{.key = "../0", .sizes = {2, 3}, .strides = {3, 1}}, "found no \"archive/data/../0\""},
      {{.sizes = {1 << 30, 1 << 30}, .strides = {0, 0}}, "expected fewer numbers"},
      {{.sizes = std::vector<std::int32_t>(65, 1), .strides = std::vector<std::int32_t>(65, 1)},
       "at most 64 axes"},
  };
  for (const auto& [tensor, said] : cases) {
    EXPECT_NE(wrong_with_tensor(tensor).find(said), std::string::npos) << wrong_with_tensor(tensor);
  }
  EXPECT_NE(wrong_with(torch_file(pickled(kPlain), {kSix.substr(0, 20)})).find("found 5"),
            std::string::npos);
  EXPECT_NE(wrong_with_value(pickled_dict({{"a.b", pickled(kPlain)},
                                           {"a", pickled_dict({{"b", pickled(kPlain)}})}}))
                .find("the name occurs twice"),
            std::string::npos);
  EXPECT_NE(wrong_with_value(pickled_dict({{std::string(2000, 'a'), pickled(kPlain)}}))
                .find("expected a name of at most 1000 bytes"),
            std::string::npos);
  std::string big = torch_file(pickled(kPlain), {kSix});
  big.replace(big.find("little"), 6, "bigbig");
  EXPECT_NE(wrong_with(big).find("expected little-endian numbers"), std::string::npos);
}

TEST(TorchFile, BoundsLoopsAndRepetitions) {
  // A list that contains itself, and one whose levels contain the one before twice.
  EXPECT_NE(wrong_with_value("]q\x01h\x01" + std::string("a")).find("too many of these"),
            std::string::npos);
  std::string doubled = pickled_list({pickled(kPlain)}) + "q" + std::string(1, '\0');
  for (int level = 1; level < 60; ++level) {
    const std::string before = "h" + little(static_cast<std::uint64_t>(level - 1), 1);
    doubled += pickled_list({before, before}) + "q" + little(static_cast<std::uint64_t>(level), 1);
  }
  EXPECT_NE(wrong_with_value(doubled), "");
  EXPECT_NE(wrong_with_value(std::string(100'000, '(')).find("nested too deeply"),
            std::string::npos);
  std::string many = "](";
  for (int n = 0; n < 70'000; ++n) many += n == 0 ? pickled(kPlain) + "q\x01" : "h\x01";
  EXPECT_NE(wrong_with_value(many + "e").find("expected at most 65536 arrays"), std::string::npos);
}

TEST(TorchFile, OfADamagedPickleIsRefusedOrRead) {
  const std::string good = pickled_dict({{"a", pickled(kPlain)}, {"tokens", pickled_texts({"x"})}});
  ASSERT_EQ(wrong_with_value(good), "");
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char other : {'\0', '(', 't', 'R', 'Q', 'b', 'u', 'e', 'h', 'K', '.', '\xff'}) {
      std::string bad = good;
      bad[at] = other;
      wrong_with_value(bad);
    }
    wrong_with_value(good.substr(0, at));
  }
  for (const char* wrong : {"", "t", "R", "NR", "Q", "u", "]u", "e", "}e", "h\x01", "q\x01"}) {
    EXPECT_NE(wrong_with_value(wrong), "") << wrong;
  }
  EXPECT_NE(wrong_with_value("i").find("opcode that is not read: 0x69"), std::string::npos);
}

TEST(Pickle, ReadsNumbersOfAllSizes) {
  const auto number = [](const std::string& bytes) {
    const Pickle pickle(bytes + ".", "data", [](std::string_view) { return false; });
    EXPECT_EQ(pickle.top().kind, PickleKind::kNumber);
    return pickle.top().number;
  };
  EXPECT_EQ(number("K\xff"), 255);
  EXPECT_EQ(number("M\xff\xff"), 65535);
  EXPECT_EQ(number("J\xff\xff\xff\xff"), -1);
  EXPECT_EQ(number(std::string("\x8a\0", 2)), 0);
  EXPECT_EQ(number("\x8a\x01\xff"), -1);
  EXPECT_EQ(number(std::string("\x8a\x02\xff\0", 4)), 255);
  EXPECT_EQ(number("\x8a\x08" + little(std::uint64_t{1} << 62, 8)), std::int64_t{1} << 62);
  EXPECT_EQ(number("\x88"), 1);
}

}  // namespace
}  // namespace attn::torch_file_test
