// When the program's own code faults: on memory of the device, on memory that a kernel may still be writing, or of itself. What
// ends it is written to a CrashRecord with calls that are allowed in a handler of signals, and told by the process that waits for
// it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "program/runtime/crash_record.h"

namespace warpwise {

class Runtime;

// In the program's process, before its code runs.
void catch_host_faults(CrashRecord&);
// In the process that waits for it. The exit status.
int tell_crash(Runtime&, const CrashRecord&);

// Pages that a kernel must not touch while it runs, or not write. The first touch is noted, and opens them.
class WatchedPages {
  public:
    WatchedPages() = default;
    ~WatchedPages() { close(); }
    WatchedPages(const WatchedPages&) = delete;
    // All pages that lie in the range. `group`: what was_touched() is asked about.
    void add(std::size_t group, std::byte* first, std::byte* end, bool may_be_read);
    // From here on until close().
    void watch();
    void close();
    bool was_touched(std::size_t group) const {
        return std::ranges::any_of(
            pages_, [group](const Pages& each) { return each.group == group && each.was_touched.load(std::memory_order_relaxed); });
    }
    // Called by the handler of signals. False: not one of them.
    bool touch(std::uint64_t address);

  private:
    struct Pages {
        std::size_t group = 0;
        std::byte *first = nullptr, *end = nullptr;
        bool may_be_read = false;
        std::atomic<bool> was_touched{false};
    };
    std::deque<Pages> pages_;
    bool is_watched_ = false;
};

}  // namespace warpwise
