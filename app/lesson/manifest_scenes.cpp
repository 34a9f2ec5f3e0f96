// [[scene]]: the steps of a talk about the lesson.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

constexpr std::size_t kLongestLine = 200;  // bytes: three lines on a projector
constexpr double kLargestThread = 1e15;

std::vector<std::string> preset_names(const Lesson& lesson) {
    std::vector<std::string> names;
    for (const Preset& preset : lesson.presets) names.push_back(preset.name);
    return names;
}

std::vector<std::string> view_kinds(const Lesson& lesson) {
    std::vector<std::string> kinds;
    for (const ViewSpec& view : lesson.views) kinds.push_back(view.kind);
    return kinds;
}

std::vector<std::string> prediction_ids(const Lesson& lesson) {
    std::vector<std::string> ids;
    for (const Prediction& prediction : lesson.predictions) ids.push_back(prediction.id);
    return ids;
}

// A text that names one of `known`; empty when it is not there or names nothing.
std::string known_text(ManifestReader& reader, Fields& fields, const char* key, const std::vector<std::string>& known,
                       const char* what) {
    const std::string text = fields.text(key).value_or("");
    return !text.empty() && reader.check_known(fields, key, text, known, what) ? text : std::string();
}

void read_focus(Fields& fields, Scene& scene) {
    const auto focus = fields.number("focus");
    if (!focus) return;
    if (*focus >= 0 && *focus <= kLargestThread && *focus == std::floor(*focus))
        scene.focus = static_cast<std::uint64_t>(*focus);
    else
        fields.error("focus", "the field \"focus\" must be the number of a thread, counted from 0");
}

void check_together(Fields& fields, const Scene& scene) {
    if (scene.say.size() > kLongestLine)
        fields.error(
            "say",
            fmt::format("\"say\" has {} characters; at most {} can be read from the last row", scene.say.size(), kLongestLine),
            "Say one thing, and the rest in the next scene.");
    if (!scene.view.empty() && !scene.prediction.empty())
        fields.error("ask", "a scene shows a view or asks a question, not both", "Make two scenes of it.");
    if (scene.run && !scene.prediction.empty())
        fields.error("run", "a question runs when its answer is committed", "Remove \"run\".");
    if (!scene.expect.empty() && !scene.run)
        fields.error("expect", "\"expect\" says how a run ends, and this scene runs nothing", "Add run = true.");
}

}  // namespace

void read_scenes(ManifestReader& reader, const std::vector<const toml::table*>& tables) {
    for (const toml::table* table : tables) {
        Fields fields(*table, fmt::format("[[scene]] {}", reader.lesson.scenes.size() + 1), reader.log);
        Scene scene;
        scene.say = fields.text("say", Need::required).value_or("");
        scene.preset = known_text(reader, fields, "preset", preset_names(reader.lesson), "preset");
        scene.kernel = known_text(reader, fields, "kernel", reader.kernel_ids(), "kernel");
        if (const toml::table* set = fields.table("set")) scene.values = reader.values_of(*set, fields.where() + ": set");
        scene.view = known_text(reader, fields, "view", view_kinds(reader.lesson), "[[view]]");
        scene.prediction = known_text(reader, fields, "ask", prediction_ids(reader.lesson), "prediction");
        read_focus(fields, scene);
        scene.run = fields.boolean("run").value_or(false);
        scene.expect = known_text(reader, fields, "expect", ends_of_runs(), "outcome");
        check_together(fields, scene);
        fields.finish(top_fields());
        reader.lesson.scenes.push_back(std::move(scene));
        reader.keep_line(fmt::format("scene {}", reader.lesson.scenes.size()), fields.place("say"));
    }
}

}  // namespace warpwise
