#include "app/session/received/inbox.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <utility>

#include "app/document/files/memory_limit.h"
#include "app/document/files/problem_line.h"
#include "app/document/messages/message.h"
#include "app/platform/process.h"

namespace attn {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kBetweenMessages(1000 / Inbox::kMostMessages);
constexpr std::chrono::seconds kLongestSilence(10);
constexpr std::chrono::milliseconds kAnswerPatience(100);
constexpr std::size_t kPiece = 1 << 20;

/// The scene of `message`, or the problem in `problem`.
std::shared_ptr<const Scene> read_scene_of(Message message, std::string& problem) {
  try {
    return std::make_shared<const Scene>(scene_in(std::move(message)));
  } catch (const SceneError& error) {
    problem = problem_line("", error.problem().place, error.problem().text);
  }
  return nullptr;
}

}  // namespace

/// Connections with what they have sent so far.
class Inbox::Senders {
 public:
  explicit Senders(Inbox& inbox) : inbox_(inbox) {}

  /// Accepts connections and reads what has arrived, until something was written to `stop_`.
  void serve() {
    for (;;) {
      const auto now = Clock::now();
      std::erase_if(senders_, [&](const Sender& one) {
        return one.reader.held() > 0 && one.reader.missing() > 0 &&
               now - one.last > kLongestSilence;
      });
      std::vector<const Descriptor*> wanted{&inbox_.stop_->asked(), &inbox_.listener_->socket()};
      auto until = now + kLongestSilence;
      for (const Sender& one : senders_) {
        const bool rests = one.next > now;
        if (rests) until = std::min(until, one.next);
        wanted.push_back(rests ? nullptr : one.connection.get());
      }
      const auto wait = std::chrono::ceil<std::chrono::milliseconds>(until - now);
      const std::vector<bool> ready = wait_for_any(wanted, wait);
      if (ready.empty()) continue;
      if (ready[0]) return;
      for (std::size_t n = senders_.size(); n-- > 0;) {
        if (ready[n + 2] && !read_from(senders_[n])) {
          senders_.erase(senders_.begin() + static_cast<std::ptrdiff_t>(n));
        }
      }
      if (ready[1]) accept();
    }
  }

 private:
  struct Sender {
    std::unique_ptr<Descriptor> connection;
    MessageReader reader{};
    Clock::time_point last = Clock::now();  ///< when bytes arrived
    Clock::time_point next{};               ///< not read before
  };

  /// A new connection takes the place of the one that is silent for longest.
  void accept() {
    auto connection = inbox_.listener_->accept();
    if (!connection) return;
    if (senders_.size() == kMostSenders) {
      senders_.erase(std::ranges::min_element(senders_, {}, &Sender::last));
    }
    senders_.push_back({std::move(connection)});
  }

  /// Returns whether the connection stays.
  bool read_from(Sender& sender) {
    try {
      MessageReader& reader = sender.reader;
      const auto most = std::min<std::uint64_t>(reader.missing(), kPiece);
      if (!receive_some(*sender.connection, reader.buffer(), most)) return false;
      sender.last = Clock::now();
      reader.advance();
      require_room();
      if (reader.missing() > 0) return true;
      sender.next = sender.last + kBetweenMessages;
      Message message = reader.take();
      ReceivedScene received{message.name, nullptr};
      std::string problem;
      received.scene = read_scene_of(std::move(message), problem);
      if (received.scene) problem = inbox_.keep(std::move(received));
      answer(sender, problem);
      return true;
    } catch (const MessageError& error) {
      try {
        answer(sender, error.what());
      } catch (const std::runtime_error&) {  // it is closed anyway
      }
      return false;
    } catch (const std::exception&) {
      return false;
    }
  }

  static void answer(const Sender& sender, const std::string& problem) {
    send_all(*sender.connection, answer_bytes(problem), kAnswerPatience);
  }

  /// Throws MessageError if all unfinished messages together take too much memory.
  void require_room() const {
    double held = 0;
    for (const Sender& one : senders_) held += static_cast<double>(one.reader.held());
    if (held > memory_limit() / 2) throw MessageError("message: too many at the same time");
  }

  Inbox& inbox_;
  std::vector<Sender> senders_{};
};

Inbox::~Inbox() {
  if (!thread_.joinable()) return;
  stop_->wake();
  thread_.join();
}

bool Inbox::listen(const std::string& path) {
  listener_ = LocalListener::at(path);
  if (!listener_) return false;
  stop_ = std::make_unique<WakeUp>();
  thread_ = std::thread([this] {
    lower_thread_priority();
    Senders(*this).serve();
  });
  return true;
}

bool Inbox::has_arrived() const {
  const std::scoped_lock lock(mutex_);
  return !arrived_.empty();
}

std::vector<ReceivedScene> Inbox::take() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(arrived_, {});
}

std::string Inbox::keep(ReceivedScene scene) {
  {
    const std::scoped_lock lock(mutex_);
    const auto found = std::ranges::find(arrived_, scene.name, &ReceivedScene::name);
    if (found != arrived_.end()) {
      found->scene = std::move(scene.scene);
    } else if (arrived_.size() < kMostNames) {
      arrived_.push_back(std::move(scene));
    } else {
      return "the window is busy with " + std::to_string(kMostNames) + " other scenes";
    }
  }
  wake_();
  return "";
}

}  // namespace attn
