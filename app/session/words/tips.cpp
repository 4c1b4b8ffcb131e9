#include "app/session/words/tips.h"

#include <array>
#include <cctype>

namespace attn {
namespace {

struct Tip {
  std::string_view pattern;  ///< # stands for a number, * at the end for anything
  std::string_view sentence;
  Claim claim = {};  ///< what it does where it grows, which is told after the sentence
};

using enum Measure;
using enum Goes;

/// What a claim says, by its measure.
struct ClaimWords {
  std::string_view up, down;
};
constexpr std::array<ClaimWords, 6> kClaimWords = {{
    {"", ""},
    {"more keys count", "fewer keys count"},
    {"more keys are seen", "fewer keys are seen"},
    {"far keys count more", "far keys count less"},
    {"near positions look more alike", "near positions look less alike"},
    {"positions move the embeddings more", "positions move the embeddings less"},
}};

// The first row that fits counts.
constexpr auto kTips = std::to_array<Tip>({
    // what goes in
    {"sentence", "The tokens: a word that was there keeps its vector, a new one gets its own"},
    {"query-sentence", "The tokens that ask; each looks at all tokens above"},
    {"queries.#", "Self: the tokens attend to themselves; Cross: tokens of their own ask"},
    {"values.#", "What is averaged: the embeddings, or a matrix of values of its own"},
    {"embeddings[#][#]", "Drag to change (Shift fine, Ctrl coarse), double-click or type to set"},
    {"queries[#][#]", "Drag to change (Shift fine, Ctrl coarse), double-click or type to set"},
    {"values[#][#]", "Drag to change (Shift fine, Ctrl coarse), double-click or type to set"},
    {"*.table", ""},
    {"tokens[#]", "Drag it up or down to move it, double-click to rename it"},
    {"query-tokens[#]", "Drag it up or down to move it, double-click to rename it"},
    {"tokens[#].*", "Takes this token away, with its vector"},
    {"query-tokens[#].*", "Takes this query away, with its vector"},
    {"*tokens.add", "Adds a token at the end, with the vector of its word"},
    {"*tokens.shuffle", "Puts the tokens into another order"},
    {"*.add-dimension", "Adds a column of zeros at the right"},
    {"*.remove-dimension", "Takes the last column away"},
    {"*.random", "Fills it with normal numbers, rounded to 2 decimals"},
    {"*.zero", "Fills it with zeros"},
    {"*.identity", "Fills it with ones on the diagonal and zeros elsewhere"},
    {"*.normalise", "Scales each row to length 1"},
    {"*.copy", "Copies it as text for a spreadsheet, CSV or Python; Ctrl+C in it copies too"},
    {"*.copy.tsv", ""},
    {"*.copy.csv", ""},
    {"*.copy.python", ""},
    {"*.paste", "Puts the copied table in its place; Ctrl+V in it pastes too"},
    // the head's weights
    {"heads.#.w_q[#][#]", "What an input feature gives to a feature of the query"},
    {"heads.#.w_k[#][#]", "What an input feature gives to a feature of the key"},
    {"heads.#.w_v[#][#]", "What an input feature gives to a feature of the value"},
    {"heads.#.w_a[#][#]", "How a query's feature meets a key's"},
    {"heads.#.v[#][#]", "What this feature counts in the score"},
    {"*.give", "Makes it a matrix of numbers that can be changed"},
    {"snapshot.drop", "Forgets A"},
    {"*.drop", "Takes it away: all is computed as without it"},
    {"heads.#.dk", "How many features a query and a key have"},
    {"heads.#.dv", "How many features a value has"},
    {"heads.#.width", "Multiplies the distance between query and key", {keys_that_count, down}},
    // how it is computed
    {"score", "How alike a query and a key are: the function that scores them"},
    {"score.scale", "Multiplies what the score function says", {keys_that_count, down}},
    {"temperature.slider",
     "From hard attention at its left end to uniform at its right; drag, or turn the wheel",
     {keys_that_count, up}},
    {"temperature", "The scores are divided by it: a number ≥ 0, or inf", {keys_that_count, up}},
    {"normalizer", "How a row of scores becomes weights that sum to 1"},
    {"mask.add", "Hides keys from queries: a key is seen where all masks allow it"},
    {"mask.#.remove", "Takes this mask away"},
    {"mask.#.radius", "How many tokens to either side are seen", {keys_seen, up}},
    {"mask.#.sigma",
     "Prefers near keys: −(i − j)² / (2 sigma²) is added to the score",
     {far_keys, up}},
    {"mask.#.radius.slider", "How many tokens to either side are seen", {keys_seen, up}},
    {"mask.#.sigma.add", "Prefers near keys: adds a bell curve to the scores"},
    {"mask.#.sigma.remove", "Takes the bell curve away: all keys in the window count alike"},
    {"mask.#.valid.#", "Click: a word that is seen, or padding that no query sees"},
    {"mask.#.loops.#", "Whether every token sees itself, also without an edge"},
    {"mask.paint",
     "Press on a cell of the heatmap to hide or show its key, drag to go on; Esc ends"},
    {"heads.count.0", "Takes the last head away"},
    {"heads.count.2", "Adds a head with random weights"},
    {"heads.count.#", ""},
    {"head", "The head whose weights are shown"},
    {"combine", "How the heads' outputs become one"},
    {"position", "How the tokens' order enters"},
    {"position.base",
     "Pair j of D dimensions turns once in 2π · base^(2j/D) tokens",
     {near_positions, up}},
    {"position.scale",
     "Multiplies the encoding before it is added to the embeddings",
     {position_size, up}},
    {"combine.w_o[#][#]", "What a feature of a head gives to a feature of the output"},
    {"combine.w.#[#][#]", "What a feature of this head gives to a feature of the output"},
    {"combine.w[#][#]", "What this head counts in the output"},
    {"position.table[#][#]", "Added to the embedding of the token at this place"},
    {"position.slopes[#][#]",
     "What this head's score loses for each step of distance",
     {far_keys, down}},
    {"bias[#][#]", "Added to this pair's score in every head, before the masks"},
    {"row.#", "What this key weighs for the query; a click pins it"},
    {"row.curves", "The row's weights at every temperature; drag to change the temperature"},
    // views
    {"paint", "Press on a cell to hide or show its key, drag to go on; Esc ends"},
    {"tab.weights", "The weights: how much each query attends to each key"},
    {"tab.scores", "The scores: how well each key answers each query"},
    {"scores.of.#",
     "The scores that the weights are made of, or those of the score function alone"},
    {"range", "What the colours span"},
    {"range.*", ""},
    {"scores.legend", "What the colours mean"},
    {"scores*", ""},
    {"tab.outputs", "The outputs: what each query gets, and how it is the mean of the values"},
    {"outputs.head[#]", ""},
    {"outputs.weight[#]", "What this key weighs for the query; a click pins it"},
    {"outputs.*", ""},
    {"tab.compare", "The same inputs under other score functions and normalizers, side by side"},
    {"compare.#.score", "How this panel scores queries and keys"},
    {"compare.#.normalizer", "How this panel makes weights of its scores"},
    {"compare.remove", "Takes the last panel away"},
    {"compare.add", "Adds a panel"},
    {"compare.*", ""},
    {"tab.heads", "All heads side by side, and what a query attends to"},
    {"tab.plane", "Queries, keys, values and outputs as points in two dimensions"},
    {"plane.space.#",
     "Which space the plane shows; the values stand beside it where there is room"},
    {"plane.axes.#", "The two principal components, or two dimensions of your choice"},
    {"plane.x", "The dimension from left to right"},
    {"plane.y", "The dimension upwards"},
    {"plane.x.#", ""},
    {"plane.y.#", ""},
    {"plane.fit", "Finds axes and range anew, for the points as they are now"},
    {"plane.*", ""},
    {"tab.graph", "The tokens as nodes, the weights as arrows between them"},
    {"graph.tool.#", "What dragging from a node does; Shift held is Connect"},
    {"graph.ways.#", "Whether a drag makes an edge to where it ends, or also the one back"},
    {"graph.ways", "Whether a drag makes an edge to where it ends, or also the one back"},
    {"graph.make", "Adds a graph mask, in which each token sees its neighbours in the line"},
    {"graph.layout", "Forgets where nodes were dragged to"},
    {"graph.*", ""},
    {"tab.more", "The views that have no room above"},
    {"tab.steps", "The way from the inputs to the output, one step after the other"},
    {"tab.symmetry", "What another order of the tokens changes"},
    {"steps.step[#]", "Opens this step; Space and the arrows open the next and the one before"},
    {"steps.*", ""},
    {"symmetry.shuffle", "Compares with another order of the tokens; the scene stays as it is"},
    {"symmetry.order", "Compares with the tokens in their own order"},
    {"symmetry.*", ""},
    {"heads.of.#", "What the small pictures show of each head"},
    {"heads.share", "How much of the row's weight the links show, the strongest first"},
    {"heads.head[#]", "Click to select the head, double-click to enlarge it"},
    {"heads.head[#].cells", ""},
    {"tab.positions", "How the tokens' order enters, and what it does to the weights"},
    {"positions.part.0", "P, with near positions, waves and rotations at a glance"},
    {"positions.part.1", "How fast each pair of dimensions turns along the sequence"},
    {"positions.part.2", "P · P^T: how alike any two positions are"},
    {"positions.part.3", "A shift by δ turns every pair by δ · ω, wherever it starts"},
    {"positions.part.4", "The alternating bits of the position beside the waves"},
    {"positions.part.5", "The weights without and with positions, and scores by distance"},
    {"positions.part", "Which side of the positions is shown"},
    {"positions.rows", "How many positions are shown: the scene's and those that would follow"},
    {"positions.shift", "How many positions on the hands of the dials go"},
    {"positions.shift.field", "How many positions on the hands of the dials go; may be negative"},
    {"positions.start", "Where the shift starts: the angles stay as they are"},
    {"positions.wave[#]", "Click to draw its dimension as a curve, or to take that away"},
    {"positions.dial[#]", "Grey at the start, blue after δ steps; drag sideways to change δ"},
    {"positions.P", "Click a dimension to draw it as a curve, or to take that away"},
    {"positions.omega", "Click to draw its dimension as a curve, or to take that away"},
    {"positions.head[#].bias", "What the score gains by distance; click to select the head"},
    {"positions.without", "The weights as they would be without positions"},
    {"positions.with", "The weights with positions"},
    {"positions.similarity", ""},
    {"positions.shift-matrix", ""},
    {"positions.bits", ""},
    {"positions.sines", ""},
    {"heads.keys", ""},
    {"heads.queries", "Point at a query to see its links, click to keep it"},
    {"heads.links", ""},
    {"tab.curve", "Keys and values that are numbers: attention as regression"},
    {"curve.point[#]", "Drag it to change its key and value; right-click removes it"},
    {"curve.plane", ""},
    {"curve.band", ""},
    {"curve.truth.0", "Shows the points and what attention makes of them"},
    {"curve.truth.1", "Shows the function that the points were drawn from too"},
    {"curve.resample", "Draws other points around the true function"},
    {"curve.noise", "How far the points lie from the true function"},
    {"curve.width", "Multiplies the distance between query and key", {keys_that_count, down}},
    {"curve.textbook", "Makes the scene 50 points around a curve; can be undone"},
    {"export", "Writes this view as a picture, a table or a film (Ctrl+E)"},
    {"export.close", "Closes the dialog (Esc)"},
    {"export.format", "What is written: a picture, vectors, a film, or the view's numbers"},
    {"export.view", "What it shows"},
    {"export.head", "Which head it shows"},
    {"export.colormap", "The colours for the numbers"},
    {"export.range", "What the colours span"},
    {"export.range-from", "The number that has the lowest colour, as all below it"},
    {"export.range-to", "The number that has the highest colour, as all above it"},
    {"export.numbers.#", "Whether cells hold their numbers; Auto: where they fit"},
    {"export.legend.#", "Whether it says what the colours mean"},
    {"export.title",
     "Words above the figure; weights and scores have the scene's title by themselves"},
    {"export.caption", "Words below the figure"},
    {"export.theme.#", "The colours of all but the data; Clear has nothing behind it"},
    {"export.scale", "Pixels for each unit of 1/96 inch, 0.25 to 8; 2 in PNG where it is empty"},
    {"export.width", "Pixels from left to right; as many as it takes where it is empty"},
    {"export.height", "Pixels from top to bottom; as many as it takes where it is empty"},
    {"export.font-size", "The size of labels in units of 1/96 inch, 4 to 72; 14 where it is empty"},
    {"export.query", "Which query is marked, from 0; as in the window where it is empty"},
    {"export.bare.#", "All that the view shows, or the cells of its matrix without any words"},
    {"export.cell", "Pixels of a cell's side; 1 where it is empty"},
    {"export.sweep", "What goes from one number to another in the film"},
    {"export.pointer", "Which number of the scene's file, as a JSON pointer (/heads/0/w_q/0/0)"},
    {"export.from", "Its number in the first frame"},
    {"export.to", "Its number in the last frame"},
    {"export.replace", "Writes over what is there (Ctrl+Enter)"},
    {"export.keep", "Leaves what is there as it is (Esc)"},
    {"export.frames", "How many frames the film has, 2 to 2000"},
    {"export.fps", "How many frames are shown in a second"},
    {"export.path", "The file that is written"},
    {"export.start", "Writes the file (Ctrl+Enter)"},
    {"export.all", "Writes every view that says something about the scene, beside this file"},
    {"export.cancel", "Stops, and leaves nothing behind (Esc)"},
    {"export.copy-path", "Copies where the file is"},
    {"export.*", ""},
    {"copy", "Copies the numbers as a table, for a spreadsheet (Ctrl+C)"},
    {"numbers", "Shows or hides the numbers in the cells"},
    {"colormap", "The colours for the numbers"},
    {"snapshot.keep", "Keeps what is shown now as A, to compare with what follows"},
    {"snapshot.show.0", "Shows the present result; the key left of 1 flips between A and B"},
    {"snapshot.show.1", "Shows the result that was kept; the key left of 1 flips back"},
    {"snapshot.show.2", "Shows what became of each weight since A: more is blue, less is red"},
    {"snapshot.*", ""},
    {"weights.legend", "What the colours mean"},
    {"weights*", ""},
    {"inspector", ""},
    {"inspector.*", ""},
    // lessons
    {"first.number", "Drag a number of the table, or click it and type"},
    {"first.temperature", "From hard attention at its left end to uniform at its right"},
    {"first.cell", "A click pins a cell: see below why the query attends to the key"},
    {"first.lesson", "A lesson of ten minutes: a weighted mean by hand"},
    {"first.close", "Takes these away for good"},
    {"lesson.next", "Goes on (Space), once the goal is met"},
    {"lesson.back", "Back to the step's start, and from there to the step before (Backspace)"},
    {"lesson.leave", "Ends the lesson: your own scene comes back as it was"},
    {"lesson.step.#", "Goes to the start of this step"},
    {"lesson.side.#",
     "The lesson's text, the inputs, or how it is computed: here is room for one of them"},
    {"lesson.option.#", "Your prediction"},
    {"lesson.item.#", "The next in your order; again, to take it out"},
    {"lesson.guess", "Drag to the number that you expect"},
    {"lesson.answer", "Gives the answer: the numbers show whether it is right"},
    {"lesson*", ""},
    {"parts.close", "Closes the list (Esc)"},
    {"parts*", ""},
    // the window
    {"splitter.*", "Drag to share the room between the panels"},
    {"recovery.open", "Opens the work that an earlier run did not save"},
    {"recovery.discard", "Throws that work away"},
    {"message", "Click to take it away"},
    {"section.*.pin", "Keeps this part on the screen in presenter mode (F5)"},
    {"section.*", "Folds this part, or opens it"},
    {"keys", ""},
    {"keys.close", "Closes the list (Esc)"},
    {"menu.*", ""},
    {"browser.close", "Closes the list (Esc)"},
    {"browser.accept", "Opens or saves what is marked or typed (Enter)"},
    {"browser.parent", "The folder above (Left)"},
    {"browser*", ""},
    {"history.close", "Closes the history (Esc)"},
    {"history*", ""},
    // entries of open lists
    {"score.#", ""},
    {"normalizer.#", ""},
    {"mask.add.#", ""},
    {"combine.#", ""},
    {"position.#", ""},
    {"head.#", ""},
    {"colormap.*", ""},
});

/// Whether `name` is what `pattern` describes.
bool fits(std::string_view pattern, std::string_view name) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char wanted = pattern[i];
    if (wanted == '*' && i + 1 == pattern.size()) return true;
    if (wanted == '*') {  // any, up to what follows to the end
      return name.size() >= pattern.size() - 1 && name.ends_with(pattern.substr(i + 1));
    }
    if (wanted == '#') {
      const std::size_t begin = at;
      while (at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0) ++at;
      if (at == begin) return false;
    } else if (at >= name.size() || name[at++] != wanted) {
      return false;
    }
  }
  return at == name.size();
}

}  // namespace

std::span<const std::string_view> tip_patterns() {
  static const auto patterns = [] {
    std::array<std::string_view, kTips.size()> all;
    for (std::size_t n = 0; n < all.size(); ++n) all[n] = kTips[n].pattern;
    return all;
  }();
  return patterns;
}

std::optional<TipText> tip_text(std::string_view control) {
  for (const Tip& tip : kTips) {
    if (fits(tip.pattern, control)) return TipText{tip.pattern, tip.sentence, tip.claim};
  }
  return std::nullopt;
}

std::string claim_words(Claim claim) {
  const ClaimWords& words = kClaimWords[static_cast<std::size_t>(claim.measure)];
  return std::string(claim.when_larger == up ? words.up : words.down);
}

std::optional<std::string> tip_of(std::string_view control) {
  const auto tip = tip_text(control);
  if (!tip) return std::nullopt;
  const std::string claim = claim_words(tip->claim);
  return std::string(tip->sentence) + (claim.empty() ? "" : ". Larger: " + claim);
}

}  // namespace attn
