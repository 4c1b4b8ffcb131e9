#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

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

/// What there is of them, to be let go of together: what is not looked at any more can be large.
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
  /// For the constructor and the destructor of what is whole: another thread may call forget().
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

/// The last result of a computation that several views and threads ask for: for the same key it is
/// made once. Lives as long as the program, or until it is forgotten.
template <typename Key, typename Value>
class LastMade final : AllLastMade {
 public:
  LastMade() { begin(); }
  ~LastMade() { end(); }

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
