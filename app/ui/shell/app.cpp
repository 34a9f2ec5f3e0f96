#include "ui/shell/app.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/files.h"
#include "base/paths.h"
#include "gl/make_host.h"
#include "ui/debugger/debugger_state.h"
#include "ui/export/figure_popup.h"
#include "ui/file/arguments_state.h"
#include "ui/file/file_state.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/picture/export_state.h"
#include "ui/picture/image_state.h"
#include "ui/picture/points_state.h"
#include "ui/picture/screenshot.h"
#include "ui/present/present.h"
#include "ui/shell/kept_layout.h"
#include "ui/shell/open_file_window.h"
#include "ui/shell/open_lesson_window.h"
#include "ui/shell/own_picture_window.h"
#include "ui/source/source_panel.h"
#include "ui/timing/recordings_window.h"
#include "ui/workbench/recent_files.h"
#include "ui/workbench/settings.h"
#include "ui/workbench/slow_frames.h"

namespace warpwise::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto kSaveDelay = 500ms;
constexpr double kBusyWaitS = 1.0 / 60, kAnimationWaitS = 0.004, kSettlingWaitS = 0.1, kBlinkWaitS = 0.4, kIdleWaitS = 2;
// The open lesson's files are looked at now and then, to show what its author saves.
constexpr double kWatchingWaitS = 0.5;
// Tooltips come a moment after the mouse rests, so frames go on for a while after the last event.
constexpr auto kSettling = 800ms;
constexpr auto kMovingFrames = 33ms;
constexpr int kFramesAfterEvent = 3, kFramesBeforePicture = 3;

std::filesystem::path settings_file() { return config_dir() / "settings.json"; }
std::filesystem::path recent_files_file() { return config_dir() / "recent_files.json"; }
// A layout of another version is passed over: its panels may not exist any more.
std::filesystem::path layout_file() { return config_dir() / "layout-2.ini"; }

// Nothing is docked before the first frame, and never under a host that ended before it.
bool holds_docked_panels(std::string_view ini) { return ini.find("DockNode") != std::string_view::npos; }

// "; study wide moved": which layout the file holds, for which room, and whether the learner changed it. One that was built for a
// debugger session and not changed fits no start.
std::string layout_header(LayoutName layout, Room room, bool moved, bool stepping = false) {
    return std::string("; ") + name_of(layout) + " " + name_of(room) + (moved ? " moved\n" : stepping ? " stepping\n" : "\n");
}

}  // namespace

Result<std::unique_ptr<App>> App::make(const AppOptions& options) {
    auto host = gl::make_host(options.host);
    if (!host) return std::unexpected(host.error());
    std::unique_ptr<App> app(new App(std::move(*host), options));
    if (const auto opened = app->open(options); !opened) return std::unexpected(opened.error());
    app->host_->on_display_lost([raw = app.get()] { raw->save_all(); });
    return app;
}

ShippedData read_shipped_data() { return {load_course(data_dir() / "lessons"), load_recordings({shipped_recordings_dir()})}; }

