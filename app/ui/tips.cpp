#include "app/ui/tips.h"

#include <array>
#include <cctype>
#include <string>

namespace attn::ui {
namespace {

struct Tip {
  std::string_view pattern;  ///< # stands for a number, * at the end for anything
  std::string_view sentence;
};

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
    {"*.drop", "Takes the matrix away: it is the plain one again"},
    {"heads.#.dk", "How many features a query and a key have"},
    {"heads.#.dv", "How many features a value has"},
    {"heads.#.width", "How far a key may be from the query and still count"},
    // how it is computed
    {"score", "How alike a query and a key are: the function that scores them"},
    {"score.scale", "Multiplies every score before the weights are made"},
    {"temperature.slider", "Low is hard attention, high is uniform; drag, or turn the wheel"},
    {"temperature", "The scores are divided by it: a number ≥ 0, or inf"},
    {"normalizer", "How a row of scores becomes weights that sum to 1"},
    {"mask.add", "Hides keys from queries: a key is seen where all masks allow it"},
    {"mask.#.remove", "Takes this mask away"},
    {"mask.#.radius", "How many tokens to either side are seen"},
    {"mask.#.sigma", "Prefers near keys: −(i − j)² / (2 sigma²) is added to the score"},
    {"mask.#.radius.slider", "How many tokens to either side are seen"},
    {"mask.#.sigma.add", "Prefers near keys: adds a bell curve to the scores"},
    {"mask.#.sigma.remove", "Takes the bell curve away: all keys in the window count alike"},
    {"mask.#.valid.#", "Click: a word that is seen, or padding that no query sees"},
    {"mask.#.loops.#", "Whether every token sees itself, also without an edge"},
    {"mask.paint",
     "Press on a cell of the heatmap to hide or show its key, drag for more; Esc ends"},
    {"heads.count.0", "Takes the last head away"},
    {"heads.count.2", "Adds a head with random weights"},
    {"heads.count.#", ""},
    {"head", "The head whose weights are shown"},
    {"combine", "How the heads' outputs become one"},
    {"position", "How the tokens' order enters"},
    {"position.base", "The longest wavelength is about 2π times as many tokens"},
    {"position.scale", "Multiplies the encoding before it is added to the embeddings"},
    {"combine.w_o[#][#]", "What a feature of a head gives to a feature of the output"},
    {"combine.w.#[#][#]", "What a feature of this head gives to a feature of the output"},
    {"combine.w[#][#]", "What this head counts in the output"},
    {"position.table[#][#]", "Added to the embedding of the token at this place"},
    {"position.slopes[#][#]", "What this head's score loses for each step of distance"},
    {"bias[#][#]", "Added to this pair's score in every head, before the masks"},
    {"row.#", "What this key weighs for the query; a click pins it"},
    {"row.curves", "The row's weights at every temperature; drag to change it"},
    // views
    {"paint", "Press on a cell to hide or show its key, drag for more; Esc ends"},
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
    {"positions.wave[#]", "Click to draw its dimension as a curve, or not any more"},
    {"positions.dial[#]", "Grey at the start, blue after δ steps; drag sideways to change δ"},
    {"positions.P", "Click a dimension to draw it as a curve, or not any more"},
    {"positions.omega", "Click to draw its dimension as a curve, or not any more"},
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
    {"curve.width", "Of the kernel: the larger, the fewer near points count"},
    {"curve.textbook", "Makes the scene 50 points around a curve; can be undone"},
    {"paint", "Paints cells of the heatmap: keys that a query may see, or not"},
    {"mask.paint", "Paints cells of the heatmap: keys that a query may see, or not"},
    {"export", "Writes this view as a picture, a table or a film (Ctrl+E)"},
    {"export.close", "Closes the dialog (Esc)"},
    {"export.format", "What is written: a picture, vectors, a film, or the view's numbers"},
    {"export.view", "What it shows"},
    {"export.head", "Which head it shows"},
    {"export.colormap", "The colours for the numbers"},
    {"export.range", "What the colours span"},
    {"export.numbers.#", "Whether cells hold their numbers; Auto: where they fit"},
    {"export.legend.#", "Whether it says what the colours mean"},
    {"export.title", "Words above the figure; the scene's title where there are none here"},
    {"export.caption", "Words below the figure"},
    {"export.theme.#", "The colours of all but the data; Clear has nothing behind it"},
    {"export.scale", "Pixels for each unit of 1/96 inch, 0.25 to 8; 2 in PNG where it is empty"},
    {"export.width", "Pixels from left to right; as many as it takes where it is empty"},
    {"export.height", "Pixels from top to bottom; as many as it takes where it is empty"},
    {"export.from", "The temperature of the first frame"},
    {"export.to", "The temperature of the last frame"},
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
    {"snapshot.drop", "Forgets A"},
    {"snapshot.show.0", "Shows the present result; the key left of 1 flips between A and B"},
    {"snapshot.show.1", "Shows the result that was kept; the key left of 1 flips back"},
    {"snapshot.show.2", "Shows what became of each weight since A: more is blue, less is red"},
    {"snapshot.*", ""},
    {"weights.legend", "What the colours mean"},
    {"weights*", ""},
    {"inspector", ""},
    {"inspector.*", ""},
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
    if (wanted == '*') {  // at the start: any, up to what follows
      return name.size() >= pattern.size() - 1 && name.ends_with(pattern.substr(1));
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

std::optional<std::string_view> tip_of(std::string_view control) {
  for (const Tip& tip : kTips) {
    if (fits(tip.pattern, control)) return tip.sentence;
  }
  return std::nullopt;
}

}  // namespace attn::ui
