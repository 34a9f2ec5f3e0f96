#include "device/device_messages.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "base/debug_json.h"
#include "base/fault_json.h"
#include "base/json.h"
#include "device/texture_messages.h"

namespace warpwise {

using nlohmann::json;

namespace {

DType dtype_from(const json& j) {
    const auto dtype = dtype_from_name(j.get<std::string>());
    if (!dtype) throw std::invalid_argument("a message names an unknown dtype");
    return *dtype;
}

DeviceId device_from(const json& j) {
    const auto device = device_id_from_name(j.get<std::string>());
    if (!device) throw std::invalid_argument("a message names an unknown device");
    return *device;
}

constexpr std::size_t array_alignment = 256;

// One core does not fill a memory bus.
void copy_bytes(std::byte* to, const std::byte* from, std::size_t count) {
    constexpr std::size_t piece = std::size_t{4} << 20;
    if (count < 2 * piece) {
        if (count > 0) std::memcpy(to, from, count);
        return;
    }
    tbb::parallel_for(std::size_t{0}, (count + piece - 1) / piece,
                      [&](std::size_t i) { std::memcpy(to + i * piece, from + i * piece, std::min(piece, count - i * piece)); });
}

// The bytes of an array that a message places in the shared memory.
template <typename Byte>
std::span<Byte> place_of(const json& j, std::span<Byte> shared, std::size_t bytes) {
    const std::size_t offset = j.at("offset");
    if (offset > shared.size() || bytes > shared.size() - offset)
        throw std::out_of_range("an array lies outside the shared memory");
    return shared.subspan(offset, bytes);
}

}  // namespace

json message_of(const DeviceInfo& info) {
    return {{"kind", name_of(info.kind)}, {"ordinal", info.ordinal}, {"name", info.name}, {"properties", info.properties}};
}
DeviceInfo device_info_from(const json& j) {
    const auto kind = device_kind_from_name(j.at("kind").get<std::string>());
    if (!kind) throw std::invalid_argument("a message names an unknown kind of device");
    return {*kind, j.at("name"), j.at("properties"), j.at("ordinal")};
}

json message_of(const Device::Limits& limits) {
    return {{"threads_per_block", limits.threads_per_block},
            {"block", json_of(limits.block)},
            {"grid", json_of(limits.grid)},
            {"shared_bytes_per_block", limits.shared_bytes_per_block}};
}
Device::Limits limits_from(const json& j) {
    return {j.at("threads_per_block"), dim3_from_json(j.at("block")), dim3_from_json(j.at("grid")), j.at("shared_bytes_per_block")};
}

json message_of(const Error& e) { return {{"kind", static_cast<int>(e.kind)}, {"message", e.message}, {"hint", e.hint}}; }
Error error_from(const json& j) { return {static_cast<ErrorKind>(j.at("kind").get<int>()), j.at("message"), j.at("hint")}; }

json message_of(const KernelSource& source) {
    const simt::CompileOptions& o = source.options;
    return {{"text", source.text},
            {"entry", source.entry},
            {"origin", source.origin},
            {"folder", o.folder},
            {"include_folders", o.include_folders},
            {"definitions", o.definitions},
            {"reads_machine_files", o.reads_machine_files},
            {"leaves_out_host_code", o.leaves_out_host_code},
            {"argument_bytes", o.argument_bytes}};
}
KernelSource kernel_source_from(const json& j) {
    return {j.at("text"),
            j.at("entry"),
            j.at("origin"),
            {j.at("folder"), j.at("include_folders"), j.at("definitions"), j.at("reads_machine_files"),
             j.at("leaves_out_host_code"), j.at("argument_bytes")}};
}

json message_of(const Program& program) {
    json parameters = json::array();
    for (const Program::Parameter& p : program.parameters)
        parameters.push_back({{"name", p.name}, {"type", p.type}, {"bytes", p.bytes}, {"is_pointer", p.is_pointer}});
    json resources;
    if (const auto& r = program.resources)
        resources = {{"registers_per_thread", r->registers_per_thread},
                     {"static_shared_bytes", r->static_shared_bytes},
                     {"local_bytes_per_thread", r->local_bytes_per_thread},
                     {"most_threads_per_block", r->most_threads_per_block}};
    return {{"parameters", parameters},
            {"compile_ms", program.compile_ms},
            {"warnings", to_json(program.warnings)},
            {"statement_lines", program.statement_lines},
            {"resources", resources}};
}
void read_program(const json& j, Program& program) {
    program.compile_ms = j.at("compile_ms");
    program.warnings = diagnostics_from_json(j.at("warnings"));
    program.statement_lines = j.at("statement_lines").get<std::vector<int>>();
    program.parameters.clear();
    program.resources.reset();
    if (const json& r = j.at("resources"); !r.is_null())
        program.resources = Program::Resources{r.at("registers_per_thread"), r.at("static_shared_bytes"),
                                               r.at("local_bytes_per_thread"), r.at("most_threads_per_block")};
    for (const json& p : j.at("parameters"))
        program.parameters.push_back({p.at("name"), p.at("type"), p.at("bytes"), p.at("is_pointer")});
}

json message_of(const LaunchShape& shape) {
    return {{"grid", json_of(shape.grid)}, {"block", json_of(shape.block)}, {"dynamic_shared_bytes", shape.dynamic_shared_bytes}};
}
LaunchShape launch_shape_from(const json& j) {
    return {dim3_from_json(j.at("grid")), dim3_from_json(j.at("block")), j.at("dynamic_shared_bytes")};
}

json message_of(const LaunchOptions& o) {
    return {{"repeats", o.repeats},
            {"threads", o.threads},
            {"trace", static_cast<int>(o.trace)},
            {"schedule", static_cast<int>(o.schedule)},
            {"schedule_seed", o.schedule_seed},
            {"step_budget", o.step_budget},
            {"time_budget_s", o.time_budget_s},
            {"memory_budget", o.memory_budget},
            {"copies", name_of(o.copies)},
            {"flush_l2", o.flush_l2},
            {"chunks", o.chunks},
            {"streams", o.streams},
            {"length_argument", optional_value(o.length_argument)},
            {"watch_thread", optional_value(o.watch_thread)},
            {"line_counts", o.line_counts}};
}
LaunchOptions launch_options_from(const json& j) {
    LaunchOptions o;
    o.repeats = j.at("repeats");
    o.threads = j.at("threads");
    o.trace = static_cast<Trace>(j.at("trace").get<int>());
    o.schedule = static_cast<Schedule>(j.at("schedule").get<int>());
    o.schedule_seed = j.at("schedule_seed");
    o.step_budget = j.at("step_budget");
    o.time_budget_s = j.at("time_budget_s");
    o.memory_budget = j.at("memory_budget");
    o.copies = copy_mode_from_name(j.at("copies").get<std::string>()).value_or(CopyMode::pageable);
    o.flush_l2 = j.at("flush_l2");
    o.chunks = j.at("chunks");
    o.streams = j.at("streams");
    o.length_argument = optional_in<std::size_t>(j, "length_argument");
    o.watch_thread = optional_in<std::uint64_t>(j, "watch_thread");
    o.line_counts = j.at("line_counts");
    return o;
}

json message_of(const LaunchOutcome& o) {
    json phases = json::array();
    for (const Phase& p : o.phases)
        phases.push_back({{"name", p.name}, {"cold_ms", optional_value(p.cold_ms)}, {"samples_ms", p.samples_ms}});
    json timeline = json::array();
    for (const StreamSpan& s : o.timeline)
        timeline.push_back({{"operation", s.operation},
                            {"stream", s.stream},
                            {"chunk", s.chunk},
                            {"begin_ms", s.begin_ms},
                            {"end_ms", s.end_ms},
                            {"device", name_of(s.device)}});
    json watched = json::array();  // up to 100,000
    for (const WatchedAccess& a : o.watched)
        watched.push_back({a.line, static_cast<std::uint64_t>(a.argument), a.index, a.is_store, a.value, a.position, a.step});
    return {{"fault", o.fault ? to_json(*o.fault) : json(nullptr)},
            {"warnings", to_json(o.warnings)},
            {"cancelled", o.cancelled},
            {"phases", phases},
            {"counters", o.counters},
            {"warp_instructions", o.warp_instructions},
            {"lane_instructions", o.lane_instructions},
            {"wall_s", o.wall_s},
            {"printed", o.printed},
            {"watched", watched},
            {"lines", to_json(o.lines)},
            {"timeline", timeline},
            {"readings", o.readings},
            {"readings_device", o.readings_device ? json(name_of(*o.readings_device)) : json(nullptr)},
            {"throttled", o.throttled}};
}
LaunchOutcome launch_outcome_from(const json& j) {
    LaunchOutcome o;
    if (!j.at("fault").is_null()) o.fault = fault_from_json(j["fault"]);
    o.warnings = diagnostics_from_json(j.at("warnings"));
    o.cancelled = j.at("cancelled");
    for (const json& p : j.at("phases")) o.phases.push_back({p.at("name"), optional_in<double>(p, "cold_ms"), p.at("samples_ms")});
    o.counters = j.at("counters");
    o.warp_instructions = j.at("warp_instructions");
    o.lane_instructions = j.at("lane_instructions");
    o.wall_s = j.at("wall_s");
    o.printed = j.at("printed");
    for (const json& a : j.at("watched"))
        o.watched.push_back(
            {a.at(0), static_cast<std::size_t>(a.at(1).get<std::uint64_t>()), a.at(2), a.at(3), a.at(4), a.at(5), a.at(6)});
    o.lines = line_counts_from_json(j.at("lines"));
    for (const json& s : j.at("timeline"))
        o.timeline.push_back(
            {s.at("operation"), s.at("stream"), s.at("chunk"), s.at("begin_ms"), s.at("end_ms"), device_from(s.at("device"))});
    o.readings = j.at("readings");
    if (const json& device = j.at("readings_device"); !device.is_null()) o.readings_device = device_from(device);
    o.throttled = j.at("throttled").get<std::map<std::size_t, std::string>>();
    return o;
}

json message_of(const DebugOptions& o) {
    return {{"block", json_of(o.block)},        {"before", static_cast<int>(o.before)}, {"schedule", static_cast<int>(o.schedule)},
            {"schedule_seed", o.schedule_seed}, {"step_budget", o.step_budget},         {"memory_budget", o.memory_budget}};
}
DebugOptions debug_options_from(const json& j) {
    DebugOptions o;
    o.block = dim3_from_json(j.at("block"));
    o.before = static_cast<BlocksBefore>(j.at("before").get<int>());
    o.schedule = static_cast<Schedule>(j.at("schedule").get<int>());
    o.schedule_seed = j.at("schedule_seed");
    o.step_budget = j.at("step_budget");
    o.memory_budget = j.at("memory_budget");
    return o;
}

json message_of(std::span<const DebugArray> arrays) {
    json list = json::array();
    for (const DebugArray& a : arrays)
        list.push_back({{"name", a.name},
                        {"space", static_cast<int>(a.space)},
                        {"argument", static_cast<std::uint64_t>(a.argument)},
                        {"address", a.address},
                        {"bytes", a.bytes},
                        {"element_bytes", a.element_bytes}});
    return list;
}
std::vector<DebugArray> debug_arrays_from(const json& list) {
    std::vector<DebugArray> arrays;
    for (const json& j : list)
        arrays.push_back({j.at("name"), static_cast<MemorySpace>(j.at("space").get<int>()),
                          static_cast<std::size_t>(j.at("argument").get<std::uint64_t>()), j.at("address"), j.at("bytes"),
                          j.at("element_bytes")});
    return arrays;
}

json message_of(std::span<const std::byte> bytes) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    return json::binary(std::vector<std::uint8_t>(data, data + bytes.size()));
}
std::vector<std::byte> bytes_from(const json& j) {
    const auto bytes = std::as_bytes(std::span<const std::uint8_t>(j.get_binary()));
    return {bytes.begin(), bytes.end()};
}