App::App(std::unique_ptr<gl::Host> host, const AppOptions& options)
    : host_(std::move(host)),
      gui_(*host_),
      asked_to_end_(options.asked_to_end),
      isolated_(options.isolated),
      extra_scale_(options.scale),
      only_view_(options.only_view) {
    bench_.keeps_files = !isolated_;
    bench_.has_desktop = !isolated_ && host_->kind() == gl::HostKind::glfw;
    state_.host = host_->description();
    bench_.can_draw = host_->draws();
    bench_.look.fonts = gui_.fonts();
    for (const std::string& problem : gui_.font_problems())
        bench_.say(Severity::warning, problem, "Install the fonts again, or run scripts/setup");
    bench_.lessons.course = options.shipped ? options.shipped->course : load_course(data_dir() / "lessons");
    for (const Diagnostic& problem : bench_.lessons.course.problems)
        bench_.say(problem.severity, problem.file + ":" + std::to_string(problem.line) + ": " + problem.message, problem.hint);
    if (!isolated_) load_user_files();
    if (options.theme) bench_.settings.theme = *options.theme;
    if (bench_.settings.layout != LayoutName::present) state_.before_present.layout = bench_.settings.layout;
    state_.before_present.zoom = bench_.settings.zoom;
    if (options.layout) bench_.settings.layout = *options.layout;
    if (bench_.settings.layout == LayoutName::present) bench_.settings.zoom = 1;
    theme_in_present_ = options.theme;
    if (bench_.settings.layout != state_.layout) state_.build_layout = true;
    if (options.make_gpu) bench_.devices.set.make_gpu_with(options.make_gpu);
    devices_search_ = std::async(std::launch::async, [this] {
        Devices found{bench_.devices.set.present(), {}};
        if (const auto gpu = bench_.devices.set.first_gpu(); !gpu) found.cuda_missing = gpu.error().text();
        return found;
    });
    if (isolated_) {
        devices_search_.wait();
        take_devices();
    }
    actions_ = std::make_unique<Actions>(bench_, options.shipped ? &options.shipped->recordings : nullptr);
    refresh_look();
}

App::~App() {
    if (devices_search_.valid()) devices_search_.wait();
    actions_.reset();  // joins the worker before the lessons go
    save_all();
}

bool App::lost_gpu() const {
    const auto lost = [](const MovingState& moving) { return moving.graphics != nullptr && moving.graphics->lost_gpu(); };
    return lost(bench_.state<ImageState>()) || lost(bench_.state<PointsState>());
}

void App::save_all() {
    if (isolated_) return;
    save_exercise(bench_.state<ExerciseState>());
    save_user_files(true);
    save_layout();
    writer_.finish(true);
}

void App::load_user_files() {
    LoadedSettings loaded = load_settings(settings_file());
    bench_.settings = loaded.settings;
    bench_.state<RecentFiles>().files = load_recent_files(recent_files_file());
    if (loaded.problem) bench_.say(loaded.problem->severity, loaded.problem->text, loaded.problem->hint);
    LoadedProgress progress = load_progress();
    for (const Diagnostic& problem : progress.problems) bench_.say(problem.severity, problem.message, problem.hint);
    bench_.lessons.progress = std::move(progress.progress);
    saved_progress_ = bench_.lessons.progress;
    const auto ini = read_regular_file(layout_file(), std::size_t{1} << 20);
    if (!ini) return;
    for (const Room room : {Room::wide, Room::narrow, Room::compact})
        for (const bool moved : {false, true})
            if (ini->starts_with(layout_header(bench_.settings.layout, room, moved)) && holds_docked_panels(*ini)) {
                ImGui::LoadIniSettingsFromMemory(ini->data(), ini->size());
                bench_.state<KeptLayout>().moved = moved;
                state_.room = room;
                state_.layout = bench_.settings.layout;
                state_.build_layout = false;
            }
}

void App::save_layout() {
    ImGui::GetIO().WantSaveIniSettings = false;
    const std::string text =
        layout_header(state_.layout, state_.room, bench_.state<KeptLayout>().moved, state_.built_for_debugger) +
        ImGui::SaveIniSettingsToMemory();
    if (!holds_docked_panels(text)) return;
    writer_.start([this, text]() -> DiskWriter::Then {
        std::error_code error;
        std::filesystem::create_directories(layout_file().parent_path(), error);
        const auto saved = write_regular_file(layout_file(), text);
        if (saved) return {};
        return [this, saved] { bench_.say(Severity::warning, "The layout could not be saved: " + saved.error().message); };
    });
}

