#include "ui/debugger/cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <optional>

#include "ui/debugger/cause_words.h"
#include "ui/debugger/operands.h"

namespace warpwise::ui {
namespace {

std::string sentence_of(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    if (!text.empty() && text.back() != '.') text += '.';
    return text;
}

// ---- the warp

std::uint32_t lanes_with(const DebugState& state, LaneStatus status) {
    std::uint32_t mask = 0;
    for (std::size_t lane = 0; lane < state.lanes.size(); ++lane)
        if (state.lanes[lane] == status) mask |= 1u << lane;
    return mask;
}

int line_of(const DebugState& state) { return state.frames.empty() ? 0 : state.frames.front().line; }

Cause of_divergence(const DebugState& state, std::uint32_t active, std::uint32_t waiting) {
    const int running = std::popcount(active), all = running + std::popcount(waiting);
    Cause cause{.kind = CauseKind::divergence, .line = line_of(state), .factor = static_cast<double>(all) / running};
    const auto other = std::ranges::find(state.stack, true, &ReconvergenceLevel::is_other_side);
    const std::string rest = fmt::format("the other {} wait", all - running);
    cause.title = other != state.stack.end()
                      ? fmt::format("{}{} of {} lanes execute this side of the branch", at_line(cause.line), running, all)
                      : fmt::format("{}{} of {} lanes execute this line", at_line(cause.line), running, all);
    if (other != state.stack.end())
        cause.why = fmt::format(
            "The lanes of the warp took different sides of a branch, and a warp executes the sides one after the other: {}{}.",
            rest, other->line > 0 ? fmt::format(", {} of them to execute line {}", std::popcount(other->mask), other->line) : "");
    else
        cause.why = fmt::format(
            "The condition did not hold in every lane, or some lanes have left the loop: {} until the lanes reconverge{}.", rest,
            state.stack.empty() || state.stack.front().line == 0 ? "" : fmt::format(" at line {}", state.stack.front().line));
    cause.advice =
        "Give the lanes of a warp the same work: let whole warps take one side, for example by threadIdx.x / 32, or order the data "
        "so that neighbouring threads need about the same number of iterations.";
    return cause;
}

Cause of_barrier(const DebugState& state) {
    const auto arrived = std::ranges::count(state.warps, WarpActivity::at_barrier, &DebugWarp::activity);
    const auto done = std::ranges::count(state.warps, WarpActivity::done, &DebugWarp::activity);
    const auto left = static_cast<std::int64_t>(state.warps.size()) - done - arrived;
    Cause cause{.kind = CauseKind::barrier, .line = line_of(state)};
    cause.title = fmt::format("{}warp {} waits at the barrier", at_line(cause.line), state.warp);
    cause.why = left > 0 ? fmt::format("{} of {} warps of the block have arrived. The barrier opens when the other {} arrive.",
                                       arrived, arrived + left, left)
                         : "All warps of the block have arrived: the barrier opens with the next step.";
    return cause;
}

Cause of_empty_lanes(const DebugState& state, std::uint32_t absent) {
    const int empty = std::popcount(absent), here = kDebugLanes - empty;
    return {.kind = CauseKind::empty_lanes,
            .line = line_of(state),
            .title = fmt::format("Warp {} has {}: {} of its 32 lanes {} empty", state.warp,
                                 counted(static_cast<std::uint64_t>(here), "thread"), empty, empty == 1 ? "is" : "are"),
            .why = "The number of threads per block is not a multiple of 32, and the last warp is only partly filled.",
            .advice = "Make the block a multiple of 32 threads."};
}

Cause of_calm(const DebugState& state, std::uint32_t active) {
    const std::uint32_t here = ~lanes_with(state, LaneStatus::absent) & ~lanes_with(state, LaneStatus::exited);
    const int running = std::popcount(active), all = std::popcount(here);
    return {.line = line_of(state),
            .title = running == all && running > 1
                         ? fmt::format("{}all {} lanes execute it, with no memory access", at_line(line_of(state)), running)
                         : fmt::format("{}{}, with no memory access", at_line(line_of(state)),
                                       running == 1 ? "1 lane executes it" : fmt::format("{} lanes execute it", running))};
}

// Nothing orders two accesses of this block. At one of their lines it comes first, whichever warp stands there and also before it
// has happened: the line is not praised.
std::optional<Cause> of_race(const DebugState& state, const Fault* race) {
    const auto found = std::ranges::find(state.findings, Severity::error, &Diagnostic::severity);
    const bool has_happened = found != state.findings.end();
    const int here = line_of(state), line = race != nullptr ? race->line : has_happened ? found->line : 0;
    const int other = race != nullptr && race->other ? race->other->line : 0;
    const bool is_here = here > 0 && (here == line || here == other);
    if (!has_happened && !is_here) return std::nullopt;
    const bool between_blocks = race != nullptr && race->other && race->block != race->other->block;
    constexpr double first_of_all = 1000, after_costs = 1.5;
    return Cause{.kind = CauseKind::race,
                 .line = is_here ? here : line,
                 .factor = is_here ? first_of_all : after_costs,
                 .title = is_here && here != line ? fmt::format("{}a race with an access at line {}", at_line(here), line)
                                                  : fmt::format("{}a race between two {}", at_line(line),
                                                                between_blocks ? "blocks" : "threads of the block"),
                 .why = sentence_of(race != nullptr ? race->message : found->message),
                 .advice = race != nullptr ? race->hint : found->hint};
}

// ---- a fault

// Whether a name stands in an expression, as a whole word.
bool names(std::string_view expression, std::string_view name) {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = expression.find(name); at != std::string_view::npos; at = expression.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_letter(expression[at - 1])) && (end == expression.size() || !is_letter(expression[end]))) return true;
    }
    return false;
}

