#include "device/process/device_messages.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "base/json_members.h"
#include "debug/debug_json.h"
#include "device/process/texture_messages.h"

namespace warpwise {

using nlohmann::json;

namespace {

// An array of a launch and where its bytes lie in the shared memory.
struct PlacedArray {
    std::size_t offset = 0;
    DType dtype = DType::i32;
    std::vector<std::int64_t> shape;
    std::string name;
    bool read_only = false;
};
// `array`: which of the placed ones it is given.
struct PlacedArgument {
    KernelArgument argument;
    std::optional<std::size_t> array;
};
struct PlacedWrites {
    std::size_t argument = 0, offset = 0, elements = 0;
};

}  // namespace

// Names for what has some, so that a message is readable.
template <>
struct OwnJson<DType> {
    static json written(DType dtype) { return name_of(dtype); }
    static DType read(const json& j) {
        const auto dtype = dtype_from_name(j.get<std::string>());
        if (!dtype) throw std::invalid_argument("a message names an unknown dtype");
        return *dtype;
    }
};
template <>
struct OwnJson<DeviceKind> {
    static json written(DeviceKind kind) { return name_of(kind); }
    static DeviceKind read(const json& j) {
        const auto kind = device_kind_from_name(j.get<std::string>());
        if (!kind) throw std::invalid_argument("a message names an unknown kind of device");
        return *kind;
    }
};
template <>
struct OwnJson<DeviceId> {
    static json written(const DeviceId& device) { return name_of(device); }
    static DeviceId read(const json& j) {
        const auto device = device_id_from_name(j.get<std::string>());
        if (!device) throw std::invalid_argument("a message names an unknown device");
        return *device;
    }
};
template <>
struct OwnJson<std::vector<LineCounts>> {
    static json written(const std::vector<LineCounts>& lines) { return to_json(lines); }
    static std::vector<LineCounts> read(const json& j) { return line_counts_from_json(j); }
};

template <>
inline constexpr ErrorKind last_enumerator<ErrorKind> = ErrorKind::device_missing;
template <>
inline constexpr Trace last_enumerator<Trace> = Trace::full;
template <>
inline constexpr Schedule last_enumerator<Schedule> = Schedule::random;
template <>
inline constexpr CopyMode last_enumerator<CopyMode> = CopyMode::staged;
template <>
inline constexpr BlocksBefore last_enumerator<BlocksBefore> = BlocksBefore::all_run;
template <>
inline constexpr KernelArgument::Kind last_enumerator<KernelArgument::Kind> = KernelArgument::Kind::scalar;

template <>
inline constexpr auto json_members<DeviceInfo> =
    std::tuple{Member{"kind", &DeviceInfo::kind}, Member{"name", &DeviceInfo::name}, Member{"properties", &DeviceInfo::properties},
               Member{"ordinal", &DeviceInfo::ordinal}};
template <>
inline constexpr auto json_members<LaunchLimits> =
    std::tuple{Member{"threads_per_block", &LaunchLimits::threads_per_block}, Member{"block", &LaunchLimits::block},
               Member{"grid", &LaunchLimits::grid}, Member{"shared_bytes_per_block", &LaunchLimits::shared_bytes_per_block}};
template <>
inline constexpr auto json_members<Error> =
    std::tuple{Member{"kind", &Error::kind}, Member{"message", &Error::message}, Member{"hint", &Error::hint}};
template <>
inline constexpr auto json_members<simt::CompileOptions> =
    std::tuple{Member{"folder", &simt::CompileOptions::folder},
               Member{"include_folders", &simt::CompileOptions::include_folders},
               Member{"definitions", &simt::CompileOptions::definitions},
               Member{"reads_machine_files", &simt::CompileOptions::reads_machine_files},
               Member{"hides_answers", &simt::CompileOptions::hides_answers},
               Member{"leaves_out_host_code", &simt::CompileOptions::leaves_out_host_code},
               Member{"argument_bytes", &simt::CompileOptions::argument_bytes}};
template <>
inline constexpr auto json_members<KernelSource> =
    std::tuple{Member{"text", &KernelSource::text}, Member{"entry", &KernelSource::entry}, Member{"origin", &KernelSource::origin},
               Member{"options", &KernelSource::options}};
template <>
inline constexpr auto json_members<KernelParameter> =
    std::tuple{Member{"name", &KernelParameter::name}, Member{"type", &KernelParameter::type},
               Member{"bytes", &KernelParameter::bytes}, Member{"is_pointer", &KernelParameter::is_pointer}};
template <>
inline constexpr auto json_members<CompiledFacts::Resources> =
    std::tuple{Member{"registers_per_thread", &CompiledFacts::Resources::registers_per_thread},
               Member{"static_shared_bytes", &CompiledFacts::Resources::static_shared_bytes},
               Member{"local_bytes_per_thread", &CompiledFacts::Resources::local_bytes_per_thread},
               Member{"most_threads_per_block", &CompiledFacts::Resources::most_threads_per_block}};
template <>
inline constexpr auto json_members<CompiledFacts> =
    std::tuple{Member{"parameters", &CompiledFacts::parameters}, Member{"compile_ms", &CompiledFacts::compile_ms},
               Member{"warnings", &CompiledFacts::warnings}, Member{"statement_lines", &CompiledFacts::statement_lines},
               Member{"resources", &CompiledFacts::resources}};
template <>
inline constexpr auto json_members<LaunchShape> =
    std::tuple{Member{"grid", &LaunchShape::grid}, Member{"block", &LaunchShape::block},
               Member{"dynamic_shared_bytes", &LaunchShape::dynamic_shared_bytes}};
// To stop and to tell how far it is are messages of their own.
template <>
inline constexpr auto json_members<LaunchOptions> = std::tuple{Member{"repeats", &LaunchOptions::repeats},
                                                               Member{"threads", &LaunchOptions::threads},
                                                               Member{"trace", &LaunchOptions::trace},
                                                               Member{"schedule", &LaunchOptions::schedule},
                                                               Member{"schedule_seed", &LaunchOptions::schedule_seed},
                                                               Member{"step_budget", &LaunchOptions::step_budget},
                                                               Member{"time_budget_s", &LaunchOptions::time_budget_s},
                                                               Member{"memory_budget", &LaunchOptions::memory_budget},
                                                               Member{"copies", &LaunchOptions::copies},
                                                               Member{"flush_l2", &LaunchOptions::flush_l2},
                                                               Member{"chunks", &LaunchOptions::chunks},
                                                               Member{"streams", &LaunchOptions::streams},
                                                               Member{"length_argument", &LaunchOptions::length_argument},
                                                               Member{"watch_thread", &LaunchOptions::watch_thread},
                                                               Member{"line_counts", &LaunchOptions::line_counts},
                                                               NotSent{&LaunchOptions::stop},
                                                               NotSent{&LaunchOptions::progress}};
template <>
inline constexpr auto json_members<Phase> =
    std::tuple{Member{"name", &Phase::name}, Member{"cold_ms", &Phase::cold_ms}, Member{"samples_ms", &Phase::samples_ms}};
template <>
inline constexpr auto json_members<CompiledCode> =
    std::tuple{Member{"isa", &CompiledCode::isa}, Member{"after_blocks", &CompiledCode::after_blocks}};
template <>
inline constexpr auto json_members<StreamSpan> = std::tuple{
    Member{"operation", &StreamSpan::operation}, Member{"stream", &StreamSpan::stream}, Member{"chunk", &StreamSpan::chunk},
    Member{"begin_ms", &StreamSpan::begin_ms},   Member{"end_ms", &StreamSpan::end_ms}, Member{"device", &StreamSpan::device}};
// Up to 100,000.
template <>
inline constexpr bool is_written_as_list<WatchedAccess> = true;
template <>
inline constexpr auto json_members<WatchedAccess> =
    std::tuple{Member{"line", &WatchedAccess::line},   Member{"argument", &WatchedAccess::argument},
               Member{"index", &WatchedAccess::index}, Member{"is_store", &WatchedAccess::is_store},
               Member{"value", &WatchedAccess::value}, Member{"position", &WatchedAccess::position},
               Member{"step", &WatchedAccess::step}};
// Write maps go through shared memory.
template <>
inline constexpr auto json_members<LaunchOutcome> = std::tuple{Member{"fault", &LaunchOutcome::fault},
                                                               Member{"warnings", &LaunchOutcome::warnings},
                                                               Member{"cancelled", &LaunchOutcome::cancelled},
                                                               Member{"phases", &LaunchOutcome::phases},
                                                               Member{"counters", &LaunchOutcome::counters},
                                                               Member{"warp_instructions", &LaunchOutcome::warp_instructions},
                                                               Member{"lane_instructions", &LaunchOutcome::lane_instructions},
                                                               Member{"most_by_one_warp", &LaunchOutcome::most_by_one_warp},
                                                               Member{"compiled", &LaunchOutcome::compiled},
                                                               Member{"wall_s", &LaunchOutcome::wall_s},
                                                               Member{"printed", &LaunchOutcome::printed},
                                                               NotSent{&LaunchOutcome::writes},
                                                               Member{"watched", &LaunchOutcome::watched},
                                                               Member{"lines", &LaunchOutcome::lines},
                                                               Member{"timeline", &LaunchOutcome::timeline},
                                                               Member{"readings", &LaunchOutcome::readings},
                                                               Member{"readings_device", &LaunchOutcome::readings_device},
                                                               Member{"throttled", &LaunchOutcome::throttled}};
template <>
inline constexpr auto json_members<DebugOptions> = std::tuple{Member{"block", &DebugOptions::block},
                                                              Member{"before", &DebugOptions::before},
                                                              Member{"schedule", &DebugOptions::schedule},
                                                              Member{"schedule_seed", &DebugOptions::schedule_seed},
                                                              Member{"step_budget", &DebugOptions::step_budget},
                                                              Member{"memory_budget", &DebugOptions::memory_budget}};
template <>
inline constexpr auto json_members<DebugArray> =
    std::tuple{Member{"name", &DebugArray::name},         Member{"space", &DebugArray::space},
               Member{"argument", &DebugArray::argument}, Member{"address", &DebugArray::address},
               Member{"bytes", &DebugArray::bytes},       Member{"element_bytes", &DebugArray::element_bytes}};
template <>
inline constexpr auto json_members<KernelArgument> = std::tuple{Member{"kind", &KernelArgument::kind},
                                                                Member{"name", &KernelArgument::name},
                                                                NotSent{&KernelArgument::array},
                                                                Member{"read_only", &KernelArgument::read_only},
                                                                Member{"zeroed", &KernelArgument::zeroed},
                                                                Member{"is_variable", &KernelArgument::is_variable},
                                                                Member{"unset", &KernelArgument::unset},
                                                                Member{"dtype", &KernelArgument::dtype},
                                                                Member{"scalar", &KernelArgument::scalar},
                                                                Member{"structure", &KernelArgument::structure},
                                                                Member{"texture", &KernelArgument::texture}};
template <>
inline constexpr auto json_members<PlacedArray> =
    std::tuple{Member{"offset", &PlacedArray::offset}, Member{"dtype", &PlacedArray::dtype}, Member{"shape", &PlacedArray::shape},
               Member{"name", &PlacedArray::name}, Member{"read_only", &PlacedArray::read_only}};
template <>
inline constexpr auto json_members<PlacedArgument> =
    std::tuple{Member{"argument", &PlacedArgument::argument}, Member{"array", &PlacedArgument::array}};
template <>
inline constexpr auto json_members<PlacedWrites> =
    std::tuple{Member{"argument", &PlacedWrites::argument}, Member{"offset", &PlacedWrites::offset},
               Member{"elements", &PlacedWrites::elements}};

static_assert(has_all_members<DeviceInfo, LaunchLimits, Error, KernelSource, simt::CompileOptions, KernelParameter>);
static_assert(has_all_members<CompiledFacts, CompiledFacts::Resources, LaunchShape, LaunchOptions, Phase, StreamSpan>);
static_assert(has_all_members<WatchedAccess, LaunchOutcome, DebugOptions, DebugArray, KernelArgument>);
static_assert(has_all_members<PlacedArray, PlacedArgument, PlacedWrites>);

namespace {

constexpr std::size_t kArrayAlignment = 256;

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
std::span<Byte> place_of(std::size_t offset, std::span<Byte> shared, std::size_t bytes) {
    if (offset > shared.size() || bytes > shared.size() - offset)
        throw std::out_of_range("an array lies outside the shared memory");
    return shared.subspan(offset, bytes);
}

}  // namespace

json message_of(const DeviceInfo& info) { return written_as_json(info); }
DeviceInfo device_info_from(const json& j) { return read_from_json<DeviceInfo>(j); }

json message_of(const Device::Limits& limits) { return written_as_json(limits); }
Device::Limits limits_from(const json& j) { return read_from_json<Device::Limits>(j); }

json message_of(const Error& error) { return written_as_json(error); }
Error error_from(const json& j) { return read_from_json<Error>(j); }

json message_of(const KernelSource& source) { return written_as_json(source); }
KernelSource kernel_source_from(const json& j) { return read_from_json<KernelSource>(j); }

json message_of(const Program& program) { return written_as_json<CompiledFacts>(program); }
void read_program(const json& j, Program& program) { static_cast<CompiledFacts&>(program) = read_from_json<CompiledFacts>(j); }

json message_of(const LaunchShape& shape) { return written_as_json(shape); }
LaunchShape launch_shape_from(const json& j) { return read_from_json<LaunchShape>(j); }

json message_of(const LaunchOptions& options) { return written_as_json(options); }
LaunchOptions launch_options_from(const json& j) { return read_from_json<LaunchOptions>(j); }

json message_of(const LaunchOutcome& outcome) { return written_as_json(outcome); }
LaunchOutcome launch_outcome_from(const json& j) { return read_from_json<LaunchOutcome>(j); }

json message_of(const DebugOptions& options) { return written_as_json(options); }
DebugOptions debug_options_from(const json& j) { return read_from_json<DebugOptions>(j); }

json message_of(std::span<const DebugArray> arrays) {
    return written_as_json(std::vector<DebugArray>(arrays.begin(), arrays.end()));
}
std::vector<DebugArray> debug_arrays_from(const json& list) { return read_from_json<std::vector<DebugArray>>(list); }

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
        if (span.kind > TimelineSpan::Kind::exited || span.access > TimelineSpan::Access::atomic)
            throw std::out_of_range("a timeline has a span of an unknown kind");
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
            shared.bytes += (argument.array->size_bytes() + kArrayAlignment) / kArrayAlignment * kArrayAlignment;
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
    std::vector<PlacedArray> placed;
    for (const SharedArrays::Place& place : shared.places)
        placed.push_back({place.offset, place.array->dtype(), place.array->shape(), place.array->name, place.read_only});
    return written_as_json(placed);
}

