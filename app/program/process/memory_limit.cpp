#include "program/process/memory_limit.h"

#include <sys/resource.h>
#include <unistd.h>

namespace warpwise {

void limit_memory() {
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)  // whose shadow is larger than any memory
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    rlimit limit{};
    if (pages <= 0 || bytes <= 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
    const rlim_t most = static_cast<rlim_t>(pages) / 16 * 15 * static_cast<rlim_t>(bytes);
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= most) return;
    limit.rlim_cur = most;
    setrlimit(RLIMIT_DATA, &limit);
#endif
}

}  // namespace warpwise
