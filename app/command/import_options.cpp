#include "app/command/import_options.h"

#include <algorithm>

#include "app/command/option_checks.h"
#include "app/document/dumps/dump_axes.h"
#include "app/document/imports/dump_tokens_changed.h"
#include "app/document/imports/joined_heads.h"
#include "engine/base/text.h"

namespace attn {
namespace {

std::string check_layer(const std::string& text) {
  if (text == kAll || !numbers_in_list(text).empty()) return "";
  return "expected a layer from 0, several as 1,2,5, or all, found " + text;
}

std::string check_heads_list(const std::string& text) {
  return numbers_in_list(text).empty() ? "expected a head from 0, or several as 0,3, found " + text
                                       : "";
}

std::string check_batch(const std::string& text) {
  if (text == kAll || check_whole(text).empty()) return "";
  return "expected an index from 0, or all, found " + text;
}

/// "first", "special", or both.
std::optional<KeysToHide> keys_to_hide(std::string_view text) {
  KeysToHide hide;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, end);
    if (word != "first" && word != "special") return std::nullopt;
    (word == "first" ? hide.first : hide.special) = true;
    if (end + 1 == text.size()) return std::nullopt;  // the text ends with a comma
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return hide;
}

std::string check_hide(const std::string& text) {
  if (!text.empty() && keys_to_hide(text)) return "";
  return "expected first, special or first,special, found " + text;
}

struct AsWord {
  std::string_view word;
  DumpAs as;
};
constexpr AsWord kAsWords[] = {
    {"weights", DumpAs::kWeights}, {"scores", DumpAs::kScores}, {"qkv", DumpAs::kVectors}};

DumpAs as_called(std::string_view name) {
  const auto found = std::ranges::find(kAsWords, name, &AsWord::word);
  return found == std::end(kAsWords) ? DumpAs::kGuessed : found->as;
}

constexpr std::string_view kJoinSteps = "join";

std::string check_steps(const std::string& text) {
  if (text == kJoinSteps || check_whole(text).empty()) return "";
  return "expected join, or a step from 0, found " + text;
}

}  // namespace

DumpChoice DumpOptions::choice(Index sequence) const {
  std::string_view step = steps;
  return {.tensor = tensor,
          .axes = axes,
          .batch = sequence,
          .step = take_parsed<Index>(step),
          .as = as_called(as),
          .masked_from = masked_below};
}

Index DumpOptions::first() const { return parsed<Index>(batch).value_or(0); }

void add_dump_options(CLI::App& command, DumpOptions& options) {
  add_text(
      command, "--tensor", options.tensor,
      "Name of one of several arrays, or of a page's attentions; a star stands for the layer's "
      "number: 'blocks.*.attn.hook_pattern'",
      "NAME");
  add_text(
      command, "--axes", options.axes,
      "The axes of an array, a letter for each: l layers, b batch, h heads, q queries, k keys, "
      "s steps; lhqk, for example; of queries, keys and values q tokens, d width: bhqd (guessed "
      "by default)",
      "LETTERS")
      ->check([](const std::string& text) { return axes_problem(text); });
  add_number(command, "--batch", options.batch,
             "Index in the batch, from 0 (default), if there is such an axis, or all", check_batch,
             "N|all");
  add_text(command, "--steps", options.steps,
           "Join the steps of a generated text to one matrix (default), or take one, from 0",
           "join|N")
      ->check(check_steps);
  command
      .add_option(
          "--as", options.as,
          "What the numbers are: weights, or scores, whose softmax is shown (by default "
          "scores if some are negative, unless all rows sum to 1); or qkv, queries and keys "
          "of which weights are computed (by default if there are no weights)")
      ->check(CLI::IsMember(texts_of<std::string>(kAsWords, &AsWord::word)));
  command.add_option("--masked-below", options.masked_below,
                     "Scores up to this number are masked (by default -65504, and what no softmax "
                     "can see, where it has the pattern of a mask)");
}

void add_import_options(CLI::App& command, ImportOptions& options) {
  add_text(command, "FILE", options.file,
           "Weights: .npy, .npz, .safetensors, .pt, .json, .csv, or a page of BertViz, .html; - "
           "reads standard input")
      ->required();
  add_text(command, "--tokens", options.tokens,
           "The tokens: a list in JSON, or a text with one token per line (by default the "
           "tokens in the weights' file, or numbers)",
           "FILE");
  add_number(command, "--layer", options.layer,
             "The layer, by its number in FILE (by default the first), several, or all",
             check_layer, "N,N|all");
  add_number(command, "--head", options.head, "Single heads, from 0; all by default",
             check_heads_list, "N,N");
  command
      .add_option(
          "--heads", options.heads,
          "Join the heads to one: their mean, their max, or their rollout through the layers "
          "up to this one (Abnar & Zuidema 2020)")
      ->check(CLI::IsMember(texts_of<std::string>(join_kinds(), &JoinKind::id)));
  command
      .add_option(
          "--hide", options.hide,
          "Keys to hide by a mask; the rest of each row is divided by its sum: first, special "
          "([CLS], </s> …), or first,special")
      ->type_name("KEYS")
      ->check(check_hide);
  command
      .add_option("--clean", options.clean,
                  "Remove the tokenizer's marks from the tokens, as Ġ, ▁ and ##: on (default) or "
                  "off")
      ->check(CLI::IsMember({"on", "off"}));
  command.add_flag("--crop", options.crop,
                   "Without padding: only the tokens of the sequence, in a batch or a cache");
  add_text(command, "--words", options.words,
           "Join the pieces of a word: its keys are summed and its queries averaged, or both are "
           "averaged, or the first or the last piece stands for it",
           "sum|mean|first|last")
      ->check(CLI::IsMember(texts_of<std::string>(pieces_kinds(), &PiecesKind::id)));
  add_text(command, "--out", options.out,
           "The scene to write, - for standard output; {layer} and {batch} are replaced by their "
           "numbers, which are added if several are written: NAME-0.attn.json …",
           "NAME.attn.json");
  add_dump_options(command, options.dump);
}

std::vector<Index> numbers_in_list(std::string_view text) {
  return whole_numbers(text, ',').value_or(std::vector<Index>());
}

KeysToHide keys_in_list(std::string_view text) { return keys_to_hide(text).value_or(KeysToHide{}); }

}  // namespace attn
