#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/document/imports/attention_dump.h"
#include "app/document/imports/dump_rows.h"
#include "app/document/imports/hidden_keys.h"
#include "app/document/imports/token_marks.h"
#include "engine/attention/scene.h"

namespace attn {

/// One layer of a dump, understood: all but its numbers, which are read once to look at them.
struct ImportedLayer {
  Index layer = 0;
  std::vector<Index> heads;  ///< those that are wanted
  DumpLayer shape;           ///< in the file
  DumpRows rows;
  const DumpMeaning* meaning = nullptr;
  DumpTokens tokens;  ///< with names for all
  bool has_named_tokens = false;
  std::string unused_tokens;  ///< of the file: "tokens of the file: 2 for 6 keys, not used"
  TokenMarks marks = TokenMarks::kNone;  ///< that the tokens came with
  bool are_clean = false;                ///< and are without now
  HiddenKeys hidden;
};

/// What is wanted of a dump, beside the layer.
struct ImportWishes {
  std::string name;        ///< of the file, for titles
  DumpTokens tokens = {};  ///< that are known otherwise; empty: those of the file
  int head = -1;           ///< −1: all
  bool cleans = true;      ///< tokens lose the marks of their tokenizer, where they have any
  KeysToHide hide = {};
};

/// Looks at all numbers of the layer. Throws ImportError.
ImportedLayer understand(const AttentionDump& dump, Index layer, const ImportWishes& wishes);

/// The keys of a layer that the wishes hide, of which nothing but the tokens is read.
HiddenKeys hidden_keys_in(const AttentionDump& dump, Index layer, const ImportWishes& wishes);

/// "layer 3 of 0 … 11; rows sum to 1; 64 tokens: the, cat …"
std::string layer_words(const AttentionDump& dump, const ImportedLayer& layer);

/// "64 tokens: the, cat …"
std::string token_words(const ImportedLayer& layer);

/// The scores that are given for the wanted head `h`. Where keys are hidden, rows that have too
/// little left see none: their scores are kMasked.
Matrix scores_of(const AttentionDump& dump, const ImportedLayer& layer, std::size_t h);

/// The file's name, and which of several it is: "attention.npz, cross_attentions, batch 2".
std::string dump_title(const AttentionDump& dump, const ImportWishes& wishes);

/// The scene but for its heads' scores, which are of one number each.
Scene scene_without_scores(const AttentionDump& dump, const ImportedLayer& layer,
                           const ImportWishes& wishes);

/// The scene, whole.
Scene imported_scene(const AttentionDump& dump, const ImportedLayer& layer,
                     const ImportWishes& wishes);

}  // namespace attn
