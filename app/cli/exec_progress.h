// A program's progress while it runs: one line on standard error, updated in place.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "device/process/program_progress.h"
#include "experiment/file/temporary_folder.h"

namespace warpwise {

// "12 launches, 45.3 million warp instructions/s, 8 s: scale (line 34)". `rate`: warp instructions per second.
std::string progress_text(const ProgramProgress::Seen&, double rate, double elapsed_s);

class ExecProgress {
  public:
    enum class When { in_a_terminal, always };
    // Null if there is nowhere to show it.
    static std::unique_ptr<ExecProgress> make(When);
    ~ExecProgress();  // the line is gone
    ExecProgress(const ExecProgress&) = delete;
    ExecProgress& operator=(const ExecProgress&) = delete;

    // For ExecOptions::progress_file.
    std::filesystem::path file() const { return folder_.path() / "progress"; }
    // Standard output leads to the same place: what the program prints must pass through here, so that the line stays apart from
    // it.
    bool has_output_beside() const { return has_output_beside_; }
    void before_output();
    void after_output(std::string_view);

  private:
    explicit ExecProgress(TemporaryFolder);
    void renew(const std::stop_token&);
    void show(const std::string& text);
    void clear();

    TemporaryFolder folder_;
    ProgramProgress* progress_ = nullptr;
    const Clock::time_point start_ = Clock::now();
    std::mutex mutex_;  // guards what follows
    bool has_output_beside_ = false, is_shown_ = false;
    bool is_within_line_ = false;  // the program has printed a part of one
    std::condition_variable_any ended_;
    std::jthread renews_;  // last: it uses what is above
};

}  // namespace warpwise
