// Limits for a process that compiles and runs what strangers wrote: a text that wants too much ends it, and nothing else.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace warpwise {

// Exit statuses that say why; RemoteWords::exits puts them into words.
inline constexpr int kExitOutOfStack = 101, kExitOutOfMemory = 102, kExitMachineIsFull = 103;

class ProcessGuard {
  public:
    // Leaves no core file and offers the process to the system as the first to end when memory runs short. Before the walls
    // (device/process/walls.h): this writes a file.
    static void offer_process();
    // Watches the process's memory from a thread of its own. Once in a process.
    ProcessGuard();
    // While one lives, the process is watched: it may grow by `most_bytes` (0: as far as the machine has room).
    class Watch {
      public:
        Watch(ProcessGuard& guard, std::uint64_t most_bytes);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

      private:
        ProcessGuard& guard_;
    };

  private:
    [[noreturn]] void watch() const;

    std::atomic<std::uint64_t> limit_bytes_{0};  // of its own memory; 0: not watched, all bits: the machine's
};

}  // namespace warpwise
