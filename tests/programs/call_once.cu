// std::call_once and variables of each thread in host code.
// prints: called 1 times, own values 5 and 7
#include <cstdio>
#include <mutex>
#include <thread>

std::once_flag flag;
thread_local int own = 5;

int main() {
    int calls = 0, of_thread = 0;
    const auto call = [&] { std::call_once(flag, [&](int by) { calls += by; }, 1); };
    call();
    std::thread other([&] {
        call();
        own = 7;
        of_thread = own;
    });
    other.join();
    call();
    std::printf("called %d times, own values %d and %d\n", calls, own, of_thread);
}
