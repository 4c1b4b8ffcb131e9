#include "app/model/run/model_reader.h"

#include <algorithm>
#include <cstring>
#include <future>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "app/document/files/memory_limit.h"
#include "app/model/families/model_network.h"
#include "app/model/files/about_file.h"

namespace attn {
namespace {

/// Memory of the rows of words that are read at once.
constexpr double kPartOfWords = 8e6;

/// Number type of weights that are kept as they are in the file; none: they become float32.
std::optional<NumberType> stored_type(const Tensor& tensor) {
  if (!is_plain(tensor)) return std::nullopt;
  const std::string_view name = tensor.kind->safetensors;
  if (name == "F32") return NumberType::kFloat32;
  if (name == "F16") return NumberType::kFloat16;
  if (name == "BF16") return NumberType::kBfloat16;
  return std::nullopt;
}

template <typename Bits>
bool are_finite(const char* numbers, std::size_t count, Bits exponent) {
  bool beyond = false;
  for (std::size_t n = 0; n < count; ++n) {
    Bits bits;
    std::memcpy(&bits, numbers + n * sizeof bits, sizeof bits);
    beyond |= (bits & exponent) == exponent;
  }
  return !beyond;
}

bool are_finite(NumberType type, const char* numbers, std::size_t bytes) {
  switch (type) {
    case NumberType::kFloat32:
      return are_finite<std::uint32_t>(numbers, bytes / 4, 0x7f800000);
    case NumberType::kFloat16:
      return are_finite<std::uint16_t>(numbers, bytes / 2, 0x7c00);
    case NumberType::kBfloat16:
      return are_finite<std::uint16_t>(numbers, bytes / 2, 0x7f80);
  }
  return false;
}

/// Writes the transpose of `from`, rows x cols, to the columns of `to` from `first` on; `to` has
/// rows of `step` numbers.
template <typename Bits>
void transpose(const Bits* from, Index rows, Index cols, Bits* to, Index step, Index first) {
  constexpr Index kSide = 16;
  for (Index col = 0; col < cols; col += kSide) {
    for (Index row = 0; row < rows; row += kSide) {
      const Index row_end = std::min(row + kSide, rows), col_end = std::min(col + kSide, cols);
      for (Index c = col; c < col_end; ++c) {
        for (Index r = row; r < row_end; ++r) to[c * step + first + r] = from[r * cols + c];
      }
    }
  }
}

/// Reads tensors of a model as weights of linear layers.
class TensorReader {
 public:
  explicit TensorReader(const ModelFiles& files) : weights_(files.weights) {}

  /// The outputs of `parts` one after another. Parts of equal inputs.
  StoredWeights outputs_of(const std::vector<TensorPart>& parts) {
    StoredWeights whole;
    std::vector<std::pair<Index, Index>> ranges;
    for (const TensorPart& part : parts) {
      whole = tensor(part.name, !part.is_transposed);
      const auto range = part.columns.value_or(std::pair<Index, Index>(0, whole.outputs()));
      const bool continues = !ranges.empty() && ranges.back().second == range.first;
      continues ? void(ranges.back().second = range.second) : ranges.push_back(range);
    }
    if (ranges.size() == 1) {
      const auto [from, to] = ranges.front();
      return whole.some(from, to - from);
    }
    Index outputs = 0;
    for (const auto& [from, to] : ranges) outputs += to - from;
    StoredWeights made(whole.type(), outputs, whole.inputs());
    Index at = 0;
    for (const auto& [from, to] : ranges) {
      const auto count = static_cast<std::size_t>(to - from);
      std::memcpy(made.row(at), whole.row(from), count * whole.row_bytes());
      at += to - from;
    }
    return made;
  }

  /// A tensor of two axes: [in, out] or [out, in].
  StoredWeights tensor(const std::string& name, bool is_in_out) {
    if (name == name_) return last_;
    last_ = {};
    last_ = read(name, is_in_out);
    name_ = name;
    return last_;
  }

  /// Rows [first, first + count) of a tensor of a stored type, [out, in].
  StoredWeights rows(const std::string& name, Index first, Index count) const {
    const WeightTensor& found = *weights_.find(name);
    const Tensor& tensor = *found.tensor;
    StoredWeights made(*stored_type(tensor), count, tensor.axes[1]);
    const WeightFile& file = weights_.files()[found.file];
    about_model_file(file.path, [&] {
      file.bytes.read(tensor.at + static_cast<std::size_t>(first) * made.row_bytes(), made.row(0),
                      made.bytes());
      require_finite(name, are_finite(made.type(), made.row(0), made.bytes()));
    });
    return made;
  }