namespace {

struct SavedFiles {
    Result<void> settings, recent_files, progress;
    std::optional<Progress> merged;  // with what another window wrote; nothing: it was not asked for
    Diagnostics problems;
};

// `progress`: nothing where it did not change. `base`: as this window and the disk last had it.
SavedFiles save_files(const Settings& settings, const std::vector<RecentFile>& recent, const std::optional<Progress>& progress,
                      const Progress& base) {
    SavedFiles saved{save_settings(settings_file(), settings), save_recent_files(recent_files_file(), recent), {}, {}, {}};
    if (!progress) return saved;
    LoadedProgress on_disk = load_progress();  // another window may have written it meanwhile
    saved.problems = std::move(on_disk.problems);
    saved.merged = merge_progress(*progress, base, on_disk.progress);
    saved.progress = save_progress(*saved.merged);
    return saved;
}

}  // namespace

void App::save_user_files(bool at_once) {
    if (isolated_) return;
    writer_.finish(at_once);
    if (!at_once && (!save_due_ || Clock::now() < *save_due_ || writer_.is_busy())) return;
    save_due_.reset();
    Settings settings = bench_.settings;
    if (settings.layout == LayoutName::present) {  // a talk changes nothing for the next start
        settings.layout = state_.before_present.layout;
        settings.zoom = state_.before_present.zoom;
    }
    std::optional<Progress> progress;
    if (!saved_progress_ || *saved_progress_ != bench_.lessons.progress) progress = bench_.lessons.progress;
    writer_.start([this, settings, progress, recent = bench_.state<RecentFiles>().files,
                   base = saved_progress_.value_or(Progress{})]() -> DiskWriter::Then {
        return [this, progress, saved = save_files(settings, recent, progress, base)] {
            if (!saved.settings)
                bench_.say(Severity::warning, "The settings could not be saved: " + saved.settings.error().message,
                           saved.settings.error().hint);
            if (!saved.recent_files)
                bench_.say(Severity::warning, "The list of recent files could not be saved: " + saved.recent_files.error().message,
                           saved.recent_files.error().hint);
            for (const Diagnostic& problem : saved.problems) bench_.say(problem.severity, problem.message, problem.hint);
            if (!saved.merged) return;
            // what the learner did while it was written is not on the disk yet
            bench_.lessons.progress = merge_progress(std::move(bench_.lessons.progress), *progress, *saved.merged);
            if (saved.progress)
                saved_progress_ = saved.merged;
            else
                bench_.say(Severity::warning, "Your progress could not be saved: " + saved.progress.error().message,
                           saved.progress.error().hint);
        };
    });
    if (at_once) writer_.finish(true);
}

void App::take_devices() {
    if (!devices_search_.valid() || devices_search_.wait_for(0s) != std::future_status::ready) return;
    Devices found = devices_search_.get();
    bench_.devices.present = std::move(found.present);
    bench_.devices.cuda_missing = std::move(found.cuda_missing);
    state_.devices_known = true;
    for (const DeviceInfo& info : bench_.devices.present)
        if (traits_of(info.kind).is_gpu && info.ordinal == 0) bench_.draft.run_on.insert(info.id());
}

void App::refresh_look() {
    const Settings& settings = bench_.settings;
    const bool presenting = is_presenting({bench_, state_});
    const float display = settings.dpi_override > 0 ? settings.dpi_override : host_->display_scale();
    const gl::Size size = host_->size();
    const float scale =
        clamp_zoom(settings.zoom) *
        (presenting ? present_scale(static_cast<float>(size.width), static_cast<float>(size.height)) : display * extra_scale_);
    const ThemeName theme = presenting ? theme_in_present_.value_or(ThemeName::high_contrast) : settings.theme;
    Look& look = bench_.look;
    const bool same = look.scale == scale && look.theme_name == theme && look.code_scale == settings.code_zoom;
    if (same && look_applied_) return;
    look_applied_ = true;
    look.scale = scale;
    look.code_scale = settings.code_zoom;
    look.theme_name = theme;
    look.theme = theme_of(theme);
    apply_style(look);
    frames_due_ = kFramesAfterEvent;
}

void App::take_requests() {
    while (const auto request = bench_.requests.take_window()) std::visit([this](const auto& asked) { act(asked); }, *request);
    if (picture_wanted_ && frames_to_picture_ == 0) frames_to_picture_ = kFramesBeforePicture;
}

