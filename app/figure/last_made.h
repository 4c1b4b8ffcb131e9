#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace attn {

/// Thrown, where a LaterScope wants it, in place of making what takes longer than a frame has time
/// for: after `make` was called, on any thread, asking again costs nothing.
struct MadeLater {
  std::function<void()> make;
};

/// As long as one lives on a thread, what takes long is not made there: see MadeLater.
class LaterScope {
 public:
  LaterScope() : before_(std::exchange(is_on_, true)) {}
  ~LaterScope() { is_on_ = before_; }
  LaterScope(const LaterScope&) = delete;
  LaterScope& operator=(const LaterScope&) = delete;
  static bool is_on() { return is_on_; }

 private:
  inline static thread_local bool is_on_ = false;
  bool before_;
};

/// The last result of a computation that several views and threads ask for: for the same key it is
/// made once. Lives as long as the program.
template <typename Key, typename Value>
class LastMade {
 public:
  /// `make`, which owns what it needs, is called where the last result was of another key. Throws
  /// MadeLater instead in a LaterScope, where it `takes_long`.
  template <typename Make>
  std::shared_ptr<const Value> of(const Key& key, bool takes_long, const Make& make) {
    if (auto known = find(key)) return known;
    if (takes_long && LaterScope::is_on()) {
      throw MadeLater{[this, key, make] { keep(key, std::make_shared<const Value>(make())); }};
    }
    auto made = std::make_shared<const Value>(make());
    keep(key, made);
    return made;
  }

 private:
  std::shared_ptr<const Value> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    return key_ && *key_ == key ? made_ : nullptr;
  }
  void keep(const Key& key, std::shared_ptr<const Value> made) {
    std::optional<Key> before(key);
    const std::lock_guard lock(mutex_);
    key_.swap(before);
    made_.swap(made);
  }

  std::mutex mutex_;
  std::optional<Key> key_;
  std::shared_ptr<const Value> made_;
};

}  // namespace attn