json message_of(std::span<const TimelineSpan> timeline) {
    static_assert(std::is_trivially_copyable_v<TimelineSpan>);
    return message_of(std::as_bytes(timeline));
}
std::vector<TimelineSpan> timeline_from(const json& j) {
    const auto& bytes = j.get_binary();
    if (bytes.size() % sizeof(TimelineSpan) != 0) throw std::out_of_range("a timeline ends in the middle of a span");
    std::vector<TimelineSpan> timeline(bytes.size() / sizeof(TimelineSpan));
    if (!bytes.empty()) std::memcpy(timeline.data(), bytes.data(), bytes.size());
    for (const TimelineSpan& span : timeline)
        if (span.kind > TimelineSpan::Kind::exited) throw std::out_of_range("a timeline has a span of an unknown kind");
    return timeline;
}

SharedArrays SharedArrays::of(std::span<const KernelArgument> arguments) {
    SharedArrays shared;
    for (const KernelArgument& argument : arguments) {
        if (argument.kind != KernelArgument::Kind::array || argument.array == nullptr) continue;
        auto place = std::ranges::find(shared.places, argument.array, &Place::array);
        if (place == shared.places.end()) {
            place = shared.places.insert(place, {argument.array, shared.bytes, true});
            // one step more than needed, as an Array has it: each has an address of its own
            shared.bytes += (argument.array->size_bytes() + array_alignment) / array_alignment * array_alignment;
        }
        place->read_only = place->read_only && argument.read_only;
    }
    return shared;
}

