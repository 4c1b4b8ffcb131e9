#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/dumps/attention_dump.h"
#include "app/document/dumps/dump_rows.h"
#include "app/document/imports/token_marks.h"
#include "engine/attention/scene.h"

namespace attn {

/// Analysed layer of a dump: everything except its numbers, which were read once.
struct ImportedLayer {
  Index layer = 0;
  std::vector<Index> heads;  ///< requested heads
  DumpLayer shape;           ///< in the file
  DumpRows rows;
  const DumpMeaning* meaning = nullptr;
  std::optional<DumpComputed> computed{};  ///< if the weights are computed from vectors
  BoolMatrix masked;        ///< M x L: keys that a mask hides in all heads; without size: none
  std::vector<Mask> masks;  ///< those masks, if they tell them from weights of 0; else empty
  Index zeros = 0;          ///< weights of 0 that no mask hides
  std::string
      masked_words;   ///< "15 of 36 scores, −65472 and less: hidden, as no softmax sees them"
  DumpTokens tokens;  ///< every token has a name
  bool has_named_tokens = false;
  std::string unused_tokens;  ///< note on unused tokens: "tokens of the file: 2 for 6 keys, not
                              ///< used"
  TokenMarks marks = TokenMarks::kNone;  ///< marks in the original tokens
  bool are_clean = false;                ///< the marks were removed
  HiddenKeys hidden;
};

/// Options of an import besides the layer.
struct ImportWishes {
  std::string name;            ///< file name, for notes
  DumpTokens tokens = {};      ///< tokens from another source; empty: those of the file
  std::vector<Index> heads{};  ///< empty: all
  bool cleans = true;          ///< remove tokenizer marks from tokens
  KeysToHide hide = {};
};

/// Requested heads of a layer with `count` heads. Throws ImportError if one does not exist.
std::vector<Index> wanted_heads(Index count, const ImportWishes& wishes);

/// Analyses all numbers of the layer, unless its weights are computed. Throws ImportError.
ImportedLayer analyse_layer(const AttentionDump& dump, Index layer, const ImportWishes& wishes);

/// Tokens of a layer, each with a name and with the tokenizer's marks. Throws ImportError.
DumpTokens tokens_of_layer(const AttentionDump& dump, Index layer, const ImportWishes& wishes);

/// Keys of a layer hidden by the options; reads only the tokens.
HiddenKeys hidden_keys_in(const AttentionDump& dump, Index layer, const ImportWishes& wishes);

/// "layer 3 of 0 … 11; rows sum to 1; 64 tokens: the, cat …"
std::string layer_words(const AttentionDump& dump, const ImportedLayer& layer);

/// What is in the file: "weights; rows sum to 1; 54 weights of 0 that no mask explains …",
/// "queries, keys and values".
std::string given_words(const ImportedLayer& layer);

/// What follows from it: "scores are their logarithms …", "weights are softmax(q·k/√8)".
std::string derived_words(const ImportedLayer& layer);

/// "64 tokens: the, cat …"
std::string token_words(const ImportedLayer& layer);

/// Scores of the requested head `h`. If keys are hidden, rows with too little remaining weight see
/// no key: their scores are kMasked.
Matrix scores_of(const AttentionDump& dump, const ImportedLayer& layer, std::size_t h);

/// Title for a reader: "Attention, cross_attentions, batch 2".
std::string dump_title(const AttentionDump& dump);

/// Scene with placeholders of one number as the heads' scores; if weights are computed, without
/// vectors.
Scene scene_without_scores(const AttentionDump& dump, const ImportedLayer& layer,
                           const ImportWishes& wishes);

/// The complete scene.
Scene imported_scene(const AttentionDump& dump, const ImportedLayer& layer,
                     const ImportWishes& wishes);

}  // namespace attn
