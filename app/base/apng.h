// Animations as APNG files: a PNG whose first frame any viewer shows, and further frames that browsers play.
#pragma once

#include <filesystem>
#include <memory>

#include "base/png.h"

namespace warpwise {

// Writes frame after frame into a file that gets its name at the end: a kill, a full disk or a destroyed writer leaves what was
// there before, and where the file system has no files without a name a kill leaves a .part, which the next writer removes.
class ApngWriter {
  public:
    // delay_ms: how long a frame is shown. It plays without end.
    static Result<ApngWriter> create(const std::filesystem::path&, int delay_ms, TextChunks texts = {});
    ~ApngWriter();
    ApngWriter(ApngWriter&&) noexcept;
    ApngWriter& operator=(ApngWriter&&) noexcept;

    Result<void> add(const Image&);  // all of one size
    Result<void> finish();           // at least one frame
    std::uint64_t bytes() const;     // written up to now

  private:
    struct State;
    explicit ApngWriter(std::unique_ptr<State>);
    std::unique_ptr<State> state_;
};

}  // namespace warpwise
