#pragma once

#include <string>

#include "app/figure/page/figure_options.h"
#include "engine/attention/scene.h"

namespace attn {

/// The head that `options` say.
Index head_of(const Attention& attention, const FigureOptions& options);

/// The settings that a head's weights come from, in words: "Dot product · softmax · T = 1".
std::string describe_settings(const Attention& attention, Index head);

}  // namespace attn
