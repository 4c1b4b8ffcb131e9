#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Options of each view. Defaults are not written to the scene.
struct ViewOptions {
  struct Heads {
    double share = 0.7;        ///< share of the selected row's mass that the links show
    bool are_outputs = false;  ///< small multiples show outputs instead of weights
    bool has_links = true;     ///< draws the links of the selected query below them
    bool operator==(const Heads&) const = default;
  };
  struct Steps {
    int open = 0;  ///< the open step
    bool operator==(const Steps&) const = default;
  };
  struct Positions {
    std::string part = "encoding";    ///< encoding, "frequencies", "similarity", "rotation",
                                      ///< "binary", "effect"
    bool is_alone = false;            ///< draws the encoding with its axes alone
    int shift = 5;                    ///< δ
    int start = 0;                    ///< start position of the shown shift
    int rows = 0;                     ///< number of shown positions; 0: 48, or the scene's; for
                                      ///< bits the scene's alone
    std::vector<Index> dimensions{};  ///< drawn as curves; empty: a selection
    bool operator==(const Positions&) const = default;
  };
  struct Plane {
    std::string space = "inputs";  ///< "inputs"; "keys": queries and keys; "values": values and
                                   ///< outputs
    std::optional<std::array<Index, 2>> axes{};  ///< empty: the first two principal components
    bool operator==(const Plane&) const = default;
  };
  struct Graph {
    /// Position of a dragged node: the token's index and its place, 0…1 in both directions.
    struct MovedNode {
      Index token = 0;
      double x = 0, y = 0;
      bool operator==(const MovedNode&) const = default;
    };
    std::vector<MovedNode> nodes{};
    bool operator==(const Graph&) const = default;
  };
  struct TokenLinks {
    bool are_lines = false;    ///< keys above queries in two lines, instead of two columns
    bool of_all = true;        ///< also draws links of the other queries, faintly
    bool has_heatmaps = true;  ///< also draws the heads' weights
    /// Heads whose links are drawn; empty: all, or only the selected one if there are more than
    /// colours.
    std::optional<std::vector<Index>> heads{};
    double threshold = 0.05;  ///< least weight that is drawn
    /// Replaces `threshold`: draws each row's strongest keys up to this share of its sum.
    std::optional<double> share{};
    std::optional<Index> first{};  ///< first shown token, if not all fit
    bool operator==(const TokenLinks&) const = default;
  };
  struct Curve {
    bool truth = false;      ///< draws 2 sin x + x^0.8, the curve that the data sample
    double noise = 0.5;      ///< standard deviation of that sample
    std::uint64_t seed = 1;  ///< of that sample
    bool operator==(const Curve&) const = default;
  };
  struct Symmetry {
    std::uint64_t seed = 1;  ///< of the permutation
    bool operator==(const Symmetry&) const = default;
  };
  struct Compare {
    /// Panel with the scene under a score function and normalizer, by id, and `changes` applied to
    /// its file. In the scene's `view` it is [score, normalizer], or with a name or changes [score,
    /// normalizer, name, {pointer: value, …}]; the value null removes a member.
    struct Panel {
      std::string score, normalizer;  ///< empty: the scene's own
      std::string name{};             ///< name of the setting; empty: named by its kinds
      std::map<std::string, std::string> changes{};  ///< JSON pointers (RFC 6901) and JSON texts
      bool operator==(const Panel&) const = default;

      /// Returns whether the panel always shows the current scene.
      bool shows_current_scene() const {
        return score.empty() && normalizer.empty() && !is_setting();
      }
      /// Returns whether the panel is a stored setting, not only a choice of kinds.
      bool is_setting() const { return !name.empty() || !changes.empty(); }
    };
    std::vector<Panel> panels{};  ///< empty: a default that suits the scene
    /// Shows the second minus the first next to two panels. Then the scene's `view` has {"panels":
    /// […], "difference": true} instead of the list of panels.
    bool difference = false;
    bool operator==(const Compare&) const = default;
  };

  /// Attention over an image: keys as patches, row by row.
  struct Patches {
    Index rows = 0, columns = 0;  ///< 0: guessed from the number of keys
    std::optional<Index> skip{};  ///< number of tokens before the patches; empty: all other keys
    std::string picture{};        ///< PNG file of the image, relative to the scene's file
    bool operator==(const Patches&) const = default;

    bool is_sized() const { return rows > 0 && columns > 0; }
    Index count() const { return rows * columns; }
  };

  std::string range{};  ///< range of a heatmap's colours: "fixed", "shared", "own", "row", "log",
                        ///< "LO:HI", …; empty: the view's usual range
  Heads heads{};
  Steps steps{};
  Positions positions{};
  Plane plane{};
  Graph graph{};
  TokenLinks links{};
  Curve curve{};
  Symmetry symmetry{};
  Compare compare{};
  Patches patches{};
  bool operator==(const ViewOptions&) const = default;
};

}  // namespace attn
