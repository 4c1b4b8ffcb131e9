#include "app/session/training/training_export.h"

#include <chrono>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "app/document/scene_file/network_file.h"
#include "tests/support/temporary_folder.h"

namespace attn::training_export_test {
namespace {

namespace fs = std::filesystem;

/// Snapshot after ten steps.
TrainingShot some_shot(TrainingDesk& desk) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  for (int n = 0; n < 10; ++n) {
    desk.step_once();
    while (desk.step() <= n && std::chrono::steady_clock::now() < end) {
      desk.follow();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return shot_of(desk);
}

TEST(TrainingExport, WritesEachKindAsEachFile) {
  const test::TemporaryFolder folder;
  TrainingDesk desk;
  const TrainingShot shot = some_shot(desk);
  for (const TrainingExportKind& kind : training_exports()) {
    for (const std::string_view ending : kind.endings()) {
      const std::string path = training_export_path(folder.path().string(), shot, kind, ending);
      SCOPED_TRACE(path);
      EXPECT_EQ(obstacle_to_export(kind, path), "");
      kind.write(shot, kLightFigure, path, {});
      EXPECT_GT(fs::file_size(path), 500U);
    }
  }
  const Computable made = read_computable((folder.path() / "reverse.attn-net.json").string());
  ASSERT_TRUE(std::holds_alternative<Network>(made));
  EXPECT_EQ(*std::get<Network>(made).embedding,
            *network_at(desk.first(), desk.shown()->state.numbers).embedding);
}

TEST(TrainingExport, AFullDiskLosesNothing) {
  TrainingDesk desk;
  const TrainingShot shot = some_shot(desk);
  for (const TrainingExportKind& kind : training_exports()) {
    SCOPED_TRACE(kind.id);
    const std::string path =
        training_export_path("/nowhere/at/all", shot, kind, kind.endings().front());
    EXPECT_THROW(kind.write(shot, kLightFigure, path, {}), std::runtime_error);
  }
  EXPECT_EQ(desk.history().last_step(), 10);
}

TEST(TrainingExport, RefusesWhatWouldBeLost) {
  const auto& curve = training_exports().front();
  EXPECT_EQ(obstacle_to_export(curve, "curve.txt").substr(0, 22), "The name must end with");
  const auto& network = training_exports().back();
  EXPECT_NE(obstacle_to_export(network, "assets/examples/01-sleepy-child.attn.json"), "");
}

}  // namespace
}  // namespace attn::training_export_test
