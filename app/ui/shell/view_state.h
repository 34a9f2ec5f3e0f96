// What the views keep between frames and nobody saves: zoom and pan, switches, and tables made once a run.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiment/animation_player.h"
#include "gl/cell_grid.h"
#include "gl/picture.h"
#include "gl/point_cloud.h"
#include "ui/picture/animation_export.h"
#include "ui/picture/frame_costs.h"
#include "ui/picture/graphics_picture.h"
#include "ui/picture/image_facts.h"
#include "ui/picture/points_facts.h"
#include "ui/threads/thread_grid_facts.h"
#include "ui/threads/thread_grid_layout.h"

namespace warpwise::ui {

// What a column of pixels of the array strip shows: element_flag bits of any element in it, and its first element's writer.
struct StripColumn {
    std::uint64_t first = 0, last = 0;  // elements first .. last - 1
    std::uint8_t flags = 0;
    std::optional<std::uint64_t> block;
    bool operator==(const StripColumn&) const = default;
};

// What the facts were made from; a change of any makes them anew.
struct FactsKey {
    std::string lesson, kernel, parameters;
    LaunchShape shape;
    std::uint64_t work = 0;
    const void* arrays = nullptr;
    const void* writes = nullptr;
    double wall_s = 0;
    bool operator==(const FactsKey&) const = default;
};

struct ThreadGridState {
    FactsKey key;
    ThreadFacts facts;
    std::uint64_t facts_version = 0;
    GridView view;
    LaunchShape view_shape;  // the zoom starts anew for another launch
    gl::CellGrid cells;
    std::uint64_t cells_version = 0;  // of the facts that `cells` holds
    bool dragging = false;
    bool points = false;                         // the pointed-at thread is this view's doing, so it takes it back
    std::optional<std::uint64_t> opened_thread;  // whose accesses the pop-up lists
    bool open_popup = false;
};

struct ArrayStripState {
    std::vector<StripColumn> columns;
    std::uint64_t facts_version = 0, wanted = 0;
    bool points = false;  // as in the thread grid
};

enum class TimingsFace { frame, phases, samples, live };  // frame: of lessons with a picture

struct TimingsState {
    std::string lesson;  // whose state this is: another lesson starts as its manifest says
    TimingsFace face = TimingsFace::phases;
    bool logarithmic = false, with_first = false;
};

// Runs again and again, at most ten times a second, until it is switched off or another lesson opens.
struct LiveLoop {
    bool on = false;
    bool end_to_end = false;  // what the plot shows
    std::string kernel;       // what the points are of; another kernel starts anew
    struct Point {
        double at_s = 0;  // of the loop's own clock
        double kernel_ms = 0, total_ms = 0;
        bool operator==(const Point&) const = default;
    };
    std::map<DeviceId, std::deque<Point>> series;  // oldest first, those of the last seconds
    double now_s = 0;
    double rounds_a_second = 0;  // as achieved lately
};

struct SweepState {
    bool end_to_end = false;
    std::array<double, 4> limits{};  // of the axes as the data last set them; other data sets them anew
};

struct RooflineState {
    // Work by value of the swept parameter, evaluated once: {flops, bytes}.
    std::string lesson, kernel, parameters;
    std::map<double, std::array<double, 2>> work;
};

struct TimelineState {
    double begin_ms = 0, end_ms = 0;  // what is seen; end 0: all
    const void* record = nullptr;     // whose; another starts with all of it
    std::string date;
    bool dragging = false;
};

// What a picture covers, in the plane of the lesson's zoom parameters or, without them, in pixels.
struct ImageWindow {
    double centre_x = 0, centre_y = 0, span = 1;  // span: its width
    bool operator==(const ImageWindow&) const = default;
};

// A picture that moves, as the lesson's view says with `swap`.
struct AnimationState {
    std::unique_ptr<AnimationPlayer> player;
    std::string key;   // of the lesson, kernel, device, values and text that the player runs
    RunRecord record;  // the newest picture as what a run left; without outputs: none has come yet
    RunRecord before;  // the last one of the values before, shown until the first of these has come
    AnimationPlayer::Picture newest;
    int steps_per_frame = 0;                  // 0: as the lesson has it
    std::optional<std::array<int, 2>> brush;  // where the stroke that is being drawn has come to
    double brush_value = 1;                   // what it draws
};

// What the learner wants of an animation as a file, and the file that is being written.
struct ExportState {
    int frames = 120, frames_per_s = 25;
    std::unique_ptr<AnimationExport> running;
    std::string told;  // of the last one: where it is, or why there is none
    bool failed = false;
};

// The way of a picture to the screen: the GPU writes what OpenGL draws; by way of the host; computed by or for the host.
enum class PictureWay { interop, copy, host };

// Milliseconds, of the host's way, by the clock.
struct HostTimes {
    std::optional<double> kernel_ms, colours_ms, upload_ms;
};

// What a picture that may move keeps, be it an image or points.
struct MovingState {
    AnimationState animation;
    DeviceId frame_device = DeviceKind::cpu_threads;
    bool moves = false;                    // the lesson has an animation, and this frame shows it
    PictureWay way = PictureWay::interop;  // wanted
    std::string way_why;                   // why it is not the one that is used
    std::unique_ptr<GraphicsPicture> graphics;
    RunRecord graphics_record;  // its picture as what a run left
    HostTimes host_times;
    FrameLog costs;
    std::uint64_t costs_noted = 0;  // frames of the GPU's picture when its times were noted
    std::optional<bool> drawer;     // the details, as the learner opened or folded them; else there is room or not
    double awaited_s = 0;           // since when the first picture has been awaited; 0: it is there
};

struct ImageState : MovingState {
    std::string lesson;                 // whose state this is
    std::optional<RunRecord> frame;     // the newest frame of a moving picture
    std::string asked;                  // the draft whose frame was asked for without a gesture
    RunRecord blank;                    // the draft, while there is no picture of it
    std::optional<ImageWindow> window;  // of lessons without zoom parameters, once zoomed
    bool whole = false;                 // of pictures whose cells are drawn one by one: all of it, and not cells to click
    bool inspects = false;              // the mouse asks for pixels where it would draw
    std::string focus_key;              // the start whose living cells lie around `focus`
    std::array<double, 2> focus{};
    std::optional<std::array<int, 2>> chosen;
    std::string palette;  // instead of the lesson's
    bool waste = false;
    bool dragging = false;
    double gesture_ends_s = 0;

