#include "ui/picture/graphics_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpwise::ui {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kBetweenReads = 100ms;

std::string values_of(const ExperimentRequest& r) {
    std::string key;
    for (const auto& [id, value] : r.parameters) key += id + "=" + text_of(value) + "|";
    return key;
}

// What the program depends on. Its text is the lesson's: one that was read again is another.
std::string program_key_of(const GraphicsPicture::Order& o) {
    const auto dtype = o.request.parameters.find("dtype");
    return fmt::format("{}|{}|", o.lesson->id, static_cast<const void*>(o.lesson)) + o.request.kernel + "|" +
           (dtype != o.request.parameters.end() ? text_of(dtype->second) : "");
}

// What the arrays' contents depend on, apart from the parameters.
std::string state_key_of(const GraphicsPicture::Order& o) {
    std::string key = program_key_of(o) + fmt::format("|{}|{}|", name_of(o.path), o.request.seed);
    for (const auto& edges : {o.request.grid, o.request.block})
        key += edges ? fmt::format("{},{},{}|", edges->x, edges->y, edges->z) : std::string("|");
    return o.moves ? key + values_of(o.request) : key;
}

}  // namespace

GraphicsPicture::GraphicsPicture(DeviceMaker make) : make_device_(std::move(make)) {}

GraphicsPicture::Stage GraphicsPicture::fail(std::string why) {
    why_not_ = std::move(why);
    failed_ = true;
    playing_ = false;
    animation_.reset();
    buffers_.clear();
    return Stage::failed;
}

void GraphicsPicture::check(const Result<void>& done) {
    if (done) return;
    fail(done.error().text());
    if (device_ && *device_ && (**device_)->lost()) {
        lost_gpu_ = true;
        program_.reset();
        program_key_.clear();
        if (compiling_.valid()) compiling_.wait();
        device_ = std::unexpected(Error{ErrorKind::device_missing, "the GPU was lost: " + why_not_, ""});
    }
}

void GraphicsPicture::drop() {
    playing_ = false;
    animation_.reset();
    buffers_.clear();
    read_.clear();
    state_key_.clear();
    failed_ = false;
    why_not_.clear();
}

void GraphicsPicture::retry() {
    drop();
    program_key_.clear();
    program_.reset();
    if (device_ && !*device_ && !compiling_.valid()) device_.reset();
}

GraphicsPicture::Stage GraphicsPicture::keep(const Order& order) {
    if (!device_) device_ = make_device_();
    if (!*device_) return fail(device_->error().text());
    const std::string program_key = program_key_of(order), state_key = state_key_of(order), values_key = values_of(order.request);
    if (state_key != state_key_) {
        drop();
        state_key_ = state_key;
        values_key_ = values_key;
    }
    if (failed_) return Stage::failed;
    if (compiling_.valid()) {
        if (compiling_.wait_for(0s) != std::future_status::ready) return Stage::preparing;
        auto compiled = compiling_.get();
        if (!compiled) return fail(compiled.error().text());
        program_ = std::move(*compiled);
    }
    if (program_key != program_key_) {
        program_.reset();
        program_key_ = program_key;
        compiling_ = std::async(std::launch::async, [&device = ***device_, lesson = order.lesson, request = order.request] {
            return GraphicsAnimation::compile(*lesson, request, device);
        });
        return Stage::preparing;
    }
    if (program_ == nullptr) return fail("the kernel did not compile for this GPU");
    if (animation_ && values_key != values_key_) {
        const auto fits = animation_->set_parameters(order.request.parameters);
        if (!fits) return fail(fits.error().text());
        if (!*fits) animation_.reset();
        values_key_ = values_key;
        run_due_ = true;
    }
    if (!animation_)
        if (auto made = make(order); !made) {
            check(made);
            return Stage::failed;
        }
    return Stage::ready;
}

// Where GL and this GPU have no memory in common the copy goes instead.
Result<void> GraphicsPicture::make(const Order& order) {
    const GraphicsDevice& device = ***device_;
    why_copied_.clear();
    if (order.path == PicturePath::copy) return make_by(PicturePath::copy, order);
    if (device.no_sharing() == nullptr)
        if (auto made = make_by(PicturePath::interop, order); made || device.no_sharing() == nullptr) return made;
    why_copied_ = device.no_sharing()->message;
    return make_by(PicturePath::copy, order);
}

