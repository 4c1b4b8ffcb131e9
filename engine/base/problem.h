#pragma once

#include <exception>
#include <string>
#include <utility>

namespace attn {

/// What is wrong, and where.
struct Problem {
  std::string place;  ///< JSON pointer into the scene (RFC 6901); empty where there is no place
  std::string text;   ///< one line: expected and found

  bool operator==(const Problem&) const = default;
};

/// Thrown where a scene is read, checked or evaluated and can't be taken.
class SceneError : public std::exception {
 public:
  explicit SceneError(Problem problem) : problem_(std::move(problem)) {}
  const Problem& problem() const { return problem_; }
  const char* what() const noexcept override { return problem_.text.c_str(); }

 private:
  Problem problem_;
};

}  // namespace attn
