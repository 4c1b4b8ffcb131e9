#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "engine/attention/evaluation.h"
#include "engine/fast/evaluate.h"

namespace attn::test {

/// An example that is built in, evaluated.
struct BuiltIn {
  std::string name;
  std::shared_ptr<const Evaluation> evaluation;
};

inline const std::vector<BuiltIn>& all_examples() {
  static const std::vector<BuiltIn> kAll = [] {
    std::vector<BuiltIn> all;
    for (const Asset& one : assets()) {
      if (!one.path.starts_with("assets/examples/")) continue;
      Scene scene = parse_scene(one.bytes);
      Trace trace = evaluate(scene);
      all.push_back({std::string(one.path), std::make_shared<const Evaluation>(
                                                Evaluation{std::move(scene), std::move(trace)})});
    }
    return all;
  }();
  return kAll;
}

}  // namespace attn::test