// "In lane 8, i = 1000. ": the variable of the innermost call that is the index there. Where the text does not tell which, only one
// that no other variable could be taken for.
std::string index_words(const DebugState& state, const DebugAccess& access, std::string_view text, int lane, std::int64_t element) {
    const std::string operand = operand_text(text, access.line, access.column);
    const std::size_t open = operand.find('[');
    const DebugValue* found = nullptr;
    for (const DebugValue& value : state.variables) {
        const bool is_integer = value.kind == ValueKind::signed_integer || value.kind == ValueKind::unsigned_integer;
        if (value.frame != 0 || !is_integer || text_of(value, lane) != std::to_string(element)) continue;
        if (open != std::string::npos && !names(std::string_view(operand).substr(open), value.name)) continue;
        if (found != nullptr) return {};
        found = &value;
    }
    return found != nullptr ? fmt::format("In lane {}, {} = {}. ", lane, found->name, element) : "";
}

std::optional<std::int64_t> elements_of(const DebugAccess& access, std::span<const DebugArray> arrays) {
    const auto start = array_start(access, arrays);
    const auto array = std::ranges::find_if(arrays, [&](const DebugArray& one) {
        return one.name == access.array && one.space == access.space && start && *start == one.address;
    });
    if (array == arrays.end() || array->element_bytes == 0) return std::nullopt;
    return static_cast<std::int64_t>(array->bytes / array->element_bytes);
}

// "reads", "will write": the instruction of the fault has not run in any lane.
std::string does(const DebugState& state, const DebugAccess& access, int lanes) {
    if (!state.fault) return fmt::format("will {}", verb_of(access));
    return fmt::format("{}{}", verb_of(access), lanes == 1 ? "s" : "");
}

std::optional<Cause> of_fault(const DebugState& state, const CauseContext& context) {
    constexpr double first_of_all = 1e6;
    const auto access = std::ranges::find_if(state.next, [](const DebugAccess& one) { return one.faulting != 0; });
    if (access == state.next.end() && !state.fault) return std::nullopt;
    Cause cause{.kind = CauseKind::fault, .line = line_of(state), .factor = first_of_all};
    if (state.fault) cause.advice = state.fault->hint;
    const bool is_of_lanes = access != state.next.end() && !access->array.empty();
    const auto count = is_of_lanes ? elements_of(*access, context.arrays) : std::nullopt;
    const auto is_outside = [&](int lane) {
        const std::int64_t element = access->elements[static_cast<std::size_t>(lane)];
        return element < 0 || element >= *count;
    };
    if (!count || !std::ranges::all_of(lanes_of(access->faulting), is_outside)) {
        cause.title = state.fault ? sentence_of(state.fault->message)
                                  : fmt::format("{}{} will fault", at_line(cause.line), lanes_text(access->faulting));
        if (!state.fault) cause.title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(cause.title[0])));
        while (cause.title.ends_with('.')) cause.title.pop_back();
        return cause;
    }
    const std::vector<int> lanes = lanes_of(access->faulting);
    const std::int64_t first = access->elements[static_cast<std::size_t>(lanes.front())];
    std::string who = lanes_text(access->faulting);
    who[0] = 'L';
    const std::string has = fmt::format("which has {}", counted(static_cast<std::uint64_t>(*count), "element"));
    cause.title =
        lanes.size() == 1
            ? fmt::format("{} {} element {} of {}, {}", who, does(state, *access, 1), first, access->array, has)
            : fmt::format("{} {} outside of {}, {}", who, does(state, *access, static_cast<int>(lanes.size())), access->array, has);
    cause.why = fmt::format(
        "{}{} The emulator stops here; a GPU may go on unnoticed.", index_words(state, *access, context.text, lanes.front(), first),
        *count == 0 ? std::string() : fmt::format("The last element of {0} is {0}[{1}].", access->array, *count - 1));
    return cause;
}

