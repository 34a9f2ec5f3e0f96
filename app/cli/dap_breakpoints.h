// Breakpoints of a client of the Debug Adapter Protocol: on lines with conditions, hit counts and log messages.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/dap_launched.h"
#include "debug/debug_expression.h"

namespace warpwise {

// "5": the fifth time; ">= 5": from then on; "% 5": every fifth time.
struct DapHitCondition {
    std::string symbol = "==";
    std::uint64_t count = 0;
    bool holds(std::uint64_t hit) const;
};
// The error is a sentence for people.
std::expected<DapHitCondition, std::string> parse_hit_condition(std::string_view text);
// "i is {i}" with the values of the active lanes in place of the braces.
std::string log_text(const std::string& message, const DebugScope&);
// Why a condition cannot be used on this kernel: it is not an expression, or names what the kernel does not have. Empty: it can.
std::string problem_of_condition(const std::string& condition, const std::vector<std::string>& variable_names);

class DapBreakpoints {
  public:
    // Replaces those of a file; the answer to a setBreakpoints request. Null: nothing has been launched.
    nlohmann::json set(const nlohmann::json& arguments, const DapLaunched*, int first_line);
    // Looks all of them up in what has been launched, and returns each as the client gets it.
    std::vector<nlohmann::json> settle(const DapLaunched&, int first_line);
    // For the session.
    std::vector<DebugBreakpoint> all() const;
    // Whether some are more than a line with a condition: then each arrival is looked at here.
    bool need_a_look() const;

    // What arriving at the state's breakpoint means. A moment counts once, however often it is run through; backwards, log messages
    // are silent.
    struct Arrival {
        bool stops = false;
        std::vector<int> ids;             // of those that stop
        std::vector<std::string> logged;  // a line each
    };
    Arrival arrive(const DebugScope&, bool forwards);
    void forget_hits();

  private:
    struct Breakpoint {
        int id = 0, asked_line = 0;
        int line = 0;  // 0: none that a warp can stop at
        std::string condition, problem;
        std::optional<DapHitCondition> hit_condition{};
        std::string log_message{};
        std::string mistake{};           // in what the client gave, whatever is launched
        std::set<std::uint64_t> hits{};  // positions
    };
    static void settle(Breakpoint&, const std::string& path, const DapLaunched&);
    static nlohmann::json json_of(const Breakpoint&, const DapLaunched*, int first_line);

    int made_ = 0;
    std::map<std::string, std::vector<Breakpoint>> by_path_;  // as the client gives it
};

nlohmann::json dap_source(const DapLaunched&);

}  // namespace warpwise
