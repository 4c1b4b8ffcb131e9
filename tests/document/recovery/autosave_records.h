#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/recovery/autosave.h"
#include "tests/engine/random_scene.h"

namespace attn::test {

inline Scene titled(const std::string& title, Index L = 3) {
  Scene scene = self_attention(L, 2);
  scene.title = title;
  return scene;
}

/// As if a program had kept this, and was then cut off.
inline void leave(const std::string& folder, const Scene& scene, const std::string& path = "") {
  Autosave autosave(folder);
  autosave.keep(scene, path);
  autosave.flush();
  ASSERT_EQ(autosave.error(), "");
}

inline std::string found_title(Autosave& autosave) {
  const auto recovered = autosave.find_recovered();
  return recovered ? recovered->scene.title : "nothing";
}

inline std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

/// The record of the only slot in `folder`.
inline std::string only_record(const std::string& folder) {
  const auto names = names_in(folder);
  EXPECT_EQ(names.size(), 1u);
  return folder + "/" + names.at(0) + "/record";
}

}  // namespace attn::test
