#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/edits/origins.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// Words of `sentence`, split at white space; ‹slot A› is one word.
std::vector<std::string> split_words(std::string_view sentence);

/// Tokens joined to a sentence, those with white space as ‹slot A›: split_words inverts it.
std::string join_words(const std::vector<std::string>& tokens);

/// Vector derived from the word alone, so that equal words start equal: `width` numbers of -2, -1.5
/// … 2, easy to compute with by hand.
RowVector word_vector(std::string_view word, Index width);

/// Those of `tokens` whose vector in `vectors` equals word_vector(), except `opened`, the tokens of
/// the opened scene: their numbers are generated. All of them, if all match and are too many for a
/// coincidence.
std::vector<std::string> made_up_tokens(const std::vector<std::string>& tokens,
                                        const Matrix& vectors,
                                        const std::vector<std::string>& opened);

/// Sets the tokens of `scene`. A word already in `before` keeps its vector, its value and its part
/// of masks and bias; a new word gets word_vector, is visible to all (in a graph without edges, at
/// most to itself) and has no bias. Learned positions stay at their index, 0 for new ones. In
/// self-attention the queries follow. `tokens` must not be empty; if they are too many for a scene,
/// pairs are not filled, and check() refuses them.
void set_tokens(Scene& scene, const Scene& before, std::vector<std::string> tokens);

/// Sets the tokens of the queries in cross-attention, with the same rules.
void set_query_tokens(Scene& scene, const Scene& before, std::vector<std::string> tokens);

/// Sets the tokens with a known origin of each in `before`, regardless of names.
void arrange_tokens(Scene& scene, const Scene& before, const Origins& from,
                    std::vector<std::string> tokens);
void arrange_query_tokens(Scene& scene, const Scene& before, const Origins& from,
                          std::vector<std::string> tokens);

}  // namespace attn
