#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

enum class PickleKind {
  kOther,       ///< None, or a number with a fraction
  kNumber,      ///< a whole number, or a boolean
  kText,        ///< also bytes
  kList,        ///< also a tuple
  kDict,        ///< also an OrderedDict
  kGlobal,      ///< a function or class, by its name
  kCall,        ///< a call, which is not made
  kPersistent,  ///< an object that is stored elsewhere, by its id
};

/// Value in a pickle. `items` are indices of values: of a list its items; of a dictionary keys and
/// values in turn; of a call the function, the arguments (a list), and the states that were set;
/// of a persistent object its id.
struct PickleValue {
  PickleKind kind = PickleKind::kOther;
  std::int64_t number = 0;
  std::string text{};  ///< UTF-8; of a global its name: "collections.OrderedDict"
  std::vector<std::uint32_t> items{};
};

/// Maximum size of a pickle, in bytes.
inline constexpr std::uint64_t kMostPickleBytes = std::uint64_t{32} << 20;

/// Data in a pickle of Python, of protocols 2 to 5. It is only read: nothing is imported or called,
/// and of Python's objects only those of the listed kinds are known. Values may contain themselves.
class Pickle {
 public:
  /// Decides whether a global may occur, by its name.
  using MayOccur = bool (*)(std::string_view global);

  /// Reads `bytes`, at most kMostPickleBytes. Throws TensorFileError, which names a global that may
  /// not occur: "expected tensors alone, found …", with `expected` for the first words.
  Pickle(std::string_view bytes, std::string_view expected, MayOccur may_occur);

  const PickleValue& top() const { return values_[top_]; }
  const PickleValue& item(const PickleValue& of, std::size_t n) const {
    return values_[of.items[n]];
  }
  /// Name of the function of a call; empty for other values.
  std::string_view function(const PickleValue& call) const;
  /// Arguments of a call.
  const PickleValue& arguments(const PickleValue& call) const { return item(call, 1); }

 private:
  std::vector<PickleValue> values_;
  std::uint32_t top_ = 0;
};

}  // namespace attn
