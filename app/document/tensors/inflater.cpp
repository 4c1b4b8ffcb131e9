#include "app/document/tensors/inflater.h"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include <zlib.h>

#include "app/document/tensors/tensor.h"

namespace attn {

struct Inflater::Stream {
  z_stream z{};
};

Inflater::Inflater(FileBytes file, std::uint64_t at, std::uint64_t count, Wrapping wrapping)
    : stream_(std::make_unique<Stream>()), file_(std::move(file)), at_(at), end_(at + count) {
  const int bits = wrapping == Wrapping::kNone ? -MAX_WBITS : MAX_WBITS;
  if (inflateInit2(&stream_->z, bits) != Z_OK) throw std::bad_alloc();
}

Inflater::~Inflater() { inflateEnd(&stream_->z); }

std::uint64_t Inflater::read_some(char* to, std::uint64_t most) {
  constexpr std::uint64_t kMostAtOnce = 1 << 30, kPiece = 1 << 16;
  z_stream& z = stream_->z;
  std::uint64_t given = 0;
  while (given < most && !is_at_end_) {
    if (z.avail_in == 0) {
      piece_ = file_.read(at_, std::min(end_ - at_, kPiece));
      at_ += piece_.size();
      z.next_in = reinterpret_cast<Bytef*>(piece_.data());
      z.avail_in = static_cast<uInt>(piece_.size());
    }
    const auto room = static_cast<uInt>(std::min(most - given, kMostAtOnce));
    z.next_out = reinterpret_cast<Bytef*>(to + given);
    z.avail_out = room;
    const int answer = inflate(&z, Z_NO_FLUSH);
    given += room - z.avail_out;
    if (answer == Z_STREAM_END) {
      is_at_end_ = true;
    } else if (answer == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (answer != Z_OK) {
      position_ += given;
      throw TensorFileError(answer == Z_BUF_ERROR ? "the compressed data ends too early"
                                                  : "the compressed data is damaged");
    }
  }
  position_ += given;
  return given;
}

void Inflater::read(char* to, std::uint64_t count) {
  if (read_some(to, count) != count) throw TensorFileError("the compressed data ends too early");
}

bool Inflater::is_complete() const { return is_at_end_ && stream_->z.avail_in == 0 && at_ == end_; }

void Inflater::skip(std::uint64_t count) {
  std::vector<char> unused(std::min<std::uint64_t>(count, 1 << 20));
  while (count > 0) {
    const std::uint64_t next = std::min<std::uint64_t>(count, unused.size());
    read(unused.data(), next);
    count -= next;
  }
}

}  // namespace attn
