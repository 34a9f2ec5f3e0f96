// Particles as an animation in a file: each frame is what the view would draw, and what ends early leaves nothing.
#include <atomic>
#include <chrono>
#include <thread>

#include "base/files.h"
#include "cli/window_options.h"
#include "gl/make_host.h"
#include "tests/read_png.h"
#include "ui/picture/points_painter.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

constexpr int width = 200, height = 150;

class PointsExport : public ::testing::Test {
  protected:
    void SetUp() override {
        auto made = gl::make_host({gl::HostKind::egl, {64, 64}, "test"});
        if (!made) GTEST_SKIP() << made.error().text();
        host_ = std::move(*made);
        auto lesson = load_lesson(WARPWISE_SOURCE_DIR "/lessons/37_particles");
        ASSERT_TRUE(lesson);
        lesson_ = std::move(*lesson);
    }

    ExperimentRequest request(DeviceKind device = DeviceKind::cpu_serial) const {
        ExperimentRequest wanted;
        wanted.device = device;
        wanted.parameters = lesson_.defaults();
        wanted.parameters["n"] = std::int64_t{200};
        return wanted;
    }
    PointsSpec spec() const { return points_spec(lesson_, *find_points_view(lesson_), request().parameters).value(); }
    ExportOrder order(int frames, int wide = width) const {
        ExportOrder made;
        made.lesson = &lesson_;
        made.request = request();
        made.painter = std::make_unique<PointsPainter>(spec(), spec().camera, wide, height);
        made.frames = frames;
        made.path = file();
        return made;
    }
    std::filesystem::path file() const { return folder_.path() / "a.apng"; }
    bool folder_is_empty() const { return std::filesystem::is_empty(folder_.path()); }

    // Drawn and read by other means than the painter's.
    Image drawn(const Animation& animation) const {
        const std::vector<Array> arrays = animation.shown();
        gl::PointCloud cloud;
        const std::span<const float> places = rows_of_four(&arrays[0]);
        cloud.set(places, rows_of_four(&arrays[1]));
        const PointsSpec wanted = spec();
        const auto look = points_look(wanted, cloud.size(), usual_mass(places), height);
        gl::TextureReader reader;
        EXPECT_TRUE(reader.begin(cloud.texture(width, height, wanted.camera, look), width, height));
        for (;;)
            if (auto image = reader.poll(); !image || *image) return image ? **image : Image();
    }
    static Result<void> finish(AnimationExport& running) {
        while (!running.outcome()) {
            running.serve();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return *running.outcome();
    }

    Lesson lesson_;
    DeviceSet devices_;
    const test::TemporaryFolder folder_;
    std::unique_ptr<gl::Host> host_;
};

TEST_F(PointsExport, EveryFrameIsTheViewsPictureOnTheCpuAndTheEmulator) {
    for (const DeviceKind device : {DeviceKind::cpu_serial, DeviceKind::emulated}) {
        auto animation = Animation::make(lesson_, request(device), devices_);
        ASSERT_TRUE(animation) << animation.error().text();
        PointsPainter painter(spec(), spec().camera, width, height);
        std::vector<Image> frames;
        std::jthread exporting([&](const std::stop_token& stop) {
            for (int i = 0; i < 3; ++i) {
                if (i > 0 && !animation->step(5)) return;
                if (auto picture = painter.paint(animation->shown(), stop)) frames.push_back(std::move(*picture));
            }
        });
        std::atomic<bool> done = false;
        std::jthread waiting([&] {
            exporting.join();
            done = true;
        });
        while (!done) painter.serve();
        waiting.join();
        ASSERT_EQ(frames.size(), 3u);
        ASSERT_TRUE(animation->reset());
        for (const Image& frame : frames) {
            EXPECT_EQ(frame.width, width);
            EXPECT_EQ(frame.height, height);
            EXPECT_EQ(frame, drawn(*animation)) << "after " << animation->steps_done() << " steps";
            ASSERT_TRUE(animation->step(5));
        }
        EXPECT_NE(frames[0], frames[2]);
    }
}

TEST_F(PointsExport, AFileWithItsFirstFrameOnTop) {
    AnimationExport running(order(4), devices_);
    const auto written = finish(running);
    ASSERT_TRUE(written) << written.error().text();
    EXPECT_EQ(running.frames_done(), 4);
    const auto first = read_png(file());
    ASSERT_TRUE(first);
    auto animation = Animation::make(lesson_, request(), devices_);
    EXPECT_EQ(first->image, drawn(*animation));
}

TEST_F(PointsExport, AStopWhileNobodyDrawsEndsItAndLeavesNothing) {
    AnimationExport running(order(1000), devices_);
    running.cancel();
    while (!running.outcome()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_FALSE(*running.outcome());
    EXPECT_NE(running.outcome()->error().message.find("cancelled"), std::string::npos);
    EXPECT_TRUE(folder_is_empty());
    // and one that goes in the middle is not waited for
    auto half = std::make_unique<AnimationExport>(order(1000), devices_);
    while (half->frames_done() < 2) half->serve();
    half.reset();
    EXPECT_TRUE(folder_is_empty());
}

TEST_F(PointsExport, ASizeThatTheDisplayRefusesIsAnErrorAndNoFile) {
    AnimationExport running(order(3, 1 << 20), devices_);
    const auto written = finish(running);
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("1048576 x 150"), std::string::npos) << written.error().text();
    EXPECT_NE(written.error().hint.find("smaller"), std::string::npos);
    EXPECT_TRUE(folder_is_empty());
}

TEST_F(PointsExport, TheFrameThatIsBeingDrawnGoesOnAsItWas) {
    host_->begin_frame(1, 0.5f, 0);
    const auto before = host_->read_pixels();
    AnimationExport running(order(2), devices_);
    ASSERT_TRUE(finish(running));
    const auto after = host_->read_pixels();
    ASSERT_TRUE(before && after);
    EXPECT_EQ(*after, *before);
}

TEST_F(PointsExport, TheCommandHasTheSizeThatWasAskedFor) {
    host_.reset();  // the command has its own
    ShotOptions wanted{.lesson = {.id = "particles"}, .settings = {"n=100"}, .width = 300, .height = 200};
    wanted.device = "cpu-serial";
    wanted.output = file();
    wanted.frames = 3;
    ASSERT_EQ(run_shot(wanted), 0);
    const auto first = read_png(file());
    ASSERT_TRUE(first);
    EXPECT_EQ(first->image.width, 300);
    EXPECT_EQ(first->image.height, 200);
    const std::string bytes = read_file(file()).value();
    ASSERT_EQ(run_shot(wanted), 0);
    EXPECT_EQ(read_file(file()).value(), bytes);
    wanted.lesson.id = "indexing_1d";
    wanted.settings.clear();
    EXPECT_NE(run_shot(wanted), 0);
}

}  // namespace
}  // namespace warpwise::ui