void SharedArrays::copy_in(std::span<std::byte> shared) const {
    for (const Place& place : places) copy_bytes(&shared[place.offset], place.array->data(), place.array->size_bytes());
}

void SharedArrays::copy_out(std::span<const std::byte> shared) const {
    for (const Place& place : places)
        if (!place.read_only) copy_bytes(place.array->data(), &shared[place.offset], place.array->size_bytes());
}

json message_of(const SharedArrays& shared) {
    json list = json::array();
    for (const SharedArrays::Place& place : shared.places)
        list.push_back({{"offset", place.offset},
                        {"dtype", name_of(place.array->dtype())},
                        {"shape", place.array->shape()},
                        {"name", place.array->name},
                        {"read_only", place.read_only}});
    return list;
}

json message_of(std::span<const KernelArgument> arguments, const SharedArrays& shared) {
    json list = json::array();
    for (const KernelArgument& argument : arguments) {
        json j{{"name", argument.name},
               {"read_only", argument.read_only},
               {"zeroed", argument.zeroed},
               {"unset", argument.unset},
               {"is_variable", argument.is_variable}};
        if (argument.kind == KernelArgument::Kind::scalar) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, argument.scalar.data(), sizeof bits);
            j["dtype"] = name_of(argument.dtype);
            j["bits"] = bits;
            if (!argument.structure.empty()) j["structure"] = message_of(std::span<const std::byte>(argument.structure));
        } else {
            const auto place = std::ranges::find(shared.places, argument.array, &SharedArrays::Place::array);
            j["array"] = place != shared.places.end() ? place - shared.places.begin() : -1;  // -1: none was given
            if (argument.texture) j["texture"] = message_of(*argument.texture);
        }
        list.push_back(std::move(j));
    }
    return list;
}

