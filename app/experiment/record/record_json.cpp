#include "experiment/record/record_json.h"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "base/fault_json.h"
#include "base/json.h"

namespace warpwise {

using nlohmann::json;

namespace {

constexpr const char* kSchema = "warpwise.run/1";

constexpr std::pair<RunStatus, std::string_view> kStatusNames[] = {{RunStatus::ok, "ok"},
                                                                   {RunStatus::wrong, "wrong"},
                                                                   {RunStatus::fault, "fault"},
                                                                   {RunStatus::error, "error"},
                                                                   {RunStatus::cancelled, "cancelled"}};
constexpr std::pair<Trace, std::string_view> kTraceNames[] = {
    {Trace::none, "none"}, {Trace::counters, "counters"}, {Trace::full, "full"}};

template <typename T, std::size_t N>
std::string_view name_in(const std::pair<T, std::string_view> (&names)[N], T value) {
    for (const auto& [v, name] : names)
        if (v == value) return name;
    return names[0].second;
}

template <typename T, std::size_t N>
T value_in(const std::pair<T, std::string_view> (&names)[N], std::string_view wanted, T otherwise) {
    for (const auto& [value, name] : names)
        if (name == wanted) return value;
    return otherwise;
}

DeviceId device_from(const std::string& name) {
    const auto device = device_id_from_name(name);
    if (!device) throw std::invalid_argument(device.error().message);
    return *device;
}

json to_json(const ExperimentRequest& r) {
    return {{"lesson", optional_text(r.lesson)},
            {"kernel", optional_text(r.kernel)},
            {"device", name_of(r.device)},
            {"parameters", warpwise::to_json(r.parameters)},
            {"grid", json_of(r.grid)},
            {"block", json_of(r.block)},
            {"seed", r.seed},
            {"repeats", r.repeats},
            {"threads", r.threads},
            {"trace", name_in(kTraceNames, r.trace)},
            {"edited_source", optional_value(r.edited_source)},
            {"edited_entry", optional_text(r.edited_entry)},
            {"watch_thread", optional_value(r.watch_thread)},
            {"copies", r.copies ? json(name_of(*r.copies)) : json(nullptr)},
            {"flush_l2", optional_value(r.flush_l2)},
            {"schedule", r.schedule ? json(text_of(*r.schedule)) : json(nullptr)}};
}

json to_json(const RecordedPhase& phase) {
    const Measurement& m = phase.measurement;
    const auto number = [&](double value) { return m.samples_ms.empty() ? json(nullptr) : json(value); };
    json marked = json::array();
    for (const auto& [sample, why] : phase.marked) marked.push_back({{"sample", sample}, {"why", why}});
    return {{"name", phase.name},
            {"source", phase.source},
            {"cold_ms", optional_value(phase.cold_ms)},
            {"samples_ms", m.samples_ms},
            {"median_ms", number(m.median_ms)},
            {"mad_ms", number(m.mad_ms)},
            {"mean_ms", number(m.mean_ms)},
            {"std_ms", number(m.std_ms)},
            {"min_ms", number(m.min_ms)},
            {"marked", marked}};
}

json to_json(const StreamSpan& s) {
    return {{"operation", s.operation}, {"stream", s.stream}, {"chunk", s.chunk},
            {"begin_ms", s.begin_ms},   {"end_ms", s.end_ms}, {"device", name_of(s.device)}};
}

// Devices that copy nothing have no way of copying.
bool copies_arrays(const DeviceInfo& device) { return traits_of(device.kind).has_copies; }

json to_json(const Check& c) {
    json difference;
    if (const auto& d = c.first_difference)
        difference = {{"array", d->array}, {"index", d->index}, {"expected", d->expected}, {"found", d->found}};
    // An infinite or undefined error has no JSON number and becomes null.
    return {{"passed", c.passed},
            {"compared_with", c.compared_with},
            {"max_abs_error", c.max_abs_error},
            {"max_rel_error", c.max_rel_error},
            {"tolerance", c.tolerance},
            {"first_difference", difference},
            {"differing", c.differing},
            {"compared", c.compared}};
}

// The counts of a line, by their names in the record.
constexpr std::pair<const char*, std::uint64_t LineCounts::*> kLineCounts[] = {
    {"executions", &LineCounts::executions},
    {"visits", &LineCounts::visits},
    {"active_lanes", &LineCounts::lanes},
    {"requests", &LineCounts::requests},
    {"sectors", &LineCounts::sectors},
    {"useful_bytes", &LineCounts::useful_bytes},
    {"shared_requests", &LineCounts::shared_requests},
    {"wavefronts", &LineCounts::wavefronts},
    {"conflicts", &LineCounts::conflicts},
    {"branches", &LineCounts::branches},
    {"divergent_branches", &LineCounts::divergent_branches}};

json to_json(const LineCounts& counts) {
    json j{{"line", counts.line > 0 ? json(counts.line) : json(nullptr)}, {"function", counts.function}};
    for (const auto& [name, place] : kLineCounts) j[name] = counts.*place;
    return j;
}

LineCounts line_from_json(const json& j) {
    LineCounts counts{.function = j.at("function").get<std::string>(), .line = optional_in<int>(j, "line").value_or(0)};
    for (const auto& [name, place] : kLineCounts) counts.*place = value_or<std::uint64_t>(j, name, 0);
    return counts;
}

json work_to_json(const RunRecord& r) {
    if (!r.flops && !r.bytes) return nullptr;
    const AchievedRates rates = achieved_rates(r);
    return {{"flops", optional_value(r.flops)},
            {"bytes", optional_value(r.bytes)},
            {"gflop_s", optional_value(rates.gflop_s)},
            {"gb_s", optional_value(rates.gb_s)}};
}

json to_json(const ArrayDigest& a) {
    return {{"name", a.name}, {"dtype", name_of(a.dtype)}, {"shape", a.shape}, {"bytes", a.bytes}, {"sha256", a.sha256}};
}

ExperimentRequest request_from_json(const json& j) {
    ExperimentRequest r;
    r.lesson = value_or<std::string>(j, "lesson", "");
    r.kernel = value_or<std::string>(j, "kernel", "");
    r.device = device_from(value_or<std::string>(j, "device", "emulated"));
    if (const json& parameters = json_part(j, "parameters"); !parameters.is_null()) r.parameters = parameters_from_json(parameters);
    r.grid = optional_dim3_from_json(json_part(j, "grid"));
    r.block = optional_dim3_from_json(json_part(j, "block"));
    r.seed = value_or<std::uint64_t>(j, "seed", 1);
    r.repeats = value_or(j, "repeats", 7);
    r.threads = value_or(j, "threads", 0);
    r.trace = value_in(kTraceNames, value_or<std::string>(j, "trace", "counters"), Trace::counters);
    r.edited_source = optional_in<std::string>(j, "edited_source");
    r.edited_entry = value_or<std::string>(j, "edited_entry", "");
    r.watch_thread = optional_in<std::uint64_t>(j, "watch_thread");
    r.copies = copy_mode_from_name(value_or<std::string>(j, "copies", ""));
    r.flush_l2 = optional_in<bool>(j, "flush_l2");
    if (const auto schedule = parse_schedule(value_or<std::string>(j, "schedule", ""))) r.schedule = *schedule;
    return r;
}

RecordedPhase phase_from_json(const json& j) {
    RecordedPhase phase;
    phase.name = j.at("name").get<std::string>();
    phase.source = value_or<std::string>(j, "source", "measured");
    phase.cold_ms = optional_in<double>(j, "cold_ms");
    phase.measurement = measure(j.at("samples_ms").get<std::vector<double>>());
    if (const json& marked = json_part(j, "marked"); !marked.is_null())
        for (const json& m : marked) phase.marked[m.at("sample").get<std::size_t>()] = m.at("why").get<std::string>();
    return phase;
}

StreamSpan span_from_json(const json& j, const DeviceId& device) {
    return {
        j.at("operation").get<std::string>(), j.at("stream").get<int>(),    j.at("chunk").get<int>(),
        j.at("begin_ms").get<double>(),       j.at("end_ms").get<double>(), device_from(value_or(j, "device", name_of(device)))};
}

Check check_from_json(const json& j) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Check c;
    c.passed = j.at("passed").get<bool>();
    c.compared_with = value_or<std::string>(j, "compared_with", "cpu-serial");
    c.max_abs_error = value_or(j, "max_abs_error", infinity);
    c.max_rel_error = value_or(j, "max_rel_error", infinity);
    c.tolerance = value_or(j, "tolerance", 0.0);
    c.differing = value_or<std::uint64_t>(j, "differing", 0);
    c.compared = value_or<std::uint64_t>(j, "compared", 0);
    if (const json& d = json_part(j, "first_difference"); !d.is_null())
        c.first_difference = {d.at("array").get<std::string>(), d.at("index").get<std::int64_t>(),
                              d.at("expected").get<std::string>(), d.at("found").get<std::string>()};
    return c;
}

ArrayDigest digest_from_json(const json& j) {
    return {j.at("name").get<std::string>(), dtype_from_name(j.at("dtype").get<std::string>()).value_or(DType::f32),
            j.at("shape").get<std::vector<std::int64_t>>(), j.at("bytes").get<std::size_t>(), j.at("sha256").get<std::string>()};
}

RunRecord record_from_object(const json& j) {
    RunRecord r;
    if (const json& request = json_part(j, "request"); !request.is_null()) r.request = request_from_json(request);
    r.lesson = value_or<std::string>(j, "lesson", "");
    r.kernel = j.at("kernel").get<std::string>();
    r.source = value_or<std::string>(j, "source", "");
    const json& device = j.at("device");
    r.device.kind = device_from(device.at("kind").get<std::string>()).kind;
    r.device.ordinal = value_or(device, "ordinal", 0);
    r.device.name = device.at("name").get<std::string>();
    r.device.properties = value_or(device, "properties", std::map<std::string, std::string>{});
    r.machine = machine_from_json(j.at("machine"));
    r.date = j.at("date").get<std::string>();
    r.version = value_or<std::string>(j, "version", "");
    const json& launch = j.at("launch");
    r.launch = {dim3_from_json(launch.at("grid")), dim3_from_json(launch.at("block")),
                value_or<std::uint32_t>(launch, "shared_bytes", 0)};
    r.dtype = value_or<std::string>(j, "dtype", "");
    r.request.parameters = parameters_from_json(j.at("parameters"));
    r.request.seed = value_or<std::uint64_t>(j, "seed", 1);
    r.status = value_in(kStatusNames, j.at("status").get<std::string>(), RunStatus::error);
    r.diagnostics = diagnostics_from_json(j.at("diagnostics"));
    if (const json& fault = json_part(j, "fault"); !fault.is_null()) r.fault = fault_from_json(fault);
    for (const json& phase : j.at("phases")) r.phases.push_back(phase_from_json(phase));
    r.counters = j.at("counters").get<Counters>();
    const json& executed = j.at("executed");
    r.warp_instructions = value_or<std::uint64_t>(executed, "warp_instructions", 0);
    r.lane_instructions = value_or<std::uint64_t>(executed, "lane_instructions", 0);
    r.most_by_one_warp = value_or<std::uint64_t>(executed, "most_by_one_warp", 0);
    if (const json& compiled = json_part(executed, "compiled"); !compiled.is_null())
        r.compiled = CompiledCode{value_or<std::string>(compiled, "isa", ""), value_or<std::uint64_t>(compiled, "after_blocks", 0)};
    r.wall_s = value_or(executed, "wall_s", 0.0);
    if (const json& lines = json_part(j, "lines"); !lines.is_null())
        for (const json& line : lines) r.lines.push_back(line_from_json(line));
    if (const json& check = json_part(j, "check"); !check.is_null()) r.check = check_from_json(check);
    for (const json& array : j.at("arrays")) r.arrays.push_back(digest_from_json(array));
    r.printed = value_or<std::string>(j, "printed", "");
    if (const json& work = json_part(j, "work"); !work.is_null()) {
        r.flops = optional_in<double>(work, "flops");
        r.bytes = optional_in<double>(work, "bytes");
    }
    if (const json& timeline = json_part(j, "timeline"); !timeline.is_null())
        for (const json& span : timeline) r.timeline.push_back(span_from_json(span, r.device.id()));
    r.timeline_source = value_or<std::string>(j, "timeline_source", "measured");
    r.readings = value_or(j, "readings", std::map<std::string, double>{});
    r.readings_device = device_from(value_or(j, "readings_device", name_of(r.device.id())));
    r.copies = copy_mode_from_name(value_or<std::string>(j, "copies", "")).value_or(CopyMode::pageable);
    r.flushed_l2 = value_or(j, "flushed_l2", false);
    r.chunks = value_or(j, "chunks", 1);
    r.streams = value_or(j, "streams", 1);
    return r;
}

}  // namespace

