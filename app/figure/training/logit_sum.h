#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/tables/view_table.h"
#include "engine/model/state_parts.h"

namespace attn {

// Why a model says a word: its logit as a sum, as a diagram and a table.

/// Name of what wrote to a state: "embedding", "L9.H6", "mlp 3".
std::string writer_name(const StateWriter& writer);

struct LogitRow {
  std::string name{};
  std::string note{};  ///< "looks at “Mary” 0.64"
  double value = 0;
};

/// Parts of a logit in the order in which they are drawn.
struct LogitSum {
  std::vector<LogitRow> rows;
  double sum = 0;
};

/// Parts of `logit`: the first state, heads and mlps whose part is more than 5 % of the largest,
/// the others together, norms and biases last. `note_of` says more about a head.
LogitSum logit_sum(const LogitParts& logit,
                   const std::function<std::string(const StateWriter&)>& note_of);

/// Draws each part as a bar that begins where the one before ends, and the sum. Printed numbers are
/// rounded so that they add up.
Diagram logit_diagram(const LogitSum& sum, const Ruler& ruler, double width);

/// Table of all parts.
ViewTable logit_table(const LogitParts& logit);

}  // namespace attn
