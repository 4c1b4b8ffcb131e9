#include "app/figure/files/patch_options.h"

#include <stdexcept>

#include "app/document/view/patch_grid.h"
#include "app/figure/canvas/picture_file.h"

namespace attn {

ViewState state_with_patches(const FigureOptions& options) {
  ViewState state = options.state;
  ViewOptions::Patches& patches = state.options.patches;
  if (options.patches) {
    patches.rows = (*options.patches)[0];
    patches.columns = (*options.patches)[1];
    patches.skip.reset();
  }
  if (options.skip) patches.skip = options.skip;
  return state;
}

void check_patches(const Scene& scene, const FigureOptions& options) try {
  if (!options.patches && !options.skip) return;  // the view says what is wrong
  patch_grid(scene.key_count(), state_with_patches(options).options.patches);
} catch (const PatchGridError& error) {
  throw OptionError("--" + std::string(error.option) + ": " + error.what());
}

void read_picture_of(FigureOptions& options, const std::string& folder, PictureFiles files) {
  if (!options.picture) {
    options.back = back_picture_in(folder, options.state.options.patches.picture);
  } else if (files == PictureFiles::below || options.picture->empty()) {
    options.back = back_picture_in(folder, *options.picture);
  } else {
    try {
      options.back = {read_back_picture(*options.picture), ""};
    } catch (const std::runtime_error& error) {
      throw OptionError(std::string("--picture: ") + error.what());
    }
  }
}

}  // namespace attn
