#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// What can be chosen in each view. What stands as it is at first is not written to the scene.
struct ViewOptions {
  struct Heads {
    double share = 0.7;        ///< of the selected row's mass, that the links show
    bool are_outputs = false;  ///< the small multiples are of the outputs, not of the weights
    bool operator==(const Heads&) const = default;
  };
  struct Steps {
    int open = 0;  ///< the step that is slid open
    bool operator==(const Steps&) const = default;
  };
  struct Positions {
    std::string part = "encoding";  ///< "frequencies", "similarity", "rotation", "binary", "effect"
    int shift = 5;                  ///< δ
    int start = 0;                  ///< the position that the shown shift starts from
    int rows = 0;                   ///< how many positions are shown; 0: 48, or the scene's
    std::vector<Index> dimensions{};  ///< drawn as curves; none: some that differ
    bool operator==(const Positions&) const = default;
  };
  struct Plane {
    std::string space = "inputs";  ///< "keys": queries and keys; "values": values and outputs
    std::optional<std::array<Index, 2>> axes{};  ///< none: the first two principal components
    bool operator==(const Plane&) const = default;
  };
  struct Graph {
    /// Where nodes stand that were dragged: the token's index and its place, 0…1 each way.
    struct MovedNode {
      Index token = 0;
      double x = 0, y = 0;
      bool operator==(const MovedNode&) const = default;
    };
    std::vector<MovedNode> nodes{};
    bool operator==(const Graph&) const = default;
  };
  struct TokenLinks {
    bool are_lines = false;  ///< keys and queries one above the other, not in two columns
    bool of_all = true;      ///< the links of all queries, those of the others faint
    /// Those whose links are drawn; none: all, or of more than there are colours the one that is
    /// looked at.
    std::optional<std::vector<Index>> heads{};
    double threshold = 0.05;        ///< the least weight that is drawn
    std::optional<double> share{};  ///< in its place: of each row's sum, that the strongest hold
    std::optional<Index> first{};   ///< of very many tokens, from which on they stand there
    bool operator==(const TokenLinks&) const = default;
  };
  struct Curve {
    bool truth = false;      ///< 2 sin x + x^0.8 is drawn: the data are a sample of it
    double noise = 0.5;      ///< of that sample, its deviation
    std::uint64_t seed = 1;  ///< of that sample
    bool operator==(const Curve&) const = default;
  };
  struct Symmetry {
    std::uint64_t seed = 1;  ///< of the permutation
    bool operator==(const Symmetry&) const = default;
  };
  struct Compare {
    /// One panel for each: the scene with that score function and normalizer, by their ids, and
    /// then with `changes` made in its file. In the scene's `view` it is [score, normalizer], or
    /// where it has a name or changes [score, normalizer, name, {pointer: value, …}]; a value of
    /// null takes away what is there.
    struct Panel {
      std::string score, normalizer;  ///< empty: the scene's own
      std::string name{};             ///< of the setting; empty: it is called after its kinds
      std::map<std::string, std::string> changes{};  ///< by JSON pointers (RFC 6901): JSON texts
      bool operator==(const Panel&) const = default;

      /// The scene as it is, whatever becomes of it.
      bool is_as_it_is() const { return score.empty() && normalizer.empty() && !is_setting(); }
      /// More than a choice of kinds.
      bool is_setting() const { return !name.empty() || !changes.empty(); }
    };
    std::vector<Panel> panels{};  ///< none: what tells most about the scene
    /// Beside two panels, the second less the first. With it the scene's `view` has
    /// {"panels": […], "difference": true} in place of the list of panels.
    bool difference = false;
    bool operator==(const Compare&) const = default;
  };

  std::string range = "fixed";  ///< "shared", "own", "row", "log": what a heatmap's colours span
  Heads heads{};
  Steps steps{};
  Positions positions{};
  Plane plane{};
  Graph graph{};
  TokenLinks links{};
  Curve curve{};
  Symmetry symmetry{};
  Compare compare{};
  bool operator==(const ViewOptions&) const = default;
};

}  // namespace attn
