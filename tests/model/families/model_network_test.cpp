// Every family as a network, against models and results that tests/model/make_models.py made.
#include "app/model/families/model_network.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/blocks/stages.h"
#include "tests/model/expected_model.h"

namespace attn::model_network_test {
namespace {

class ModelCases : public testing::TestWithParam<std::string> {};

TEST_P(ModelCases, GiveTheNumbersOfTheirEquations) {
  const std::string folder = test::model_path(GetParam());
  const test::ExpectedModel expected(folder);
  const ModelFiles model = open_model(folder);
  const ModelNetwork made =
      network_of_model(model, numbered_words(model.settings.vocabulary), expected.ids);
  const NetworkTrace trace = evaluate_plainly(made.network);
  test::expect_states(made.network, trace, expected);
  EXPECT_EQ(made.has_logits, expected.logits.has_value());
  if (expected.logits) test::expect_near(trace.stages.back().x, *expected.logits, "logits");
}

INSTANTIATE_TEST_SUITE_P(Models, ModelCases, testing::ValuesIn(test::model_cases()),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Families, EachHasACase) {
  for (const ModelFamily& family : families()) {
    EXPECT_TRUE(std::ranges::any_of(test::model_cases(), [&](const std::string& name) {
      return name == family.model_type;
    })) << family.model_type;
  }
}

TEST(ModelNetwork, RefersToEachTensorThatItUses) {
  for (const std::string& name : test::model_cases()) {
    const ModelFiles model = open_model(test::model_path(name));
    const ModelNetwork made = network_of_model(model, numbered_words(model.settings.vocabulary),
                                               {0}, ModelNumbers::kReferred);
    std::set<std::string> referred;
    for (const auto& [address, part] : made.parts) referred.insert(part.name);
    for (const std::string& used : made.used) {
      EXPECT_TRUE(model.family->adds_one || referred.contains(used)) << name << ": " << used;
    }
  }
}

TEST(ModelNetwork, WarnsOfClassifiersOnceAndOfNoBuffer) {
  const auto warnings_of = [](const std::string& name) {
    const ModelFiles model = open_model(test::model_path(name));
    return network_of_model(model, numbered_words(model.settings.vocabulary), {0},
                            ModelNumbers::kReferred)
        .warnings;
  };
  for (const char* const name : {"gpt2", "gpt_neo", "gpt_neox", "llama-5", "gemma3_text"}) {
    EXPECT_TRUE(warnings_of(name).empty()) << name;
  }
  EXPECT_EQ(warnings_of("bert"),
            std::vector<std::string>{"the pooler and classifiers are not used: "
                                     "\"bert.pooler.dense.weight\" and 1 more"});
  EXPECT_EQ(
      warnings_of("bert-body"),
      (std::vector<std::string>{"the pooler and classifiers are not used: "
                                "\"pooler.dense.bias\" and 1 more",
                                "the model has no head for tokens: its logits mean nothing"}));
}

}  // namespace
}  // namespace attn::model_network_test