json message_of(std::span<const KernelArgument> arguments, const SharedArrays& shared) {
    std::vector<PlacedArgument> placed;
    for (const KernelArgument& argument : arguments) {
        const auto place = std::ranges::find(shared.places, argument.array, &SharedArrays::Place::array);
        const bool has_array = argument.kind == KernelArgument::Kind::array && place != shared.places.end();
        placed.push_back({argument, has_array ? std::optional<std::size_t>(place - shared.places.begin()) : std::nullopt});
    }
    return written_as_json(placed);
}

std::vector<Array> arrays_from(const json& list, std::span<const std::byte> shared) {
    std::vector<Array> arrays;
    for (PlacedArray& placed : read_from_json<std::vector<PlacedArray>>(list)) {
        auto array = Array::make(placed.dtype, std::move(placed.shape));
        if (!array) throw std::runtime_error(array.error().text());
        array->name = std::move(placed.name);
        copy_bytes(array->data(), place_of(placed.offset, shared, array->size_bytes()).data(), array->size_bytes());
        arrays.push_back(std::move(*array));
    }
    return arrays;
}

std::vector<Array> arrays_over(const json& list, std::span<std::byte> shared) {
    std::vector<Array> arrays;
    for (PlacedArray& placed : read_from_json<std::vector<PlacedArray>>(list)) {
        auto array = Array::over(placed.dtype, std::move(placed.shape), shared.subspan(std::min(placed.offset, shared.size())));
        if (!array) throw std::out_of_range(array.error().text());
        array->name = std::move(placed.name);
        arrays.push_back(std::move(*array));
    }
    return arrays;
}

