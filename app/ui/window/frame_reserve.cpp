#include "app/ui/window/frame_reserve.h"

#include <new>

namespace attn::ui {
namespace {

constexpr std::size_t kReserved = 16 << 20;

/// The reserve of this thread.
thread_local std::unique_ptr<std::byte[]>* own_reserve = nullptr;

/// The standard library's handler: tries again after it returns.
void give_reserve() {
  if (own_reserve == nullptr || !*own_reserve) throw std::bad_alloc();
  own_reserve->reset();
}

}  // namespace

FrameReserve::FrameReserve() {
  own_reserve = &bytes_;
  std::set_new_handler(give_reserve);
  refill();
}

FrameReserve::~FrameReserve() {
  std::set_new_handler(nullptr);
  own_reserve = nullptr;
}

void FrameReserve::refill() {
  if (bytes_) return;
  // Empty meanwhile, so that the handler throws, and the reserve stays empty.
  bytes_.reset(new (std::nothrow) std::byte[kReserved]);
}

}  // namespace attn::ui
