#include "ui/shell/workbench.h"

#include <ctime>

#include "device/routines.h"

namespace warpwise::ui {
namespace {

constexpr std::size_t most_messages = 500;

std::string time_of_day() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char text[16];
    std::strftime(text, sizeof text, "%H:%M:%S", &local);
    return text;
}

}  // namespace

const KernelSpec* Workbench::kernel() const { return lesson != nullptr ? lesson->find_kernel(draft.kernel) : nullptr; }

std::string Workbench::shown_source() const {
    const KernelSpec* spec = kernel();
    if (spec == nullptr) return {};
    if (const auto edited = edited_source.find(spec->id); edited != edited_source.end()) return edited->second;
    const auto text = read_kernel_source(*lesson, *spec);
    return text ? *text : "// " + text.error().text() + "\n";
}

bool Workbench::has_library_form() const {
    const KernelSpec* spec = lesson != nullptr ? lesson->find_kernel(draft.kernel) : nullptr;
    const Routine* routine = spec != nullptr ? find_routine(spec->reference) : nullptr;
    return routine != nullptr && routine->library != nullptr;
}

const RunRecord* Workbench::latest(const DeviceId& device) const {
    const auto found = runs.find(device);
    return found != runs.end() && found->second.latest ? &*found->second.latest : nullptr;
}

const RunRecord* Workbench::any_latest() const {
    for (const auto& [device, of_device] : runs)
        if (of_device.latest) return &*of_device.latest;
    return nullptr;
}

const RunRecord* Workbench::latest_that(bool DeviceTraits::* can) const {
    for (const auto& [device, of_device] : runs)
        if (of_device.latest && traits_of(device).*can) return &*of_device.latest;
    return nullptr;
}

void Workbench::say(Severity severity, std::string text, std::string hint) {
    messages.push_back({severity, std::move(text), std::move(hint), time_of_day()});
    if (messages.size() > most_messages) messages.pop_front();
}

}  // namespace warpwise::ui
