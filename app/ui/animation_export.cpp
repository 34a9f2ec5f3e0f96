#include "ui/animation_export.h"

#include <algorithm>
#include <exception>

#include "base/apng.h"

namespace warpwise::ui {
namespace {

constexpr int least_edge = 384;  // pixels of the longer edge: a board of 32 x 24 cells would be a stamp
constexpr std::uint32_t ground = 0xff181110;

}  // namespace

Image picture_of(const Array& state, const ImageSpec& spec) {
    const Array cells = spec.packed ? unpacked(state, spec) : Array();
    const std::vector<std::uint32_t> colours = colours_of(spec.packed ? cells : state, spec, *palette_table(spec.palette), ground);
    const int factor = std::max(1, least_edge / std::max(spec.width, spec.height));
    Image image{spec.width * factor, spec.height * factor, {}};
    image.rgb.reserve(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 3);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const std::uint32_t colour = colours[static_cast<std::size_t>(y / factor) * static_cast<std::size_t>(spec.width) +
                                                 static_cast<std::size_t>(x / factor)];
            for (const int shift : {0, 8, 16}) image.rgb.push_back(static_cast<std::uint8_t>(colour >> shift));
        }
    return image;
}

Result<void> export_animation(const ExportOrder& order, DeviceSet& devices, const std::stop_token& stop,
                              const std::function<void(int)>& progress) {
    auto animation = Animation::make(*order.lesson, order.request, devices);
    if (!animation) return std::unexpected(animation.error());
    if (order.from)
        if (auto loaded = animation->load(*order.from); !loaded) return loaded;
    auto writer = ApngWriter::create(order.path, 1000 / std::max(1, order.frames_per_s), order.texts);
    if (!writer) return std::unexpected(writer.error());
    for (int frame = 0; frame < order.frames; ++frame) {
        if (frame > 0)
            if (auto stepped = animation->step(static_cast<std::uint64_t>(order.steps_per_frame), stop); !stepped) return stepped;
        if (stop.stop_requested()) return failure("the export was cancelled");
        if (auto added = writer->add(picture_of(animation->state(), order.spec)); !added) return added;
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
