#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/edits/origins.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// The words of `sentence`, split at white space.
std::vector<std::string> split_words(std::string_view sentence);

/// The tokens as one sentence: split_words gives them back where none holds white space.
std::string join_words(const std::vector<std::string>& tokens);

/// A vector made from the word alone, so that the same word always starts from the same one:
/// `width` numbers of -2, -1.5 … 2, which are easy to compute with by hand.
RowVector word_vector(std::string_view word, Index width);

/// Which of `tokens` have in `vectors` what word_vector() makes of them, and are not `opened`, the
/// tokens that the scene was opened with: nobody chose their numbers. All of them, where all have,
/// and are so many numbers that it is no chance.
std::vector<std::string> made_up_tokens(const std::vector<std::string>& tokens,
                                        const Matrix& vectors,
                                        const std::vector<std::string>& opened);

/// Makes `tokens` the tokens of `scene`. A word that `before` has keeps its vector, its value and
/// what masks and bias say of it; a new word gets word_vector, is seen by all (in a graph, until
/// it has edges, by itself at most) and has no bias. Learned positions stay at their index, 0 where
/// they are new. In self-attention the queries follow. `tokens` must not be empty; where they are
/// too many for a scene, nothing is said of their pairs, and check() refuses them.
void set_tokens(Scene& scene, const Scene& before, std::vector<std::string> tokens);

/// The same for the queries of a scene with cross-attention.
void set_query_tokens(Scene& scene, const Scene& before, std::vector<std::string> tokens);

/// The same where it is known which token of `before` each of `tokens` was, whatever it is called.
void arrange_tokens(Scene& scene, const Scene& before, const Origins& from,
                    std::vector<std::string> tokens);
void arrange_query_tokens(Scene& scene, const Scene& before, const Origins& from,
                          std::vector<std::string> tokens);

}  // namespace attn
