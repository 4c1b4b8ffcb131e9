// Tests invariants of every row of every table of kinds.

#include "engine/attention/lookup.h"

#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"

namespace attn::lookup_test {
namespace {

template <typename Kind>
void check_table(std::span<const Kind> table, const Kind& (*row)(std::string_view)) {
  std::set<std::string_view> ids;
  for (const Kind& kind : table) {
    EXPECT_TRUE(ids.insert(kind.id).second) << kind.id;
    EXPECT_FALSE(kind.label.empty()) << kind.id;
    EXPECT_FALSE(kind.formula.empty()) << kind.id;
    EXPECT_EQ(find_row(table, kind.id), &kind);
    EXPECT_EQ(&row(kind.id), &kind);
    EXPECT_TRUE(kind.version == 1 || kind.version == 2) << kind.id;
    std::set<std::string_view> keys{"kind"};
    for (const Parameter& parameter : kind.parameters) {
      EXPECT_TRUE(keys.insert(parameter.key).second) << kind.id;
    }
  }
  EXPECT_EQ(find_row(table, "no such kind"), nullptr);
  EXPECT_EQ(find_row(table, ""), nullptr);
  EXPECT_THROW(row("no such kind"), std::logic_error);
}

TEST(Tables, HaveWholeRowsThatAreFoundById) {
  check_table(score_kinds(), score_kind);
  check_table(mask_kinds(), mask_kind);
  check_table(normalizer_kinds(), normalizer_kind);
  check_table(position_kinds(), position_kind);
  check_table(combine_kinds(), combine_kind);
}

}  // namespace
}  // namespace attn::lookup_test