AchievedRates achieved_rates(const RunRecord& record) {
    const RecordedPhase* kernel = record.find_phase("kernel");
    if (kernel == nullptr || !traits_of(record.device.kind).has_times) return {};
    const double ms = kernel->measurement.samples_ms.empty() ? kernel->cold_ms.value_or(0) : kernel->measurement.median_ms;
    if (!(ms > 0)) return {};
    AchievedRates rates;
    if (record.flops) rates.gflop_s = *record.flops / ms * 1e-6;
    if (record.bytes) rates.gb_s = *record.bytes / ms * 1e-6;
    return rates;
}

std::string_view name_of(RunStatus status) { return name_in(kStatusNames, status); }

const RecordedPhase* RunRecord::find_phase(std::string_view name) const {
    for (const RecordedPhase& phase : phases)
        if (phase.name == name) return &phase;
    return nullptr;
}

json to_json(const Machine& m) {
    return {{"os", m.os},
            {"cpu", m.cpu},
            {"cores", m.cores},
            {"memory_gb", m.memory_gb},
            {"gpu", optional_text(m.gpu)},
            {"driver", optional_text(m.driver)}};
}

Machine machine_from_json(const json& j) {
    Machine m;
    m.os = value_or<std::string>(j, "os", "");
    m.cpu = value_or<std::string>(j, "cpu", "");
    m.gpu = value_or<std::string>(j, "gpu", "");
    m.driver = value_or<std::string>(j, "driver", "");
    m.cores = value_or(j, "cores", 0);
    m.memory_gb = value_or(j, "memory_gb", 0.0);
    return m;
}

