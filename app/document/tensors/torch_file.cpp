#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/document/tensors/pickle.h"
#include "app/document/tensors/tensor_headers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::string_view kPickleName = "data.pkl", kTorchModule = "torch.",
                           kStorageClass = "Storage",
                           kRebuildTensor = "torch._utils._rebuild_tensor_v2",
                           kRebuildParameter = "torch._utils._rebuild_parameter";
constexpr std::size_t kMostTorchAxes = 64, kMostTorchDepth = 64, kMostTorchNameBytes = 1000,
                      kMostTorchVisits = 1 << 22;
constexpr std::uint64_t kMostTorchTextBytes = std::uint64_t{256} << 20;

/// Element type of a storage class, "torch.FloatStorage"; null for other names.
const ElementKind* kind_of_storage(std::string_view global) {
  if (!global.starts_with(kTorchModule) || !global.ends_with(kStorageClass)) return nullptr;
  global.remove_prefix(kTorchModule.size());
  global.remove_suffix(kStorageClass.size());
  const auto found = std::ranges::find(element_kinds(), global, &ElementKind::torch);
  return global.empty() || found == element_kinds().end() ? nullptr : &*found;
}

/// Functions and classes of tensors, their sizes, types and devices.
bool may_occur_in_torch(std::string_view global) {
  constexpr std::string_view kOthers[] = {kRebuildTensor, kRebuildParameter, "torch.Size",
                                          "torch.device"};
  const bool is_type = global.starts_with(kTorchModule) &&
                       std::ranges::find(element_kinds(), global.substr(kTorchModule.size()),
                                         &ElementKind::name) != element_kinds().end();
  return is_type || kind_of_storage(global) != nullptr ||
         std::ranges::find(kOthers, global) != std::end(kOthers);
}

/// Collects the arrays in the pickle of an archive.
class TorchReader {
 public:
  TorchReader(const Pickle& pickle, const std::vector<ZipMember>& members, std::string_view folder)
      : pickle_(pickle), members_(members), folder_(folder) {}

  std::vector<Tensor> read() && {
    visit(pickle_.top(), "", 0);
    return std::move(tensors_);
  }

 private:
  void visit(const PickleValue& value, const std::string& name, std::size_t depth) {
    if (++visits_ > kMostTorchVisits || depth > kMostTorchDepth) {
      throw TensorFileError("expected arrays in lists and dictionaries, found too many of these");
    }
    if (name.size() > kMostTorchNameBytes) {
      throw TensorFileError(about_tensor(
          name, "expected a name of at most " + std::to_string(kMostTorchNameBytes) + " bytes"));
    }
    if (value.kind == PickleKind::kCall) {
      visit_call(value, name, depth);
    } else if (value.kind == PickleKind::kDict) {
      for (std::size_t n = 0; n + 1 < value.items.size(); n += 2) {
        const PickleValue& key = pickle_.item(value, n);
        visit_member(pickle_.item(value, n + 1), name,
                     key.kind == PickleKind::kText ? key.text : std::to_string(key.number), depth);
      }
    } else if (value.kind == PickleKind::kList && !add_texts(value, name)) {
      for (std::size_t n = 0; n < value.items.size(); ++n) {
        visit_member(pickle_.item(value, n), name, std::to_string(n), depth);
      }
    }
  }

  void visit_member(const PickleValue& value, const std::string& name, const std::string& key,
                    std::size_t depth) {
    if (value.kind != PickleKind::kCall && value.kind != PickleKind::kList &&
        value.kind != PickleKind::kDict) {
      ++visits_;
      return;
    }
    visit(value, name.empty() ? key : name + "." + key, depth + 1);
  }

  void visit_call(const PickleValue& call, const std::string& name, std::size_t depth) {
    const std::string_view function = pickle_.function(call);
    const PickleValue& arguments = pickle_.arguments(call);
    if (function == kRebuildTensor) {
      add_tensor(arguments, name);
    } else if (function == kRebuildParameter && !arguments.items.empty()) {
      visit(pickle_.item(arguments, 0), name, depth + 1);
    }
  }

