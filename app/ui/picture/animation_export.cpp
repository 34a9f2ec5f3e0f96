#include "ui/picture/animation_export.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/apng.h"

namespace warpwise::ui {

Result<void> export_animation(const ExportOrder& order, DeviceSet& devices, const std::stop_token& stop,
                              const std::function<void(int)>& progress) {
    auto animation = Animation::make(*order.lesson, order.request, devices, stop);
    if (!animation) return std::unexpected(animation.error());
    if (!order.from.empty())
        if (auto loaded = animation->load(order.from); !loaded) return loaded;
    auto writer = ApngWriter::create(order.path, 1000 / std::max(1, order.frames_per_s), order.texts);
    if (!writer) return std::unexpected(writer.error());
    for (int frame = 0; frame < order.frames; ++frame) {
        if (frame > 0)
            if (auto stepped = animation->step(static_cast<std::uint64_t>(order.steps_per_frame), stop); !stepped) return stepped;
        if (stop.stop_requested()) return failure("the export was cancelled");
        const auto picture = order.painter->paint(animation->shown(), stop);
        if (!picture) return std::unexpected(picture.error());
        if (auto added = writer->add(*picture); !added) return added;
        progress(frame + 1);
    }
    return writer->finish();
}

AnimationExport::AnimationExport(ExportOrder order, DeviceSet& devices) : order_(std::move(order)) {
    thread_ = std::jthread([this, &devices](const std::stop_token& stop) {
        Result<void> outcome;
        try {
            outcome = export_animation(order_, devices, stop, [this](int done) { done_ = done; });
        } catch (const std::exception& e) {  // memory that is not there
            outcome = failure(std::string("the animation could not be saved: ") + e.what());
        }
        const std::lock_guard lock(mutex_);
        outcome_ = std::move(outcome);
    });
}

std::optional<Result<void>> AnimationExport::outcome() const {
    const std::lock_guard lock(mutex_);
    return outcome_;
}

}  // namespace warpwise::ui
