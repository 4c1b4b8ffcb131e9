#include <algorithm>

#include "app/document/files/utf8.h"
#include "app/document/tensors/inflater.h"
#include "app/document/tensors/tensor_headers.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::uint32_t kMemberSign = 0x04034b50, kEntrySign = 0x02014b50, kEndSign = 0x06054b50,
                        kEnd64Sign = 0x06064b50, kLocator64Sign = 0x07064b50;
constexpr std::size_t kMemberBytes = 30, kEntryBytes = 46, kEndBytes = 22, kLocator64Bytes = 20,
                      kEnd64Bytes = 56;
constexpr std::uint64_t kIn64Bits = 0xffffffff, kMostDirectoryBytes = 1 << 26;

[[noreturn]] void fail_zip(const std::string& text) {
  throw TensorFileError("the archive is damaged: " + text);
}

/// Little-endian number of `count` bytes at `at`, which must exist.
std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t count) {
  return little_endian(bytes.substr(at, count));
}

/// Returns whether `count` bytes at `at` end within `size` bytes.
bool is_within(std::uint64_t size, std::uint64_t at, std::uint64_t count) {
  return at <= size && count <= size - at;
}

struct DirectoryPlace {
  std::uint64_t at = 0, bytes = 0, entries = 0;
};

/// Position of the end record in the end of a file, where a comment may follow it.
std::size_t end_record(std::string_view tail) {
  if (tail.size() < kEndBytes) fail_zip("it has no directory");
  for (std::size_t at = tail.size() - kEndBytes + 1; at-- > 0;) {
    const bool is_end = number_at(tail, at, 4) == kEndSign &&
                        number_at(tail, at + 20, 2) == tail.size() - at - kEndBytes;
    if (is_end) return at;
  }
  fail_zip("it has no directory");
}

DirectoryPlace directory_place(const FileBytes& file) {
  constexpr std::uint64_t kMostComment = 65535,
                          kMostTail = kLocator64Bytes + kEndBytes + kMostComment;
  const std::uint64_t tail_at = file.size() - std::min(file.size(), kMostTail);
  const std::string tail = file.read(tail_at, kMostTail);
  const std::size_t end = end_record(tail);
  const bool is_split = number_at(tail, end + 4, 2) != number_at(tail, end + 6, 2);
  DirectoryPlace place{number_at(tail, end + 16, 4), number_at(tail, end + 12, 4),
                       number_at(tail, end + 10, 2)};
  const bool is_64 = place.at == kIn64Bits || place.bytes == kIn64Bits || place.entries == 0xffff;
  const bool has_locator =
      end >= kLocator64Bytes && number_at(tail, end - kLocator64Bytes, 4) == kLocator64Sign;
  if (is_64 && has_locator) {
    const std::uint64_t at = number_at(tail, end - kLocator64Bytes + 8, 8);
    const std::string record =
        is_within(file.size(), at, kEnd64Bytes) ? file.read(at, kEnd64Bytes) : "";
    if (record.empty() || number_at(record, 0, 4) != kEnd64Sign)
      fail_zip("its directory is not at the stated place");
    place = {number_at(record, 48, 8), number_at(record, 40, 8), number_at(record, 32, 8)};
  }
  if (is_split || !is_within(tail_at + end, place.at, place.bytes)) {
    fail_zip("its directory is not at the stated place");
  }
  return place;
}

/// Reads sizes and offset from the extra field if 32 bits did not suffice.
void read_64_bits(std::string_view extra, ZipMember& member) {
  constexpr std::uint64_t kSizes = 1;
  while (extra.size() >= 4) {
    const std::uint64_t id = number_at(extra, 0, 2), bytes = number_at(extra, 2, 2);
    extra.remove_prefix(4);
    if (bytes > extra.size()) return;
    std::string_view field = extra.substr(0, bytes);
    extra.remove_prefix(bytes);
    if (id != kSizes) continue;
    for (std::uint64_t* const number : {&member.bytes, &member.stored_bytes, &member.at}) {
      if (*number != kIn64Bits || field.size() < 8) continue;
      *number = number_at(field, 0, 8);
      field.remove_prefix(8);
    }
  }
}