 private:
  static void require_finite(const std::string& name, bool is_finite) {
    if (!is_finite) throw TensorFileError(about_tensor(name, "expected finite numbers"));
  }

  StoredWeights read(const std::string& name, bool is_in_out) const {
    const WeightTensor& found = *weights_.find(name);
    const Tensor& tensor = *found.tensor;
    const auto type = stored_type(tensor);
    if (!type) {
      Matrix numbers = weights_.numbers({name, !is_in_out});
      return StoredWeights::of(numbers);
    }
    if (!is_in_out) return rows(name, 0, tensor.axes[0]);
    StoredWeights made(*type, tensor.axes[1], tensor.axes[0]);
    const WeightFile& file = weights_.files()[found.file];
    about_model_file(file.path,
                     [&] { require_finite(name, read_transposed(file.bytes, tensor, made)); });
    return made;
  }

  static bool read_transposed(const FileBytes& bytes, const Tensor& tensor, StoredWeights& made) {
    const Index rows = made.inputs(), cols = made.outputs();
    const std::size_t row_bytes = static_cast<std::size_t>(cols) * bytes_of_number(made.type());
    constexpr std::size_t kPiece = 1 << 20;
    const Index most =
        std::max<Index>(1, static_cast<Index>(kPiece / std::max(row_bytes, std::size_t{1})));
    Buffer<char> piece;
    char* const numbers = piece.reserve(most * static_cast<Index>(row_bytes));
    for (Index first = 0; first < rows; first += most) {
      const Index some = std::min(most, rows - first);
      const std::size_t count = static_cast<std::size_t>(some) * row_bytes;
      bytes.read(tensor.at + static_cast<std::size_t>(first) * row_bytes, numbers, count);
      if (!are_finite(made.type(), numbers, count)) return false;
      if (made.type() == NumberType::kFloat32) {
        transpose(reinterpret_cast<const std::uint32_t*>(numbers), some, cols,
                  reinterpret_cast<std::uint32_t*>(made.row(0)), rows, first);
      } else {
        transpose(reinterpret_cast<const std::uint16_t*>(numbers), some, cols,
                  reinterpret_cast<std::uint16_t*>(made.row(0)), rows, first);
      }
    }
    return true;
  }

  const ModelWeights& weights_;
  std::string name_;
  StoredWeights last_;
};

/// Rows of a tensor of words, which are read at each use.
WordWeights words_in(const ModelFiles& files, const std::string& name) {
  const Tensor& tensor = *files.weights.find(name)->tensor;
  const Index words = tensor.axes[0], width = tensor.axes[1];
  const double row =
      static_cast<double>(width) * static_cast<double>(bytes_of_number(*stored_type(tensor)));
  const auto together = std::max<Index>(1, static_cast<Index>(kPartOfWords / std::max(row, 1.0)));
  return {words, width, together, [&files, name](Index first, Index count) {
            return TensorReader(files).rows(name, first, count);
          }};
}

/// Layers of a model, read one ahead of their use.
class LayerReader {
 public:
  LayerReader(const ModelFiles& files, ModelNetwork network, bool keeps)
      : files_(files), network_(std::move(network)), keeps_(keeps), kept_(blocks().size()) {}
  ~LayerReader() {
    if (ahead_.valid()) ahead_.wait();
  }
  LayerReader(const LayerReader&) = delete;
  LayerReader& operator=(const LayerReader&) = delete;

  std::shared_ptr<const LayerWeights> layer(std::size_t b) {
    const std::lock_guard lock(mutex_);
    if (kept_[b]) return kept_[b];
    std::shared_ptr<const LayerWeights> made;
    if (ahead_.valid()) {
      auto next = ahead_.get();
      if (next_ == b) made = std::move(next);
    }
    if (!made) made = read(b);
    next_ = b + 1;
    if (next_ < kept_.size() && !kept_[next_]) {
      ahead_ = std::async(std::launch::async, [this, n = next_] { return read(n); });
    }
    if (keeps_) kept_[b] = made;
    return made;
  }

 private:
  const std::vector<Block>& blocks() const { return network_.network.blocks; }
  const TensorPart& part(const Matrix& matrix) const { return network_.parts.at(&matrix); }

  std::shared_ptr<const LayerWeights> read(std::size_t b) const {
    auto made = std::make_shared<LayerWeights>();
    TensorReader reader(files_);
    const Block& block = blocks()[b];
    const auto one = [&](const Matrix& matrix) { return reader.outputs_of({part(matrix)}); };
    if (block.attention) read_attention(*block.attention, reader, *made);
    if (block.mlp) {
      made->w_1 = one(*block.mlp->w_1);
      if (block.mlp->w_3) made->w_3 = one(**block.mlp->w_3);
      made->w_2 = one(*block.mlp->w_2);
    }
    return made;
  }

