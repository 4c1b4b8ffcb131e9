#include "app/model/files/model_folder.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/model/files/model_error.h"
#include "tests/support/temporary_folder.h"

namespace attn::model_folder_test {
namespace {

using namespace attn::test;

/// A cache of models, which the environment names.
class ModelFolder : public testing::Test {
 protected:
  ModelFolder() {
    setenv("HF_HUB_CACHE", cache_.path().c_str(), 1);
    unsetenv("HF_HOME");
  }
  ~ModelFolder() override { unsetenv("HF_HUB_CACHE"); }

  /// Adds a model with a snapshot; returns the snapshot's folder.
  std::string add(const std::string& name, const std::string& below = "") {
    const std::string folder = cache_ / (below + "models--" + name);
    std::filesystem::create_directories(folder + "/snapshots/0a1b");
    std::filesystem::create_directories(folder + "/refs");
    put(folder + "/refs/main", "0a1b");
    return folder + "/snapshots/0a1b";
  }

  std::string error_for(const std::string& model) {
    try {
      return "no error: " + model_folder(model);
    } catch (const ModelError& error) {
      return error.what();
    }
  }

  const TemporaryFolder cache_;
};

TEST_F(ModelFolder, IsAFolderOrThatOfItsConfig) {
  const TemporaryFolder folder;
  put(folder / "config.json", "{}");
  put(folder / "x.json", "{}");
  EXPECT_EQ(model_folder(folder.path().string()), folder.path().string());
  EXPECT_EQ(model_folder(folder / "config.json"), folder.path().string());
  EXPECT_EQ(error_for(folder / "x.json"),
            (folder / "x.json") + ": expected a folder, or its config.json");
}

TEST_F(ModelFolder, IsTheSnapshotOfAName) {
  const std::string gpt2 = add("openai-community--gpt2");
  EXPECT_EQ(model_folder("openai-community/gpt2"), gpt2);
  EXPECT_EQ(model_folder("gpt2"), gpt2);
  const std::string bare = add("gpt2");
  EXPECT_EQ(model_folder("gpt2"), bare);
  unsetenv("HF_HUB_CACHE");
  setenv("HF_HOME", cache_.path().c_str(), 1);
  const std::string home = add("a--b", "hub/");
  EXPECT_EQ(model_folder("a/b"), home);
  unsetenv("HF_HOME");
}

TEST_F(ModelFolder, HasAShortName) {
  for (const std::string model :
       {"gpt2", "openai-community/gpt2", "models/gpt2/", "/models/gpt2/config.json",
        "gpt2.attn-model.json", "/hub/models--openai-community--gpt2/snapshots/0123abcd"}) {
    EXPECT_EQ(model_name(model), "gpt2") << model;
  }
  EXPECT_FALSE(model_name(".").empty());
  EXPECT_FALSE(model_name("config.json").empty());
}

TEST_F(ModelFolder, SaysWhyThereIsNone) {
  const std::string missing = ": expected a folder, its config.json, or a name in the local cache";
  EXPECT_EQ(error_for("gpt2"), "gpt2" + missing + " (" + cache_.path().string() + "), found none");
  for (const char* name : {"", "../x", "a/b/c", "/no/such/path", "a/../b", "a/.."}) {
    EXPECT_EQ(error_for(name).substr(std::string(name).size()).substr(0, missing.size()),
              std::string(name).empty() ? error_for("").substr(0, missing.size()) : missing);
  }
  add("a--twin");
  add("b--twin");
  EXPECT_EQ(error_for("twin"),
            "twin: expected one model of this name in the local cache, found models--a--twin, "
            "models--b--twin: ORGANISATION/twin says which");
  std::filesystem::remove(cache_ / "models--a--twin/refs/main");
  EXPECT_EQ(error_for("a/twin"),
            (cache_ / "models--a--twin/refs/main") + ": No such file or directory");
  put(cache_ / "models--b--twin/refs/main", "../../x");
  EXPECT_EQ(error_for("b/twin"),
            (cache_ / "models--b--twin/refs/main") + ": expected the name of a snapshot");
  put(cache_ / "models--b--twin/refs/main", "ffff\n");
  EXPECT_EQ(error_for("b/twin"),
            (cache_ / "models--b--twin/snapshots/ffff") + ": No such file or directory");
}

}  // namespace
}  // namespace attn::model_folder_test
