// The view Accesses where a launch has arrays for a GPU.
#include <gtest/gtest.h>

#include "ui_test.h"

namespace warpwise::ui {
namespace {

class AccessSurveyTest : public WindowTest {};

TEST_F(AccessSurveyTest, ArraysThatAreTooLargeAreNotMadeForIt) {
    AppOptions options = with_lesson("coalescing");
    options.settings = {"n=16777216", "stride=32", "dtype=f64"};
    run(options, [](ImGuiTestContext* context, App& app) {
        app.workbench().post(ask::FocusView{"accesses"});
        IM_CHECK(
            wait_until(context, [&] { return text_on_screen(context).find("are too large for this view") != std::string::npos; }));
        keep_picture(context, app, "accesses_too_large");
    });
}

}  // namespace
}  // namespace warpwise::ui
