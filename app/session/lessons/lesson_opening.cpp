#include "app/session/lessons/lesson_opening.h"

#include <exception>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "app/document/expressions/lesson_error.h"
#include "app/session/words/window_parts.h"

namespace attn {
namespace {

SoundLesson sound(const ShelvedLesson& shelved, const Progress& progress) {
  return {lesson_of(shelved), lesson_vocabulary(), LessonBudget(&progress)};
}

OpenedLesson opened(const ShelvedLesson& shelved, std::size_t step, const Progress& progress) {
  // Taken before reading: changes meanwhile cause another read.
  const FileIdentity file = shelved.text.empty() ? identity_of(shelved.id) : FileIdentity{};
  try {
    return {sound(shelved, progress), shelved.id, step, file, {}, {}};
  } catch (const LessonError& error) {
    return {{}, {}, 0, {}, {}, problem_of(shelved, error)};
  }
}

/// First valid lesson; earlier ones are skipped, and their problems reported.
OpenedLesson opened_at(const std::string& path, std::size_t step, const Progress& progress) {
  OpenedLesson all;
  LessonShelf shelf = lessons_at(path, &progress);
  all.message = shelf.problem;
  while (!shelf.lessons.empty() && !all.lesson) {
    OpenedLesson first = opened(shelf.lessons.front(), step, progress);
    if (!all.message.empty()) first.message = std::move(all.message);
    all = std::move(first);
    if (!all.lesson) shelf.lessons.erase(shelf.lessons.begin());
  }
  if (const std::string cut = shelf.words(); !cut.empty()) {
    all.message = cut + (all.message.empty() ? "" : "; " + all.message);
  }
  if (!all.lesson) return all;
  all.shelf = std::move(shelf);
  const std::size_t count = all.lesson->lesson().steps.size();
  if (step >= count && all.message.empty()) {
    all.message =
        all.id + ": no step " + std::to_string(step + 1) + ", the last is " + std::to_string(count);
  }
  return all;
}

}  // namespace

LessonOpening::~LessonOpening() {
  cancel();
  for (const auto& job : cancelled_) job->thread.join();
}

void LessonOpening::open(ShelvedLesson lesson, std::size_t step) {
  start([lesson = std::move(lesson), step](const Progress& progress) {
    return opened(lesson, step, progress);
  });
}

void LessonOpening::open(std::string path, std::size_t step) {
  start([path = std::move(path), step](const Progress& progress) {
    return opened_at(path, step, progress);
  });
}

void LessonOpening::cancel() {
  if (!job_) return;
  job_->progress.cancel();
  if (job_->thread.joinable()) cancelled_.push_back(job_);
  job_.reset();
}

void LessonOpening::start(Work work) {
  cancel();
  join_those_over();
  job_ = std::make_shared<Job>();
  if (!wake_) return run(*job_, work, {});
  job_->thread = std::thread(
      [job = job_.get(), work = std::move(work), wake = wake_] { run(*job, work, wake); });
}

void LessonOpening::run(Job& job, const Work& work, const std::function<void()>& wake) {
  OpenedLesson answer;
  try {
    answer = work(job.progress);
  } catch (const Cancelled&) {
    // The result is no longer needed.
  } catch (const std::bad_alloc&) {
    answer.message = "out of memory";
  } catch (const std::exception& error) {
    answer.message = error.what();
  }
  {
    const std::lock_guard lock(job.mutex);
    job.answer = std::move(answer);
    job.is_over = true;
  }
  if (wake) wake();
}

void LessonOpening::join_those_over() {
  std::erase_if(cancelled_, [](const std::shared_ptr<Job>& job) {
    {
      const std::lock_guard lock(job->mutex);
      if (!job->is_over) return false;
    }
    job->thread.join();
    return true;
  });
}

double LessonOpening::seconds_busy() const {
  if (!job_ || has_answer()) return 0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - job_->begun).count();
}

bool LessonOpening::has_answer() const {
  if (!job_) return false;
  const std::lock_guard lock(job_->mutex);
  return job_->answer.has_value();
}

std::optional<OpenedLesson> LessonOpening::take_opened() {
  if (!has_answer()) return std::nullopt;
  std::optional<OpenedLesson> answer = std::move(job_->answer);
  if (job_->thread.joinable()) job_->thread.join();
  job_.reset();
  return answer;
}

}  // namespace attn
