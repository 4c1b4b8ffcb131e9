// Files as NumPy writes them, number by number.

#include "app/document/tensors/tensor_file.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/document/tensors/made_files.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::tensor_file_test {
namespace {

using test::TemporaryFolder;

/// Files written by NumPy, once for all tests.
class TensorFiles : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    const std::string script = test::data_path("document/tensors/make_arrays.py");
    const std::string command =
        "/usr/bin/python3 -B '" + script + "' '" + folder_->path().string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << "is there no python3-numpy?";
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string path(const std::string& name) { return *folder_ / name; }

 private:
  static inline TemporaryFolder* folder_ = nullptr;
};

/// All numbers of `tensor` in C order, by all of its planes.
std::vector<float> all_numbers(const TensorFile& file, const Tensor& tensor) {
  std::vector<float> numbers;
  Axes before(tensor.axes.begin(), tensor.axes.end() - 2);
  Axes indices(before.size(), 0);
  for (;;) {
    const Matrix matrix = file.matrix(tensor, plane_of(tensor, indices));
    numbers.insert(numbers.end(), matrix.data(), matrix.data() + matrix.size());
    std::size_t axis = indices.size();
    while (axis > 0 && ++indices[axis - 1] == before[axis - 1]) indices[--axis] = 0;
    if (axis == 0) return numbers;
  }
}

TEST_F(TensorFiles, AreReadAsNumpyReadsThem) {
  std::ifstream list(path("list"));
  std::string line;
  int count = 0;
  for (; std::getline(list, line); ++count) {
    SCOPED_TRACE(line);
    std::istringstream words(line);
    std::string name, tensor_name;
    std::getline(words, name, '\t');
    std::getline(words, tensor_name, '\t');
    Axes axes;
    for (Index axis = 0; words >> axis;) axes.push_back(axis);

    const TensorFile file(path(name));
    const Tensor* tensor = file.find(tensor_name);
    ASSERT_TRUE(tensor);
    EXPECT_EQ(tensor->axes, axes);
    const std::string expected = test::bytes_of(path(std::to_string(count) + ".raw"));
    const std::vector<float> found = all_numbers(file, *tensor);
    ASSERT_EQ(found.size() * sizeof(float), expected.size());
    EXPECT_EQ(std::memcmp(found.data(), expected.data(), expected.size()), 0);
  }
  EXPECT_GT(count, 25);
}

TEST_F(TensorFiles, GiveAnyPartInAnyOrder) {
  for (const char* name : {"stored.npz", "deflated.npz"}) {
    const TensorFile file(path(name));
    EXPECT_EQ(file.tensors().size(), 3u);
    const Tensor& tensor = *file.find("a/b ü");
    const TensorPlane plane = plane_of(tensor);
    const Matrix all = file.matrix(tensor, plane);
    EXPECT_EQ(file.matrix(tensor, plane.transposed()), all.transpose());
    for (const Index row : {250, 3, 4, 0, 299}) {
      EXPECT_EQ(file.matrix(tensor, plane.some_rows(row, row + 1)), all.row(row)) << row;
    }
    EXPECT_EQ(file.matrix(tensor, plane.some_rows(5, 9).some_columns(30, 32)),
              all.block(5, 30, 4, 2));
    EXPECT_EQ(file.matrix(tensor, plane.transposed().some_rows(5, 9).some_columns(30, 32)),
              all.transpose().block(5, 30, 4, 2));
    EXPECT_EQ(file.matrix(tensor, plane.some_rows(7, 7)).size(), 0);
  }
}

TEST(TensorFilesMade, WithSizesOf64Bits) {
  const TensorFile file(test::data_path("fuzz/tensor_corpus/zip64.npz"));
  Matrix expected(2, 3);
  expected << 0, 1, 2, 3, 4, 5;
  EXPECT_EQ(file.matrix(*file.find("a"), plane_of(*file.find("a"))), expected);
}

TEST_F(TensorFiles, HaveTexts) {
  const TensorFile file(path("texts.npz"));
  EXPECT_EQ(file.texts(*file.find("tokens")),
            (std::vector<std::string>{"the", "Kätzchen", "😀", ""}));
  EXPECT_EQ(file.texts(*file.find("bytes")), (std::vector<std::string>{"a", "bc"}));
  EXPECT_EQ(TensorFile(path("some.safetensors")).metadata().at("tokens"), R"(["a", "b"])");
}

TEST_F(TensorFiles, ThatBecomeShorterAreToldAndNotRead) {
  const TemporaryFolder folder;
  test::put(folder / "a.npy", test::npy("(64, 64)", std::string(64 * 64 * 4, '\0')));
  const TensorFile file(folder / "a.npy");
  test::put(folder / "a.npy", "");
  try {
    file.matrix(file.tensors().front(), plane_of(file.tensors().front()));
    FAIL();
  } catch (const TensorFileError& error) {
    EXPECT_STREQ(error.what(), "the file was truncated while it was read");
  }
}

/// Whatever the bytes are: one line, or numbers.
void open_and_read(const std::string& bytes) {
  try {
    const TensorFile file(FileBytes::held(bytes));
    for (const Tensor& tensor : file.tensors()) {
      if (tensor.kind->read && tensor.axes.size() >= 2 && tensor.count() < 1 << 20) {
        all_numbers(file, tensor);
      }
    }
  } catch (const TensorFileError& error) {
    EXPECT_STRNE(error.what(), "");
  }
}

TEST_F(TensorFiles, ThatAreDamagedAnywhereDoNoHarm) {
  for (const char* name : {"deflated.npz", "stored.npz", "some.safetensors", "cf4.npy"}) {
    const std::string good = test::bytes_of(path(name));
    const std::size_t step = 1 + good.size() / 100;
    for (std::size_t at = 0; at < good.size(); at += at < 100 ? 1 : step) {
      std::string bad = good;
      for (const int flipped : {0x01, 0x80, 0xff}) {
        bad[at] = static_cast<char>(static_cast<unsigned char>(good[at]) ^ flipped);
        open_and_read(bad);
      }
      open_and_read(good.substr(0, at));
    }
  }
}

TEST_F(TensorFiles, KeepWhatIsNoNumber) {
  const float odd[] = {NAN, INFINITY, -INFINITY, -0.0f};
  const TensorFile file(FileBytes::held(test::npy("(1, 4)", test::floats({odd, odd + 4}))));
  const Tensor& tensor = file.tensors().front();
  const Matrix matrix = file.matrix(tensor, plane_of(tensor));
  EXPECT_EQ(std::memcmp(matrix.data(), odd, sizeof odd), 0);
  const double large = 1e300;
  std::string bytes(sizeof large, '\0');
  std::memcpy(bytes.data(), &large, sizeof large);
  const TensorFile wide(FileBytes::held(test::npy("(1, 1)", bytes, "<f8")));
  EXPECT_EQ(wide.matrix(wide.tensors().front(), plane_of(wide.tensors().front()))(0, 0), INFINITY);
}

}  // namespace
}  // namespace attn::tensor_file_test
