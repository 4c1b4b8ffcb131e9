#include "engine/blocks/network.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/attention/check.h"
#include "engine/attention/combine.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/shapes.h"
#include "engine/base/problem.h"
#include "engine/base/require.h"
#include "engine/base/text_bounds.h"

namespace attn {
namespace {

Extent width_of(const Network& network) { return exactly(network.width(), "D"); }

void require_row(const std::optional<Cow<RowVector>>& row, const Extent& width,
                 const std::string& place) {
  if (!row) return;
  require_count((*row)->cols(), width, "number", place);
  require_finite(**row, place);
}

/// Zeros where the stages' numbers will be.
Scene inputs_of(const Network& network) {
  Scene scene;
  scene.tokens = network.tokens;
  scene.embeddings =
      Matrix(Matrix::Zero(static_cast<Index>(network.tokens.size()), network.width()));
  return scene;
}

/// By the rules of scenes; what is wrong with one of `own` is said to be at `place`.
void require_scene(const Scene& scene, std::string_view inputs, const std::string& place) {
  const std::optional<Problem> problem = check(scene);
  if (!problem) return;
  if (problem->place.starts_with(inputs)) throw SceneError(*problem);
  throw SceneError({place + problem->place, problem->text});
}

void check_vocabulary(const Network& network) {
  const std::vector<std::string>& words = network.vocabulary;
  require_count(static_cast<Index>(words.size()), Extent{}, "word", "/vocabulary");
  std::size_t bytes = 0;
  std::unordered_set<std::string_view> seen;
  for (std::size_t n = 0; n < words.size(); ++n) {
    const std::string place = "/vocabulary/" + std::to_string(n);
    require_bytes(words[n].size(), kMaxTokenBytes, place);
    bytes += words[n].size();
    require(seen.insert(words[n]).second, place, "expected a word that does not stand before");
  }
  require_bytes(bytes, kMaxTokensBytes, "/vocabulary");
  for (std::size_t n = 0; n < network.tokens.size(); ++n) {
    require(seen.contains(network.tokens[n]), "/tokens/" + std::to_string(n),
            "expected a word of the vocabulary");
  }
  require_shape(*network.embedding, {exactly(static_cast<Index>(words.size()), "V"), {}},
                "/embedding");
}

void check_norm(const Network& network, const std::optional<Norm>& norm, const std::string& place) {
  if (!norm) return;
  require(norm->kind->has_epsilon, place + "/kind", "expected layer or rms");
  require_finite(norm->epsilon, place + "/epsilon");
  require(norm->epsilon >= 0, place + "/epsilon", "expected a number >= 0");
  require_row(norm->gain, width_of(network), place + "/gain");
  require_row(norm->shift, width_of(network), place + "/shift");
}

void check_mlp(const Network& network, const Mlp& mlp, const std::string& place) {
  const Extent D = width_of(network);
  require_shape(*mlp.w_1, {D, {}}, place + "/w_1");
  const Extent F = exactly(mlp.w_1->cols(), "F");
  require_row(mlp.b_1, F, place + "/b_1");
  require_shape(*mlp.w_2, {F, D}, place + "/w_2");
  require_row(mlp.b_2, D, place + "/b_2");
  if (mlp.w_3) require_shape(**mlp.w_3, {D, F}, place + "/w_3");
  require(!mlp.b_3 || mlp.w_3, place + "/b_3", "expected with w_3");
  require_row(mlp.b_3, F, place + "/b_3");
}

void check_attention(const Network& network, std::size_t b, const std::string& place) {
  const Scene scene = scene_of(network, b, *inputs_of(network).embeddings);
  require(!scene.position.kind->table, place + "/position/kind",
          "expected a kind that is added to nothing: the network adds positions");
  require_scene(scene, "/tokens", place);
  const auto width = scene.combine.kind->width;
  require(width, place + "/combine/kind", "expected a combined output, for what comes after");
  const Index found = width(scene);
  if (scene.combine.w_o) {
    require_count(found, width_of(network), "number", place + "/combine/w_o/0");
  }
  require(found == network.width(), place + "/combine",
          "expected an output " + std::to_string(network.width()) + " wide (D), found " +
              std::to_string(found));
}

void check_block(const Network& network, std::size_t b) {
  const Block& block = network.blocks[b];
  const std::string place = "/blocks/" + std::to_string(b);
  require(block.attention || block.mlp, place, "expected attention, an mlp, or both");
  require(block.attention || !block.attention_norm, place + "/attention_norm",
          "expected with attention");
  require(block.mlp || !block.mlp_norm, place + "/mlp_norm", "expected with an mlp");
  check_norm(network, block.attention_norm, place + "/attention_norm");
  check_norm(network, block.mlp_norm, place + "/mlp_norm");
  if (block.attention) check_attention(network, b, place + "/attention");
  if (block.mlp) check_mlp(network, *block.mlp, place + "/mlp");
}

void check_unembedding(const Network& network) {
  Extent words = exactly(static_cast<Index>(network.vocabulary.size()), "V");
  if (network.unembedding) {
    require_shape(**network.unembedding, {width_of(network), {}}, "/unembedding");
    words = exactly((*network.unembedding)->cols(), "V′");
  }
  require_row(network.unembedding_bias, words, "/unembedding_bias");
}

}  // namespace

double trace_numbers(const Network& network) {
  const auto L = static_cast<double>(network.tokens.size());
  const auto D = static_cast<double>(network.width());
  constexpr double kStagesOfBlock = 6;
  const auto words = static_cast<double>(network.unembedding ? (*network.unembedding)->cols()
                                                             : network.embedding->rows());
  double numbers = L * (4 * D + words);
  for (std::size_t b = 0; b < network.blocks.size(); ++b) {
    const Block& block = network.blocks[b];
    numbers += kStagesOfBlock * L * D;
    if (block.attention) numbers += trace_numbers(scene_of(network, b, Matrix(0, network.width())));
    if (block.mlp) numbers += L * static_cast<double>(block.mlp->w_1->cols());
  }
  return numbers;
}

std::vector<Index> places_in_vocabulary(const Network& network) {
  std::unordered_map<std::string_view, Index> places;
  for (const std::string& word : network.vocabulary) {
    places.emplace(word, static_cast<Index>(places.size()));
  }
  std::vector<Index> found;
  for (const std::string& token : network.tokens) found.push_back(places.at(token));
  return found;
}

Scene scene_of(const Network& network, std::size_t block, Matrix x) {
  Scene scene;
  static_cast<Attention&>(scene) = *network.blocks[block].attention;
  scene.tokens = network.tokens;
  scene.embeddings = Cow<Matrix>(std::move(x));
  return scene;
}

void require_valid(const Network& network) {
  require_bytes(network.title.size(), kMaxTitleBytes, "/title");
  require_bytes(network.notes.size(), kMaxNotesBytes, "/notes");
  require_count(static_cast<Index>(network.tokens.size()), Extent{}, "token", "/tokens");
  check_vocabulary(network);
  const bool adds = network.position.kind->table || network.position.kind->does_nothing();
  require(adds, "/position/kind", "expected one of none, sinusoidal, binary, learned");
  Scene placed = inputs_of(network);
  placed.position = network.position;
  require_scene(placed, "", "");
  check_norm(network, network.norm_in, "/norm_in");
  for (std::size_t b = 0; b < network.blocks.size(); ++b) check_block(network, b);
  check_norm(network, network.norm_out, "/norm_out");
  check_unembedding(network);
  require(trace_numbers(network) <= static_cast<double>(kMaxTraceNumbers), "/blocks",
          "expected an evaluation of at most " + std::to_string(kMaxTraceNumbers) +
              " numbers, found more");
}

}  // namespace attn
