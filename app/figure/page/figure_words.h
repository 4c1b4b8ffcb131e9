#pragma once

#include <string>

#include "app/figure/page/figure_options.h"
#include "engine/attention/scene.h"

namespace attn {

/// Head selected by `options`.
Index head_of(const Attention& attention, const FigureOptions& options);

/// "tokens 3 to 19 of 40"
std::string tokens_words(TokenRange range, const Scene& scene);
/// "all heads", "heads 0, 5, 7"
std::string heads_words(const std::vector<Index>& heads);

/// Description of the settings of a head's weights: "Dot product · softmax · T = 1".
std::string describe_settings(const Attention& attention, Index head);

}  // namespace attn
