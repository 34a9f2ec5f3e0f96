// What a client of the Debug Adapter Protocol asks of a kernel that stands still.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "base/base64.h"
#include "base/json.h"
#include "cli/dap_adapter.h"
#include "cli/dap_completion.h"
#include "cli/debug_values.h"
#include "debug/debug_parts.h"

namespace warpwise {

using nlohmann::json;

namespace {

constexpr std::uint64_t kMostMemoryBytes = std::uint64_t{1} << 20;  // of one request
// Addresses of code: one for each instruction of the listing. Clients ask for what is before the first one, too.
constexpr std::int64_t kFirstCodeAddress = 0x10000;
constexpr std::int64_t kMostInstructions = 20'000;  // of one request

std::string code_reference(std::int64_t instruction) { return fmt::format("{:#x}", kFirstCodeAddress + instruction); }

// The one address that all lanes with a value agree on; nothing where they differ.
std::optional<std::uint64_t> common_address(const DebugValue& pointers) {
    std::optional<std::uint64_t> common;
    for (std::size_t lane = 0; lane < kDebugLanes; ++lane) {
        if (((pointers.known | pointers.held) >> lane & 1) == 0) continue;
        if (common && *common != pointers.bits[lane]) return std::nullopt;
        common = pointers.bits[lane];
    }
    return common;
}

json unwatchable(const std::string& why) { return json{{"dataId", nullptr}, {"description", why}}; }

}  // namespace

Result<std::uint32_t> DapAdapter::warp_of(const json& arguments) const {
    const auto thread = arguments.at("threadId").get<std::int64_t>();
    if (thread < 1 || thread > static_cast<std::int64_t>(state_->warps.size()))
        return failure(fmt::format("there is no thread {}: the block has {} warps, and they are counted from 1 here", thread,
                                   state_->warps.size()));
    return static_cast<std::uint32_t>(thread - 1);
}

DebugScope DapAdapter::scope_of(const DebugState& state, std::uint32_t frame) const {
    const auto bits_of = [](const Result<std::vector<std::byte>>& found, std::uint32_t bytes) -> std::optional<std::uint64_t> {
        std::uint64_t bits = 0;
        if (!found || found->size() != bytes || bytes > sizeof bits) return std::nullopt;
        std::memcpy(&bits, found->data(), bytes);
        return bits;
    };
    const auto read = [session = launched_.session, bits_of](std::uint64_t address, std::uint32_t bytes) {
        return bits_of(session->read(address, bytes), bytes);
    };
    // What is the same for all lanes crosses to the emulator's process once.
    using Known = std::map<std::pair<std::uint64_t, std::uint32_t>, std::optional<std::uint64_t>>;
    const auto read_in_lane = [session = launched_.session, bits_of, warp = state.warp, known = std::make_shared<Known>()](
                                  std::uint64_t address, std::uint32_t bytes, int lane) -> std::optional<std::uint64_t> {
        if (!is_of_thread(address))
            if (const auto found = known->find({address, bytes}); found != known->end()) return found->second;
        const std::uint32_t thread = warp * kDebugLanes + static_cast<std::uint32_t>(lane);
        const auto bits = bits_of(session->read_in_thread(thread, address, bytes), bytes);
        if (!is_of_thread(address)) known->emplace(std::pair(address, bytes), bits);
        return bits;
    };
    return {.state = state, .shape = launched_.shape, .frame = frame, .read = read, .read_in_lane = read_in_lane};
}

Result<DapAdapter::State> DapAdapter::state_of(std::uint32_t warp, const std::stop_token& stop) {
    if (warp == state_->warp) return state_;
    if (const auto known = states_.find(warp); known != states_.end()) return known->second;
    auto state = launched_.session->run({.go = DebugGo::stay, .warp = warp}, stop);
    if (!state) return std::unexpected(state.error());
    return states_[warp] = std::make_shared<const DebugState>(std::move(*state));
}

Result<std::pair<DapAdapter::Frame, DapAdapter::State>> DapAdapter::frame_of(const json& arguments, const std::stop_token& stop) {
    Frame frame{state_->warp, 0};
    if (const auto id = optional_in<std::int64_t>(arguments, "frameId"); id && *id > 0) {
        if (*id > static_cast<std::int64_t>(frames_.size())) return failure("this frame belongs to an earlier stop");
        frame = frames_[static_cast<std::size_t>(*id) - 1];
    }
    auto state = state_of(frame.warp, stop);
    if (!state) return std::unexpected(state.error());
    return std::pair{frame, std::move(*state)};
}

Result<json> DapAdapter::stack_trace(const json& arguments, const std::stop_token& stop) {
    const auto warp = warp_of(arguments);
    if (!warp) return std::unexpected(warp.error());
    const auto state = state_of(*warp, stop);
    if (!state) return std::unexpected(state.error());
    const std::size_t all = (*state)->frames.size();
    const std::size_t first = std::min(value_or<std::size_t>(arguments, "startFrame", 0), all);
    const std::size_t levels = value_or<std::size_t>(arguments, "levels", 0);
    json frames = json::array();
    for (std::size_t i = first; i < all && (levels == 0 || i - first < levels); ++i) {
        const DebugFrame& frame = (*state)->frames[i];
        frames_.push_back({*warp, static_cast<std::uint32_t>(i)});
        frames.push_back({{"id", frames_.size()},
                          {"name", frame.inlined ? frame.function + " (inlined)" : frame.function},
                          {"source", dap_source(launched_)},
                          {"line", frame.line - 1 + first_line_},
                          {"column", std::max(frame.column, 1) - 1 + first_column_}});
        if (frame.instruction) frames.back()["instructionPointerReference"] = code_reference(*frame.instruction);
    }
    return json{{"stackFrames", std::move(frames)}, {"totalFrames", all}};
}

Result<json> DapAdapter::scopes(const json& arguments, const std::stop_token& stop) {
    const auto id = arguments.at("frameId").get<std::int64_t>();
    if (id < 1 || id > static_cast<std::int64_t>(frames_.size())) return failure("this frame belongs to an earlier stop");
    const Frame& frame = frames_[static_cast<std::size_t>(id) - 1];
    const auto state = state_of(frame.warp, stop);
    if (!state) return std::unexpected(state.error());
    const auto arrays = launched_.session->arrays();
    return json{{"scopes", variables_.scopes(*state, frame.index, launched_.shape, arrays ? *arrays : std::vector<DebugArray>())}};
}

Result<json> DapAdapter::variables(const json& arguments) {
    const DapVariables::Page page{.first = value_or<std::uint64_t>(arguments, "start", 0),
                                  .count = value_or<std::uint64_t>(arguments, "count", 0),
                                  .filter = value_or<std::string>(arguments, "filter", "")};
    auto list = variables_.children(arguments.at("variablesReference").get<std::int64_t>(), page);
    if (!list) return failure("these variables belong to an earlier stop");
    return json{{"variables", std::move(*list)}};
}

Result<json> DapAdapter::evaluate(const json& arguments, const std::stop_token& stop) {
    const auto at = frame_of(arguments, stop);
    if (!at) return std::unexpected(at.error());
    const auto& [frame, state] = *at;
    auto value = variables_.evaluate(arguments.at("expression").get<std::string>(), state, scope_of(*state, frame.index));
    if (!value) return failure(std::move(value.error()));
    return std::move(*value);
}

Result<json> DapAdapter::completions(const json& arguments, const std::stop_token& stop) {
    const auto at = frame_of(arguments, stop);
    if (!at) return std::unexpected(at.error());
    const auto& [frame, state] = *at;
    const auto text = arguments.at("text").get<std::string>();
    const auto column = value_or<std::int64_t>(arguments, "column", static_cast<std::int64_t>(text.size()) + first_column_);
    const auto before =
        static_cast<std::size_t>(std::clamp<std::int64_t>(column, first_column_, std::ssize(text) + first_column_) - first_column_);
    json targets = json::array();
    for (const DapCompletion& one : completions_of(text.substr(0, before), scope_of(*state, frame.index)))
        targets.push_back({{"label", one.label},
                           {"type", one.kind},
                           {"start", static_cast<std::int64_t>(one.start) + first_column_},
                           {"length", before - one.start}});
    return json{{"targets", std::move(targets)}};
}

Result<json> DapAdapter::data_breakpoint_info(const json& arguments, const std::stop_token& stop) {
    const auto at = frame_of(arguments, stop);
    if (!at) return std::unexpected(at.error());
    const auto& [frame, state] = *at;
    std::string name = arguments.at("name").get<std::string>();
    // Below a variable the name is that of a part or a lane.
    if (const auto reference = optional_in<std::int64_t>(arguments, "variablesReference"); reference && *reference > 0) {
        if (const auto datum = variables_.datum_below(*reference, name))
            return json{
                {"dataId", dap_id_of(*datum)}, {"description", datum->label}, {"accessTypes", {"write"}}, {"canPersist", false}};
        name = variables_.path_below(*reference, name).value_or(name);
    }
    const DebugScope scope = scope_of(*state, frame.index);
    const auto [text, lane] = split_lane(name);
    const auto place = DebugExpression::parse(fmt::format("&({}){}", text, lane ? fmt::format("@{}", *lane) : ""));
    if (!place) return unwatchable(place.error());
    const auto whole = DebugExpression::parse(text)->value(scope);
    const auto pointers = place->value(scope);
    if (!pointers) return unwatchable(pointers.error());
    const auto address = common_address(*pointers);
    if (!address) return unwatchable(fmt::format("'{0}' lies at a different address in each lane: name a lane, as in {0}@3", text));
    if (!launched_.session->read(*address, 1))
        return unwatchable(fmt::format("'{}' lies in memory of one thread: only global and shared memory can be watched", text));
    const std::uint32_t bytes = whole && whole->bytes > 0 ? whole->bytes : 4;
    if (bytes > 4096) return unwatchable(fmt::format("'{}' is too large to be watched: choose an element", text));
    const DapDatum datum{.label = text, .address = *address, .bytes = bytes};
    return json{{"dataId", dap_id_of(datum)}, {"description", text}, {"accessTypes", {"write"}}, {"canPersist", false}};
}

Result<json> DapAdapter::read_memory(const json& arguments) {
    const auto place = dap_place_of(arguments.at("memoryReference").get<std::string>());
    if (!place) return failure("this is not a place in memory");
    const std::uint64_t start = place->address + static_cast<std::uint64_t>(value_or<std::int64_t>(arguments, "offset", 0));
    const auto wanted = arguments.at("count").get<std::uint64_t>();
    const std::uint64_t count = std::min(wanted, kMostMemoryBytes);
    const auto found =
        place->thread ? launched_.session->read_in_thread(*place->thread, start, count) : launched_.session->read(start, count);
    json body{{"address", fmt::format("{:#x}", start)}};
    const std::size_t readable = found ? found->size() : 0;
    if (readable > 0) body["data"] = base64({reinterpret_cast<const char*>(found->data()), found->size()});
    if (readable < wanted) body["unreadableBytes"] = wanted - readable;
    return body;
}

// The emulator's own instructions. As many as were asked for, also where there are none.
Result<json> DapAdapter::disassemble(const json& arguments, const std::stop_token& stop) {
    const auto place = dap_place_of(arguments.at("memoryReference").get<std::string>());
    if (code_ == nullptr) {
        auto overview = launched_.session->overview(0, stop);
        if (!overview) return std::unexpected(overview.error());
        code_ = std::make_shared<const std::vector<DebugInstruction>>(std::move(overview->code));
    }
    const std::uint64_t end = static_cast<std::uint64_t>(kFirstCodeAddress + std::ssize(*code_) + kMostInstructions);
    if (!place || place->thread || place->address > end) return failure("there is no code at this address");
    const std::int64_t reference = static_cast<std::int64_t>(place->address) - kFirstCodeAddress;
    constexpr std::int64_t furthest = 1'000'000;
    const auto number = [&](const char* key) { return std::clamp(value_or<std::int64_t>(arguments, key, 0), -furthest, furthest); };
    const std::int64_t first = reference + number("offset") + number("instructionOffset");
    const std::int64_t count = std::clamp<std::int64_t>(arguments.at("instructionCount").get<std::int64_t>(), 0, kMostInstructions);
    json instructions = json::array();
    for (std::int64_t i = first; i < first + count; ++i) {
        json told{{"address", code_reference(std::max(i, -kFirstCodeAddress))}};
        if (i < 0 || i >= std::ssize(*code_)) {
            told.update({{"instruction", "no instruction"}, {"presentationHint", "invalid"}});
        } else {
            const DebugInstruction& one = (*code_)[static_cast<std::size_t>(i)];
            told["instruction"] = one.text;
            if (one.index == 0 || i == first) told["symbol"] = one.function;
            if (one.line > 0) told.update({{"location", dap_source(launched_)}, {"line", one.line - 1 + first_line_}});
        }
        instructions.push_back(std::move(told));
    }
    return json{{"instructions", std::move(instructions)}};
}

Result<json> DapAdapter::exception_info() const {
    const std::optional<Fault>& found = state_->fault ? state_->fault : state_->race;
    if (!found) return failure("there is no fault at this stop");
    return json{{"exceptionId", name_of(found->kind)},
                {"description", found->hint.empty() ? found->message : fmt::format("{}\n{}", found->message, found->hint)},
                {"breakMode", "always"},
                {"details", {{"message", found->message}, {"typeName", name_of(found->kind)}}}};
}

Result<json> DapAdapter::source() const { return json{{"content", launched_.text}, {"mimeType", "text/x-cuda"}}; }

}  // namespace warpwise
