// Files that are truncated, lie or ask for too much: each is refused in one line.

#include <fstream>

#include <gtest/gtest.h>

#include "app/document/tensors/tensor_file.h"
#include "app/document/tensors/tensor_headers.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/temporary_folder.h"

namespace attn::hostile_tensors_test {
namespace {

using test::floats;
using test::little;
using test::npy;
using test::npy_of;
using test::safetensors;
using test::zip;

const std::string kFour = floats({1, 2, 3, 4});

/// Error of reading all matrices of a file with these bytes, or "".
std::string wrong_with(const std::string& bytes) {
  try {
    const TensorFile file(FileBytes::held(bytes));
    for (const Tensor& tensor : file.tensors()) {
      if (tensor.axes.size() >= 2 && tensor.count() > 0) {
        file.matrix(tensor, plane_of(tensor, Axes(tensor.axes.size() - 2, 0)));
      } else if (tensor.kind->read_text) {
        file.texts(tensor);
      }
    }
    return "";
  } catch (const TensorFileError& error) {
    const std::string words = error.what();
    EXPECT_EQ(words.find('\n'), std::string::npos) << words;
    EXPECT_LT(words.size(), 600u);
    return words;
  }
}

struct Case {
  std::string bytes;
  std::string said;
};

void expect_refused(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    const std::string said = wrong_with(one.bytes);
    EXPECT_NE(said.find(one.said), std::string::npos) << "\"" << said << "\" has no " << one.said;
    EXPECT_NE(said, "");
  }
}

TEST(HostileTensors, OfNoKnownFormat) {
  expect_refused({
      {"", "the file is empty"},
      {"hello, world", "expected a .npy, .npz, .safetensors or .pt file"},
      {"\x80\x02}q", "expected a .npy, .npz, .safetensors or .pt file"},
      {std::string(100, '\0'), "expected a .npy, .npz, .safetensors or .pt file"},
  });
}

TEST(HostileTensors, NpyFiles) {
  const std::string good = npy("(2, 2)", kFour);
  ASSERT_EQ(wrong_with(good), "");
  ASSERT_EQ(wrong_with(npy("(2, 2L,)", kFour)), "") << "as Python 2 wrote it";
  for (std::size_t end = 6; end < good.size(); ++end) {
    EXPECT_NE(wrong_with(good.substr(0, end)), "") << end;
  }
  expect_refused({
      {npy("(2, 3)", kFour), "expected 24 bytes for 2 × 3 of float32, found 16"},
      {npy("(2, 1)", kFour), "expected 8 bytes"},
      {npy("(-2, -2)", kFour), "expected the length of an axis in the header, found \"-2, -2)"},
      {npy("(4294967296, 4294967296)", kFour), "more bytes than any file has"},
      {npy("(2147483648, 2147483648, 4, 0, 4)", ""), "more bytes than any file has"},
      {npy("(9223372036854775807, 2)", kFour), "the length of an axis"},
      {npy("(99999999999999999999999, 2)", kFour), "the length of an axis"},
      {npy("(4611686018427387905, 4)", kFour), "the length of an axis"},
      {npy("(2, 2", kFour), "expected the length of an axis in the header, found"},
      {npy("2", kFour), "expected '('"},
      {npy("(2, 2)", kFour, ">f4"), "expected little-endian numbers, found \">f4\""},
      {npy("(2, 2)", kFour, "<q4"),
       "expected float16, bfloat16, float32 or float64, found \"<q4\""},
      {npy("(2, 2)", kFour, "<i4"), "expected float16, bfloat16, float32 or float64, found int32"},
      {npy("(2, 2)", kFour, "|O"), "Python's objects"},
      {npy("(2, 2)", kFour, ""), "found \"\""},
      {npy("(1,)", kFour, "<U99999999999"), "bytes"},
      {npy("(99999999999,)", "", "<U0"), "expected at most 1048576 texts"},
      {npy_of("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 2)}", kFour),
       "found one of records"},
      {npy_of("{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 2)}", kFour), "True or False"},
      {npy_of("{'descr': '<f4', 'shape': (2, 2)}", kFour), "expected descr, fortran_order and"},
      {npy_of("{'descr': '<f4', 'descr': '<f4'}", kFour), "unexpected in the header: \"descr\""},
      {npy_of("{'more': 1}", kFour), "unexpected in the header: \"more\""},
      {npy_of("__import__('os')", kFour), "expected '{' in the header"},
      {npy_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)} + 1", kFour),
       "expected no more in the header"},
      {npy_of("", kFour), "found its end"},
      {npy_of("{'descr': '<f4", kFour), "expected text"},
      {npy_of(std::string(20'000, ' '), kFour), "expected a header of at most 10000 bytes"},
      {"\x93NUMPY" + little(2, 1) + little(0, 1) + little(0xffffffff, 4) + std::string(50, ' '),
       "expected a header of at most 10000 bytes, found 4294967295"},
      {npy_of("{}", kFour, 4), "expected version 1, 2 or 3"},
  });
  std::string axes = "(";
  for (int n = 0; n < 1000; ++n) axes += "1, ";
  expect_refused({{npy(axes + ")", floats({1})), "expected at most 64 axes"}});
}

TEST(HostileTensors, SafetensorsFiles) {
  const auto tensor = [](const std::string& shape, const std::string& offsets,
                         const std::string& type = "F32") {
    return R"({"dtype": ")" + type + R"(", "shape": )" + shape + R"(, "data_offsets": )" + offsets +
           "}";
  };
  const auto one = [&](const std::string& shape, const std::string& offsets,
                       const std::string& type = "F32") {
    return safetensors(R"({"a": )" + tensor(shape, offsets, type) + "}", kFour);
  };
  const std::string good = one("[2, 2]", "[0, 16]");
  ASSERT_EQ(wrong_with(good), "");
  for (std::size_t end = 0; end < good.size(); ++end) {
    EXPECT_NE(wrong_with(good.substr(0, end)), "") << end;
  }
  expect_refused({
      {one("[2, 2]", "[0, 12]"), "tensor \"a\": expected 16 bytes for 2 × 2 of float32, found 12"},
      {one("[2, 2]", "[16, 0]"), "found an end before the beginning"},
      {one("[1, 3]", "[0, 12]"), "after the last array there are 4 bytes more"},
      {one("[1, 3]", "[4, 16]"), "tensor \"a\": bytes before it belong to no array"},
      {one("[3, 2]", "[0, 24]"), "tensor \"a\": ends beyond the file"},
      {one("[4294967296, 4294967296]", "[0, 16]"), "more bytes than any file has"},
      {one("[18446744073709551615]", "[0, 16]"), "a number that is too large"},
      {one("[99999999999999999999999]", "[0, 16]"), "a number that is not an integer"},
      {one("[-2, -2]", "[0, 16]"), "a number below 0"},
      {one("[2.0, 2]", "[0, 16]"), "a number that is not an integer"},
      {one("[2, 2]", "[0]"), "two data_offsets"},
      {one("[2, 2]", "[0, 16, 16]"), "two data_offsets"},
      {one("[[2], 2]", "[0, 16]"), "unexpected at \"shape\" in the header: a list"},
      {one("{}", "[0, 16]"), "unexpected at \"shape\" in the header: an object"},
      {one("\"2\"", "[0, 16]"), "unexpected at \"shape\" in the header: text"},
      {one("null", "[0, 16]"), "unexpected at \"shape\" in the header: null"},
      {one("[2, 2]", "[0, 16]", "F31"), "unknown type \"F31\""},
      {one("[2, 2]", "[0, 16]", "I32"), "found int32"},
      {safetensors(R"({"a": )" + tensor("[1, 2]", "[0, 8]") + R"(, "b": )" +
                       tensor("[1, 3]", "[4, 16]") + "}",
                   kFour),
       "tensor \"b\": overlaps with the one before it"},
      {safetensors(R"({"a": )" + tensor("[2, 2]", "[0, 16]") + R"(, "a": )" +
                       tensor("[2, 2]", "[0, 16]") + "}",
                   kFour),
       "tensor \"a\": the name occurs twice"},
      {safetensors(R"({"a": 3})", kFour), "expected an object for each array"},
      {safetensors(R"({"a": {}})", kFour), "expected dtype, shape"},
      {safetensors(R"({"__metadata__": {"a": 3}})", ""), "a number"},
      {safetensors(R"({"a": {"dtype": "F32")", kFour), "the header is not JSON"},
      {safetensors("{}x", kFour), "the header is not JSON"},
      {safetensors("{", kFour), "the header is not JSON"},
      {little(std::uint64_t{1} << 63, 8) + "{}", "expected a header of at most 100 MB"},
      {little(1'000, 8) + "{}", "the file ends within its header"},
  });
  std::string deep = R"({"a": )";
  for (int n = 0; n < 100'000; ++n) deep += "[";
  expect_refused({{safetensors(deep, ""), "expected an object for each array"}});
  std::string many = "{";
  for (int n = 0; n < 70'000; ++n) {
    many += (n > 0 ? ", \"" : "\"") + std::to_string(n) + "\": " + tensor("[0]", "[0, 0]");
  }
  expect_refused({{safetensors(many + "}", ""), "expected at most 65536 arrays"}});
}

TEST(HostileTensors, Archives) {
  const std::string a = npy("(2, 2)", kFour);
  const std::string good = zip({{"a.npy", a}, {"../../b.npy", a}});
  ASSERT_EQ(wrong_with(good), "");
  EXPECT_TRUE(TensorFile(FileBytes::held(good)).find("../../b")) << "a name, and no more";
  for (std::size_t end = 4; end < good.size(); ++end) {
    EXPECT_NE(wrong_with(good.substr(0, end)), "") << end;
  }
  const auto with = [](std::string file, std::size_t at, const std::string& bytes) {
    return file.replace(at, bytes.size(), bytes);
  };
  const std::size_t end = good.size() - 22;
  expect_refused({
      {zip({{"a.npy", a}}, {.bytes_more = 1}), "member \"a.npy\" ends beyond the file"},
      {zip({{"a.npy", a}}, {.bytes_more = 0x7fffff00}), "ends beyond the file"},
      {zip({{"a.npy", a}}, {.offset_more = 1}), "is not at the place stated in the directory"},
      {zip({{"a.npy", a}}, {.offset_more = 0xf0000000}),
       "is not at the place stated in the directory"},
      {zip({{"a.npy", a}}, {.flags = 1}), "found it encrypted"},
      {zip({{"a.npy", a}}, {.method = 12}), "found it compressed by another method"},
      {zip({{"a.npy", a}}, {.method = 8}), "tensor \"a\": "},
      {zip({{"a.npy", a}, {"a.npy", a}}), "tensor \"a\": the name occurs twice"},
      {zip({{"a.npy", a.substr(0, 40)}}), "tensor \"a\": the file ends within its header"},
      {zip({{"a.npy", "hello"}}), "tensor \"a\": expected a .npy file"},
      {zip({{"b/a/data.pkl", "x"}}), "or a data.pkl of torch.save, found none"},
      {zip({{"a.txt", "x"}}), "expected .npy members"},
      {zip({}), "expected .npy members"},
      {with(good, end + 10, little(60'000, 2)), "its directory ends too early"},
      {with(good, end + 10, little(1, 2)), "has more entries than stated"},
      {with(good, end + 16, little(0xfffffff0, 4)), "its directory is not at the stated place"},
  });
  // Two entries of the directory for one member, as of archives that are larger inside than out.
  const std::string once = zip({{"a.npy", a}});
  const std::size_t at = 30 + 5 + a.size(), bytes = 46 + 5;
  std::string twice = once.substr(0, at + bytes) + once.substr(at);
  twice[at + bytes + 46] = 'b';
  const std::size_t tail = twice.size() - 22;
  twice = with(twice, tail + 8, little(2, 2) + little(2, 2) + little(2 * bytes, 4));
  expect_refused({{twice, "overlap"}});
}

TEST(HostileTensors, OnesThatSayToBeLargeTakeNoMemory) {
  const test::TemporaryFolder folder;
  // 10^18 bytes of an archive's 100 that are never made.
  const std::string header = R"({"a": {"dtype": "F32", "shape": [500000000, 500000000], )"
                             R"("data_offsets": [0, 1000000000000000000]}})";
  EXPECT_NE(wrong_with(safetensors(header, kFour)), "");
  // A file with holes: as long as it says, and nothing of it is read but what is asked for.
  const std::string shape = "(48, 32, 1024, 1024)";
  test::put(folder / "large.npy", npy(shape, ""));
  const std::uint64_t begin = std::filesystem::file_size(folder / "large.npy");
  std::filesystem::resize_file(folder / "large.npy", begin + 48 * 32 * (std::uint64_t{1} << 22));
  const TensorFile file(folder / "large.npy");
  const Tensor& tensor = file.tensors().front();
  EXPECT_EQ(file.matrix(tensor, plane_of(tensor, Axes{47, 31})).size(), 1024 * 1024);
}

}  // namespace
}  // namespace attn::hostile_tensors_test
