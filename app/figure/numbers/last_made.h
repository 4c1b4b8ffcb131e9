#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

/// Thrown in a LaterScope instead of a computation that takes longer than a frame allows. After
/// `make` was called, on any thread, the same request is answered from the cache.
struct MadeLater {
  std::function<void()> make;
};

/// While an instance lives on a thread, long computations are not made there: see MadeLater.
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

/// Registry of all caches, to clear them together: unused results can be large.
class AllLastMade {
 public:
  static void forget() {
    const std::lock_guard lock(registering_);
    for (AllLastMade* one : all_) one->forget_own();
  }
  AllLastMade(const AllLastMade&) = delete;
  AllLastMade& operator=(const AllLastMade&) = delete;

 protected:
  AllLastMade() = default;
  ~AllLastMade() = default;
  /// Called in constructor and destructor of the complete object: another thread may call forget().
  void begin() {
    const std::lock_guard lock(registering_);
    all_.push_back(this);
  }
  void end() {
    const std::lock_guard lock(registering_);
    std::erase(all_, this);
  }
  virtual void forget_own() = 0;

 private:
  inline static std::mutex registering_;
  inline static std::vector<AllLastMade*> all_;
};

/// Cache of the last result of a computation that several views and threads request: computed once
/// per key. Lives as long as the program, or until it is cleared.
template <typename Key, typename Value>
class LastMade final : AllLastMade {
 public:
  LastMade() { begin(); }
  ~LastMade() { end(); }

  /// Returns the cached result if its key equals `key`; otherwise calls `make`, which must own its
  /// inputs. In a LaterScope throws MadeLater instead of a call that `takes_long`.
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
  void forget_own() override {
    std::optional<Key> key;
    std::shared_ptr<const Value> made;
    const std::lock_guard lock(mutex_);
    key_.swap(key);
    made_.swap(made);
  }
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
