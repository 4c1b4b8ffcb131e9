#include "app/document/files/folder_listing.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/document/files/files.h"
#include "app/document/files/utf8.h"
#include "tests/support/temporary_folder.h"

namespace attn::folder_listing_test {
namespace {

namespace fs = std::filesystem;
using namespace attn::test;

std::vector<std::string> labels(const FolderListing& listing) {
  std::vector<std::string> labels;
  for (const FolderEntry& entry : listing.entries) {
    labels.push_back(entry.label + (entry.is_folder ? "/" : ""));
  }
  return labels;
}

TEST(FolderListing, ShowsFoldersAndScenesInOrder) {
  const TemporaryFolder temp;
  for (const char* name : {"lesson 10", "Lesson 2", "b", ".hidden", "folder.attn.json"}) {
    fs::create_directory(temp / name);
  }
  for (const char* name : {"10.attn.json", "2.attn.json", "B.attn.json", "a.attn.json", "x.json",
                           "notes.txt", ".secret.attn.json", ".attn.json"}) {
    write_file(temp / name, "");
  }
  const FolderListing listing = list_folder(temp / "b/..//");
  EXPECT_EQ(labels(listing), (std::vector<std::string>{"b/", "folder.attn.json/", "Lesson 2/",
                                                       "lesson 10/", "2.attn.json", "10.attn.json",
                                                       "a.attn.json", "B.attn.json"}));
  EXPECT_EQ(listing.path, temp.path().string());
  EXPECT_EQ(listing.parent, fs::path(temp.path()).parent_path().string());
  EXPECT_EQ(listing.entries[4].path, temp / "2.attn.json");
  EXPECT_EQ(listing.error, "");
}

TEST(FolderListing, TheRootHasNoParent) {
  const FolderListing root = list_folder("/");
  EXPECT_EQ(root.path, "/");
  EXPECT_FALSE(root.parent);
  EXPECT_FALSE(root.entries.empty());
  EXPECT_EQ(list_folder("/usr/").parent, "/");
  EXPECT_EQ(list_folder("").path, fs::current_path().string());
}

TEST(FolderListing, FollowsLinksAndLeavesOutTheRest) {
  const TemporaryFolder temp;
  fs::create_directory(temp / "folder");
  write_file(temp / "scene.attn.json", "");
  fs::create_symlink("folder", temp / "to folder");
  fs::create_symlink("scene.attn.json", temp / "to scene.attn.json");
  fs::create_symlink("nowhere", temp / "broken.attn.json");
  fs::create_symlink("loop", temp / "loop");
  ASSERT_EQ(::mkfifo((temp / "pipe.attn.json").c_str(), 0600), 0);
  EXPECT_EQ(
      labels(list_folder(temp.path())),
      (std::vector<std::string>{"folder/", "to folder/", "scene.attn.json", "to scene.attn.json"}));
}

TEST(FolderListing, OddNamesAreShownOnOneLineAndOpened) {
  const TemporaryFolder temp;
  const std::string odd[] = {"a\nb.attn.json", "\xFF.attn.json", "猫 🙂.attn.json"};
  for (const std::string& name : odd) write_file(temp / name, "x");
  const FolderListing listing = list_folder(temp.path());
  ASSERT_EQ(listing.entries.size(), 3u);
  for (const FolderEntry& entry : listing.entries) {
    EXPECT_EQ(valid_utf8(entry.label), entry.label);
    EXPECT_EQ(entry.label.find('\n'), std::string::npos);
    EXPECT_EQ(read_file(entry.path, 10), "x");
  }
}

TEST(FolderListing, SaysWhyAFolderCantBeRead) {
  const TemporaryFolder temp;
  EXPECT_EQ(list_folder(temp / "nowhere").error, "No such file or directory");
  EXPECT_EQ(list_folder(temp / "nowhere").parent, temp.path());
  write_file(temp / "file", "");
  EXPECT_EQ(list_folder(temp / "file").error, "Not a directory");
  EXPECT_EQ(list_folder(temp / std::string(300, 'x')).error, "File name too long");
}

TEST(FolderListing, SaysThatAFolderIsNotForThisUser) {
  const TemporaryFolder temp;
  if (::geteuid() == 0) GTEST_SKIP() << "root reads everything";
  fs::permissions(temp.path(), fs::perms::none);
  EXPECT_EQ(list_folder(temp.path()).error, "Permission denied");
}

TEST(FolderListing, ListsTextsWhereTasksAreAskedFor) {
  const TemporaryFolder temp;
  for (const char* name : {"mine.txt", "a.attn.json", "lesson.md", ".hidden.txt"}) {
    write_file(temp / name, "");
  }
  EXPECT_EQ(labels(list_folder(temp.path(), ListedFiles::kTasks)),
            std::vector<std::string>{"mine.txt"});
}

TEST(FolderListing, ListsLessonsWhereTheyAreAskedFor) {
  const test::TemporaryFolder temp;
  for (const char* name : {"a.md", "b.attn.json", "README.md", "c.txt", "d.attn-figure.json",
                           "e.npz", "f.scores.npy", "g.npy", "h.safetensors", "i.json"}) {
    test::put(temp / name, "");
  }
  using Labels = std::vector<std::string>;
  EXPECT_EQ(labels(list_folder(temp.path())), (Labels{"b.attn.json"}));
  EXPECT_EQ(labels(list_folder(temp.path(), ListedFiles::kLessons)), (Labels{"a.md"}));
  EXPECT_EQ(
      labels(list_folder(temp.path(), ListedFiles::kBoth)),
      (Labels{"a.md", "b.attn.json", "d.attn-figure.json", "e.npz", "g.npy", "h.safetensors"}));
  EXPECT_EQ(labels(list_folder(temp.path(), ListedFiles::kTokens)), (Labels{"c.txt", "i.json"}));
}

}  // namespace
}  // namespace attn::folder_listing_test