void copy_back(const std::vector<Array>& arrays, const json& list, std::span<std::byte> shared) {
    const auto placed = read_from_json<std::vector<PlacedArray>>(list);
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (!placed.at(i).read_only)
            copy_bytes(place_of(placed[i].offset, shared, arrays[i].size_bytes()).data(), arrays[i].data(), arrays[i].size_bytes());
}

std::vector<KernelArgument> arguments_from(const json& list, std::vector<Array>& arrays) {
    std::vector<KernelArgument> arguments;
    for (PlacedArgument& placed : read_from_json<std::vector<PlacedArgument>>(list)) {
        if (placed.array) placed.argument.array = &arrays.at(*placed.array);
        arguments.push_back(std::move(placed.argument));
    }
    return arguments;
}

std::size_t bytes_of(std::span<const WriteMap> maps) {
    std::size_t bytes = 0;
    for (const WriteMap& map : maps) bytes += map.writer.size() * sizeof(std::uint32_t);
    return bytes;
}

json message_of(std::span<const WriteMap> maps, std::span<std::byte> shared) {
    std::vector<PlacedWrites> placed;
    std::size_t offset = 0;
    for (const WriteMap& map : maps) {
        const auto bytes = std::as_bytes(std::span(map.writer));
        copy_bytes(place_of(offset, shared, bytes.size()).data(), bytes.data(), bytes.size());
        placed.push_back({map.argument, offset, map.writer.size()});
        offset += bytes.size();
    }
    return written_as_json(placed);
}

std::vector<WriteMap> write_maps_from(const json& list, std::span<const std::byte> shared) {
    std::vector<WriteMap> maps;
    for (const PlacedWrites& placed : read_from_json<std::vector<PlacedWrites>>(list)) {
        if (placed.elements > shared.size() / sizeof(std::uint32_t))
            throw std::out_of_range("a write map is larger than the shared memory");
        WriteMap map{placed.argument, std::vector<std::uint32_t>(placed.elements)};
        const auto to = std::as_writable_bytes(std::span(map.writer));
        copy_bytes(to.data(), place_of(placed.offset, shared, to.size()).data(), to.size());
        maps.push_back(std::move(map));
    }
    return maps;
}

}  // namespace warpwise
