#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// Subject of built-in lessons or examples: those whose number in the file name ("07-name") is at
/// least `first`, and below the next subject's.
struct Subject {
  int first;
  std::string_view label;
};

std::span<const Subject> lesson_subjects();
std::span<const Subject> example_subjects();

/// Heading with the indices of what is listed below it.
struct SubjectGroup {
  std::string_view label;
  std::vector<std::size_t> members;
};

/// Groups files by subject, in their order. `names` begin with a number; empty groups are left out.
std::vector<SubjectGroup> by_subject(std::span<const Subject> subjects,
                                     std::span<const std::string_view> names);

}  // namespace attn
