#include "app/document/tasks/task_file.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/document/files/files.h"
#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Limits of what a small network can learn and the window can show.
constexpr std::size_t kMostTokens = 256, kMostTaskWords = 1024, kMostWordBytes = 64;
/// Limit for all sequences with their targets: 256 MB.
constexpr std::size_t kMostNumbers = 32'000'000;

constexpr std::string_view kSpace = " \t\r\v\f";
constexpr std::string_view kArrows[] = {"→", "->"};

/// Line of the file: its input and output, and its number.
struct SequenceLine {
  std::string_view input, output;
  long long number;
};

/// Position and length of the first arrow; npos: none.
std::pair<std::size_t, std::size_t> arrow_in(std::string_view line) {
  std::pair<std::size_t, std::size_t> first{std::string_view::npos, 0};
  for (const std::string_view arrow : kArrows) {
    const std::size_t at = line.find(arrow);
    if (at < first.first) first = {at, arrow.size()};
  }
  return first;
}

std::optional<SequenceLine> parts_of(std::string_view line, long long number) {
  const auto [at, length] = arrow_in(line);
  if (at == std::string_view::npos) {
    if (line.empty() || line.starts_with('#')) return {};
    throw TaskFileError("expected input → output, found no → or ->", number);
  }
  const SequenceLine parts{trimmed(line.substr(0, at), kSpace),
                           trimmed(line.substr(at + length), kSpace), number};
  if (arrow_in(parts.output).second > 0) {
    throw TaskFileError("expected one arrow, found two", number);
  }
  if (parts.input.empty()) throw TaskFileError("expected an input before the arrow", number);
  return parts;
}

/// Calls each(parts) for each line with a sequence.
template <typename Each>
void for_each_sequence(std::string_view text, const Each& each) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (long long number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (auto parts = parts_of(trimmed(line, kSpace), number)) each(*parts);
  }
}

/// Words with numbers, in order of appearance.
class NumberedWords {
 public:
  explicit NumberedWords(const char* what) : what_(what) {}

  /// Number of `word`, a part of the file's text.
  std::int32_t number_of(std::string_view word, long long line) {
    if (const auto found = numbers_.find(word); found != numbers_.end()) return found->second;
    if (word.size() > kMostWordBytes) {
      throw TaskFileError("expected tokens of at most " + counted(kMostWordBytes, "byte") +
                              ", found " + std::to_string(word.size()) + ": " + shown(word, 20),
                          line);
    }
    if (valid_utf8(word) != word) throw TaskFileError("expected UTF-8", line);
    if (words_.size() == kMostTaskWords) {
      throw TaskFileError(std::string("expected at most ") + std::to_string(kMostTaskWords) +
                              " different " + what_ + ", found more",
                          line);
    }
    const auto number = static_cast<std::int32_t>(words_.size());
    words_.push_back(word);
    numbers_.emplace(word, number);
    return number;
  }

  std::size_t count() const { return words_.size(); }

  /// Sorts the words, numbers by value, and returns them; `numbers` are replaced by the new
  /// positions, except negative ones.
  std::vector<std::string> sort(std::vector<std::int32_t>& numbers) const {
    std::vector<std::size_t> order(words_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const bool are_numbers = std::ranges::all_of(
        words_, [](std::string_view word) { return parsed<long long>(word).has_value(); });
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      if (!are_numbers) return words_[a] < words_[b];
      return std::pair(*parsed<long long>(words_[a]), words_[a]) <
             std::pair(*parsed<long long>(words_[b]), words_[b]);
    });
    std::vector<std::int32_t> places(words_.size());
    std::vector<std::string> sorted;
    for (const std::size_t n : order) {
      places[n] = static_cast<std::int32_t>(sorted.size());
      sorted.emplace_back(words_[n]);
    }
    for (std::int32_t& number : numbers) {
      if (number >= 0) number = places[static_cast<std::size_t>(number)];
    }
    return sorted;
  }

 private:
  const char* what_;
  std::vector<std::string_view> words_{};
  std::unordered_map<std::string_view, std::int32_t> numbers_{};
};