  /// Adds a list of texts, or lists of equally many.
  bool add_texts(const PickleValue& list, const std::string& name) {
    std::vector<const PickleValue*> rows;
    for (std::size_t n = 0; n < list.items.size(); ++n) rows.push_back(&pickle_.item(list, n));
    const auto is_text = [&](const PickleValue* one) { return one->kind == PickleKind::kText; };
    Axes axes{std::ssize(rows)};
    if (rows.empty() || !std::ranges::all_of(rows, is_text)) {
      const auto is_row = [&](const PickleValue* one) {
        return one->kind == PickleKind::kList && !one->items.empty() &&
               one->items.size() == rows.front()->items.size();
      };
      if (rows.empty() || !std::ranges::all_of(rows, is_row)) return false;
      axes.push_back(std::ssize(rows.front()->items));
      std::vector<const PickleValue*> all;
      for (const PickleValue* row : rows) {
        visits_ += row->items.size();
        if (visits_ > kMostTorchVisits) return false;
        for (std::size_t n = 0; n < row->items.size(); ++n) all.push_back(&pickle_.item(*row, n));
      }
      rows = std::move(all);
      if (!std::ranges::all_of(rows, is_text)) return false;
    }
    std::vector<std::string> texts;
    for (const PickleValue* text : rows) {
      text_bytes_ += text->text.size() + sizeof(std::string);
      if (text_bytes_ > kMostTorchTextBytes) {
        throw TensorFileError(about_tensor(name, "expected texts of at most 256 MiB together"));
      }
      texts.push_back(text->text);
    }
    add(texts_tensor(name, std::move(axes), std::move(texts)));
    return true;
  }

  /// Adds a tensor by the arguments of its function: storage, offset, sizes, strides.
  void add_tensor(const PickleValue& arguments, const std::string& name) {
    const auto fail = [&](const std::string& text) {
      throw TensorFileError(about_tensor(name, text));
    };
    if (arguments.items.size() < 4) fail("expected a storage, an offset, sizes and strides");
    Tensor tensor;
    tensor.name = name;
    const ZipMember& storage = storage_of(pickle_.item(arguments, 0), tensor);
    const std::uint64_t offset = number_of(pickle_.item(arguments, 1), tensor);
    const auto sizes = numbers_of(pickle_.item(arguments, 2), tensor);
    tensor.strides = numbers_of(pickle_.item(arguments, 3), tensor);
    if (sizes.size() != tensor.strides.size()) fail("expected as many strides as sizes");
    std::uint64_t count = 1, last = offset;
    for (std::size_t n = 0; n < sizes.size(); ++n) {
      tensor.axes.push_back(static_cast<Index>(sizes[n]));
      count = bounded_product(std::max<std::uint64_t>(count, 1), sizes[n]);
      if (count > kMostBytes / 8) fail("expected fewer numbers, found " + axes_words(tensor.axes));
      if (sizes[n] > 0) last += bounded_product(sizes[n] - 1, tensor.strides[n]);
    }
    const std::uint64_t held = storage.bytes / tensor.element_bytes;
    if (tensor.count() > 0 && last >= held) {
      fail("expected at least " + std::to_string(last + 1) + " numbers in its storage, found " +
           std::to_string(held));
    }
    const std::uint64_t skipped = tensor.count() > 0 ? offset * tensor.element_bytes : 0;
    if (storage.is_deflated) {
      tensor.compressed = Compressed{storage.at, storage.stored_bytes, skipped};
    } else {
      tensor.at = storage.at + skipped;
    }
    add(std::move(tensor));
  }

  void add(Tensor tensor) {
    if (tensors_.size() == kMostTensors) {
      throw TensorFileError("expected at most " + std::to_string(kMostTensors) + " arrays");
    }
    tensors_.push_back(std::move(tensor));
  }