/// Finds the start of a member's data: after its local header, whose name may differ in length.
void find_data(const FileBytes& file, const DirectoryPlace& directory, ZipMember& member) {
  const std::string about = "member \"" + shown(member.name) + "\" ";
  const std::string header =
      is_within(directory.at, member.at, kMemberBytes) ? file.read(member.at, kMemberBytes) : "";
  if (header.empty() || number_at(header, 0, 4) != kMemberSign) {
    fail_zip(about + "is not at the place stated in the directory");
  }
  member.at += kMemberBytes + number_at(header, 26, 2) + number_at(header, 28, 2);
  if (!is_within(directory.at, member.at, member.stored_bytes)) {
    fail_zip(about + "ends beyond the file");
  }
  if (!member.is_deflated && member.bytes != member.stored_bytes) {
    fail_zip(about + "has two different sizes");
  }
}

/// Parses the entry at the front of `rest`, and removes it.
ZipMember read_entry(std::string_view& rest) {
  if (rest.size() < kEntryBytes || number_at(rest, 0, 4) != kEntrySign) {
    fail_zip("its directory ends too early");
  }
  const std::uint64_t flags = number_at(rest, 8, 2), method = number_at(rest, 10, 2);
  const std::uint64_t name_bytes = number_at(rest, 28, 2), extra_bytes = number_at(rest, 30, 2);
  const std::uint64_t tail_bytes = name_bytes + extra_bytes + number_at(rest, 32, 2);
  if (!is_within(rest.size(), kEntryBytes, tail_bytes)) fail_zip("its directory ends too early");
  const std::string_view tail = rest.substr(kEntryBytes, tail_bytes);
  ZipMember member;
  member.name = valid_utf8(tail.substr(0, name_bytes));
  member.stored_bytes = number_at(rest, 20, 4);
  member.bytes = number_at(rest, 24, 4);
  member.at = number_at(rest, 42, 4);
  read_64_bits(tail.substr(name_bytes, extra_bytes), member);
  constexpr std::uint64_t kEncrypted = 1, kStored = 0, kDeflated = 8;
  if (flags & kEncrypted || (method != kStored && method != kDeflated)) {
    throw TensorFileError("member \"" + shown(member.name) +
                          "\": expected a stored or deflated member, found it " +
                          (flags & kEncrypted ? "encrypted" : "compressed by another method"));
  }
  member.is_deflated = method == kDeflated;
  rest.remove_prefix(kEntryBytes + tail.size());
  return member;
}

void require_apart(std::vector<ZipMember> members) {
  std::ranges::sort(members, {}, &ZipMember::at);
  for (std::size_t n = 1; n < members.size(); ++n) {
    if (members[n].at - members[n - 1].at < members[n - 1].stored_bytes) {
      fail_zip("members \"" + shown(members[n - 1].name) + "\" and \"" + shown(members[n].name) +
               "\" overlap");
    }
  }
}

}  // namespace

bool is_zip(std::string_view begin) {
  return begin.size() >= 4 &&
         (number_at(begin, 0, 4) == kMemberSign || number_at(begin, 0, 4) == kEndSign);
}

std::vector<ZipMember> read_zip_directory(const FileBytes& file) {
  const DirectoryPlace place = directory_place(file);
  if (place.entries > kMostTensors) {
    throw TensorFileError("expected at most " + std::to_string(kMostTensors) + " members, found " +
                          std::to_string(place.entries));
  }
  if (place.bytes > kMostDirectoryBytes) {
    throw TensorFileError("expected a directory of at most 64 MiB, found more");
  }
  const std::string directory = file.read(place.at, place.bytes);
  std::string_view rest = directory;
  std::vector<ZipMember> members;
  for (std::uint64_t n = 0; n < place.entries; ++n) {
    members.push_back(read_entry(rest));
    find_data(file, place, members.back());
  }
  if (!rest.empty()) fail_zip("its directory has more entries than stated");
  require_apart(members);
  return members;
}

std::string read_member(const FileBytes& file, const ZipMember& member, std::uint64_t most) {
  std::string begin(std::min(member.bytes, most), '\0');
  if (member.is_deflated) {
    Inflater inflater(file, member.at, member.stored_bytes);
    begin.resize(inflater.read_some(begin.data(), begin.size()));
  } else {
    file.read(member.at, begin.data(), begin.size());
  }
  return begin;
}

}  // namespace attn
