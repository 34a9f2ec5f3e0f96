#include "simt/compile/deep_stack.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>

namespace warpwise::simt {
namespace {

constexpr std::size_t kHandlerStackBytes = 64 << 10;
constexpr std::uintptr_t kLargestFrame = 1 << 20;  // that may step over the guard page

thread_local std::uintptr_t stack_low = 0;  // of a deep stack: its lowest byte
volatile sig_atomic_t status_of_full_stack = 0;

struct Task {
    const std::function<void()>& work;
    std::exception_ptr failure;
};

// On the thread's alternative stack: the deep one has no room left.
void on_bad_access(int signal, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (stack_low != 0 && address + kLargestFrame > stack_low && address < stack_low + kLargestFrame) _exit(status_of_full_stack);
    ::signal(signal, SIG_DFL);  // the access is made again, and ends the process in the ordinary way
}

void* run_task(void* pointer) {
    auto* task = static_cast<Task*>(pointer);
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void* low = nullptr;
        std::size_t bytes = 0;
        pthread_attr_getstack(&attributes, &low, &bytes);
        pthread_attr_destroy(&attributes);
        stack_low = reinterpret_cast<std::uintptr_t>(low);
    }
    std::array<std::byte, kHandlerStackBytes> room;
    stack_t own{}, before{};
    own.ss_sp = room.data();
    own.ss_size = room.size();
    sigaltstack(&own, &before);
    try {
        task->work();
    } catch (...) {
        task->failure = std::current_exception();
    }
    sigaltstack(&before, nullptr);
    return nullptr;
}

}  // namespace

void run_on_deep_stack(const std::function<void()>& work) {
    Task task{work, nullptr};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kDeepStackBytes);
    pthread_t thread{};
    const int status = pthread_create(&thread, &attributes, run_task, &task);
    pthread_attr_destroy(&attributes);
    if (status != 0) throw std::bad_alloc();
    pthread_join(thread, nullptr);
    if (task.failure) std::rethrow_exception(task.failure);
}

void exit_when_deep_stack_ends(int exit_status) {
    status_of_full_stack = exit_status;
    struct sigaction action{};
    action.sa_sigaction = on_bad_access;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace warpwise::simt
