#include "app/document/imports/dump_scene.h"

#include "app/document/dumps/dump_masks.h"
#include "app/document/dumps/dump_tokens.h"
#include "app/document/dumps/vector_scene.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

bool are(const std::vector<std::string>& tokens, Index count) {
  return std::ssize(tokens) == count;
}

void require_tokens(const std::vector<std::string>& tokens, Index count, const char* whose) {
  if (tokens.empty() || are(tokens, count)) return;
  throw ImportError("expected " + std::to_string(count) + " tokens, one for each " + whose +
                    ", found " + std::to_string(tokens.size()));
}

/// Note on tokens of the file that do not fit the layer.
std::string unused_words(const DumpTokens& own, const DumpLayer& shape) {
  std::string words = own.unread;
  const auto add = [&](const std::vector<std::string>& tokens, Index count, const char* whose,
                       const char* what) {
    if (tokens.empty() || are(tokens, count)) return;
    words += (words.empty() ? "" : "; ") + std::string(whose) +
             " of the file: " + std::to_string(tokens.size()) + " for " + std::to_string(count) +
             what + ", not used";
  };
  add(own.keys, shape.keys, "tokens", shape.keys == 1 ? " key" : " keys");
  add(own.queries, shape.queries, "query_tokens", shape.queries == 1 ? " query" : " queries");
  return words;
}

/// Chooses the given tokens; else the file's, if their number fits; else numbers.
void name_tokens(ImportedLayer& layer, const DumpTokens& wished, const DumpTokens& own) {
  const Index keys = layer.shape.keys, queries = layer.shape.queries;
  require_tokens(wished.keys, keys, "key");
  require_tokens(wished.queries, queries, "query");
  const DumpTokens& known = wished.keys.empty() ? own : wished;
  const auto& names =
      !are(known.keys, keys) && are(known.queries, keys) ? known.queries : known.keys;
  layer.has_named_tokens = are(names, keys);
  if (wished.keys.empty()) layer.unused_tokens = unused_words(own, layer.shape);
  layer.tokens.keys = layer.has_named_tokens ? names : numbered_tokens(keys);
  if (!known.queries.empty() && are(known.queries, queries)) {
    layer.tokens.queries = known.queries;
  } else if (queries != keys) {
    layer.tokens.queries = numbered_tokens(queries);
  }
}

/// Finds the hidden keys by the original tokens, then removes the tokenizer's marks.
void clean_tokens(ImportedLayer& layer, const ImportWishes& wishes) {
  layer.hidden = hidden_keys(layer.tokens.keys, wishes.hide);
  // Either side may come from a tokenizer of its own, as in cross attention.
  for (auto* const tokens : {&layer.tokens.queries, &layer.tokens.keys}) {
    const TokenMarks marks = marks_of(*tokens);
    if (marks == TokenMarks::kNone) continue;
    layer.marks = marks;
    layer.are_clean = wishes.cleans;
    if (wishes.cleans) *tokens = without_marks(*tokens, marks);
  }
}

/// Remaining weights are meaningful only if rows sum to 1.
void require_shares(const ImportedLayer& layer) {
  if (layer.hidden.words.empty() || layer.meaning->are_shares) return;
  throw ImportError("expected rows that sum to 1, as keys are to be hidden; " +
                    row_words(layer.rows));
}

/// Finds the masks of a layer of weights: patterns of zeros, and NaN. `none`: cells that are 0 or
/// NaN, `nan`: those that are NaN. All other zeros were given as such.
void find_masks_of_weights(ImportedLayer& layer, const CellsOfHeads& none,
                           const CellsOfHeads& nan) {
  // Dropout may take all weights of a row.
  std::vector<Mask> masks =
      masks_within(none.in_all, layer.meaning->are_shares ? WholeRows::kMasked : WholeRows::kSeen);
  layer.masked = hidden_cells(masks, layer.shape.queries, layer.shape.keys);
  const BoolMatrix others = nan.in_all.array() && !layer.masked.array();
  if (others.any()) masks.push_back(mask_of_cells(others));
  layer.masked.array() = layer.masked.array() || others.array();
  // Other normalizers give a score of 0 the weight 0. NaN of some heads alone can be no mask: then
  // all keys without a score count as hidden.
  if (layer.meaning->normalizer != "softmax" || !nan.is_same()) return;
  layer.zeros = none.count - none.heads * layer.masked.count();
  if (layer.zeros > 0) layer.masks = std::move(masks);
}

