#pragma once

#include <exception>
#include <string>
#include <utility>

namespace attn {

/// Description of an error, and its place.
struct Problem {
  std::string place;  ///< JSON pointer into the scene (RFC 6901); empty: no place
  std::string text;   ///< one line: expected and found

  /// Place, if there is one, and text.
  std::string words() const { return place.empty() ? text : place + ": " + text; }
  bool operator==(const Problem&) const = default;
};

/// Thrown if a scene is invalid, in reading, checking or evaluation.
class SceneError : public std::exception {
 public:
  explicit SceneError(Problem problem) : problem_(std::move(problem)) {}
  const Problem& problem() const { return problem_; }
  const char* what() const noexcept override { return problem_.text.c_str(); }

 private:
  Problem problem_;
};

/// Thrown if there is too little memory for a scene, which may be valid.
class SceneMemoryError : public SceneError {
 public:
  SceneMemoryError() : SceneError({"", "too large for the available memory"}) {}
};

}  // namespace attn