    std::optional<gl::ArrayColours> array_colours;
    ImageSpec array_colours_spec;  // what they were made for
    std::shared_ptr<const gl::WarpShades> shades;
    std::uint64_t shades_map = 0;

    // What the texture holds.
    gl::Picture picture;
    std::shared_ptr<const std::vector<Array>> shown;
    ImageSpec shown_spec;
    gl::PicturePart shown_part;
    bool shown_waste = false;
    std::uint64_t shown_map = 0;
    ValueRange range;           // of the values of `shown`
    std::vector<float> wastes;  // of its warps, while they are shown
    PixelMap map;
    std::uint64_t map_version = 0, facts_version = 0;
};

struct PointsState : MovingState {
    std::string lesson;  // whose state this is
    gl::OrbitCamera camera;
    std::optional<std::int64_t> chosen;  // particle
    std::string palette;                 // instead of the lesson's
    bool moved = false;                  // since the button went down: a drag and no click
    std::array<int, 2> canvas{};         // its pixels in the last frame

    // What the cloud holds.
    gl::PointCloud cloud;
    std::shared_ptr<const std::vector<Array>> shown;
    std::uint64_t shown_version = 0;  // of what `graphics` read
    float usual_mass = 1;
};

struct OccupancyState {
    std::string compute_capability;  // empty: the present GPU's, once it is known
    int guessed_registers = 32;      // while no compiler has told
};

struct ViewState {
    OccupancyState occupancy;
    ImageState image;
    PointsState points;
    ExportState exporting;
    ThreadGridState grid;
    ArrayStripState grid_strip, strip;  // in the grid's view and in its own
    TimingsState timings;
    LiveLoop live;
    RooflineState roofline;
    TimelineState timeline;
    SweepState sweep;
};

}  // namespace warpwise::ui