class TaskReader {
 public:
  LearningTask read(std::string_view text, std::string_view name) {
    for_each_sequence(text, [&](const SequenceLine& line) {
      has_spaces_ = has_spaces_ || line.input.find_first_of(kSpace) != std::string_view::npos ||
                    line.output.find_first_of(kSpace) != std::string_view::npos;
    });
    for_each_sequence(text, [&](const SequenceLine& line) { add(line); });
    remove_repeated_inputs();
    if (lines_.size() < 2) {
      throw TaskFileError(
          "expected at least 2 different sequences, one of them for the test, found " +
          std::to_string(lines_.size()));
    }
    if (classes_.count() < 2) {
      throw TaskFileError("expected at least 2 different outputs, found " +
                          std::to_string(classes_.count()));
    }
    return made(name);
  }

 private:
  void split(std::string_view part, std::vector<std::string_view>& tokens) const {
    tokens.clear();
    while (!part.empty()) {
      std::string_view rest = part;
      if (has_spaces_) {
        rest.remove_prefix(std::min(part.find_first_of(kSpace), part.size()));
      } else {
        take_character(rest);
      }
      tokens.push_back(part.substr(0, part.size() - rest.size()));
      part = has_spaces_ ? trimmed(rest, kSpace) : rest;
      if (tokens.size() > kMostTokens) return;
    }
  }

  std::string why_so_many() const {
    return has_spaces_ ? "" : " (each character is a token, as no line has spaces between tokens)";
  }

  void add(const SequenceLine& line) {
    split(line.input, input_);
    split(line.output, output_);
    if (input_.size() > kMostTokens) {
      throw TaskFileError("expected at most " + counted(kMostTokens, "token"), line.number);
    }
    if (length_ == 0) {
      length_ = input_.size();
      first_line_ = line.number;
    }
    if (input_.size() != length_) {
      throw TaskFileError("expected " + counted(length_, "token") + ", as in line " +
                              std::to_string(first_line_) + ", found " +
                              std::to_string(input_.size()) + why_so_many(),
                          line.number);
    }
    if (output_.size() > 1 && output_.size() != length_) {
      throw TaskFileError("expected as many outputs as tokens, " + std::to_string(length_) +
                              ", or one for the last, found " + std::to_string(output_.size()) +
                              why_so_many(),
                          line.number);
    }
    const auto is_wanted = [](std::string_view word) { return word != "-"; };
    if (std::ranges::none_of(output_, is_wanted)) return;
    if (tokens_.size() + length_ > kMostNumbers) {
      throw TaskFileError(
          "expected at most " + std::to_string(kMostNumbers) + " tokens in total, found more",
          line.number);
    }
    for (const std::string_view word : input_) {
      tokens_.push_back(vocabulary_.number_of(word, line.number));
    }
    constexpr auto kNone = static_cast<std::int32_t>(kNoTarget);
    targets_.insert(targets_.end(), length_ - output_.size(), kNone);
    for (const std::string_view word : output_) {
      targets_.push_back(is_wanted(word) ? classes_.number_of(word, line.number) : kNone);
    }
    lines_.push_back(line.number);
  }

  std::span<std::int32_t> row(std::vector<std::int32_t>& rows, std::size_t n) const {
    return std::span(rows).subspan(n * length_, length_);
  }

