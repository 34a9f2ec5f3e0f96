// A moving picture as an APNG file: computed anew, frame by frame, on a thread of its own.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "base/png.h"
#include "experiment/animation.h"
#include "ui/image_facts.h"

namespace warpwise::ui {

struct ExportOrder {
    const Lesson* lesson = nullptr;  // outlives the export
    ExperimentRequest request;
    std::optional<Array> from;  // the first frame; nothing: the lesson's start
    ImageSpec spec;
    int frames = 120, steps_per_frame = 1, frames_per_s = 25;
    std::filesystem::path path;
    TextChunks texts;
};

// The picture of a state, a pixel an element; small ones enlarged by a whole factor.
Image picture_of(const Array& state, const ImageSpec&);

// Writes the file, or leaves nothing. `progress` hears how many frames are done. A stop is an Error that says so.
Result<void> export_animation(const ExportOrder&, DeviceSet&, const std::stop_token& stop,
                              const std::function<void(int)>& progress);

class AnimationExport {
  public:
    AnimationExport(ExportOrder, DeviceSet&);  // begins
    void cancel() { thread_.request_stop(); }
    int frames() const { return order_.frames; }
    int frames_done() const { return done_; }
    const std::filesystem::path& path() const { return order_.path; }
    std::optional<Result<void>> outcome() const;  // nothing while it goes on

  private:
    const ExportOrder order_;
    std::atomic<int> done_ = 0;
    mutable std::mutex mutex_;
    std::optional<Result<void>> outcome_;
    std::jthread thread_;  // last: it uses the others, and is stopped before they go
};

}  // namespace warpwise::ui
