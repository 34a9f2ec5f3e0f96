// A mistake of the program's own: told with its line.
// exit: 139
#include <cstdio>

int main() {
    volatile int* nothing = nullptr;
    std::printf("before\n");
    return *nothing;  // error: SIGSEGV
}
