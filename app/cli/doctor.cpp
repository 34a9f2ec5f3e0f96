// warpwise doctor: what is here, what is not, and why
#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "base/cpu_isa.h"
#include "base/json.h"
#include "base/paths.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "device/cpu/routines.h"
#include "device/interface/host.h"
#include "device/process/walls.h"
#include "experiment/record/record_json.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The first of the names that the dynamic linker can open; empty when there is none.
std::string first_library(const std::vector<std::string>& names) {
    for (const std::string& name : names)
        if (void* library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
            dlclose(library);
            return name;
        }
    return {};
}

std::string plugin_file() {
    for (const fs::path& dir : {executable_dir(), executable_dir() / "lib", executable_dir().parent_path() / "lib/warpwise"}) {
        std::error_code error;
        if (fs::exists(dir / "warpwise-cuda.so", error)) return (dir / "warpwise-cuda.so").string();
    }
    return {};
}

std::vector<std::string> font_files() {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(data_dir() / "fonts", error))
        if (const fs::path ext = entry.path().extension(); ext == ".ttf" || ext == ".otf")
            names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

json folder(const fs::path& path) {
    std::error_code error;
    return {{"path", path.string()}, {"exists", fs::is_directory(path, error)}};
}

// Every kind there may be, and of those that a machine may have several of every one.
json describe_devices(DeviceSet& devices) {
    json list = json::array();
    for (const DeviceTraits& traits : all_device_kinds()) {
        const auto begin = std::chrono::steady_clock::now();
        const auto here = devices.all_of(traits.kind);
        const double start_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        if (!here) {
            list.push_back({{"kind", traits.name},
                            {"ordinal", 0},
                            {"present", false},
                            {"why", here.error().message},
                            {"hint", here.error().hint}});
            continue;
        }
        for (const DeviceInfo& info : *here) {
            json entry = to_json(info);
            entry["present"] = true;
            if (info.ordinal == 0) entry["start_ms"] = start_ms;  // the others were not started
            list.push_back(entry);
        }
    }
    return list;
}

json examine() {
    DeviceSet devices;
    const std::shared_ptr<const Recordings> recorded = devices.recordings();
    json recordings = json::array(), problems = json::array();
    for (const Recording& recording : recorded->files)
        recordings.push_back({{"file", recording.file.string()},
                              {"device", recording.device_name},
                              {"date", recording.date},
                              {"records", recording.records.size()}});
    for (const Diagnostic& problem : recorded->problems) problems.push_back(text_of(Diagnostics{problem}));
    const auto course = load_installed_course();
    if (!course) problems.push_back(course.error().text());
    if (course)
        for (const Diagnostic& problem : course->problems) problems.push_back(text_of(Diagnostics{problem}));
    const auto environment = [](const char* name) {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    const Walls walls = walls_here();
    return {{"version", WARPWISE_VERSION},
            {"machine", to_json(describe_machine())},
            {"devices", describe_devices(devices)},
            {"cpu",
             {{"vector_isa", name_of(isa_here())},
              {"cores", usable_cores()},
              {"free_memory_gb", static_cast<double>(available_memory_bytes()) / 1e9}}},
            {"walls", {{"landlock", walls.landlock}, {"seccomp", walls.filters_calls}}},
            {"libraries",
             {{"cuda_plugin", plugin_file()},
              {"cuda_driver", first_library({"libcuda.so.1"})},
              {"nvrtc", first_library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})},
              {"nvml", first_library({"libnvidia-ml.so.1"})},
              {"gl", first_library({"libGL.so.1", "libOpenGL.so.0"})},
              {"egl", first_library({"libEGL.so.1"})}}},
            {"display", {{"x11", environment("DISPLAY")}, {"wayland", environment("WAYLAND_DISPLAY")}}},
            {"folders", {{"data", folder(data_dir())}, {"config", folder(config_dir())}, {"user_data", folder(user_data_dir())}}},
            {"fonts", font_files()},
            {"lessons", course ? course->lessons.size() : 0},
            {"recordings", recordings},
            {"problems", problems}};
}

std::string or_none(const json& value) { return value.get<std::string>().empty() ? "not found" : value.get<std::string>(); }

// What the process that compiles and runs kernels is kept from.
std::string walls_text(const json& walls) {
    const int landlock = walls["landlock"].get<int>();
    const bool seccomp = walls["seccomp"].get<bool>();
    if (!seccomp && landlock == 0)
        return "none: this kernel has neither Landlock nor seccomp, so the emulator's process has all of your rights";
    const std::string by = landlock == 0
                               ? "seccomp; this kernel has no Landlock"
                               : fmt::format("Landlock {}{}", landlock, seccomp ? ", seccomp" : "; this kernel has no seccomp");
    return fmt::format("the emulator's process cannot write files{} ({})",
                       seccomp ? ", open sockets or start programs" : " or start programs", by);
}

void print_for_people(const json& j) {
    print_to(stdout, "Warpwise {} on {}\n\nDevices\n", j["version"].get<std::string>(), j["machine"]["os"].get<std::string>());
    for (const json& device : j["devices"]) {
        const int ordinal = device["ordinal"].get<int>();
        const std::string kind = device["kind"].get<std::string>() + (ordinal > 0 ? fmt::format(":{}", ordinal) : "");
        if (device["present"].get<bool>())
            print_to(stdout, "  {:<12} {}\n", kind, device["name"].get<std::string>());
        else
            print_to(stdout, "  {:<12} not here: {}. {}\n", kind, device["why"].get<std::string>(),
                     device["hint"].get<std::string>());
    }
    print_to(stdout, "\nLibraries\n");
    for (const auto& [name, file] : j["libraries"].items()) print_to(stdout, "  {:<12} {}\n", name, or_none(file));
    print_to(stdout, "\nFolders\n");
    for (const auto& [name, entry] : j["folders"].items())
        print_to(stdout, "  {:<12} {}{}\n", name, entry["path"].get<std::string>(),
                 entry["exists"].get<bool>() ? "" : "  (not there yet)");
    print_to(stdout, "\nDisplay      X11 {}, Wayland {}\n", or_none(j["display"]["x11"]), or_none(j["display"]["wayland"]));
    print_to(stdout, "Sandbox      {}\n", walls_text(j["walls"]));
    print_to(stdout, "Fonts        {} in the data folder\n", j["fonts"].size());
    print_to(stdout, "Lessons      {}\n", j["lessons"].get<int>());
    for (const json& r : j["recordings"])
        print_to(stdout, "Recording    {} of {}, {} runs: {}\n", r["device"].get<std::string>(),
                 r["date"].get<std::string>().substr(0, 10), r["records"].get<std::size_t>(), r["file"].get<std::string>());
    if (!j["problems"].empty()) print_to(stdout, "\nProblems\n");
    for (const json& problem : j["problems"])
        print_to(stdout, "  {}", problem.get<std::string>() + (problem.get<std::string>().ends_with('\n') ? "" : "\n"));
}

}  // namespace

int doctor_command(bool as_json) {
    const json j = examine();
    if (as_json)
        print_to(stdout, "{}\n", json_text(j));
    else
        print_for_people(j);
    return 0;
}

}  // namespace warpwise