void App::act(const ask::FocusView& asked) {
    if (find_view(asked.id) == nullptr) return;
    state_.shown[asked.id] = true;
    state_.focus_view = asked.id;
}

void App::act(const ask::ShowSourceLine& asked) { show_source_line(bench_, asked.line, asked.stepped, asked.edit); }
void App::act(const ask::ShowExerciseSource& asked) { show_exercise_source(bench_, asked.line); }

void App::act(const ask::UseLayout& asked) {
    Settings& settings = bench_.settings;
    const bool enters = asked.layout == LayoutName::present && settings.layout != LayoutName::present,
               leaves = asked.layout != LayoutName::present && settings.layout == LayoutName::present;
    if (enters) state_.before_present = {settings.layout, std::exchange(settings.zoom, 1.0f)};
    if (leaves) settings.zoom = state_.before_present.zoom;
    // the layout that lay below Present is as it was
    if (asked.layout != LayoutName::present && (!leaves || asked.layout != state_.layout)) state_.build_layout = true;
    settings.layout = asked.layout;
    if (asked.layout != LayoutName::code) bench_.state<DebuggerState>().changed_layout = false;
    bench_.post(ask::SaveSettings{});
}

void App::act(const ask::ResetLayout&) {
    state_.build_layout = true;
    state_.shown.clear();
}

void App::act(const ask::UseTheme& asked) {
    if (is_presenting({bench_, state_})) {
        theme_in_present_ = asked.theme;
        return;
    }
    bench_.settings.theme = asked.theme;
    bench_.post(ask::SaveSettings{});
}

void App::act(const ask::Zoom& asked) {
    bench_.settings.zoom = clamp_zoom(asked.to);
    bench_.post(ask::SaveSettings{});
}

void App::act(const ask::SavePicture& asked) { picture_wanted_ = asked.view; }

// Waits a moment, so that a dragged slider does not write a file in every frame.
void App::act(const ask::SaveSettings&) {
    if (!isolated_ && !save_due_) save_due_ = Clock::now() + kSaveDelay;
}

void App::act(const ask::Quit&) { quit_ = true; }

bool App::step() {
    Shell shell{bench_, state_};
    for (const Command* command : std::exchange(state_.to_run, {})) command->act(shell);
    if (devices_search_.valid()) take_devices();
    bool changed = actions_->update(ImGui::IsAnyItemActive()) || picture_moved();
    take_requests();
    if (std::exchange(bench_.lessons.changed, false)) changed = true;
    refresh_look();
    save_user_files(false);
    if (ImGui::GetIO().WantSaveIniSettings && !isolated_ && !writer_.is_busy()) save_layout();
    return changed || frames_to_picture_ > 0;
}

bool App::moves() const { return bench_.ongoing.animates || bench_.state<ExportState>().running != nullptr; }

// Of what moves, a frame is drawn for every new picture, and for bars and gestures now and then: software GL takes the processor
// from the animation.
bool App::picture_moved() const {
    const double due_s = bench_.state<SlowFrames>().due_s;
    if (due_s > 0 && Clock::now() - last_build_ >= std::chrono::duration<double>(due_s)) return true;
    if (!moves()) return false;
    const auto has_news = [](const AnimationState& animation) { return animation.player && animation.player->ready(); };
    const bool news = has_news(bench_.state<ImageState>().animation) || has_news(bench_.state<PointsState>().animation);
    return news || Clock::now() - last_build_ >= kMovingFrames;
}