std::vector<Array> arrays_from(const json& list, std::span<const std::byte> shared) {
    std::vector<Array> arrays;
    for (const json& j : list) {
        auto array = Array::make(dtype_from(j.at("dtype")), j.at("shape"));
        if (!array) throw std::runtime_error(array.error().text());
        array->name = j.at("name");
        copy_bytes(array->data(), place_of(j, shared, array->size_bytes()).data(), array->size_bytes());
        arrays.push_back(std::move(*array));
    }
    return arrays;
}

std::vector<Array> arrays_over(const json& list, std::span<std::byte> shared) {
    std::vector<Array> arrays;
    for (const json& j : list) {
        const std::size_t offset = j.at("offset");
        auto array = Array::over(dtype_from(j.at("dtype")), j.at("shape"), shared.subspan(std::min(offset, shared.size())));
        if (!array) throw std::out_of_range(array.error().text());
        array->name = j.at("name");
        arrays.push_back(std::move(*array));
    }
    return arrays;
}

void copy_back(const std::vector<Array>& arrays, const json& list, std::span<std::byte> shared) {
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (!list.at(i).at("read_only").get<bool>())
            copy_bytes(place_of(list[i], shared, arrays[i].size_bytes()).data(), arrays[i].data(), arrays[i].size_bytes());
}

std::vector<KernelArgument> arguments_from(const json& list, std::vector<Array>& arrays) {
    std::vector<KernelArgument> arguments;
    for (const json& j : list) {
        KernelArgument argument{.name = j.at("name"),
                                .read_only = j.at("read_only"),
                                .zeroed = j.at("zeroed"),
                                .is_variable = j.at("is_variable"),
                                .unset = j.at("unset")};
        if (j.contains("bits")) {
            argument.kind = KernelArgument::Kind::scalar;
            argument.dtype = dtype_from(j.at("dtype"));
            const std::uint64_t bits = j["bits"];
            std::memcpy(argument.scalar.data(), &bits, sizeof bits);
            if (j.contains("structure")) argument.structure = bytes_from(j["structure"]);
        } else if (const std::int64_t index = j.at("array"); index >= 0) {
            argument.array = &arrays.at(static_cast<std::size_t>(index));
            if (j.contains("texture")) argument.texture = texture_from(j["texture"]);
        }
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

std::size_t bytes_of(std::span<const WriteMap> maps) {
    std::size_t bytes = 0;
    for (const WriteMap& map : maps) bytes += map.writer.size() * sizeof(std::uint32_t);
    return bytes;
}

json message_of(std::span<const WriteMap> maps, std::span<std::byte> shared) {
    json list = json::array();
    std::size_t offset = 0;
    for (const WriteMap& map : maps) {
        json j{{"argument", map.argument}, {"offset", offset}, {"elements", map.writer.size()}};
        const auto bytes = std::as_bytes(std::span(map.writer));
        copy_bytes(place_of(j, shared, bytes.size()).data(), bytes.data(), bytes.size());
        offset += bytes.size();
        list.push_back(std::move(j));
    }
    return list;
}

std::vector<WriteMap> write_maps_from(const json& list, std::span<const std::byte> shared) {
    std::vector<WriteMap> maps;
    for (const json& j : list) {
        const std::size_t elements = j.at("elements");
        if (elements > shared.size() / sizeof(std::uint32_t))
            throw std::out_of_range("a write map is larger than the shared memory");
        WriteMap map{j.at("argument"), std::vector<std::uint32_t>(elements)};
        const auto to = std::as_writable_bytes(std::span(map.writer));
        copy_bytes(to.data(), place_of(j, shared, to.size()).data(), to.size());
        maps.push_back(std::move(map));
    }
    return maps;
}

}  // namespace warpwise
