#include "experiment/picture/animation_player.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "experiment/record/rate_meter.h"

namespace warpwise {
namespace {

struct Start {
    const Lesson* lesson = nullptr;
    ExperimentRequest request;
};

// What the caller wants done, collected between two pictures.
struct Orders {
    std::optional<Start> start;
    bool reset = false, begins = false;
    std::vector<AnimationPlayer::Stroke> strokes;
    std::uint64_t single_steps = 0;
    std::uint64_t frame_steps = 0;  // of the next picture while playing
    std::stop_token stop;           // of this animation
};

}  // namespace

struct AnimationPlayer::State {
    explicit State(DeviceSet& d) : devices(d) {}

    DeviceSet& devices;
    mutable std::mutex mutex;  // of what follows, down to the thread's own part
    std::condition_variable_any changed;
    Orders orders;
    bool playing = false;
    int steps_per_frame = 1;
    std::optional<Picture> newest;
    std::optional<Error> error;
    std::stop_source current;  // of the animation that was started last

    // The thread's own.
    std::optional<Animation> animation;
    RateMeter rate;
    std::uint64_t frames = 0;
    double compute_ms = 0;

    std::jthread thread;  // last: stops and joins before the rest goes

    bool has_orders() const {
        return orders.start || orders.reset || !orders.strokes.empty() || orders.single_steps > 0 || (playing && !newest);
    }
    Orders take_orders();
    Result<void> obey(const Orders&);
    void show(const Orders&, const Result<void>& outcome);
    void loop(const std::stop_token&);
};

Orders AnimationPlayer::State::take_orders() {
    Orders taken = std::exchange(orders, {});
    if (playing && !newest) taken.frame_steps = static_cast<std::uint64_t>(steps_per_frame);
    taken.stop = current.get_token();
    return taken;
}

Result<void> AnimationPlayer::State::obey(const Orders& asked) {
    if (asked.start) {
        animation.reset();
        frames = 0;
        auto made = Animation::make(*asked.start->lesson, asked.start->request, devices, asked.stop);
        if (!made) return std::unexpected(made.error());
        animation.emplace(std::move(*made));
    }
    if (!animation) return {};
    if (asked.begins) rate.begin();
    if (asked.reset) {
        frames = 0;
        if (auto filled = animation->reset(); !filled) return filled;
    }
    for (const Stroke& stroke : asked.strokes) animation->paint(stroke.x, stroke.y, stroke.radius, stroke.width, stroke.value);
    const auto begin = std::chrono::steady_clock::now();
    if (auto stepped = animation->step(asked.single_steps + asked.frame_steps, asked.stop); !stepped) return stepped;
    compute_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (asked.frame_steps > 0) {
        ++frames;
        rate.count();
    }
    return {};
}

void AnimationPlayer::State::show(const Orders& asked, const Result<void>& outcome) {
    // Copied outside of the lock, so that the caller never waits for it.
    std::shared_ptr<const std::vector<Array>> copy;
    if (animation) copy = std::make_shared<const std::vector<Array>>(animation->shown());
    const std::lock_guard lock(mutex);
    if (asked.stop.stop_requested()) return;  // another one was started meanwhile
    if (!outcome) {
        error = outcome.error();
        playing = false;
    }
    if (copy) newest = Picture{std::move(copy), animation->steps_done(), frames, compute_ms, rate.per_second()};
}

void AnimationPlayer::State::loop(const std::stop_token& stop) {
    while (true) {
        Orders asked;
        {
            std::unique_lock lock(mutex);
            changed.wait(lock, stop, [this] { return has_orders(); });
            // Asked for itself: while the animation plays there are orders, and wait() then does not say that it was stopped.
            if (stop.stop_requested()) return;
            asked = take_orders();
        }
        try {
            show(asked, obey(asked));
        } catch (const std::exception& e) {  // of the program itself: memory that is not there
            const std::lock_guard lock(mutex);
            playing = false;
            error = failure(std::string("the animation ended with an internal error: ") + e.what()).error();
        }
    }
}

AnimationPlayer::AnimationPlayer(DeviceSet& devices) : state_(std::make_unique<State>(devices)) {
    State* state = state_.get();
    state->thread = std::jthread([state](const std::stop_token& stop) { state->loop(stop); });
}

AnimationPlayer::~AnimationPlayer() {
    state_->thread.request_stop();
    const std::lock_guard lock(state_->mutex);
    state_->current.request_stop();
}

void AnimationPlayer::start(const Lesson& lesson, ExperimentRequest request) {
    const std::lock_guard lock(state_->mutex);
    state_->current.request_stop();
    state_->current = std::stop_source();
    state_->orders = Orders();
    state_->orders.start = Start{&lesson, std::move(request)};
    state_->playing = false;
    state_->newest.reset();
    state_->error.reset();
    state_->changed.notify_one();
}

void AnimationPlayer::play() {
    const std::lock_guard lock(state_->mutex);
    if (state_->playing || state_->error) return;
    state_->playing = true;
    state_->orders.begins = true;
    state_->changed.notify_one();
}

void AnimationPlayer::pause() {
    const std::lock_guard lock(state_->mutex);
    state_->playing = false;
}

void AnimationPlayer::step() {
    const std::lock_guard lock(state_->mutex);
    state_->playing = false;
    if (!state_->error) ++state_->orders.single_steps;
    state_->changed.notify_one();
}

void AnimationPlayer::reset() {
    const std::lock_guard lock(state_->mutex);
    // What was asked of the state before is over with it.
    state_->orders.strokes.clear();
    state_->orders.single_steps = 0;
    state_->orders.reset = true;
    state_->error.reset();
    state_->changed.notify_one();
}

void AnimationPlayer::paint(const Stroke& stroke) {
    const std::lock_guard lock(state_->mutex);
    state_->orders.strokes.push_back(stroke);
    state_->changed.notify_one();
}

void AnimationPlayer::set_steps_per_frame(int steps) {
    const std::lock_guard lock(state_->mutex);
    state_->steps_per_frame = std::clamp(steps, 1, 1000);
}

bool AnimationPlayer::playing() const {
    const std::lock_guard lock(state_->mutex);
    return state_->playing;
}

bool AnimationPlayer::ready() const {
    const std::lock_guard lock(state_->mutex);
    return state_->newest.has_value();
}

std::optional<AnimationPlayer::Picture> AnimationPlayer::poll() {
    const std::lock_guard lock(state_->mutex);
    std::optional<Picture> taken = std::exchange(state_->newest, {});
    if (taken) state_->changed.notify_one();
    return taken;
}

std::optional<Error> AnimationPlayer::error() const {
    const std::lock_guard lock(state_->mutex);
    return state_->error;
}

}  // namespace warpwise