  /// Finds the numbers of ("storage", class, key, place, count), and sets the type of `tensor`.
  const ZipMember& storage_of(const PickleValue& value, Tensor& tensor) const {
    const PickleValue* const id =
        value.kind == PickleKind::kPersistent ? &pickle_.item(value, 0) : nullptr;
    const bool is_storage = id != nullptr && id->kind == PickleKind::kList &&
                            id->items.size() >= 3 && pickle_.item(*id, 0).text == "storage" &&
                            pickle_.item(*id, 1).kind == PickleKind::kGlobal;
    if (!is_storage) throw TensorFileError(about_tensor(tensor.name, "expected a storage"));
    tensor.kind = kind_of_storage(pickle_.item(*id, 1).text);
    if (tensor.kind == nullptr) {
      throw TensorFileError(about_tensor(tensor.name, "expected a storage"));
    }
    tensor.element_bytes = static_cast<std::uint64_t>(tensor.kind->bytes);
    const std::string name = folder_ + "data/" + pickle_.item(*id, 2).text;
    const auto found = std::ranges::lower_bound(sorted(), name, {}, member_name);
    if (found == sorted_.end() || (*found)->name != name) {
      throw TensorFileError(about_tensor(
          tensor.name, "expected its numbers in the archive, found no \"" + shown(name) + "\""));
    }
    return **found;
  }

  static const std::string& member_name(const ZipMember* member) { return member->name; }

  /// Members by name.
  const std::vector<const ZipMember*>& sorted() const {
    if (sorted_.empty()) {
      for (const ZipMember& member : members_) sorted_.push_back(&member);
      std::ranges::stable_sort(sorted_, {}, member_name);
    }
    return sorted_;
  }

  static std::uint64_t number_of(const PickleValue& value, const Tensor& tensor) {
    const bool is_size = value.kind == PickleKind::kNumber && value.number >= 0 &&
                         value.number <= static_cast<std::int64_t>(kMostBytes / 16);
    if (!is_size) throw TensorFileError(about_tensor(tensor.name, "expected sizes from 0"));
    return static_cast<std::uint64_t>(value.number);
  }

  std::vector<std::uint64_t> numbers_of(const PickleValue& list, const Tensor& tensor) const {
    const PickleValue& items =
        pickle_.function(list) == "torch.Size" && !pickle_.arguments(list).items.empty()
            ? pickle_.item(pickle_.arguments(list), 0)
            : list;
    if (items.kind != PickleKind::kList || items.items.size() > kMostTorchAxes) {
      throw TensorFileError(about_tensor(
          tensor.name, "expected sizes of at most " + std::to_string(kMostTorchAxes) + " axes"));
    }
    std::vector<std::uint64_t> numbers;
    for (std::size_t n = 0; n < items.items.size(); ++n) {
      numbers.push_back(number_of(pickle_.item(items, n), tensor));
    }
    return numbers;
  }

  const Pickle& pickle_;
  const std::vector<ZipMember>& members_;
  std::string folder_;
  mutable std::vector<const ZipMember*> sorted_;
  std::vector<Tensor> tensors_;
  std::size_t visits_ = 0;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace

std::optional<std::string> torch_folder(const std::vector<ZipMember>& members) {
  for (const ZipMember& member : members) {
    const std::string_view name = member.name;
    if (!name.ends_with(kPickleName)) continue;
    const std::string_view folder = name.substr(0, name.size() - kPickleName.size());
    if (folder.empty() || folder.find('/') == folder.size() - 1) return std::string(folder);
  }
  return std::nullopt;
}

std::vector<Tensor> read_torch_arrays(const FileBytes& file, const std::vector<ZipMember>& members,
                                      const std::string& folder) {
  const auto content = [&](const std::string& name, std::uint64_t most) {
    const auto found = std::ranges::find(members, folder + name, &ZipMember::name);
    return found == members.end() ? std::string() : read_member(file, *found, most);
  };
  if (const std::string order = content("byteorder", 16); order.starts_with("big")) {
    throw TensorFileError("expected little-endian numbers, found \"big\" as their byte order");
  }
  const std::string bytes = content(std::string(kPickleName), kMostPickleBytes + 1);
  const Pickle pickle(bytes, "tensors alone", may_occur_in_torch);
  return TorchReader(pickle, members, folder).read();
}

}  // namespace attn
