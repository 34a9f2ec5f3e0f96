#include "experiment/run/run_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lesson/formula.h"

namespace warpwise {
namespace {

Result<CopyMode> copies_of(const Lesson& lesson, const ExperimentRequest& request) {
    if (request.copies) return *request.copies;
    const std::string& said = lesson.run.copies;
    if (said.empty()) return CopyMode::pageable;
    const auto parameter = request.parameters.find(said);
    const std::string word = parameter == request.parameters.end() ? said : text_of(parameter->second);
    if (const auto mode = copy_mode_from_name(word)) return *mode;
    return usage_error(fmt::format("lesson '{}': '{}' is not a copy mode", lesson.id, word),
                       "Choose pageable, pinned, resident or staged.");
}

Result<int> count_of(const Lesson& lesson, const char* field, const std::string& formula, const ParameterValues& values, int most) {
    if (formula.empty()) return 1;
    const auto value = evaluate(formula, values);
    if (!value) return std::unexpected(value.error());
    const double whole = std::round(*value);
    if (!(whole >= 1 && whole <= most))
        return usage_error(fmt::format("lesson '{}': {} = {} gives {}", lesson.id, field, formula, *value),
                           fmt::format("It must be a whole number from 1 to {}.", most));
    return static_cast<int>(whole);
}

}  // namespace

Result<ResolvedRunSettings> resolve_run_settings(const Lesson& lesson, const KernelSpec& kernel, const ExperimentRequest& request) {
    ResolvedRunSettings settings;
    const auto copies = copies_of(lesson, request);
    if (!copies) return std::unexpected(copies.error());
    settings.copies = *copies;
    if (request.flush_l2) {
        settings.flush_l2 = *request.flush_l2;
    } else if (!lesson.run.flush_l2.empty()) {
        const auto flush = evaluate(lesson.run.flush_l2, request.parameters);
        if (!flush) return std::unexpected(flush.error());
        settings.flush_l2 = *flush != 0;
    }
    if (kernel.length.empty() || lesson.run.chunks.empty()) return settings;
    const auto place = std::ranges::find(kernel.arguments, kernel.length);
    if (place == kernel.arguments.end()) return settings;
    settings.copies = CopyMode::pinned;  // copies from ordinary memory overlap with nothing
    settings.length_argument = static_cast<std::size_t>(place - kernel.arguments.begin());
    const auto chunks = count_of(lesson, "chunks", lesson.run.chunks, request.parameters, kMostChunks);
    if (!chunks) return std::unexpected(chunks.error());
    const auto streams = count_of(lesson, "streams", lesson.run.streams, request.parameters, kMostStreams);
    if (!streams) return std::unexpected(streams.error());
    settings.chunks = *chunks;
    settings.streams = *streams;
    return settings;
}

}  // namespace warpwise