/// Finds the mask of a layer of scores: those that no softmax can see, if all heads have the same,
/// and a single head has them in the pattern of a mask. Their numbers are not in the sums.
void find_mask_of_scores(const AttentionDump& dump, ImportedLayer& layer) {
  CellsOfHeads below;
  for (const Index head : layer.heads) below.add(far_below(dump.numbers(layer.layer, head)));
  if (below.count == 0 || !below.is_same()) return;
  const Index M = layer.shape.queries, L = layer.shape.keys;
  if (below.heads == 1 && hidden_cells(masks_within(below.in_all), M, L) != below.in_all) return;
  layer.masked = below.in_all;
  layer.masked_words = std::to_string(below.in_all.count()) + " of " + std::to_string(M * L) +
                       " scores of each head hidden, as no softmax sees numbers so far below the "
                       "largest of their row";
  layer.rows = no_rows(dump);
  for (const Index head : layer.heads) {
    Matrix numbers = dump.numbers(layer.layer, head);
    mask_scores(!layer.masked.array(), numbers);
    add_head_numbers(layer.rows, numbers);
  }
}

/// "; 54 weights of 0 that no mask explains: 0 at every temperature"; empty without any.
std::string mask_words(const ImportedLayer& layer) {
  std::string words = layer.masked_words.empty() ? "" : "; " + layer.masked_words;
  if (layer.zeros > 0) {
    words += "; " + counted(static_cast<std::size_t>(layer.zeros), "weight") +
             " of 0 that no mask explains: 0 at every temperature";
  }
  return words;
}

Mask padding_mask(const HiddenKeys& hidden) {
  Mask mask;
  mask.kind = &mask_kind("padding");
  mask.valid = hidden.shown;
  return mask;
}

std::string which_layer(const AttentionDump& dump, const ImportedLayer& layer) {
  std::string words = "layer " + std::to_string(dump.layer_name(layer.layer));
  if (dump.layer_count() > 1) words += " of " + layer_names(dump);
  if (const auto joined = dump.joined(layer.layer)) {
    return words + ", " + joined->how + " of " + joined->of;
  }
  if (std::ssize(layer.heads) == layer.shape.heads) return words;
  return words + (layer.heads.size() == 1 ? ", head " : ", heads ") +
         attn::joined(layer.heads, [](Index head) { return std::to_string(head); });
}

}  // namespace

std::vector<Index> wanted_heads(Index count, const ImportWishes& wishes) {
  std::vector<Index> heads = wishes.heads;
  for (const Index head : heads) {
    if (head < count) continue;
    throw ImportError("--head: expected less than " + std::to_string(count) + ", found " +
                      std::to_string(head));
  }
  for (Index h = 0; wishes.heads.empty() && h < count; ++h) heads.push_back(h);
  return heads;
}

