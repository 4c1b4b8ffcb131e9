#include "app/document/tensors/pickle.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "app/document/files/utf8.h"
#include "app/document/tensors/tensor.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::size_t kMostPickleValues = 1 << 21, kMostPickleMarks = 1 << 16;
constexpr std::string_view kOrderedDict = "collections.OrderedDict";

/// Opcodes of Python's pickletools that plain data needs.
enum class Opcode : unsigned char {
  kProto = 0x80,
  kFrame = 0x95,
  kStop = '.',
  kMark = '(',
  kNone = 'N',
  kTrue = 0x88,
  kFalse = 0x89,
  kInt4 = 'J',
  kInt1 = 'K',
  kInt2 = 'M',
  kLong1 = 0x8a,
  kFloat = 'G',
  kText4 = 'X',
  kText1 = 0x8c,
  kBytes4 = 'B',
  kBytes1 = 'C',
  kNoItems = ')',
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kTuple = 't',
  kEmptyList = ']',
  kAppend = 'a',
  kAppends = 'e',
  kEmptyDict = '}',
  kSetItem = 's',
  kSetItems = 'u',
  kGlobal = 'c',
  kStackGlobal = 0x93,
  kReduce = 'R',
  kBuild = 'b',
  kPersistent = 'Q',
  kPut1 = 'q',
  kPut4 = 'r',
  kMemoize = 0x94,
  kGet1 = 'h',
  kGet4 = 'j',
};

[[noreturn]] void fail_pickle(const std::string& text) {
  throw TensorFileError("the pickle is damaged: " + text);
}

/// Stack machine of pickles, which stores calls in place of making them.
class PickleReader {
 public:
  PickleReader(std::string_view bytes, std::string_view expected, Pickle::MayOccur may_occur,
               std::vector<PickleValue>& values)
      : rest_(bytes), expected_(expected), may_occur_(may_occur), values_(values) {}