  void read_attention(const Attention& attention, TensorReader& reader, LayerWeights& made) const {
    const auto join = [&](std::optional<Cow<Matrix>> Head::*matrix,
                          std::optional<Cow<RowVector>> Head::*bias, StoredWeights& weights,
                          RowVector& biases) {
      std::vector<TensorPart> parts;
      for (const Head& head : attention.heads) {
        if (head.*matrix) parts.push_back(part(**(head.*matrix)));
        if (!(head.*bias)) continue;
        const RowVector& more = **(head.*bias);
        biases.conservativeResize(biases.size() + more.size());
        biases.tail(more.size()) = more;
      }
      weights = reader.outputs_of(parts);
    };
    join(&Head::w_q, &Head::b_q, made.q, made.b_q);
    join(&Head::w_k, &Head::b_k, made.k, made.b_k);
    join(&Head::w_v, &Head::b_v, made.v, made.b_v);
    made.o = reader.outputs_of({part(**attention.combine.w_o)});
  }

  const ModelFiles& files_;
  const ModelNetwork network_;
  const bool keeps_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<const LayerWeights>> kept_;
  std::future<std::shared_ptr<const LayerWeights>> ahead_;
  std::size_t next_ = 0;
};

double bytes_in_memory(const Tensor& tensor) {
  const double count = static_cast<double>(tensor.count());
  return count *
         static_cast<double>(bytes_of_number(stored_type(tensor).value_or(NumberType::kFloat32)));
}

}  // namespace

namespace {

/// Tensors of the network's words, whose rows can be read in parts.
std::set<std::string> tensors_of_words(const ModelFiles& files, const ModelNetwork& network) {
  std::set<std::string> names;
  const auto add = [&](const Matrix& of) {
    const std::string& name = network.parts.at(&of).name;
    if (stored_type(*files.weights.find(name)->tensor)) names.insert(name);
  };
  add(*network.network.embedding);
  if (network.network.unembedding) add(**network.network.unembedding);
  return names;
}

}  // namespace

WeightMemory weight_memory(const ModelFiles& files) {
  const ModelNetwork network = network_of_model(files, {}, {}, ModelNumbers::kReferred);
  const std::set<std::string> words = tensors_of_words(files, network);
  const std::string_view block = files.family->names.block;
  const std::string_view prefix = files.family->names.prefix;
  WeightMemory made;
  std::map<int, double> of_blocks;
  for (const std::string& name : network.used) {
    const double bytes = bytes_in_memory(*files.weights.find(name)->tensor);
    made.all += bytes;
    if (words.contains(name)) {
      made.part_of_words = std::max(made.part_of_words, std::min(bytes, kPartOfWords));
      continue;
    }
    std::string_view rest = name;
    if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
    if (!rest.starts_with(block)) {
      made.outside += bytes;
      continue;
    }
    rest.remove_prefix(block.size());
    double& of_block = of_blocks[std::atoi(std::string(rest.substr(0, rest.find('.'))).c_str())];
    of_block += bytes;
    made.largest_block = std::max(made.largest_block, of_block);
  }
  return made;
}

ReadModel read_model(const ModelFiles& files, double other_bytes) {
  ModelNetwork network = network_of_model(files, {}, {}, ModelNumbers::kRowsRead);
  const WeightMemory memory = weight_memory(files);
  ReadModel made;
  made.is_streamed = memory_problem(memory.all + other_bytes).has_value();
  const double needed = made.is_streamed ? memory.streamed() : memory.all;
  if (const auto problem = memory_problem(needed + other_bytes)) {
    throw ModelError(files.folder + ": " + problem->text);
  }
  made.bytes = needed;
  made.warnings = network.warnings;
  Model& model = made.model;
  model.has_logits = network.has_logits;
  TensorReader reader(files);
  const std::set<std::string> words = tensors_of_words(files, network);
  const auto matrix = [&](const Matrix& of) -> WordWeights {
    const std::string& name = network.parts.at(&of).name;
    if (made.is_streamed && words.contains(name)) return words_in(files, name);
    return reader.tensor(name, false);
  };
  model.embedding = matrix(*network.network.embedding);
  if (network.network.unembedding) model.unembedding = matrix(**network.network.unembedding);
  if (network.network.head) {
    model.head = reader.outputs_of({network.parts.at(&*network.network.head->w)});
  }
  about_model_file(files.folder, [&] { require_runnable(network.network); });
  model.network = network.network;
  const auto layers = std::make_shared<LayerReader>(files, std::move(network), !made.is_streamed);
  model.layer = [layers](std::size_t b) { return layers->layer(b); };
  return made;
}

}  // namespace attn