double App::patience_s() const {
    if (frames_due_ > 0 || frames_to_picture_ > 0) return 0;
    const bool exports = bench_.state<ExportState>().running != nullptr;  // which may need this thread to draw for it
    if (moves()) return host_->visible() || exports ? kAnimationWaitS : kSettlingWaitS;
    if (const double due_s = bench_.state<SlowFrames>().due_s; due_s > 0 && host_->visible()) return due_s;
    if (actions_->busy() || actions_->live() || devices_search_.valid()) return kBusyWaitS;
    if (bench_.state<RecordingsWindowState>().dialog || state_.open_lesson.dialog || state_.open_file.dialog ||
        bench_.state<ArgumentsState>().dialog || asks_for_picture(bench_))
        return kSettlingWaitS;  // it answers without an event of the window
    if (Clock::now() - last_event_ < kSettling || save_due_ || writer_.is_busy()) return kSettlingWaitS;
    if (ImGui::GetIO().WantTextInput) return kBlinkWaitS;
    return bench_.lesson != nullptr ? kWatchingWaitS : kIdleWaitS;
}

bool App::update() {
    // Pictures and tests ask for frames themselves: for them nothing waits for an event.
    if (host_->kind() != gl::HostKind::glfw || isolated_) {
        host_->wait_events(0);
        step();
        return !std::exchange(quit_, false);
    }
    for (;;) {
        const bool woken = host_->wait_events(patience_s());
        take_dropped(bench_, host_->take_dropped_files());
        if (host_->close_requested() || host_->context_lost()) return false;
        if (asked_to_end_ && asked_to_end_()) return false;
        if (woken || !ImGui::GetCurrentContext()->InputEventsQueue.empty()) {
            frames_due_ = kFramesAfterEvent;
            last_event_ = Clock::now();
        }
        const bool changed = step();
        if (quit_) return false;
        // A minimised window draws nothing. Then an animation's picture is not taken, and so it computes no further one.
        if (!host_->visible()) {
            if (frames_due_ > 0) --frames_due_;
            continue;
        }
        if (frames_due_ > 0) {
            --frames_due_;
            return true;
        }
        if (changed || Clock::now() - last_event_ < kSettling || ImGui::GetIO().WantTextInput) return true;
    }
}

void App::build() {
    last_build_ = Clock::now();
    bench_.ongoing.animates = bench_.ongoing.picture_awaited = false;  // said anew by what moves
    bench_.state<SlowFrames>().due_s = 0;
    gui_.begin_frame(isolated_);
    Shell shell{bench_, state_};
    if (const View* view = find_view(only_view_)) {
        single_view(shell, *view);
        return;
    }
    const bool presenting = is_presenting(shell);
    // the key that ends a blank screen does nothing else
    if (!presenting || !present_is_blank(bench_)) take_shortcuts(shell);
    if (!presenting) {
        top_bar(shell);
        status_bar(shell);
    }
    dock_views(shell);
    if (presenting) present_lesson(shell);
    if (bench_.lesson == nullptr) welcome_window(shell);
    devices_popup(shell);
    recordings_window(bench_);
    figure_popup(bench_);
    open_lesson_window(shell);
    own_picture_window(shell);
    open_file_window(shell);
    save_lesson_window(shell);
    help_overlay(shell);
    about_window(shell);
    summary_window(shell);
    palette(shell);
    state_.covered = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup) || state_.palette_open || state_.help_open ||
                     state_.about_open || state_.devices_open || bench_.state<SummaryState>().is_open;
}

void App::render() {
    gui_.draw(to_vec4(bench_.look.theme.panel));  // docked panels draw no ground of their own
    take_pictures();
    host_->end_frame();
}

void App::take_pictures() {
    if (keep_frames_) {
        auto frame = host_->read_pixels();
        last_frame_ = frame ? std::optional<Image>(std::move(*frame)) : std::nullopt;
    }
    if (!picture_wanted_ || --frames_to_picture_ > 0) return;
    const std::string panel = *std::exchange(picture_wanted_, std::nullopt);
    const auto frame = host_->read_pixels();
    if (!frame)
        bench_.say(Severity::error, frame.error().message, frame.error().hint);
    else if (!take_picture_for_figure(bench_, *frame))
        save_picture(bench_, *frame, panel);
}

}  // namespace warpwise::ui