ImportedLayer analyse_layer(const AttentionDump& dump, Index layer, const ImportWishes& wishes) {
  ImportedLayer found;
  found.layer = layer;
  found.shape = dump.layer(layer);
  found.heads = wanted_heads(found.shape.heads, wishes);
  const double of_head =
      static_cast<double>(found.shape.queries) * static_cast<double>(found.shape.keys);
  if (static_cast<double>(found.heads.size()) * of_head > static_cast<double>(kMaxWeights)) {
    const bool one_fits = of_head <= static_cast<double>(kMaxWeights);
    throw ImportError("expected heads · queries · keys of at most " + std::to_string(kMaxWeights) +
                      ", found " + std::to_string(found.heads.size()) + " · " +
                      std::to_string(found.shape.queries) + " · " +
                      std::to_string(found.shape.keys) +
                      (one_fits ? ": --head N takes one"
                                : ", too many for a scene; --grid FILE draws each head, and "
                                  "--measures FILE measures it"));
  }
  name_tokens(found, wishes.tokens, dump.tokens());
  clean_tokens(found, wishes);
  found.rows = no_rows(dump);
  found.computed = dump.computed(layer, found.heads);
  if (found.computed) {
    found.meaning = &meaning_of(found.rows);
    return found;
  }
  CellsOfHeads none, nan;
  for (const Index head : found.heads) {
    try {
      const Matrix numbers = dump.numbers(layer, head);
      add_head_numbers(found.rows, numbers);
      nan.add(numbers.array().isNaN());
      none.add(numbers.array().isNaN() || numbers.array() == 0);
    } catch (const ImportError& error) {
      throw ImportError("layer " + std::to_string(dump.layer_name(layer)) + ", head " +
                        std::to_string(head) + ": " + error.what());
    }
  }
  found.meaning = &meaning_of(found.rows);
  if (!found.meaning->are_scores) {
    find_masks_of_weights(found, none, nan);
  } else if (!dump.masked_from) {
    find_mask_of_scores(dump, found);
  }
  require_shares(found);
  return found;
}

DumpTokens tokens_of_layer(const AttentionDump& dump, Index layer, const ImportWishes& wishes) {
  ImportedLayer found;
  found.shape = dump.layer(layer);
  name_tokens(found, wishes.tokens, dump.tokens());
  return found.tokens;
}

HiddenKeys hidden_keys_in(const AttentionDump& dump, Index layer, const ImportWishes& wishes) {
  if (!wishes.hide.any()) return {};
  return hidden_keys(tokens_of_layer(dump, layer, wishes).keys, wishes.hide);
}

std::string given_words(const ImportedLayer& layer) {
  if (layer.computed) return layer.computed->of;
  std::string words = std::string(layer.meaning->given) + "; " + row_words(layer.rows);
  return words + mask_words(layer);
}

std::string derived_words(const ImportedLayer& layer) {
  return layer.computed ? "weights are " + layer.computed->words
                        : std::string(layer.meaning->follows);
}

std::string layer_words(const AttentionDump& dump, const ImportedLayer& layer) {
  // For joined heads the rest is already in the text.
  const bool is_joined = dump.joined(layer.layer).has_value();
  return which_layer(dump, layer) + ": " +
         (is_joined ? row_words(layer.rows) + mask_words(layer) : given_words(layer)) + "; " +
         (layer.computed ? derived_words(layer) + "; " : "") + token_words(layer) +
         (layer.hidden.words.empty() ? "" : "; " + layer.hidden.words);
}

std::string token_words(const ImportedLayer& layer) {
  constexpr std::size_t kShown = 4;
  const auto& tokens = layer.tokens.keys;
  std::string words = std::to_string(tokens.size()) + (tokens.size() == 1 ? " token" : " tokens");
  const std::string unused = layer.unused_tokens.empty() ? "" : "; " + layer.unused_tokens;
  if (!layer.has_named_tokens) return words + " without names" + unused;
  for (std::size_t n = 0; n < tokens.size() && n < kShown; ++n) {
    words += (n > 0 ? ", " : ": ") + shown(tokens[n], 20);
  }
  if (tokens.size() > kShown) words += " …";
  if (layer.are_clean) words += "; " + std::string(marks_words(layer.marks));
  return words + unused;
}