// Several accesses of a line that cost no more than they must.
std::optional<Cause> of_calm_requests(const std::vector<const DebugAccess*>& accesses) {
    std::uint32_t sectors = 0, useful = 0;
    for (const DebugAccess* access : accesses) {
        if (access->space != MemorySpace::global || cause_of(*access).costs() || access->line != accesses.front()->line)
            return std::nullopt;
        sectors += access->sectors;
        useful += access->useful_bytes;
    }
    if (accesses.size() < 2 || sectors == 0) return std::nullopt;
    const bool all_used = useful == sectors * kSectorBytes;
    Cause cause{.line = accesses.front()->line};
    cause.title = fmt::format("{}{}, {}, {}", at_line(cause.line), counted(accesses.size(), "request"), counted(sectors, "sector"),
                              all_used ? "every byte used" : fmt::format("the fewest that hold their bytes"));
    const bool neighbours = std::ranges::all_of(accesses, [](const DebugAccess* access) {
        const AccessPattern pattern = pattern_of(*access);
        return pattern.stride && *pattern.stride == access->bytes && pattern.lanes_are_consecutive &&
               pattern.row_lanes == kDebugLanes && pattern.lanes > 1;
    });
    const bool alike = std::ranges::all_of(accesses, [&](const DebugAccess* access) {
        return access->sectors == accesses.front()->sectors && access->mask == accesses.front()->mask;
    });
    if (neighbours && alike)
        cause.why = fmt::format("Consecutive lanes use consecutive elements, so each request of {} lanes needs only {}.",
                                std::popcount(accesses.front()->mask), counted(accesses.front()->sectors, "sector"));
    return cause;
}

}  // namespace

std::string_view fix_name(CauseKind kind) {
    switch (kind) {
        case CauseKind::sectors: return "sectors";
        case CauseKind::misaligned: return "misaligned";
        case CauseKind::bank_conflict: return "conflicts";
        case CauseKind::serial_atomics: return "atomics";
        case CauseKind::serial_constants: return "constants";
        case CauseKind::divergence: return "divergence";
        case CauseKind::race: return "barrier";
        case CauseKind::empty_lanes: return "empty_lanes";
        case CauseKind::calm:
        case CauseKind::barrier:
        case CauseKind::fault:
        case CauseKind::ended: break;
    }
    return "";
}

std::vector<Cause> causes_of(const DebugState& state, const CauseContext& context) {
    std::vector<Cause> causes;
    const auto race = of_race(state, context.race);
    if (race) causes.push_back(*race);
    const auto fault = of_fault(state, context);
    const bool races_here = race && race->line == line_of(state);
    if (fault) causes.insert(causes.begin(), *fault);
    if (state.frames.empty()) {
        causes.insert(fault ? causes.begin() + 1 : causes.begin(),
                      {.kind = CauseKind::ended, .title = fmt::format("Warp {} has finished", state.warp)});
        return causes;
    }
    std::vector<const DebugAccess*> accesses;
    for (const auto* const part : {&state.done, &state.next})
        for (const DebugAccess& access : *part)
            if (access.mask != 0 && access.faulting == 0) accesses.push_back(&access);
    const auto together = fault || races_here ? std::nullopt : of_calm_requests(accesses);
    for (const DebugAccess* access : accesses) {
        Cause cause = cause_of(*access);
        const bool may_be_praised = !fault && !races_here;
        if (!together && (may_be_praised || cause.costs())) causes.push_back(std::move(cause));
    }
    if (together) causes.push_back(*together);
    const std::uint32_t active = lanes_with(state, LaneStatus::active), waiting = lanes_with(state, LaneStatus::waiting),
                        absent = lanes_with(state, LaneStatus::absent);
    if (active != 0 && waiting != 0) causes.push_back(of_divergence(state, active, waiting));
    if (state.warp < state.warps.size() && state.warps[state.warp].activity == WarpActivity::at_barrier)
        causes.push_back(of_barrier(state));
    else if (!fault && accesses.empty() && state.not_reached.empty() &&
             std::ranges::all_of(causes, [](const Cause& cause) { return cause.kind == CauseKind::race; }))
        causes.push_back(of_calm(state, active));
    if (absent != 0) causes.push_back(of_empty_lanes(state, absent));
    const auto worst = std::ranges::max_element(causes, {}, &Cause::factor);
    std::rotate(causes.begin(), worst, worst + 1);
    return causes;
}

}  // namespace warpwise::ui
