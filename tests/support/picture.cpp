#include "tests/support/picture.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <png.h>

#include "tests/support/paths.h"

namespace attn::test {
namespace {

png_image png_of(int width, int height) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.format = PNG_FORMAT_RGBA;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  return image;
}

[[noreturn]] void fail(const std::filesystem::path& path, const png_image& image) {
  throw std::runtime_error(path.string() + ": " + image.message);
}

bool updating_goldens() {
  const char* set = std::getenv("ATTN_UPDATE_GOLDENS");
  return set != nullptr && std::string_view(set) == "1";
}

}  // namespace

const std::uint8_t* Picture::at(int x, int y) const {
  if (x < 0 || y < 0 || x >= width || y >= height) throw std::out_of_range("no such pixel");
  return rgba.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                            static_cast<std::size_t>(x));
}

Difference compare(const Picture& a, const Picture& b) {
  if (a.width != b.width || a.height != b.height || a.rgba.size() != b.rgba.size()) {
    throw std::invalid_argument("pictures of different sizes");
  }
  Difference difference;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) {
    const int apart = std::abs(int{a.rgba[i]} - int{b.rgba[i]});
    difference.max = std::max(difference.max, apart);
    difference.mean += apart;
  }
  if (!a.rgba.empty()) difference.mean /= static_cast<double>(a.rgba.size());
  return difference;
}

Picture load_png(const std::filesystem::path& path) {
  png_image image = png_of(0, 0);
  if (png_image_begin_read_from_file(&image, path.string().c_str()) == 0) fail(path, image);
  image.format = PNG_FORMAT_RGBA;
  Picture picture{static_cast<int>(image.width), static_cast<int>(image.height), {}};
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0) {
    fail(path, image);
  }
  return picture;
}

void save_png(const Picture& picture, const std::filesystem::path& path) {
  png_image image = png_of(picture.width, picture.height);
  if (png_image_write_to_file(&image, path.string().c_str(), 0, picture.rgba.data(), 0, nullptr) ==
      0) {
    fail(path, image);
  }
}

void expect_picture(const Picture& actual, const std::filesystem::path& golden, int max,
                    double mean) {
  const std::filesystem::path expected_path = data_path(golden);
  if (updating_goldens()) {
    std::filesystem::create_directories(expected_path.parent_path());
    save_png(actual, expected_path);
    return;
  }
  const std::filesystem::path actual_path = "actual-" + golden.filename().string();
  if (!std::filesystem::exists(expected_path)) {
    save_png(actual, actual_path);
    FAIL() << "no picture " << expected_path << " to compare with " << actual_path;
  }
  const Picture expected = load_png(expected_path);
  if (expected.width != actual.width || expected.height != actual.height) {
    save_png(actual, actual_path);
    FAIL() << actual_path << " is " << actual.width << " x " << actual.height << ", "
           << expected_path << " is " << expected.width << " x " << expected.height;
  }
  const Difference difference = compare(actual, expected);
  if (difference.max <= max && difference.mean <= mean) return;
  save_png(actual, actual_path);
  FAIL() << actual_path << " differs from " << expected_path << " by at most " << difference.max
         << " (allowed " << max << "), on average " << difference.mean << " (allowed " << mean
         << ")";
}

}  // namespace attn::test
