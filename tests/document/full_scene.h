#pragma once

#include <string>

namespace attn::test {

/// A valid scene with every part: M = 2, L = 3, Dq = D = 4, Dv = 2, two heads of dk 2 and dv 3.
inline const char* const kFullScene = R"({
 "format": "attentoscope/scene", "version": 1, "title": "t", "notes": "n",
 "tokens": ["a", "b", "c"],
 "embeddings": [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
 "queries": {"tokens": ["x", "y"], "embeddings": [[1, 2, 3, 4], [5, 6, 7, 8]]},
 "values": [[1, 2], [3, 4], [5, 6]],
 "position": {"kind": "sinusoidal", "base": 100, "scale": 0.5},
 "heads": [
  {"w_q": [[1, 2], [3, 4], [5, 6], [7, 8]], "w_k": [[1, 2], [3, 4], [5, 6], [7, 8]],
   "w_v": [[1, 2, 3], [4, 5, 6]], "w_a": [[1, 2], [3, 4]], "v": [1, 2], "width": 2},
  {"w_q": [[1, 2], [3, 4], [5, 6], [7, 8]], "w_k": [[1, 2], [3, 4], [5, 6], [7, 8]],
   "w_v": [[1, 2, 3], [4, 5, 6]]}],
 "score": {"kind": "dot", "scale": 0.5},
 "bias": [[1, 2, 3], [4, 5, 6]],
 "masks": [
  {"kind": "causal"},
  {"kind": "padding", "valid": [true, false, true]},
  {"kind": "window", "radius": 2, "sigma": 1},
  {"kind": "custom", "allowed": [[true, true, true], [true, true, false]]},
  {"kind": "graph", "edges": [[0, 1], [1, 2]], "self_loops": false}],
 "normalizer": {"kind": "entmax15", "temperature": 0.5},
 "combine": {"kind": "concat", "w_o": [[1], [2], [3], [4], [5], [6]]},
 "view": {"tab": "heads"}
})";

/// kFullScene with one part of its text replaced.
inline std::string with(const std::string& part, const std::string& other) {
  std::string text = kFullScene;
  text.replace(text.find(part), part.size(), other);
  return text;
}

}  // namespace attn::test
