#include "ui/workbench/workbench.h"

#include <ctime>

#include "device/cpu/routines.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t kMostMessages = 500;

std::string time_of_day() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char text[16];
    std::strftime(text, sizeof text, "%H:%M:%S", &local);
    return text;
}

}  // namespace

const KernelSpec* Workbench::kernel() const { return lesson != nullptr ? lesson->find_kernel(draft.request.kernel) : nullptr; }

std::string Workbench::shown_source() const {
    const KernelSpec* spec = kernel();
    if (spec == nullptr) return {};
    if (const std::string* own = own_text()) return *own;
    const auto text = read_kernel_source(*lesson, *spec);
    return text ? *text : "// " + text.error().text() + "\n";
}

const std::string* Workbench::own_text() const {
    if (draft.runs_exercise && draft.exercise) return &draft.exercise->text;
    const auto edited = draft.edited_source.find(draft.request.kernel);
    return edited != draft.edited_source.end() ? &edited->second : nullptr;
}

void Workbench::put_own_text(ExperimentRequest& of_draft) const {
    if (const std::string* own = own_text()) of_draft.edited_source = *own;
    if (draft.runs_exercise && draft.exercise) of_draft.edited_entry = draft.exercise->entry;
}

std::optional<ask::DebugExercise> Workbench::debugged_exercise() const {
    return draft.runs_exercise ? std::optional(ask::DebugExercise()) : std::nullopt;
}

bool Workbench::has_form(DeviceKind kind) const {
    if (!traits_of(kind).runs_routines()) return true;
    const KernelSpec* spec = lesson != nullptr ? lesson->find_kernel(draft.request.kernel) : nullptr;
    const Routine* routine = spec != nullptr ? find_routine(spec->reference) : nullptr;
    return routine != nullptr && routine->form(kind) != nullptr;
}

void Workbench::say(Severity severity, std::string text, std::string hint) {
    messages.push_back({severity, std::move(text), std::move(hint), time_of_day()});
    if (messages.size() > kMostMessages) messages.pop_front();
}

}  // namespace warpwise::ui
