// warpwise list
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"

namespace warpwise {
namespace {

using nlohmann::json;

json json_of(const Parameter& parameter) {
    json j{{"id", parameter.id}, {"label", parameter.label}, {"help", parameter.help}};
    std::visit([&](const auto& value) { j["default"] = value; }, parameter.default_value);
    if (parameter.choices.empty())
        j["min"] = parameter.min, j["max"] = parameter.max;
    else
        j["choices"] = parameter.choices;
    return j;
}

json json_of(const Lesson& lesson) {
    json parameters = json::array(), kernels = json::array(), views = json::array();
    for (const Parameter& parameter : lesson.parameters) parameters.push_back(json_of(parameter));
    for (const KernelSpec& kernel : lesson.kernels)
        kernels.push_back({{"id", kernel.id},
                           {"title", kernel.title},
                           {"source", kernel.source},
                           {"entry", kernel.entry},
                           {"expect_wrong", kernel.expect_wrong}});
    for (const ViewSpec& view : lesson.views)  // a kind may have views of several kernels
        if (std::ranges::find(views, json(view.kind)) == views.end()) views.push_back(view.kind);
    json further = json::array(), exercises = json::array();
    for (const Exercise& exercise : lesson.exercises) exercises.push_back(exercise.id);
    for (const Reading& reading : lesson.further) further.push_back({{"title", reading.title}, {"where", reading.where}});
    return {{"id", lesson.id},
            {"number", lesson.number},
            {"part", lesson.part},
            {"title", lesson.title},
            {"goals", lesson.goals},
            {"parameters", parameters},
            {"kernels", kernels},
            {"views", views},
            {"needs", lesson.needs},
            {"exercise", !lesson.exercises.empty()},
            {"exercises", exercises},
            {"minutes", lesson.minutes},
            {"difficulty", lesson.difficulty},
            {"further", further}};
}

}  // namespace

int list_command(bool as_json) {
    const auto course = load_installed_course();
    if (!course) return report(course.error());
    if (!course->problems.empty()) print_to(stderr, "{}", text_of(course->problems));
    if (as_json) {
        json list = json::array();
        for (const Lesson& lesson : course->lessons) list.push_back(json_of(lesson));
        print_to(stdout, "{}\n", json_text(list));
        return 0;
    }
    for (const Lesson& lesson : course->lessons) {
        const std::string effort = lesson.effort();
        print_to(stdout, "{:>2}  {:<22} {}{}\n", lesson.number, lesson.id, lesson.title,
                 effort.empty() ? "" : fmt::format(" ({})", effort));
        std::vector<std::string> kernels;
        for (const KernelSpec& kernel : lesson.kernels) kernels.push_back(kernel.id);
        print_to(stdout, "      kernels: {}\n", listed(kernels));
    }
    print_to(stdout, "\nOpen one with `warpwise open ID`, run it here with `warpwise run ID`.\n");
    return 0;
}

}  // namespace warpwise
