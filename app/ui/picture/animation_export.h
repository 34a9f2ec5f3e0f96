// A moving picture as an APNG file: computed anew, frame by frame, on a thread of its own.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "base/png.h"
#include "experiment/picture/animation.h"

namespace warpwise::ui {

// What makes a picture of a frame's arrays (Animation::shown()), all of one size.
class FramePainter {
  public:
    virtual ~FramePainter() = default;
    // On the export's thread; a stop is an Error.
    virtual Result<Image> paint(std::vector<Array> arrays, const std::stop_token&) = 0;
    // On the thread of the GL context, while the export goes on: does what only that thread can, and waits for nothing.
    virtual void serve() {}
};

struct ExportOrder {
    const Lesson* lesson = nullptr;  // outlives the export
    ExperimentRequest request;
    std::vector<Array> from;  // of the first frame, as Animation::load() takes them; none: the lesson's start
    std::unique_ptr<FramePainter> painter;
    int frames = 120, steps_per_frame = 1, frames_per_s = 25;
    std::filesystem::path path;
    TextChunks texts;
};

// Writes the file, or leaves nothing. `progress` hears how many frames are done. A stop is an Error that says so.
Result<void> export_animation(const ExportOrder&, DeviceSet&, const std::stop_token& stop,
                              const std::function<void(int)>& progress);

// Begins with its making. Made, served and destroyed on one thread: that of the GL context, if the painter needs one.
class AnimationExport {
  public:
    AnimationExport(ExportOrder, DeviceSet&);
    void serve() { order_.painter->serve(); }  // again and again until there is an outcome
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