Matrix scores_of(const AttentionDump& dump, const ImportedLayer& layer, std::size_t h) {
  Matrix numbers = dump.numbers(layer.layer, layer.heads[h]);
  BoolMatrix masked = hidden_in(numbers, layer.rows.masked_from);
  if (layer.masked.size() > 0) masked.array() = masked.array() || layer.masked.array();
  layer.meaning->make_scores(numbers, masked);
  if (layer.hidden.words.empty()) return numbers;
  Matrix left = dump.numbers(layer.layer, layer.heads[h]);
  layer.meaning->make_weights(left);
  if (hide_columns(left, layer.hidden.shown) == 0) return numbers;
  for (Index i = 0; i < left.rows(); ++i) {
    if (left(i, 0) == kMasked) numbers.row(i).setConstant(kMasked);
  }
  return numbers;
}

std::string dump_title(const AttentionDump& dump) {
  const std::string chosen = dump.chosen();
  return "Attention" + (chosen.empty() ? "" : ", " + chosen);
}

Scene scene_without_scores(const AttentionDump& dump, const ImportedLayer& layer,
                           const ImportWishes& wishes) {
  Scene scene;
  const bool hides = !layer.hidden.words.empty();
  const auto joined = dump.joined(layer.layer);
  std::string said = joined           ? ""
                     : layer.computed ? "computed from " + layer.computed->of
                                      : std::string(layer.meaning->given) + " as given";
  if (hides) said += (said.empty() ? "" : "; ") + layer.hidden.words;
  scene.title =
      dump_title(dump) + ", " + which_layer(dump, layer) + (said.empty() ? "" : " (" + said + ")");
  scene.notes = "Imported from " + shown(wishes.name, 100) + ": " + dump.words() + ".\nGiven: ";
  if (joined) {
    scene.notes += joined->given + ".\nShown: " + joined->how + " of " + joined->of + "; " +
                   row_words(layer.rows) + mask_words(layer);
  } else {
    scene.notes += given_words(layer);
  }
  scene.notes += ".\nDerived: " + derived_words(layer) + ".\n";
  if (layer.computed) {
    scene.notes +=
        "Embeddings: the keys of all heads side by side, as are queries and values; the matrices "
        "of "
        "each head pick its columns.\n";
  }
  if (layer.are_clean) scene.notes += "Tokens: " + std::string(marks_words(layer.marks)) + ".\n";
  if (hides) {
    scene.notes +=
        "Hidden: " + layer.hidden.words +
        ", by the mask Padding: without the mask the weights are as in the file. The rest "
        "of each row is divided by its sum; a row with a rest below 0.001 sees no key, "
        "with or without the mask.\n";
    scene.masks.push_back(padding_mask(layer.hidden));
  }
  scene.tokens = layer.tokens.keys;
  scene.embeddings = Matrix(layer.shape.keys, 0);
  if (!layer.tokens.queries.empty()) {
    scene.queries.emplace();
    scene.queries->tokens = layer.tokens.queries;
    scene.queries->embeddings = Matrix(layer.shape.queries, 0);
  }
  if (layer.computed) return scene;
  scene.score.kind = &score_kind("given");
  if (layer.zeros > 0) scene.score.null = NoScore::kZero;
  scene.masks.insert(scene.masks.end(), layer.masks.begin(), layer.masks.end());
  scene.normalizer.kind = &normalizer_kind(layer.meaning->normalizer);
  scene.heads.assign(layer.heads.size(), Head{});
  for (Head& head : scene.heads) head.scores = Matrix(Matrix::Zero(1, 1));
  return scene;
}

Scene imported_scene(const AttentionDump& dump, const ImportedLayer& layer,
                     const ImportWishes& wishes) {
  if (dump.has_scenes() && std::ssize(layer.heads) == layer.shape.heads) {
    Scene own = dump.scene(layer.layer);
    if (!layer.hidden.words.empty()) own.masks.push_back(padding_mask(layer.hidden));
    return own;
  }
  Scene scene = scene_without_scores(dump, layer, wishes);
  if (layer.computed) {
    put_vectors(scene, dump.vectors(layer.layer, layer.heads));
    return scene;
  }
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    scene.heads[h].scores = scores_of(dump, layer, h);
  }
  return scene;
}

}  // namespace attn
