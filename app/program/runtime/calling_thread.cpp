#include "program/runtime/calling_thread.h"

#include <unistd.h>

#include <atomic>

namespace warpwise {
namespace {

// The first thread's stays: destructors of the program's objects call CUDA after those of its thread-local variables.
struct Holder {
    CallingThread* thread = nullptr;
    ~Holder() {
        if (thread == nullptr || gettid() == getpid()) return;
        delete thread;
        thread = nullptr;
    }
};
thread_local Holder holder;

}  // namespace

CallingThread& CallingThread::here() {
    static std::atomic<std::uint64_t> threads{0};
    if (holder.thread == nullptr) {
        holder.thread = new CallingThread;
        holder.thread->number = ++threads;
    }
    return *holder.thread;
}

}  // namespace warpwise
