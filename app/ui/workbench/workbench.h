// The state behind the window, a part a subject. Panels are free functions over a Workbench: they read it, draw, and post
// requests; update() acts once per frame. Whatever compiles, runs or measures does so on a thread of its own, so that no frame
// waits for it; only pictures that stay on the GPU are made on the thread that draws, which alone has the GL context.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "ui/kit/theme.h"
#include "ui/workbench/devices_here.h"
#include "ui/workbench/draft.h"
#include "ui/workbench/known_recordings.h"
#include "ui/workbench/lessons.h"
#include "ui/workbench/messages.h"
#include "ui/workbench/panel_states.h"
#include "ui/workbench/pointing.h"
#include "ui/workbench/requests.h"
#include "ui/workbench/results.h"
#include "ui/workbench/settings.h"

namespace warpwise::ui {

struct Workbench {
    Look look;
    Settings settings;
    Lessons lessons;
    const Lesson* lesson = nullptr;  // the open one; null: the welcome page
    DevicesHere devices;
    Draft draft;
    Results results;
    KnownRecordings recordings;
    std::deque<Message> messages;
    Pointing pointing;
    Ongoing ongoing;
    Requests requests;

    bool can_draw = false;     // a GL context is current: views may make textures
    bool keeps_files = true;   // false: a picture or a test, which leaves the user's folders alone
    bool has_desktop = false;  // a window on a screen, whose dialogs can be asked

    // where panels report their rectangle, so that a panel can be saved as a picture and tests can find it
    std::map<std::string, std::array<float, 4>> panel_rects;  // stable name -> x y w h in pixels

    PanelStates states;  // the last part: it goes before what its threads use, and must go before the Dear ImGui context

    template <typename Request>
    void post(Request request) {
        requests.post(std::move(request));
    }
    template <typename State>
    State& state() {
        return states.get<State>();
    }
    template <typename State>
    const State& state() const {
        return states.get<State>();
    }

    const KernelSpec* kernel() const;  // of the draft
    std::string shown_source() const;  // edited or original
    // The learner's text that Run takes in place of the lesson's kernel: their version of the exercise where that is looked at,
    // else what they made of the draft's kernel. Null: the lesson's own.
    const std::string* own_text() const;
    void put_own_text(ExperimentRequest& of_draft) const;
    std::optional<ask::DebugExercise> debugged_exercise() const;  // of ask::Debug, for the text that Run takes
    // Whether a device of the kind can run the draft's kernel: a kind that calls CPU routines needs one with its form.
    bool has_form(DeviceKind) const;
    void say(Severity, std::string text, std::string hint = {});
};

}  // namespace warpwise::ui
