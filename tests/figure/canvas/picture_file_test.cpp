#include "app/figure/canvas/picture_file.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/figure/png_bytes.h"
#include "tests/support/temporary_folder.h"

namespace attn::picture_file_test {
namespace {

namespace fs = std::filesystem;

class PictureFile : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& bytes) {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name, std::ios::binary) << bytes;
  }
  std::string folder(const std::string& below = "") const {
    return folder_.path().string() + "/" + below;
  }
  test::TemporaryFolder folder_;
};

TEST_F(PictureFile, IsInItsFolderOrBelow) {
  put("cat.png", test::grey_png(8));
  put("f/dog.png", test::grey_png(4));
  EXPECT_EQ(back_picture_in(folder(), "cat.png").pixels->width, 8);
  EXPECT_EQ(back_picture_in(folder(), "f/dog.png").pixels->width, 4);
  EXPECT_EQ(back_picture_in(folder(), ""), BackPicture{});
  const std::string other = "expected a file in the folder of this one, or below it, found ";
  EXPECT_EQ(back_picture_in(folder("f/"), "../cat.png").problem,
            "cat.png: " + other + "\"../cat.png\", with ..");
  const std::string absolute = folder("cat.png");
  EXPECT_NE(back_picture_in(folder(), absolute).problem.find("cat.png: " + other),
            std::string::npos);
  fs::create_symlink(absolute, folder("f/link.png"));
  EXPECT_NE(back_picture_in(folder("f/"), "link.png").problem.find("a link to another"),
            std::string::npos);
  note_chosen_picture(absolute);
  EXPECT_EQ(back_picture_in(folder("f/"), absolute).problem, "") << "the user chose it";
}

TEST_F(PictureFile, SaysWhyItIsMissing) {
  put("text.png", "no picture");
  put("short.png", test::grey_png(200).substr(0, 60));
  fs::create_directory(folder("folder.png"));
  const auto problem = [&](const std::string& name) {
    const BackPicture read = back_picture_in(folder(), name);
    EXPECT_EQ(read.pixels, nullptr);
    return read.problem;
  };
  EXPECT_EQ(problem("cat.png"), "cat.png: No such file or directory");
  EXPECT_EQ(problem("text.png"), "text.png: expected a PNG file");
  EXPECT_EQ(problem("short.png"), "short.png: damaged PNG file: it ends too early");
  EXPECT_NE(problem("folder.png"), "");
  EXPECT_THROW(read_back_picture("/dev/zero"), std::runtime_error);
}

TEST_F(PictureFile, IsReadAgainAfterItChanges) {
  put("cat.png", test::grey_png(8));
  const auto first = read_back_picture(folder("cat.png"));
  EXPECT_EQ(read_back_picture(folder("cat.png")), first) << "kept while it is in use";
  put("cat.png", test::grey_png(9));
  EXPECT_EQ(read_back_picture(folder("cat.png"))->width, 9);
  fs::remove(folder("cat.png"));
  EXPECT_THROW(read_back_picture(folder("cat.png")), std::runtime_error);
  EXPECT_EQ(first->width, 8) << "in memory";
}

TEST_F(PictureFile, IsInLightGreyAndNotTooLarge) {
  put("wide.png", test::grey_png(5000));
  const auto picture = read_back_picture(folder("wide.png"));
  EXPECT_EQ(picture->width, kMostBackSide);
  EXPECT_EQ(picture->argb.front(), 0xff404040);
}

}  // namespace
}  // namespace attn::picture_file_test