  /// Removes repeated inputs, keeping the first of each.
  void remove_repeated_inputs() {
    std::vector<std::size_t> order(lines_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto compare = [&](std::size_t a, std::size_t b) {
      const auto one = row(tokens_, a), other = row(tokens_, b);
      return std::lexicographical_compare_three_way(one.begin(), one.end(), other.begin(),
                                                    other.end());
    };
    std::ranges::stable_sort(order, [&](auto a, auto b) { return compare(a, b) < 0; });
    std::vector<bool> comes_again(lines_.size());
    std::optional<std::pair<long long, long long>> apart;  // both lines of the first conflict
    for (std::size_t n = 1; n < order.size(); ++n) {
      if (compare(order[n - 1], order[n]) != 0) continue;
      comes_again[order[n]] = true;
      if (std::ranges::equal(row(targets_, order[n - 1]), row(targets_, order[n]))) continue;
      const std::pair lines(lines_[order[n]], lines_[order[n - 1]]);
      if (!apart || lines < *apart) apart = lines;
    }
    if (apart) {
      throw TaskFileError("this input has another output in line " + std::to_string(apart->second),
                          apart->first);
    }
    std::size_t kept = 0;
    for (std::size_t n = 0; n < lines_.size(); ++n) {
      if (comes_again[n]) continue;
      std::ranges::copy(row(tokens_, n), row(tokens_, kept).begin());
      std::ranges::copy(row(targets_, n), row(targets_, kept).begin());
      lines_[kept++] = lines_[n];
    }
    lines_.resize(kept);
    tokens_.resize(kept * length_);
    targets_.resize(kept * length_);
  }

  /// Accuracy of always predicting the most common class at each place.
  double chance() const {
    std::map<std::pair<std::size_t, std::int32_t>, std::size_t> counts;
    std::size_t all = 0;
    for (std::size_t n = 0; n < targets_.size(); ++n) {
      if (targets_[n] < 0) continue;
      ++counts[{n % length_, targets_[n]}];
      ++all;
    }
    std::vector<std::size_t> commonest(length_);
    for (const auto& [key, count] : counts) {
      commonest[key.first] = std::max(commonest[key.first], count);
    }
    const std::size_t met = std::accumulate(commonest.begin(), commonest.end(), std::size_t{0});
    return static_cast<double>(met) / static_cast<double>(all);
  }

  LearningTask made(std::string_view name) {
    LearningTask task;
    task.id = shown(name);
    task.label = task.id;
    task.length = static_cast<Index>(length_);
    task.vocabulary = vocabulary_.sort(tokens_);
    task.classes = classes_.sort(targets_);
    task.chance = chance();
    // Two layers can use information that another position collected, and an MLP can compute
    // functions that are not sums.
    task.smallest = {.layers = 2, .heads = 2, .width = 32, .mlp = 64, .has_residual = true};
    task.learning_rate = 0.005;
    FiniteSequences all{
        .count = std::ssize(lines_), .tokens = std::move(tokens_), .targets = std::move(targets_)};
    const auto tests = static_cast<std::size_t>(all.tests());
    task.batch = std::min<Index>(task.batch, all.count - all.tests());
    task.says = "Give the outputs after the arrows of " + task.id + ".";
    task.known = "From " + counted(lines_.size(), "sequence") + " of " + counted(length_, "token") +
                 ", of which " + std::to_string(tests) + (tests == 1 ? " is" : " are") +
                 " kept for the test.";
    task.finite = std::make_shared<const FiniteSequences>(std::move(all));
    return task;
  }

  bool has_spaces_ = false;
  std::size_t length_ = 0;
  long long first_line_ = 0;
  NumberedWords vocabulary_{"tokens"}, classes_{"outputs"};
  std::vector<std::int32_t> tokens_{}, targets_{};
  std::vector<long long> lines_{};  ///< one for each sequence
  std::vector<std::string_view> input_{}, output_{};
};

}  // namespace

TaskFileError::TaskFileError(const std::string& text, long long line)
    : std::runtime_error(one_line(text, kMaxProblemBytes)), line_(line) {}

std::string TaskFileError::about(std::string_view name) const {
  const std::string line = line_ > 0 ? ":" + std::to_string(line_) : "";
  return problem_line(std::string(name) + line, "", what());
}

LearningTask parse_task(std::string_view text, std::string_view name) {
  return TaskReader().read(text, name);
}

bool is_task_file(std::string_view path) { return path.ends_with(".txt"); }

LearningTask read_task(const std::string& path) {
  const auto text = as_error<TaskFileError>([&] { return read_file(path, kMostTaskBytes); });
  return parse_task(text, path == "-" ? "standard input" : path.substr(path.rfind('/') + 1));
}

}  // namespace attn
