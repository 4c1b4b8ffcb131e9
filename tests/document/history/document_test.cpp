#include "app/document/history/document.h"

#include <functional>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_scene.h"

namespace attn::document_test {
namespace {

using namespace attn::test;

void set_title(Document& document, const std::string& title, std::string_view merge_key = "") {
  ASSERT_FALSE(document.edit("Title " + title, merge_key, [&](Scene& s) { s.title = title; }));
}

void set_number(Document& document, float number, std::string_view merge_key = "") {
  ASSERT_FALSE(
      document.edit("Number", merge_key, [&](Scene& s) { s.embeddings.edit()(0, 0) = number; }));
}

int steps_back(Document& document) {
  int steps = 0;
  for (; document.can_undo(); ++steps) document.undo();
  return steps;
}

TEST(Document, AFreshOneHasNoHistory) {
  const Scene scene = self_attention(3, 2);
  Document document(scene);
  EXPECT_EQ(document.scene(), scene);
  EXPECT_FALSE(document.can_undo());
  EXPECT_FALSE(document.can_redo());
  EXPECT_EQ(document.undo_label(), "");
  EXPECT_EQ(document.redo_label(), "");
  EXPECT_FALSE(document.is_changed());
  document.undo();
  document.redo();
  EXPECT_EQ(document.scene(), scene);
}

TEST(Document, UndoAndRedoWalkTheSteps) {
  Document document(self_attention(3, 2));
  set_title(document, "a");
  set_title(document, "b");
  EXPECT_EQ(document.undo_label(), "Title b");
  EXPECT_EQ(document.redo_label(), "");
  document.undo();
  EXPECT_EQ(document.scene().title, "a");
  EXPECT_EQ(document.undo_label(), "Title a");
  EXPECT_EQ(document.redo_label(), "Title b");
  document.undo();
  EXPECT_EQ(document.scene().title, "");
  EXPECT_EQ(document.redo_label(), "Title a");
  document.redo();
  document.redo();
  EXPECT_EQ(document.scene().title, "b");
  EXPECT_FALSE(document.can_redo());
}

TEST(Document, AnEditAfterUndoDropsWhatWasUndone) {
  Document document(self_attention(3, 2));
  set_title(document, "a");
  set_title(document, "b");
  document.undo();
  set_title(document, "c");
  EXPECT_FALSE(document.can_redo());
  document.redo();
  EXPECT_EQ(document.scene().title, "c");
  document.undo();
  EXPECT_EQ(document.scene().title, "a");
  EXPECT_EQ(steps_back(document), 1);
}

std::vector<std::string> labels(const Document& document) {
  std::vector<std::string> result;
  for (const Document::Step& step : document.steps()) result.push_back(step.label);
  return result;
}

TEST(Document, TheHistoryCanBeSeenAndWalkedAtOnce) {
  Document document(self_attention(3, 2));
  EXPECT_EQ(labels(document), (std::vector<std::string>{""}));
  EXPECT_EQ(document.position(), 0U);
  for (const char* title : {"a", "b", "c", "d"}) set_title(document, title);
  const std::vector<std::string> all = {"", "Title a", "Title b", "Title c", "Title d"};
  EXPECT_EQ(labels(document), all);
  EXPECT_EQ(document.position(), 4U);

  document.go_to(1);
  EXPECT_EQ(document.scene().title, "a");
  EXPECT_EQ(document.undo_label(), "Title a");
  EXPECT_EQ(document.redo_label(), "Title b");
  EXPECT_EQ(labels(document), all) << "what was undone is still there";
  document.go_to(3);
  EXPECT_EQ(document.scene().title, "c");
  document.go_to(0);
  EXPECT_FALSE(document.can_undo());
  EXPECT_FALSE(document.is_changed());

  document.go_to(2);
  set_title(document, "e");
  EXPECT_EQ(labels(document), (std::vector<std::string>{"", "Title a", "Title b", "Title e"}));
  EXPECT_EQ(document.position(), 3U);
}

TEST(Document, WalkingEndsAGestureAndKeepsTheView) {
  Document document(self_attention(3, 2));
  set_title(document, "a", "typing");
  document.set_view(R"({"tab":"weights"})");
  document.go_to(document.position());
  set_title(document, "b", "typing");
  EXPECT_EQ(document.steps().size(), 3U);
  document.go_to(0);
  EXPECT_EQ(document.scene().view, R"({"tab":"weights"})");
}

TEST(Document, AnEditThatChangesNothingIsNoStep) {
  Document document(self_attention(3, 2));
  set_title(document, "a");
  document.undo();
  set_title(document, "");
  EXPECT_FALSE(document.can_undo());
  EXPECT_TRUE(document.can_redo());
}

TEST(Document, EditsWithOneMergeKeyAreOneStep) {
  Document document(self_attention(3, 2));
  set_title(document, "a", "title");
  set_title(document, "ab", "title");
  set_title(document, "abc", "title");
  EXPECT_EQ(document.undo_label(), "Title a");
  document.undo();
  EXPECT_EQ(document.scene().title, "");
  document.redo();
  EXPECT_EQ(document.scene().title, "abc");
}

TEST(Document, WhatDoesNotMerge) {
  Document document(self_attention(3, 2));
  set_title(document, "a", "title");
  set_number(document, 7, "number");  // another key
  set_title(document, "b", "title");
  document.end_gesture();
  set_title(document, "c", "title");  // another gesture
  set_title(document, "d");           // no key
  set_title(document, "e");
  EXPECT_EQ(steps_back(document), 6);
}

TEST(Document, UndoAndRedoEndTheGesture) {
  Document document(self_attention(3, 2));
  set_title(document, "a");
  set_title(document, "b", "title");
  document.undo();
  document.redo();
  set_title(document, "c", "title");
  EXPECT_EQ(steps_back(document), 3);

  set_title(document, "x", "title");
  document.undo();
  set_title(document, "y", "title");  // must not merge into the step before
  document.undo();
  EXPECT_EQ(document.scene().title, "");
}

TEST(Document, AGestureThatLeadsBackLeavesNoStep) {
  Document document(self_attention(3, 2));
  set_title(document, "a");
  set_title(document, "ab", "title");
  document.set_view(R"({"tab":"other"})");
  set_title(document, "a", "title");
  EXPECT_EQ(document.undo_label(), "Title a");
  set_title(document, "ac", "title");  // the same gesture goes on: it may not merge into "Title a"
  EXPECT_EQ(document.undo_label(), "Title ac");
  document.undo();
  EXPECT_EQ(document.scene().title, "a");
  document.undo();
  EXPECT_EQ(document.scene().title, "");
  EXPECT_EQ(document.scene().view, R"({"tab":"other"})");
}

TEST(Document, ARefusedEditLeavesAllAsItWas) {
  Document document(self_attention(3, 2));
  set_title(document, "a");
  set_title(document, "b");
  document.undo();
  const Scene before = document.scene();
  const auto problem =
      document.edit("Break", "", [](Scene& s) { s.embeddings = Matrix(Matrix::Zero(2, 2)); });
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->place, "/embeddings");
  EXPECT_EQ(problem->text, "expected 3 rows (L), found 2");
  EXPECT_EQ(document.scene(), before);
  EXPECT_EQ(document.undo_label(), "Title a");
  EXPECT_EQ(document.redo_label(), "Title b");
}

TEST(Document, ARefusedEditKeepsTheGesture) {
  Document document(self_attention(3, 2));
  set_number(document, 1, "drag");
  EXPECT_TRUE(document.edit("Number", "drag", [](Scene& s) {
    s.embeddings.edit()(0, 0) = std::numeric_limits<float>::quiet_NaN();
  }));
  set_number(document, 2, "drag");
  EXPECT_EQ(steps_back(document), 1);
}

TEST(Document, WhatThrowsLeavesAllAsItWas) {
  const Scene scene = self_attention(3, 2);
  Document document(scene);
  EXPECT_THROW(document.edit("Throw", "",
                             [](Scene& s) {
                               s.title = "half";
                               throw std::runtime_error("no");
                             }),
               std::runtime_error);
  EXPECT_EQ(document.scene(), scene);
  EXPECT_FALSE(document.can_undo());
}

TEST(Document, TheCheckIsTheCallersChoice) {
  Document document(self_attention(3, 2), [](const Scene& s) {
    return s.title == "bad" ? std::optional<Problem>({"/title", "bad"}) : std::nullopt;
  });
  EXPECT_FALSE(document.edit("Good", "", [](Scene& s) { s.title = "good"; }));
  EXPECT_TRUE(document.edit("Bad", "", [](Scene& s) { s.title = "bad"; }));
  EXPECT_EQ(document.scene().title, "good");
}

TEST(Document, IsChangedComparesWithWhatWasSaved) {
  Document document(self_attention(3, 2));
  set_title(document, "a");
  EXPECT_TRUE(document.is_changed());
  document.undo();
  EXPECT_FALSE(document.is_changed());
  document.redo();
  document.mark_saved();
  EXPECT_FALSE(document.is_changed());
  document.undo();
  EXPECT_TRUE(document.is_changed());
  document.redo();
  EXPECT_FALSE(document.is_changed());
  set_title(document, "b");
  set_title(document, "a");
  EXPECT_FALSE(document.is_changed());
}

TEST(Document, TheViewIsNoStepAndNoChangeAndStays) {
  Document document(self_attention(3, 2));
  set_title(document, "a");
  document.set_view(R"({"tab":"x"})");
  EXPECT_EQ(document.undo_label(), "Title a");
  document.undo();
  EXPECT_EQ(document.scene().view, R"({"tab":"x"})");
  EXPECT_FALSE(document.is_changed());
  document.redo();
  EXPECT_EQ(document.scene().view, R"({"tab":"x"})");
  document.mark_saved();
  document.set_view("{}");
  EXPECT_FALSE(document.is_changed());
}

TEST(Document, StepsShareWhatTheyDidNotChange) {
  Scene scene = self_attention(100, 64);
  scene.bias = Matrix(Matrix::Zero(100, 100));
  Document document(scene);
  const Matrix* embeddings = &*document.scene().embeddings;
  const Matrix* bias = &**document.scene().bias;
  set_title(document, "a");
  ASSERT_FALSE(document.edit("Bias", "", [](Scene& s) { s.bias->edit()(3, 4) = 1; }));
  EXPECT_EQ(&*document.scene().embeddings, embeddings);
  EXPECT_NE(&**document.scene().bias, bias);
  EXPECT_EQ((**document.scene().bias)(3, 4), 1);
  document.undo();
  EXPECT_EQ(&**document.scene().bias, bias);
  EXPECT_EQ((**document.scene().bias)(3, 4), 0);
  document.undo();
  EXPECT_EQ(&*document.scene().embeddings, embeddings);
  EXPECT_EQ(&*document.scene().embeddings, &*scene.embeddings);
}

TEST(Document, AnEditThatRefusesItselfLeavesNoStep) {
  const Scene scene = self_attention(3, 2);
  Document document(scene);
  const auto problem = document.edit("Refused", "", [](Scene& s) {
    s.title = "half done";
    throw SceneError({"/title", "why not"});
  });
  EXPECT_EQ(problem, (Problem{"/title", "why not"}));
  EXPECT_EQ(document.scene(), scene);
  EXPECT_FALSE(document.can_undo());
}

Scene wide() {
  Scene scene = self_attention(3, 2);
  scene.embeddings = Matrix(Matrix::Ones(3, 10'000));
  return scene;
}

TEST(Document, LetsGoOfItsOldestStepsWhereTheyTakeTooMuch) {
  constexpr double kStep = 3 * 10'000 * 4, kMost = 5.5 * kStep;
  Document document(wide(), check, kMost);
  const auto change = [&](float number) {
    EXPECT_FALSE(
        document.edit("Change", "", [&](Scene& scene) { scene.embeddings.edit()(0, 0) = number; }));
  };
  for (int n = 0; n < 40; ++n) {
    change(static_cast<float>(n + 2));
    EXPECT_LE(document.bytes(), kMost) << n;
    EXPECT_EQ(document.steps().size() + document.dropped_steps(), static_cast<std::size_t>(n) + 2);
    EXPECT_EQ(document.position(), document.steps().size() - 1);
  }
  EXPECT_EQ(document.steps().size(), 5U);
  EXPECT_EQ(document.dropped_steps(), 36U);
  int undone = 0;
  for (; document.can_undo(); ++undone) document.undo();
  EXPECT_EQ(undone, 4);
  EXPECT_EQ((*document.scene().embeddings)(0, 0), 37);
  while (document.can_redo()) document.redo();
  EXPECT_EQ((*document.scene().embeddings)(0, 0), 41);
  document.undo();
  change(50);
  EXPECT_LE(document.bytes(), kMost);
  EXPECT_TRUE(document.is_changed());
}

TEST(Document, KeepsManyStepsThatShareWhatIsLarge) {
  Document document(wide(), check, 2 * 3 * 10'000 * 4 + 1e6);
  for (int n = 0; n < 200; ++n) {
    document.edit("Change", "",
                  [&](Scene& scene) { scene.normalizer.temperature = static_cast<float>(n + 2); });
  }
  EXPECT_EQ(document.dropped_steps(), 0U);
  EXPECT_EQ(document.steps().size(), 201U);
}

TEST(Document, CanAlwaysUndoTheLastStep) {
  Document document(wide(), check, 1);
  for (int n = 0; n < 3; ++n) {
    document.edit("Change", "",
                  [&](Scene& scene) { scene.embeddings.edit()(0, 0) = static_cast<float>(n + 2); });
    ASSERT_TRUE(document.can_undo());
  }
  document.undo();
  EXPECT_EQ((*document.scene().embeddings)(0, 0), 3);
}

TEST(Document, StaysAsItWasWhereMemoryRunsOut) {
  Document document(wide());
  const auto problem = document.edit("Change", "", [](Scene&) { throw std::bad_alloc(); });
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->text, "out of memory");
  EXPECT_EQ(document.scene(), wide());
  EXPECT_FALSE(document.can_undo());
}

}  // namespace
}  // namespace attn::document_test
