#pragma once

#include <array>
#include <cstdint>
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
    /// One panel for each: ids of a score function and a normalizer.
    struct Panel {
      std::string score, normalizer;
      bool operator==(const Panel&) const = default;
    };
    std::vector<Panel> panels{};  ///< none: what tells most about the scene
    bool operator==(const Compare&) const = default;
  };

  std::string range = "fixed";  ///< "shared", "own", "row", "log": what a heatmap's colours span
  Heads heads{};
  Steps steps{};
  Positions positions{};
  Plane plane{};
  Graph graph{};
  Curve curve{};
  Symmetry symmetry{};
  Compare compare{};
  bool operator==(const ViewOptions&) const = default;
};

}  // namespace attn
