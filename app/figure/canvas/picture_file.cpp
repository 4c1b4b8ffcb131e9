#include "app/figure/canvas/picture_file.h"

#include <mutex>
#include <set>
#include <stdexcept>

#include "app/document/files/file_path.h"
#include "app/document/files/file_stamp.h"
#include "app/document/files/files.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr long long kMostPictureBytes = 1LL << 28;
constexpr double kDarkestBack = 0.25;  // black would hide the colours over it

std::string file_name_of(const std::string& path) {
  return shown(path.substr(path.rfind('/') + 1));
}

/// Pictures of all threads. It is never destroyed: a thread may wait for a drive until the end.
struct KnownPictures {
  std::mutex mutex{};
  std::set<std::string> chosen{};  ///< paths that the user chose
  /// Last picture that was read, as long as it is in use: panels often have the same one.
  ReadFile last{};
  std::weak_ptr<const PixelImage> pixels{};

  static KnownPictures& of_all() {
    static KnownPictures& all = *new KnownPictures;
    return all;
  }
};

bool is_chosen(const std::string& path) {
  KnownPictures& known = KnownPictures::of_all();
  const std::lock_guard lock(known.mutex);
  return known.chosen.contains(path);
}

std::shared_ptr<const PixelImage> kept_picture(const ReadFile& file) {
  KnownPictures& known = KnownPictures::of_all();
  const std::lock_guard lock(known.mutex);
  return file == known.last && file.identity != FileIdentity{} ? known.pixels.lock() : nullptr;
}

void keep_picture(const ReadFile& file, const std::shared_ptr<const PixelImage>& pixels) {
  KnownPictures& known = KnownPictures::of_all();
  const std::lock_guard lock(known.mutex);
  known.last = file;
  known.pixels = pixels;
}

}  // namespace

std::shared_ptr<const PixelImage> read_back_picture(const std::string& path) try {
  const ReadFile file{path, identity_of(path)};
  auto pixels = kept_picture(file);
  if (pixels) return pixels;
  const PixelImage whole = decode_png(read_regular_file(path, kMostPictureBytes));
  pixels = std::make_shared<const PixelImage>(
      in_grey(reduced(whole, kMostBackSide, kMostBackSide), kDarkestBack));
  keep_picture(file, pixels);
  return pixels;
} catch (const std::runtime_error& error) {
  throw std::runtime_error(file_name_of(path) + ": " + error.what());
}

BackPicture back_picture_in(const std::string& folder, const std::string& name) try {
  if (name.empty()) return {};
  if (is_chosen(name)) return {read_back_picture(name), ""};
  try {
    require_below(folder, name);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(file_name_of(name) + ": " + error.what());
  }
  return {read_back_picture(folder + name), ""};
} catch (const std::runtime_error& error) {
  return {nullptr, error.what()};
}

void note_chosen_picture(const std::string& path) {
  KnownPictures& known = KnownPictures::of_all();
  const std::lock_guard lock(known.mutex);
  known.chosen.insert(path);
}

}  // namespace attn
