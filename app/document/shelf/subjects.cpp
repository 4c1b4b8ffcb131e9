#include "app/document/shelf/subjects.h"

#include <algorithm>

#include "engine/base/text.h"

namespace attn {
namespace {

int number_of(std::string_view name) { return take_parsed<int>(name).value_or(0); }

}  // namespace

std::span<const Subject> lesson_subjects() {
  static constexpr Subject kAll[] = {{0, "From words to weights"},
                                     {6, "Self-attention and heads"},
                                     {9, "Scores, masks, positions"},
                                     {15, "In today’s models"},
                                     {20, "Learning"}};
  return kAll;
}

std::span<const Subject> example_subjects() {
  static constexpr Subject kAll[] = {{0, "First steps"},
                                     {20, "Scores, masks, temperature"},
                                     {40, "Positions"},
                                     {60, "Plane and graph"},
                                     {80, "In today’s models"}};
  return kAll;
}

std::vector<SubjectGroup> by_subject(std::span<const Subject> subjects,
                                     std::span<const std::string_view> names) {
  std::vector<SubjectGroup> groups;
  for (const Subject& one : subjects) groups.push_back({one.label, {}});
  for (std::size_t n = 0; n < names.size(); ++n) {
    const auto next =
        std::ranges::upper_bound(subjects.subspan(1), number_of(names[n]), {}, &Subject::first);
    groups[static_cast<std::size_t>(next - subjects.begin()) - 1].members.push_back(n);
  }
  std::erase_if(groups, [](const SubjectGroup& group) { return group.members.empty(); });
  return groups;
}

}  // namespace attn
