// The searches of the result: two outcomes side by side, and the smallest failing case.
#include <algorithm>
#include <string>

#include "edited_vector_add.h"
#include "ui/debugger/debugger_state.h"
#include "ui_test.h"

namespace warpwise::ui {
namespace {

class SearchWindowTest : public WindowTest {
  protected:
    // Waits for the search and shows what it found.
    static const KernelSearch* found_by(ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        IM_CHECK_RETV(wait_until(context, [&] { return !app.busy() && bench.results.search && !bench.results.search->running; }),
                      nullptr);
        bench.post(ask::FocusView{"result"});
        context->Yield(6);
        return &*bench.results.search;
    }
    static const DebuggerState& debugger(App& app) { return app.workbench().state<DebuggerState>(); }
};

// Four blocks write c[0]: the last one of the schedule decides.
TEST_F(SearchWindowTest, BothOrdersStandSideBySideAndOpenInTheDebugger) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = edited_vector_add("if (threadIdx.x == 0) c[0] = i;");
        bench.post(ask::FindOtherOutcome{});
        const KernelSearch* search = found_by(context, app);
        IM_CHECK(search != nullptr && search->other && search->other->found == OutcomeFound::other);
        const OtherOutcome other = *search->other;
        keep_picture(context, app, "search_other_outcome");
        IM_CHECK(shows(context, "c[0] = 96"));  // sequential: block 3 comes last
        IM_CHECK(shows(context, "c[0] = 0"));   // reversed: block 0
        IM_CHECK(shows(context, "thread 0 of block 3, warp 0"));
        IM_CHECK(shows(context, "written last by"));
        const std::size_t last = other.other.accesses.size() - 1;
        IM_CHECK_EQ(other.other.accesses[last].thread, std::uint64_t{0});
        context->ItemClick(("//###result/**/##other_" + std::to_string(last)).c_str());
        IM_CHECK(wait_until(context, [&] { return !app.busy() && debugger(app).is_open() && !debugger(app).busy; }));
        const DebuggerState& state = debugger(app);
        IM_CHECK(state.options.schedule == Schedule::reversed);
        IM_CHECK(state.options.before == BlocksBefore::all_run);
        IM_CHECK_EQ(state.now->block.x, 0u);
        IM_CHECK_EQ(state.pinned_lane, 0);
        IM_CHECK_EQ(state.now->position, other.other.accesses[last].access.position);
        IM_CHECK_EQ(state.now->frames.front().line, 4);
        // The very instruction is the next one: a step of one instruction has written the element.
        IM_CHECK(std::ranges::any_of(state.now->next, [](const DebugAccess& access) {
            return access.is_store && access.array == "c" && (access.mask & 1) != 0 && access.elements[0] == 0;
        }));
        context->Yield(10);
        keep_picture(context, app, "search_other_outcome_debugger");
    });
}

TEST_F(SearchWindowTest, TheSmallestFailingCaseBecomesTheDraft) {
    run(with_lesson("indexing_1d"), [](ImGuiTestContext* context, App& app) {
        Workbench& bench = app.workbench();
        bench.draft.edited_source["right"] = edited_vector_add("if (i < n - 1) c[i] = a[i] + b[i];");
        bench.post(ask::FindSmallestCase{});
        const KernelSearch* search = found_by(context, app);
        IM_CHECK(search != nullptr && search->smallest && search->smallest->end == SmallestEnd::found);
        keep_picture(context, app, "search_smallest_case");
        IM_CHECK(shows(context, "The launch panel now has these values"));
        IM_CHECK(bench.draft.request.parameters.at("n") == ParameterValue{std::int64_t{1}});
    });
}

}  // namespace
}  // namespace warpwise::ui
