// Work that several threads share, and whose results are taken in the order in which it was given: what is made of them
// does not depend on who was faster.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "system/stack_watch.hpp"

namespace plato {

template <class Result>
class WorkInOrder {
 public:
  using Job = std::function<Result()>;

  // With one worker there are no threads: a job is done when its result is taken.
  explicit WorkInOrder(std::size_t workers) : room_(workers < 2 ? 1 : 2 * workers) {
    if (workers < 2) return;
    give_threads_room();
    for (std::size_t i = 0; i < workers; ++i) threads_.emplace_back([this](std::stop_token stop) { work(stop); });
  }
  // What nobody has begun is forgotten; what is under way is waited for.
  ~WorkInOrder() {
    {
      const std::lock_guard guard(mutex_);
      jobs_.clear();
    }
    for (std::jthread& thread : threads_) thread.request_stop();
  }
  WorkInOrder(const WorkInOrder&) = delete;
  WorkInOrder& operator=(const WorkInOrder&) = delete;

  // Whether it is worthwhile to give more before a result is taken.
  bool has_room() const { return taken_.size() < room_; }
  bool is_empty() const { return taken_.empty(); }

  void give(Job job) {
    auto entry = std::make_shared<Entry>(Entry{std::move(job), {}, {}});
    taken_.push_back(entry);
    if (threads_.empty()) return;
    {
      const std::lock_guard guard(mutex_);
      jobs_.push_back(std::move(entry));
    }
    is_given_.notify_one();
  }

  // The result of the job that was given first and not taken yet; what the job has thrown is thrown here.
  Result take() {
    const std::shared_ptr<Entry> entry = std::move(taken_.front());
    taken_.pop_front();
    if (threads_.empty()) return entry->job();
    std::unique_lock lock(mutex_);
    is_done_.wait(lock, [&] { return entry->result || entry->thrown; });
    if (entry->thrown) std::rethrow_exception(entry->thrown);
    return *std::move(entry->result);
  }

 private:
  struct Entry {
    Job job;
    std::optional<Result> result;
    std::exception_ptr thrown;
  };

  std::size_t room_;
  std::deque<std::shared_ptr<Entry>> taken_;   // given and not taken: of the thread that gives
  std::mutex mutex_;                           // of what follows, and of results
  std::deque<std::shared_ptr<Entry>> jobs_;
  std::condition_variable_any is_given_;
  std::condition_variable is_done_;
  std::vector<std::jthread> threads_;   // the last member: they end before the rest does

  void work(const std::stop_token& stop) {
    const StackWatch watch;
    for (std::unique_lock lock(mutex_); is_given_.wait(lock, stop, [&] { return !jobs_.empty(); });) {
      const std::shared_ptr<Entry> entry = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      std::optional<Result> result;
      std::exception_ptr thrown;
      try {
        result.emplace(entry->job());
      } catch (...) {
        thrown = std::current_exception();
      }
      entry->job = {};
      lock.lock();
      entry->result = std::move(result);
      entry->thrown = thrown;
      is_done_.notify_all();
    }
  }
};

}   // namespace plato