Result<void> GraphicsPicture::make_by(PicturePath path, const Order& order) {
    auto drawn = drawn_arrays(*order.lesson, order.request);
    if (!drawn) return std::unexpected(drawn.error());
    buffers_.clear();
    drawn_ = std::move(*drawn);
    const bool interop = path == PicturePath::interop;
    const std::vector<std::string> shown = shown_ids();
    GraphicsAnimation::Targets targets;
    targets.path = path;
    for (const DrawnArray& array : drawn_) {
        if (!interop && std::ranges::find(shown, array.id) == shown.end()) continue;
        auto buffer =
            gl::SharedBuffer::make(array.bytes, interop ? gl::SharedBuffer::Storage::fixed : gl::SharedBuffer::Storage::replaced);
        if (!buffer) return std::unexpected(buffer.error());
        if (interop) targets.gl_buffers[array.id] = buffer->name();
        buffers_.emplace(array.id, std::move(*buffer));
    }
    if (!interop) {
        targets.shown = shown;
        targets.upload = [this](const std::string& id, std::span<const std::byte> bytes) { return buffers_.at(id).upload(bytes); };
    }
    auto made = GraphicsAnimation::make(*order.lesson, order.request, ***device_, program_, std::move(targets));
    if (!made) return std::unexpected(made.error());
    animation_.emplace(std::move(*made));
    frames_ = 0;
    run_due_ = !order.moves;
    changed();
    return {};
}

void GraphicsPicture::play(bool on) {
    playing_ = on;
    rate_.begin();
}

void GraphicsPicture::step() {
    playing_ = false;
    if (!animation_) return;
    check(animation_->run(1));
    changed();
}

void GraphicsPicture::reset() {
    if (!animation_) return;
    check(animation_->reset());
    frames_ = 0;
    changed();
}

void GraphicsPicture::paint(std::int64_t x, std::int64_t y, double radius, std::int64_t width, double value) {
    if (!animation_) return;
    check(animation_->paint(x, y, radius, width, value));
    changed();
}

void GraphicsPicture::advance(int steps_per_frame) {
    if (!animation_ || (!playing_ && !run_due_)) return;
    check(animation_->run(playing_ ? static_cast<std::uint64_t>(steps_per_frame) : 1));
    run_due_ = false;
    ++frames_;
    rate_.count();
    changed();
}

std::uint32_t GraphicsPicture::buffer(const std::string& array) const {
    const std::uint32_t shared = animation_ ? animation_->gl_buffer(array) : 0;
    const auto copied = buffers_.find(array);
    return shared != 0 ? shared : copied != buffers_.end() ? copied->second.name() : 0;
}

std::vector<std::string> GraphicsPicture::shown_ids() const {
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < drawn_.size(); ++i)
        if (i != 1) ids.push_back(drawn_[i].id);
    return ids;
}

std::uint32_t GraphicsPicture::frame(const ImageSpec& spec, const gl::ArrayColours& colours, int steps_per_frame,
                                     const gl::PicturePart& part, std::shared_ptr<const gl::WarpShades> shades) {
    advance(steps_per_frame);
    if (!animation_) return 0;
    const DrawnArray& array = drawn_.front();
    const auto begin = Clock::now();
    gl::ArrayPicture::Source source{buffer(array.id), array.dtype, array.count, spec.width, spec.height};
    source.packed = spec.packed;
    if (const auto drawn = picture_.draw(source, colours, part, std::move(shades)); !drawn) {
        fail(drawn.error().text());
        return 0;
    }
    draw_ms_ = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    return picture_.texture();
}

const std::vector<Array>& GraphicsPicture::states(bool anew) {
    if (run_due_ && !playing_) advance(1);  // or the host would see the arrays as they were before the run
    const bool rested = !read_at_ || Clock::now() - *read_at_ >= kBetweenReads;
    const bool due = read_.empty() || (anew && is_behind() && (rested || !playing_));
    if (!animation_ || !due) return read_;
    std::vector<Array> arrays;
    for (const std::string& id : shown_ids()) {
        auto read = animation_->read(id);
        if (!read) {
            check(std::unexpected(read.error()));
            return read_;
        }
        arrays.push_back(std::move(*read));
    }
    read_ = std::move(arrays);
    read_version_ = version_;
    read_at_ = Clock::now();
    return read_;
}

const Array* GraphicsPicture::state() {
    const std::vector<Array>& arrays = states();
    return arrays.empty() ? nullptr : &arrays.front();
}

}  // namespace warpwise::ui