  /// Reads up to the end; returns the index of the value.
  std::uint32_t read() {
    while (true) {
      const auto opcode = static_cast<Opcode>(take_number(1));
      if (opcode == Opcode::kStop) return pop();
      if (!push_constant(opcode) && !push_items(opcode) && !change_items(opcode) &&
          !push_object(opcode) && !use_memo(opcode)) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto code = static_cast<unsigned char>(opcode);
        throw TensorFileError(std::string("the pickle has an opcode that is not read: 0x") +
                              kDigits[code >> 4] + kDigits[code & 15]);
      }
    }
  }

 private:
  std::string_view take_bytes(std::uint64_t count) {
    if (count > rest_.size()) fail_pickle("it ends too early");
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  std::uint64_t take_number(std::uint64_t bytes) { return little_endian(take_bytes(bytes)); }
  std::string_view take_line() {
    const std::size_t end = rest_.find('\n');
    if (end == rest_.npos) fail_pickle("it ends too early");
    const std::string_view line = take_bytes(end);
    take_bytes(1);
    return line;
  }

  void push(PickleValue value) {
    if (values_.size() == kMostPickleValues) {
      throw TensorFileError("expected a pickle of at most " + std::to_string(kMostPickleValues) +
                            " values, found more");
    }
    stack_.push_back(static_cast<std::uint32_t>(values_.size()));
    values_.push_back(std::move(value));
  }
  void push_number(std::int64_t number) { push({PickleKind::kNumber, number}); }
  void push_text(std::string_view text) { push({PickleKind::kText, 0, valid_utf8(text)}); }

  /// Values above `bottom` that the last mark leaves.
  std::uint32_t pop() {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) fail_pickle("a value is missing");
    const std::uint32_t top = stack_.back();
    stack_.pop_back();
    return top;
  }
  std::vector<std::uint32_t> pop_last(std::size_t count) {
    std::vector<std::uint32_t> items(count);
    for (std::size_t n = count; n-- > 0;) items[n] = pop();
    return items;
  }
  std::vector<std::uint32_t> pop_to_mark() {
    if (marks_.empty()) fail_pickle("a mark is missing");
    const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    std::vector<std::uint32_t> items(begin, stack_.end());
    stack_.erase(begin, stack_.end());
    marks_.pop_back();
    return items;
  }
  PickleValue& top_of_kind(PickleKind kind) {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back())) fail_pickle("a value is missing");
    PickleValue& top = values_[stack_.back()];
    if (top.kind != kind) fail_pickle("a value is of another kind");
    return top;
  }

  bool push_constant(Opcode opcode) {
    switch (opcode) {
      case Opcode::kProto:
        if (const std::uint64_t protocol = take_number(1); protocol < 2 || protocol > 5) {
          throw TensorFileError("expected a pickle of protocol 2 to 5, found " +
                                std::to_string(protocol));
        }
        return true;
      case Opcode::kFrame:
        take_bytes(8);
        return true;
      case Opcode::kNone:
        push({});
        return true;
      case Opcode::kTrue:
      case Opcode::kFalse:
        push_number(opcode == Opcode::kTrue ? 1 : 0);
        return true;
      case Opcode::kInt1:
        push_number(static_cast<std::int64_t>(take_number(1)));
        return true;
      case Opcode::kInt2:
        push_number(static_cast<std::int64_t>(take_number(2)));
        return true;
      case Opcode::kInt4:
        push_number(static_cast<std::int32_t>(take_number(4)));
        return true;
      case Opcode::kLong1:
        push_long(take_bytes(take_number(1)));
        return true;
      case Opcode::kFloat:
        take_bytes(8);
        push({});
        return true;
      case Opcode::kText1:
      case Opcode::kBytes1:
        push_text(take_bytes(take_number(1)));
        return true;
      case Opcode::kText4:
      case Opcode::kBytes4:
        push_text(take_bytes(take_number(4)));
        return true;
      default:
        return false;
    }
  }

  /// Pushes a number in two's complement; one of more than 64 bits is no size of anything.
  void push_long(std::string_view bytes) {
    if (bytes.size() > 8) return push({});
    std::uint64_t number = little_endian(bytes);
    const bool is_negative = !bytes.empty() && static_cast<unsigned char>(bytes.back()) >= 0x80;
    if (is_negative && bytes.size() < 8) number |= ~std::uint64_t{0} << (8 * bytes.size());
    push_number(static_cast<std::int64_t>(number));
  }

  bool push_items(Opcode opcode) {
    const auto push_list = [&](std::vector<std::uint32_t> items) {
      push({PickleKind::kList, 0, {}, std::move(items)});
      return true;
    };
    switch (opcode) {
      case Opcode::kMark:
        if (marks_.size() == kMostPickleMarks) fail_pickle("it is nested too deeply");
        marks_.push_back(stack_.size());
        return true;
      case Opcode::kNoItems:
      case Opcode::kEmptyList:
        return push_list({});
      case Opcode::kTuple1:
        return push_list(pop_last(1));
      case Opcode::kTuple2:
        return push_list(pop_last(2));
      case Opcode::kTuple3:
        return push_list(pop_last(3));
      case Opcode::kTuple:
        return push_list(pop_to_mark());
      case Opcode::kEmptyDict:
        push({PickleKind::kDict});
        return true;
      default:
        return false;
    }
  }

  bool change_items(Opcode opcode) {
    const bool is_one = opcode == Opcode::kAppend || opcode == Opcode::kSetItem;
    const bool is_dict = opcode == Opcode::kSetItem || opcode == Opcode::kSetItems;
    if (!is_one && !is_dict && opcode != Opcode::kAppends) return false;
    const std::vector<std::uint32_t> items = is_one ? pop_last(is_dict ? 2 : 1) : pop_to_mark();
    if (is_dict && items.size() % 2 != 0) fail_pickle("a value is missing");
    std::vector<std::uint32_t>& to =
        top_of_kind(is_dict ? PickleKind::kDict : PickleKind::kList).items;
    to.insert(to.end(), items.begin(), items.end());
    return true;
  }

  bool push_object(Opcode opcode) {
    switch (opcode) {
      case Opcode::kGlobal: {
        const std::string_view module = take_line();
        push_global(module, take_line());
        return true;
      }
      case Opcode::kStackGlobal: {
        const std::string name = text_of(pop()), module = text_of(pop());
        push_global(module, name);
        return true;
      }
      case Opcode::kReduce:
        push_call();
        return true;
      case Opcode::kBuild: {
        const std::uint32_t state = pop();
        if (stack_.empty()) fail_pickle("a value is missing");
        PickleValue& object = values_[stack_.back()];
        // Attributes of a dictionary, as the versions of a state dict, are no data of it.
        if (object.kind == PickleKind::kCall) object.items.push_back(state);
        return true;
      }
      case Opcode::kPersistent:
        push({PickleKind::kPersistent, 0, {}, pop_last(1)});
        return true;
      default:
        return false;
    }
  }

  const std::string& text_of(std::uint32_t value) const {
    if (values_[value].kind != PickleKind::kText) fail_pickle("a value is of another kind");
    return values_[value].text;
  }

  void push_global(std::string_view module, std::string_view name) {
    std::string global = valid_utf8(std::string(module) + "." + std::string(name));
    if (global != kOrderedDict && !may_occur_(global)) {
      throw TensorFileError("expected " + std::string(expected_) + ", found \"" +
                            shown(global, 80) + "\" in the pickle");
    }
    push({PickleKind::kGlobal, 0, std::move(global)});
  }

  void push_call() {
    const std::uint32_t arguments = pop(), function = pop();
    if (values_[arguments].kind != PickleKind::kList ||
        values_[function].kind != PickleKind::kGlobal) {
      fail_pickle("a value is of another kind");
    }
    if (values_[function].text != kOrderedDict) {
      return push({PickleKind::kCall, 0, {}, {function, arguments}});
    }
    if (!values_[arguments].items.empty()) fail_pickle("a dictionary has arguments");
    push({PickleKind::kDict});
  }

  bool use_memo(Opcode opcode) {
    const bool puts = opcode == Opcode::kPut1 || opcode == Opcode::kPut4;
    const bool gets = opcode == Opcode::kGet1 || opcode == Opcode::kGet4;
    if (!puts && !gets && opcode != Opcode::kMemoize) return false;
    const bool is_short = opcode == Opcode::kPut1 || opcode == Opcode::kGet1;
    const std::uint64_t place =
        opcode == Opcode::kMemoize ? memo_.size() : take_number(is_short ? 1 : 4);
    if (gets) {
      const auto found = memo_.find(place);
      if (found == memo_.end()) fail_pickle("a value of its memo is missing");
      stack_.push_back(found->second);
    } else {
      if (stack_.empty()) fail_pickle("a value is missing");
      if (memo_.size() == kMostPickleValues) fail_pickle("its memo is too large");
      memo_[place] = stack_.back();
    }
    return true;
  }

  std::string_view rest_, expected_;
  Pickle::MayOccur may_occur_;
  std::vector<PickleValue>& values_;
  std::vector<std::uint32_t> stack_;
  std::vector<std::size_t> marks_;  // sizes of the stack
  std::unordered_map<std::uint64_t, std::uint32_t> memo_;
};

}  // namespace

Pickle::Pickle(std::string_view bytes, std::string_view expected, MayOccur may_occur) {
  if (bytes.size() > kMostPickleBytes) {
    throw TensorFileError("expected a pickle of at most " + std::to_string(kMostPickleBytes >> 20) +
                          " MiB, found more");
  }
  top_ = PickleReader(bytes, expected, may_occur, values_).read();
}

std::string_view Pickle::function(const PickleValue& call) const {
  return call.kind == PickleKind::kCall ? std::string_view(item(call, 0).text) : "";
}

}  // namespace attn
