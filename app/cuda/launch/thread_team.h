// Threads that stay and work together, again and again: starting one anew costs as long as copying a megabyte.
#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace warpwise {

class ThreadTeam {
  public:
    // `members` counts the caller of run() too; 1 or more.
    explicit ThreadTeam(unsigned members);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    // Calls work(0) here and work(1), work(2), ... on the other members at the same time; returns when all are done. `work` must
    // not throw. One caller at a time.
    void run(const std::function<void(unsigned member)>& work);

  private:
    void serve(unsigned member);

    std::barrier<> begin_, end_;
    const std::function<void(unsigned)>* work_ = nullptr;  // null at the beginning of a round: the team goes home
    std::vector<std::jthread> threads_;
};

}  // namespace warpwise
