#include "base/debug_json.h"

#include <concepts>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/fault_json.h"

namespace warpwise {

using nlohmann::json;

namespace {

// A member by its name in the JSON.
template <typename Part, typename T>
struct Member {
    const char* name;
    T Part::* place;
};

// The members of each part, once for both directions.
template <typename Part>
constexpr int members = 0;
template <>
constexpr auto members<Dim3> = std::tuple{Member{"x", &Dim3::x}, Member{"y", &Dim3::y}, Member{"z", &Dim3::z}};
template <>
constexpr auto members<DebugValue> = std::tuple{
    Member{"name", &DebugValue::name},         Member{"type", &DebugValue::type},   Member{"kind", &DebugValue::kind},
    Member{"bytes", &DebugValue::bytes},       Member{"frame", &DebugValue::frame}, Member{"is_argument", &DebugValue::is_argument},
    Member{"line", &DebugValue::line},         Member{"known", &DebugValue::known}, Member{"held", &DebugValue::held},
    Member{"changed", &DebugValue::changed},   Member{"bits", &DebugValue::bits},   Member{"targets", &DebugValue::targets},
    Member{"children", &DebugValue::children}, Member{"count", &DebugValue::count}};
template <>
constexpr auto members<DebugFrame> =
    std::tuple{Member{"function", &DebugFrame::function}, Member{"line", &DebugFrame::line}, Member{"column", &DebugFrame::column},
               Member{"inlined", &DebugFrame::inlined}, Member{"left_out", &DebugFrame::left_out}};
template <>
constexpr auto members<DebugAccess> = std::tuple{Member{"position", &DebugAccess::position},
                                                 Member{"line", &DebugAccess::line},
                                                 Member{"column", &DebugAccess::column},
                                                 Member{"space", &DebugAccess::space},
                                                 Member{"is_store", &DebugAccess::is_store},
                                                 Member{"is_atomic", &DebugAccess::is_atomic},
                                                 Member{"array", &DebugAccess::array},
                                                 Member{"bytes", &DebugAccess::bytes},
                                                 Member{"element_bytes", &DebugAccess::element_bytes},
                                                 Member{"mask", &DebugAccess::mask},
                                                 Member{"addresses", &DebugAccess::addresses},
                                                 Member{"elements", &DebugAccess::elements},
                                                 Member{"sectors", &DebugAccess::sectors},
                                                 Member{"useful_bytes", &DebugAccess::useful_bytes},
                                                 Member{"wavefronts", &DebugAccess::wavefronts},
                                                 Member{"conflicts", &DebugAccess::conflicts}};
template <>
constexpr auto members<ReconvergenceLevel> =
    std::tuple{Member{"mask", &ReconvergenceLevel::mask}, Member{"line", &ReconvergenceLevel::line},
               Member{"is_other_side", &ReconvergenceLevel::is_other_side}};
template <>
constexpr auto members<DebugWarp> = std::tuple{Member{"activity", &DebugWarp::activity}, Member{"function", &DebugWarp::function},
                                               Member{"line", &DebugWarp::line},         Member{"column", &DebugWarp::column},
                                               Member{"active", &DebugWarp::active},     Member{"exited", &DebugWarp::exited},
                                               Member{"absent", &DebugWarp::absent},     Member{"steps", &DebugWarp::steps}};
template <>
constexpr auto members<DebugState> = std::tuple{Member{"reason", &DebugState::reason},
                                                Member{"position", &DebugState::position},
                                                Member{"line_step", &DebugState::line_step},
                                                Member{"block", &DebugState::block},
                                                Member{"warp", &DebugState::warp},
                                                Member{"frames", &DebugState::frames},
                                                Member{"lanes", &DebugState::lanes},
                                                Member{"stack", &DebugState::stack},
                                                Member{"variables", &DebugState::variables},
                                                Member{"last", &DebugState::last},
                                                Member{"next", &DebugState::next},
                                                Member{"warps", &DebugState::warps},
                                                Member{"fault", &DebugState::fault},
                                                Member{"findings", &DebugState::findings},
                                                Member{"printed", &DebugState::printed},
                                                Member{"breakpoint", &DebugState::breakpoint},
                                                Member{"checkpoints", &DebugState::checkpoints},
                                                Member{"checkpoint_bytes", &DebugState::checkpoint_bytes}};
template <>
constexpr auto members<TimelineSpan> = std::tuple{Member{"kind", &TimelineSpan::kind}, Member{"warp", &TimelineSpan::warp},
                                                  Member{"begin", &TimelineSpan::begin}, Member{"end", &TimelineSpan::end}};
template <>
constexpr auto members<LineCounts> = std::tuple{Member{"function", &LineCounts::function},
                                                Member{"line", &LineCounts::line},
                                                Member{"executions", &LineCounts::executions},
                                                Member{"visits", &LineCounts::visits},
                                                Member{"lanes", &LineCounts::lanes},
                                                Member{"requests", &LineCounts::requests},
                                                Member{"sectors", &LineCounts::sectors},
                                                Member{"useful_bytes", &LineCounts::useful_bytes},
                                                Member{"shared_requests", &LineCounts::shared_requests},
                                                Member{"wavefronts", &LineCounts::wavefronts},
                                                Member{"conflicts", &LineCounts::conflicts},
                                                Member{"branches", &LineCounts::branches},
                                                Member{"divergent_branches", &LineCounts::divergent_branches}};
template <>
constexpr auto members<DebugOverview> = std::tuple{
    Member{"length", &DebugOverview::length}, Member{"complete", &DebugOverview::complete},
    Member{"timeline", &DebugOverview::timeline}, Member{"lines", &DebugOverview::lines}, Member{"fault", &DebugOverview::fault}};
template <>
constexpr auto members<DebugBreakpoint> =
    std::tuple{Member{"line", &DebugBreakpoint::line}, Member{"condition", &DebugBreakpoint::condition},
               Member{"warp", &DebugBreakpoint::warp}};
template <>
constexpr auto members<DebugCommand> = std::tuple{Member{"go", &DebugCommand::go},
                                                  Member{"warp", &DebugCommand::warp},
                                                  Member{"line", &DebugCommand::line},
                                                  Member{"address", &DebugCommand::address},
                                                  Member{"position", &DebugCommand::position},
                                                  Member{"breakpoints", &DebugCommand::breakpoints},
                                                  Member{"look_ahead", &DebugCommand::look_ahead}};

// A member that is added to a part must be added above, too, or it would be lost on its way.
struct Anything {
    template <typename T>
    operator T() const {
        std::unreachable();  // only its type is asked for
    }
};
template <typename Part, typename... Values>
consteval std::size_t member_count() {
    if constexpr (requires { Part{Values{}..., Anything{}}; })
        return member_count<Part, Values..., Anything>();
    else
        return sizeof...(Values);
}
template <typename... Parts>
constexpr bool are_whole = ((member_count<Parts>() == std::tuple_size_v<decltype(members<Parts>)>) && ...);
static_assert(are_whole<Dim3, DebugValue, DebugFrame, DebugAccess, ReconvergenceLevel, DebugWarp>);
static_assert(are_whole<DebugState, TimelineSpan, LineCounts, DebugOverview, DebugBreakpoint, DebugCommand>);

constexpr LaneStatus last_of(LaneStatus) { return LaneStatus::absent; }
constexpr ValueKind last_of(ValueKind) { return ValueKind::other; }
constexpr MemorySpace last_of(MemorySpace) { return MemorySpace::constant; }
constexpr WarpActivity last_of(WarpActivity) { return WarpActivity::done; }
constexpr StopReason last_of(StopReason) { return StopReason::cancelled; }
constexpr TimelineSpan::Kind last_of(TimelineSpan::Kind) { return TimelineSpan::Kind::exited; }
constexpr DebugGo last_of(DebugGo) { return DebugGo::stay; }

template <typename T>
constexpr bool is_optional = false;
template <typename T>
constexpr bool is_optional<std::optional<T>> = true;
template <typename T>
constexpr bool is_array = false;
template <typename T, std::size_t count>
constexpr bool is_array<std::array<T, count>> = true;
template <typename T>
constexpr bool is_vector = false;
template <typename T>
constexpr bool is_vector<std::vector<T>> = true;

template <typename T>
json written(const T& value) {
    if constexpr (std::same_as<T, Fault> || std::same_as<T, Diagnostics>) {
        return to_json(value);
    } else if constexpr (std::is_enum_v<T>) {
        return std::to_underlying(value);
    } else if constexpr (is_optional<T>) {
        return value ? written(*value) : json(nullptr);
    } else if constexpr (is_array<T> || is_vector<T>) {
        json list = json::array();
        list.get_ref<json::array_t&>().reserve(value.size());
        for (const auto& one : value) list.push_back(written(one));
        return list;
    } else if constexpr (std::integral<T> || std::same_as<T, std::string>) {
        return value;
    } else {
        json object = json::object();
        std::apply([&](const auto&... member) { ((object[member.name] = written(value.*member.place)), ...); }, members<T>);
        return object;
    }
}

template <std::integral T>
T read_integer(const json& j) {
    if (!j.is_number_integer()) throw std::invalid_argument("a number of the debugger is not an integer");
    const bool fits = j.is_number_unsigned() ? std::in_range<T>(j.get<std::uint64_t>()) : std::in_range<T>(j.get<std::int64_t>());
    if (!fits) throw std::out_of_range("a number of the debugger is too large");
    return j.get<T>();
}

template <typename T>
T read(const json& j) {
    if constexpr (std::same_as<T, Fault>) {
        return fault_from_json(j);
    } else if constexpr (std::same_as<T, Diagnostics>) {
        return diagnostics_from_json(j);
    } else if constexpr (std::is_enum_v<T>) {
        const auto number = read_integer<std::underlying_type_t<T>>(j);
        if (number > std::to_underlying(last_of(T{}))) throw std::out_of_range("a name of the debugger is unknown");
        return static_cast<T>(number);
    } else if constexpr (is_optional<T>) {
        return j.is_null() ? T{} : T{read<typename T::value_type>(j)};
    } else if constexpr (is_array<T>) {
        const auto& list = j.get_ref<const json::array_t&>();
        T values{};
        if (list.size() != values.size()) throw std::out_of_range("a list of the debugger has another length");
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = read<typename T::value_type>(list[i]);
        return values;
    } else if constexpr (is_vector<T>) {
        T values;
        for (const json& one : j.get_ref<const json::array_t&>()) values.push_back(read<typename T::value_type>(one));
        return values;
    } else if constexpr (std::same_as<T, bool>) {
        return j.get_ref<const bool&>();
    } else if constexpr (std::same_as<T, std::string>) {
        return j.get_ref<const std::string&>();
    } else if constexpr (std::integral<T>) {
        return read_integer<T>(j);
    } else {
        T object;
        const auto read_member = [&]<typename V>(const Member<T, V>& member) { object.*member.place = read<V>(j.at(member.name)); };
        std::apply([&](const auto&... member) { (read_member(member), ...); }, members<T>);
        if (j.size() != std::tuple_size_v<decltype(members<T>)>)
            throw std::invalid_argument("a message of the debugger has an unknown member");
        return object;
    }
}

}  // namespace

json to_json(const DebugState& state) { return written(state); }
json to_json(const DebugOverview& overview) { return written(overview); }
json to_json(const DebugCommand& command) { return written(command); }
json to_json(const std::vector<LineCounts>& lines) { return written(lines); }

DebugState debug_state_from_json(const json& j) { return read<DebugState>(j); }
DebugOverview debug_overview_from_json(const json& j) { return read<DebugOverview>(j); }
DebugCommand debug_command_from_json(const json& j) { return read<DebugCommand>(j); }
std::vector<LineCounts> line_counts_from_json(const json& j) { return read<std::vector<LineCounts>>(j); }

}  // namespace warpwise
