// Binds a few functions to versions that older systems have. A linker takes the newest version of a symbol, so a program built on
// Debian 12 would ask for glibc 2.36 (arc4random, which LLVM calls), glibc 2.35 (hypot) and GCC 12's C++ runtime
// (condition_variable::wait), none of which it needs. With these definitions it starts with glibc 2.34 and GCC 11's runtime, as in
// Ubuntu 22.04 and RHEL 9. scripts/package-symbols finds what is missing here.
#include <sys/random.h>

#include <cstdint>
#include <cstdlib>

#define WARPWISE_LOCAL __attribute__((visibility("hidden")))

extern "C" {

double old_hypot(double, double) noexcept;
float old_hypotf(float, float) noexcept;
void old_condition_variable_wait(void*, void*);
asm(".symver old_hypot, hypot@GLIBC_2.2.5");
asm(".symver old_hypotf, hypotf@GLIBC_2.2.5");
asm(".symver old_condition_variable_wait, _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE@GLIBCXX_3.4.11");

WARPWISE_LOCAL double hypot(double x, double y) noexcept { return old_hypot(x, y); }
WARPWISE_LOCAL float hypotf(float x, float y) noexcept { return old_hypotf(x, y); }

WARPWISE_LOCAL void condition_variable_wait(void* self,
                                            void* lock) asm("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE");
WARPWISE_LOCAL void condition_variable_wait(void* self, void* lock) { old_condition_variable_wait(self, lock); }

// The real one never fails either: it ends the process when the system has no random numbers.
WARPWISE_LOCAL std::uint32_t arc4random() noexcept {
    std::uint32_t value = 0;
    if (getentropy(&value, sizeof value) != 0) std::abort();
    return value;
}

}  // extern "C"