json to_json(const DeviceInfo& device) {
    json j{{"kind", name_of(device.kind)}, {"ordinal", device.ordinal}, {"name", device.name}};
    if (!device.properties.empty()) j["properties"] = device.properties;
    return j;
}

json to_json(const ParameterValues& values) {
    json j = json::object();
    for (const auto& [name, value] : values) std::visit([&](const auto& v) { j[name] = v; }, value);
    return j;
}

ParameterValues parameters_from_json(const json& j) {
    ParameterValues values;
    for (const auto& [name, value] : j.items()) {
        if (value.is_string())
            values[name] = value.get<std::string>();
        else if (value.is_number_float())
            values[name] = value.get<double>();
        else
            values[name] = value.get<std::int64_t>();
    }
    return values;
}

json to_json(const RunRecord& r) {
    json phases = json::array(), arrays = json::array();
    for (const RecordedPhase& phase : r.phases) phases.push_back(to_json(phase));
    for (const ArrayDigest& array : r.arrays) arrays.push_back(to_json(array));
    json timeline = json::array();
    for (const StreamSpan& span : r.timeline) timeline.push_back(to_json(span));
    json record{
        {"schema", kSchema},
        {"lesson", optional_text(r.lesson)},
        {"kernel", r.kernel},
        {"source", r.source},
        {"device", to_json(r.device)},
        {"machine", to_json(r.machine)},
        {"date", r.date},
        {"version", r.version},
        {"launch",
         {{"grid", json_of(r.launch.grid)}, {"block", json_of(r.launch.block)}, {"shared_bytes", r.launch.dynamic_shared_bytes}}},
        {"dtype", optional_text(r.dtype)},
        {"parameters", to_json(r.request.parameters)},
        {"seed", r.request.seed},
        {"status", name_of(r.status)},
        {"diagnostics", to_json(r.diagnostics)},
        {"fault", r.fault ? to_json(*r.fault) : json(nullptr)},
        {"phases", phases},
        {"counters", r.counters},
        {"executed",
         {{"warp_instructions", r.warp_instructions},
          {"lane_instructions", r.lane_instructions},
          {"most_by_one_warp", r.most_by_one_warp},
          {"compiled", r.compiled ? json{{"isa", r.compiled->isa}, {"after_blocks", r.compiled->after_blocks}} : json(nullptr)},
          {"wall_s", r.wall_s}}},
        {"check", r.check ? to_json(*r.check) : json(nullptr)},
        {"arrays", arrays},
        {"printed", r.printed},
        {"work", work_to_json(r)},
        {"copies", copies_arrays(r.device) ? json(name_of(r.copies)) : json(nullptr)},
        {"flushed_l2", r.flushed_l2},
        {"chunks", r.chunks},
        {"streams", r.streams},
        {"timeline", timeline},
        {"timeline_source", r.timeline_source},
        {"readings", r.readings},
        {"readings_device", name_of(r.readings_device)},
        {"request", to_json(r.request)}};
    if (!r.lines.empty()) {
        json& lines = record["lines"] = json::array();
        for (const LineCounts& line : r.lines) lines.push_back(to_json(line));
    }
    return record;
}

Result<RunRecord> record_from_json(const json& j) {
    try {
        const auto found = j.at("schema").get<std::string>();
        if (found != kSchema) {
            if (found.starts_with("warpwise.run/"))
                return failure(fmt::format("the record has the format {}; this version reads {}", found, kSchema),
                               "Use the version that wrote it, or a newer one.");
            return failure(fmt::format("'{}' is not the record of a run", found));
        }
        return record_from_object(j);
    } catch (const json::exception& e) {
        return failure(fmt::format("the record does not follow {}: {}", kSchema, plain_words(e)));
    } catch (const std::invalid_argument& e) {  // a device that this version does not know
        return failure(e.what(), "Use the version that wrote it, or a newer one.");
    }
}

}  // namespace warpwise
