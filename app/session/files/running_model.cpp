#include "app/session/files/running_model.h"

#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/model/files/token_names.h"
#include "app/model/run/model_document.h"
#include "app/model/run/run_dump.h"
#include "app/platform/process.h"
#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "engine/base/worker_pool.h"

namespace attn {
namespace {

constexpr const char* kUsualText = "When Mary and John went to the store, John gave a drink to";
constexpr int kUsualIds = 8;

std::string ids_words(const std::vector<int>& ids) {
  return joined(
      ids, [](int id) { return std::to_string(id); }, ",");
}

/// Run of a text, which keeps all that its heads need.
struct ModelTextRun {
  std::shared_ptr<const ModelStart> start;
  std::shared_ptr<WorkerPool> pool;
  RunRequest request;
  std::vector<int> ids;
  std::optional<ChangedRun> run{};
  std::optional<RunDump> heads{};
};

}  // namespace

bool may_be_model(const std::string& path) {
  if (path.ends_with(kModelEnding)) return true;
  std::error_code ignored;
  const std::filesystem::path file(path);
  if (file.filename() == "config.json") return true;
  return std::filesystem::is_directory(file, ignored) &&
         std::filesystem::exists(file / "config.json", ignored);
}

/// State shared with the running thread.
struct RunningModel::Work {
  // Set before the thread starts.
  std::string path, name;
  std::function<void()> wake;

  /// Only for the thread.
  std::shared_ptr<const ModelStart> start;
  std::shared_ptr<WorkerPool> pool;

  std::mutex mutex;
  std::condition_variable changes;
  // Guarded by the mutex:
  bool is_over = false, is_first = true, is_running = false, has_result = false;
  std::optional<std::string> wanted;
  std::shared_ptr<Progress> progress;
  std::shared_ptr<const AttentionDump> heads;
  std::string text, problem;
  bool takes_ids = false;

  std::thread thread;

  void run_wanted();
  void run();
  void cancel() {
    if (progress) progress->cancel();
  }

 private:
  void run_text(const std::optional<std::string>& typed, Progress& going);
};

/// Runs the typed text; without one the document's, or a usual one.
void RunningModel::Work::run_text(const std::optional<std::string>& typed, Progress& going) {
  if (!start) start = std::make_shared<const ModelStart>(path);
  if (!pool) pool = std::make_shared<WorkerPool>(0, WorkerPool::Affinity::kAnywhere);
  const OpenedModel& model = start->model();
  auto made = std::make_shared<ModelTextRun>();
  made->start = start;
  made->pool = pool;
  RunRequest request;
  const int vocabulary = model.description().vocabulary;
  if (typed) {
    if (model.has_tokenizer()) {
      request.text.text = *typed;
    } else {
      request.text.ids = ids_in_list(*typed, "", vocabulary);
    }
  } else if (!start->has_text()) {
    if (model.has_tokenizer()) request.text.text = kUsualText;
    for (int id = 0; !model.has_tokenizer() && id < std::min(kUsualIds, vocabulary); ++id) {
      request.text.ids.push_back(id);
    }
  }
  made->request = start->request(std::move(request));
  made->ids = model.ids_of(made->request.text);
  made->run.emplace(model, made->request, *pool);
  made->run->update(made->ids, &going);
  made->heads.emplace(made->run->run(), model.names_of(made->ids), name);
  const std::lock_guard lock(mutex);
  heads = {made, &*made->heads};
  takes_ids = !model.has_tokenizer();
  text = made->request.text.text.value_or(ids_words(made->ids));
  problem.clear();
}

void RunningModel::Work::run_wanted() {
  std::optional<std::string> typed;
  std::shared_ptr<Progress> going = std::make_shared<Progress>();
  {
    const std::lock_guard lock(mutex);
    typed = std::exchange(wanted, std::nullopt);
    is_first = false;
    is_running = true;
    progress = going;
  }
  std::string words;
  bool is_cancelled = false;
  try {
    run_text(typed, *going);
  } catch (const Cancelled&) {
    is_cancelled = true;
  } catch (const std::bad_alloc&) {
    words = "too large for the available memory";
  } catch (const std::exception& error) {
    words = error_message(error);
  }
  const std::lock_guard lock(mutex);
  is_running = false;
  progress.reset();
  if (is_cancelled) return;
  problem = std::move(words);
  has_result = true;
}

void RunningModel::Work::run() {
  lower_thread_priority();
  while (true) {
    {
      std::unique_lock lock(mutex);
      changes.wait(lock, [&] { return is_over || is_first || wanted; });
      if (is_over) return;
    }
    run_wanted();
    wake();
  }
}

RunningModel::RunningModel(std::string path, std::function<void()> wake)
    : path_(std::move(path)), name_(model_name(path_)), work_(std::make_unique<Work>()) {
  work_->path = path_;
  work_->name = name_;
  work_->wake = std::move(wake);
  if (work_->wake) {
    work_->thread = std::thread([work = work_.get()] { work->run(); });
  } else {
    work_->run_wanted();
    follow();
  }
}

RunningModel::~RunningModel() {
  {
    const std::lock_guard lock(work_->mutex);
    work_->is_over = true;
    work_->cancel();
  }
  work_->changes.notify_all();
  if (work_->thread.joinable()) work_->thread.join();
}

void RunningModel::run(const std::string& text) {
  {
    const std::lock_guard lock(work_->mutex);
    work_->wanted = text;
    work_->cancel();
  }
  if (work_->wake) return work_->changes.notify_all();
  work_->run_wanted();
  follow();
}

bool RunningModel::is_busy() const {
  const std::lock_guard lock(work_->mutex);
  return work_->is_first || work_->is_running || work_->wanted;
}

bool RunningModel::can_follow() const {
  const std::lock_guard lock(work_->mutex);
  return work_->has_result;
}

void RunningModel::follow() {
  const std::lock_guard lock(work_->mutex);
  if (!std::exchange(work_->has_result, false)) return;
  problem_ = work_->problem;
  if (std::shared_ptr<const AttentionDump> made = std::exchange(work_->heads, nullptr)) {
    heads_ = std::move(made);
    text_ = work_->text;
    takes_ids_ = work_->takes_ids;
  }
}

}  // namespace attn
