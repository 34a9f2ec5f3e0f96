#include "program/gpu_ranks/gpu_rank.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "program/launch_times/launch_times.h"
#include "program/launch_times/report_line.h"

namespace warpwise {
namespace {

class GpuRank : public RankHost {
  public:
    void event(const nlohmann::json& event) override {
        tell_line(event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    }
    void finding(const std::string& kind, const CallPlace& place, const std::string& message, const std::string& hint) override {
        event({{"event", "finding"},
               {"kind", kind},
               {"file", place.file},
               {"line", place.line},
               {"message", message},
               {"hint", hint},
               {"launch", -1}});
    }
    void end_told(std::optional<int> exit_code) override {
        tell_past_launches();
        if (exit_code) event({{"event", "end"}, {"exit_code", *exit_code}});
    }
    CallPlace place_of(void* return_address) override { return place_in_program(return_address); }
    // Rounds before the last one only warm up, and are timed as a whole.
    void mark(int level) override {
        if (level != 1) return;
        log_of_calls().begin_anew();
        forget_launches();
    }
    std::uint64_t readable(std::uint64_t address, bool) override { return address; }
};

struct Seen {
    ExecOptions options;
    GpuRank host;
    std::map<std::string_view, void*> functions;
};

[[noreturn]] void give_up(const std::string& message) {
    std::fprintf(stderr, "warpwise: %s\n", message.c_str());
    std::abort();
}

Seen& seen() {
    static Seen* const one = [] {
        auto* made = new Seen;  // used until the process ends
        const char* text = std::getenv(kRankOptions);
        const auto options = exec_options_from_json(text == nullptr ? "" : text);
        if (!options || !options->mpi) give_up("this library is for a rank that `warpwise` has started");
        made->options = *options;
        const auto functions = mpi_functions(*made->options.mpi, made->host);
        if (!functions) give_up(functions.error().text());
        for (const MpiFunction& function : *functions) made->functions[function.name] = function.address;
        return made;
    }();
    return *one;
}

}  // namespace

CallPlace place_in_program(void* return_address) {
    Dl_info about{};
    if (dladdr(return_address, &about) == 0 || about.dli_fbase == nullptr) return {};
    const auto offset = reinterpret_cast<std::uintptr_t>(return_address) - reinterpret_cast<std::uintptr_t>(about.dli_fbase);
    return {.file = fmt::format("@{:x}", offset - 1), .line = 0};  // the call, not what comes after it
}

const MpiOptions& options_of_rank() { return *seen().options.mpi; }

void* seen_mpi_function(const char* name) { return seen().functions.at(name); }

}  // namespace warpwise
