#include "cuda/launch/thread_team.h"

namespace warpwise {

ThreadTeam::ThreadTeam(unsigned members) : begin_(members), end_(members) {
    for (unsigned member = 1; member < members; ++member) threads_.emplace_back([this, member] { serve(member); });
}

ThreadTeam::~ThreadTeam() {
    work_ = nullptr;
    begin_.arrive_and_wait();
}

void ThreadTeam::run(const std::function<void(unsigned)>& work) {
    work_ = &work;
    begin_.arrive_and_wait();
    work(0);
    end_.arrive_and_wait();
}

void ThreadTeam::serve(unsigned member) {
    while (true) {
        begin_.arrive_and_wait();
        if (!work_) return;
        (*work_)(member);
        end_.arrive_and_wait();
    }
}

}  // namespace warpwise
