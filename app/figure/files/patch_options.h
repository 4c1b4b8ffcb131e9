#pragma once

#include <string>

#include "app/document/view/view_state.h"
#include "app/figure/page/figure_options.h"
#include "engine/attention/scene.h"

namespace attn {

// Options of a figure of patches: --patches, --skip, --picture. They replace the settings in the
// scene's view.

/// State of the options with their patches.
ViewState state_with_patches(const FigureOptions& options);

/// Checks --patches and --skip, if given, with the keys of the scene. Throws OptionError.
void check_patches(const Scene& scene, const FigureOptions& options);

/// Files that a picture's path may name.
enum class PictureFiles {
  any,    ///< typed by the user: relative to the current folder
  below,  ///< read from a file: in its folder or below
};
/// Reads the picture that the options name, else the one of the state, which is relative to
/// `folder` of the scene's file. Throws OptionError if a path that may be any cannot be read; for
/// the others the reason is in `options.back`.
void read_picture_of(FigureOptions& options, const std::string& folder,
                     PictureFiles files = PictureFiles::any);

}  // namespace attn
