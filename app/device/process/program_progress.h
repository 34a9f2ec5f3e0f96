// The progress of a whole program's run: memory that its process writes and the process that started it reads, so that even an
// endless kernel is seen at work.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace warpwise {

class ProgramProgress {
  public:
    // A file that both processes open; all zeros when new. Null if the system does not provide the memory.
    static ProgramProgress* open(const std::filesystem::path&);
    static void close(ProgramProgress*);

    // ---- of the program's process, one thread at a time ----
    void begin() { is_begun_ = true; }  // it was compiled
    void begin_launch(const std::string& kernel, int line);
    void end_launch();
    // Warp instructions, counted while a kernel runs.
    std::atomic<std::uint64_t>& instructions() { return instructions_; }

    // ---- of the other ----
    struct Seen {
        bool is_begun = false;
        std::uint64_t launches = 0, instructions = 0;  // launches that have ended
        std::string kernel;                            // that runs; empty: the host's code does
        int line = 0;                                  // of its launch
    };
    // Nothing while it is being changed.
    std::optional<Seen> look() const;

  private:
    static constexpr std::size_t kMostName = 200;
    std::atomic<bool> is_begun_{false};
    std::atomic<std::uint64_t> launches_{0}, instructions_{0};
    std::atomic<std::uint64_t> version_{0};  // odd while what follows is being written
    std::array<char, kMostName> kernel_{};
    int line_ = 0;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

class LaunchInProgress {
  public:
    // `progress` may be null.
    LaunchInProgress(ProgramProgress* progress, const std::string& kernel, int line) : progress_(progress) {
        if (progress_ != nullptr) progress_->begin_launch(kernel, line);
    }
    ~LaunchInProgress() {
        if (progress_ != nullptr) progress_->end_launch();
    }
    LaunchInProgress(const LaunchInProgress&) = delete;
    LaunchInProgress& operator=(const LaunchInProgress&) = delete;

  private:
    ProgramProgress* progress_;
};

}  // namespace warpwise
