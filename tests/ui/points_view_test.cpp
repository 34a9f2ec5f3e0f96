// The particles' view: a drag turns the camera, the wheel zooms, a click chooses the particle under the mouse, and it moves.
#include "canvases.h"
#include "ui/picture/points_facts.h"
#include "ui/picture/points_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class PointsView : public UiTest {};

PointsState& shown(App& app) { return app.workbench().state<PointsState>(); }

bool open_particles(ImGuiTestContext* context, App& app) {
    app.workbench().post(ask::FocusView{"points"});
    return wait_until(context, [&] { return shown(app).animation.record.outputs != nullptr && shown(app).shown != nullptr; });
}

std::span<const float> places_of(App& app) { return rows_of_four(&shown(app).animation.record.outputs->front()); }

TEST_P(PointsView, DragsTurnAndMoveTheCameraAndTheWheelZooms) {
    run(few_particles(with_lesson("particles")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_particles(context, app));
        const gl::OrbitCamera start = shown(app).camera;
        context->ItemDragWithDelta(kPointsCanvas, {60, 20});
        IM_CHECK(shown(app).camera.yaw != start.yaw);
        IM_CHECK(shown(app).camera.pitch > start.pitch);
        IM_CHECK(shown(app).camera.target == start.target);
        IM_CHECK(!shown(app).chosen.has_value());

        context->KeyDown(ImGuiMod_Shift);
        context->ItemDragWithDelta(kPointsCanvas, {40, 0});
        context->KeyUp(ImGuiMod_Shift);
        IM_CHECK(shown(app).camera.target != start.target);

        context->MouseMove(kPointsCanvas);
        context->MouseWheelY(2);
        context->Yield(2);
        IM_CHECK(shown(app).camera.distance < start.distance);
        context->ItemClick("//###points/Reset view##points");
        IM_CHECK(shown(app).camera == start);
    });
}

TEST_P(PointsView, AClickChoosesTheParticleUnderTheMouse) {
    run(few_particles(with_lesson("particles")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_particles(context, app));
        const auto rect = context->ItemInfo(kPointsCanvas).RectFull;
        const gl::Projection view(shown(app).camera, rect.GetWidth(), rect.GetHeight());
        const std::span<const float> places = places_of(app);
        constexpr std::int64_t heavy = 0;  // the first galaxy's centre
        const auto at = view.of({places[0], places[1], places[2]});
        IM_CHECK(at.has_value());
        context->MouseMoveToPos({rect.Min.x + at->x, rect.Min.y + at->y});
        context->MouseClick(0);
        IM_CHECK(shown(app).chosen.has_value());
        IM_CHECK_EQ(*shown(app).chosen, heavy);
        IM_CHECK(shows(context, "Particle 0"));
        IM_CHECK(shows(context, "thread 0 of block 0, lane 0 of warp 0"));
        context->MouseMoveToPos({rect.Min.x + 3, rect.Min.y + 3});
        context->MouseClick(0);
        IM_CHECK(!shown(app).chosen.has_value());
    });
}

TEST_P(PointsView, ItRunsPausesStepsAndResets) {
    run(few_particles(with_lesson("particles")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_particles(context, app));
        const std::vector<float> start(places_of(app).begin(), places_of(app).end());
        context->ItemClick("//###points/###points_step");
        IM_CHECK(wait_until(context, [&] { return shown(app).animation.newest.steps == 1; }));
        IM_CHECK(places_of(app)[4] != start[4]);
        context->ItemClick("//###points/###points_play");
        IM_CHECK(wait_until(context, [&] { return shown(app).animation.newest.frames >= 5; }));
        context->ItemClick("//###points/###points_play");
        IM_CHECK(!shown(app).animation.player->playing());
        context->ItemClick("//###points/###points_reset");
        IM_CHECK(wait_until(context, [&] { return shown(app).animation.newest.steps == 0; }));
        IM_CHECK(std::ranges::equal(places_of(app), start));
    });
}

TEST_P(PointsView, KeysTurnZoomAndPlay) {
    run(few_particles(with_lesson("particles")), [](ImGuiTestContext* context, App& app) {
        IM_CHECK(open_particles(context, app));
        const gl::OrbitCamera start = shown(app).camera;
        context->MouseMove(kPointsCanvas);
        context->MouseClick(0);
        context->KeyPress(ImGuiKey_LeftArrow);
        context->KeyPress(ImGuiKey_PageUp);
        IM_CHECK(shown(app).camera.yaw != start.yaw);
        IM_CHECK(shown(app).camera.distance < start.distance);
        context->KeyPress(ImGuiKey_R);
        IM_CHECK(shown(app).camera == start);
        context->KeyPress(ImGuiKey_Space);
        IM_CHECK(shown(app).animation.player->playing());
        IM_CHECK(wait_until(context, [&] { return shown(app).animation.newest.frames >= 2; }));
        context->KeyPress(ImGuiKey_Space);
    });
}

// The exercise's stub moves half of the particles; it is the emulator that runs it, and its writes tell who moves whom.
TEST_P(PointsView, AfterATracedRunTheWritesTellTheThread) {
    AppOptions options = few_particles(with_lesson("particles"));
    run(options, [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::ChooseKernel{"pairs"});
        app.workbench().draft.run_on = {DeviceKind::emulated};
        context->Yield(2);
        app.workbench().post(ask::Run{});
        wait_for_runs(context, app);
        IM_CHECK(open_particles(context, app));
        shown(app).drawer = true;
        shown(app).chosen = 70;
        context->Yield(3);
        IM_CHECK(shows(context, "No thread moved it in this run"));
        shown(app).chosen = 10;
        context->Yield(3);
        IM_CHECK(shows(context, "thread 10 of block 0, lane 10 of warp 0"));
    });
}

INSTANTIATE_TEST_SUITE_P(Hosts, PointsView, ::testing::Values(gl::HostKind::null, gl::HostKind::egl),
                         [](const auto& info) { return std::string(gl::name_of(info.param)); });

}  // namespace
}  // namespace warpwise::ui
