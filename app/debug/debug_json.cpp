#include "debug/debug_json.h"

#include "base/json_members.h"

namespace warpwise {

using nlohmann::json;

// The members of each part, once for both directions.
template <>
inline constexpr auto json_members<DebugType::Member> =
    std::tuple{Member{"name", &DebugType::Member::name}, Member{"offset", &DebugType::Member::offset},
               Member{"type", &DebugType::Member::type}, Member{"first_bit", &DebugType::Member::first_bit},
               Member{"bits", &DebugType::Member::bits}};
template <>
inline constexpr auto json_members<DebugType> = std::tuple{Member{"name", &DebugType::name},
                                                           Member{"kind", &DebugType::kind},
                                                           Member{"bytes", &DebugType::bytes},
                                                           Member{"element", &DebugType::element},
                                                           Member{"count", &DebugType::count},
                                                           Member{"members", &DebugType::members},
                                                           Member{"is_reference", &DebugType::is_reference},
                                                           Member{"is_bfloat", &DebugType::is_bfloat}};
template <>
inline constexpr auto json_members<DebugValue> = std::tuple{Member{"name", &DebugValue::name},
                                                            Member{"type", &DebugValue::type},
                                                            Member{"kind", &DebugValue::kind},
                                                            Member{"bytes", &DebugValue::bytes},
                                                            Member{"frame", &DebugValue::frame},
                                                            Member{"is_argument", &DebugValue::is_argument},
                                                            Member{"line", &DebugValue::line},
                                                            Member{"known", &DebugValue::known},
                                                            Member{"held", &DebugValue::held},
                                                            Member{"changed", &DebugValue::changed},
                                                            Member{"bits", &DebugValue::bits},
                                                            Member{"targets", &DebugValue::targets},
                                                            Member{"children", &DebugValue::children},
                                                            Member{"count", &DebugValue::count},
                                                            Member{"type_index", &DebugValue::type_index},
                                                            Member{"addresses", &DebugValue::addresses}};
template <>
inline constexpr auto json_members<DebugFrame> =
    std::tuple{Member{"function", &DebugFrame::function}, Member{"line", &DebugFrame::line},
               Member{"column", &DebugFrame::column},     Member{"inlined", &DebugFrame::inlined},
               Member{"left_out", &DebugFrame::left_out}, Member{"instruction", &DebugFrame::instruction}};
template <>
inline constexpr auto json_members<DebugAccess> = std::tuple{Member{"position", &DebugAccess::position},
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
                                                             Member{"conflicts", &DebugAccess::conflicts},
                                                             Member{"before", &DebugAccess::before},
                                                             Member{"after", &DebugAccess::after},
                                                             Member{"places", &DebugAccess::places},
                                                             Member{"faulting", &DebugAccess::faulting}};
template <>
inline constexpr auto json_members<DebugBlockAccess> =
    std::tuple{Member{"warp", &DebugBlockAccess::warp}, Member{"access", &DebugBlockAccess::access}};
template <>
inline constexpr auto json_members<DebugBlockAccesses> =
    std::tuple{Member{"accesses", &DebugBlockAccesses::accesses}, Member{"complete", &DebugBlockAccesses::complete},
               Member{"fault", &DebugBlockAccesses::fault}};
template <>
inline constexpr auto json_members<DebugAccessesWanted> =
    std::tuple{Member{"warp", &DebugAccessesWanted::warp}, Member{"most", &DebugAccessesWanted::most}};
template <>
inline constexpr auto json_members<DebugBytes> =
    std::tuple{Member{"address", &DebugBytes::address}, Member{"bytes", &DebugBytes::bytes}};
template <>
inline constexpr auto json_members<DebugWatch> = std::tuple{
    Member{"address", &DebugWatch::address}, Member{"bytes", &DebugWatch::bytes}, Member{"any_write", &DebugWatch::any_write}};
template <>
inline constexpr auto json_members<DebugWrite> =
    std::tuple{Member{"warp", &DebugWrite::warp}, Member{"lane", &DebugWrite::lane}, Member{"access", &DebugWrite::access}};
template <>
inline constexpr auto json_members<DebugEvaluation> =
    std::tuple{Member{"expression", &DebugEvaluation::expression}, Member{"texts", &DebugEvaluation::texts},
               Member{"problem", &DebugEvaluation::problem}, Member{"changed", &DebugEvaluation::changed}};
template <>
inline constexpr auto json_members<ReconvergenceLevel> =
    std::tuple{Member{"mask", &ReconvergenceLevel::mask}, Member{"line", &ReconvergenceLevel::line},
               Member{"is_other_side", &ReconvergenceLevel::is_other_side}};
template <>
inline constexpr auto json_members<DebugWarp> = std::tuple{
    Member{"activity", &DebugWarp::activity}, Member{"function", &DebugWarp::function}, Member{"line", &DebugWarp::line},
    Member{"column", &DebugWarp::column},     Member{"active", &DebugWarp::active},     Member{"exited", &DebugWarp::exited},
    Member{"absent", &DebugWarp::absent},     Member{"steps", &DebugWarp::steps}};
template <>
inline constexpr auto json_members<DebugState> = std::tuple{Member{"reason", &DebugState::reason},
                                                            Member{"position", &DebugState::position},
                                                            Member{"line_step", &DebugState::line_step},
                                                            Member{"block", &DebugState::block},
                                                            Member{"warp", &DebugState::warp},
                                                            Member{"frames", &DebugState::frames},
                                                            Member{"lanes", &DebugState::lanes},
                                                            Member{"stack", &DebugState::stack},
                                                            Member{"variables", &DebugState::variables},
                                                            Member{"types", &DebugState::types},
                                                            Member{"last", &DebugState::last},
                                                            Member{"done", &DebugState::done},
                                                            Member{"next", &DebugState::next},
                                                            Member{"not_reached", &DebugState::not_reached},
                                                            Member{"warps", &DebugState::warps},
                                                            Member{"fault", &DebugState::fault},
                                                            Member{"findings", &DebugState::findings},
                                                            Member{"printed", &DebugState::printed},
                                                            Member{"breakpoint", &DebugState::breakpoint},
                                                            Member{"condition_problem", &DebugState::condition_problem},
                                                            Member{"race", &DebugState::race},
                                                            Member{"data_changed", &DebugState::data_changed},
                                                            Member{"written", &DebugState::written},
                                                            Member{"evaluated", &DebugState::evaluated},
                                                            Member{"checkpoints", &DebugState::checkpoints},
                                                            Member{"checkpoint_bytes", &DebugState::checkpoint_bytes}};
template <>
inline constexpr auto json_members<TimelineSpan> =
    std::tuple{Member{"kind", &TimelineSpan::kind},    Member{"warp", &TimelineSpan::warp}, Member{"begin", &TimelineSpan::begin},
               Member{"end", &TimelineSpan::end},      Member{"line", &TimelineSpan::line}, Member{"array", &TimelineSpan::array},
               Member{"access", &TimelineSpan::access}};
template <>
inline constexpr auto json_members<LineCounts> = std::tuple{Member{"function", &LineCounts::function},
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
inline constexpr auto json_members<DebugInstruction> =
    std::tuple{Member{"function", &DebugInstruction::function}, Member{"index", &DebugInstruction::index},
               Member{"line", &DebugInstruction::line}, Member{"text", &DebugInstruction::text}};
template <>
inline constexpr auto json_members<DebugOverview> = std::tuple{Member{"length", &DebugOverview::length},
                                                               Member{"complete", &DebugOverview::complete},
                                                               Member{"timeline", &DebugOverview::timeline},
                                                               Member{"arrays", &DebugOverview::arrays},
                                                               Member{"code", &DebugOverview::code},
                                                               Member{"lines", &DebugOverview::lines},
                                                               Member{"fault", &DebugOverview::fault},
                                                               Member{"race", &DebugOverview::race},
                                                               Member{"race_position", &DebugOverview::race_position},
                                                               Member{"race_warp", &DebugOverview::race_warp}};
template <>
inline constexpr auto json_members<DebugBreakpoint> =
    std::tuple{Member{"line", &DebugBreakpoint::line}, Member{"condition", &DebugBreakpoint::condition},
               Member{"warp", &DebugBreakpoint::warp}};
template <>
inline constexpr auto json_members<DebugCommand> = std::tuple{Member{"go", &DebugCommand::go},
                                                              Member{"warp", &DebugCommand::warp},
                                                              Member{"line", &DebugCommand::line},
                                                              Member{"address", &DebugCommand::address},
                                                              Member{"position", &DebugCommand::position},
                                                              Member{"breakpoints", &DebugCommand::breakpoints},
                                                              Member{"look_ahead", &DebugCommand::look_ahead},
                                                              Member{"stop_at_race", &DebugCommand::stop_at_race},
                                                              Member{"goes_on", &DebugCommand::goes_on},
                                                              Member{"values", &DebugCommand::values},
                                                              Member{"watched", &DebugCommand::watched},
                                                              Member{"expressions", &DebugCommand::expressions},
                                                              Member{"last_write", &DebugCommand::last_write}};

static_assert(
    has_all_members<DebugType::Member, DebugType, Dim3, DebugValue, DebugFrame, DebugAccess, ReconvergenceLevel, DebugWarp>);
static_assert(has_all_members<DebugBytes, DebugWatch, DebugWrite, DebugEvaluation>);
static_assert(
    has_all_members<DebugState, TimelineSpan, LineCounts, DebugInstruction, DebugOverview, DebugBreakpoint, DebugCommand>);

template <>
inline constexpr LaneStatus last_enumerator<LaneStatus> = LaneStatus::absent;
template <>
inline constexpr ValueKind last_enumerator<ValueKind> = ValueKind::other;
template <>
inline constexpr WarpActivity last_enumerator<WarpActivity> = WarpActivity::done;
template <>
inline constexpr StopReason last_enumerator<StopReason> = StopReason::cancelled;
template <>
inline constexpr TimelineSpan::Kind last_enumerator<TimelineSpan::Kind> = TimelineSpan::Kind::exited;
template <>
inline constexpr TimelineSpan::Access last_enumerator<TimelineSpan::Access> = TimelineSpan::Access::atomic;
template <>
inline constexpr DebugGo last_enumerator<DebugGo> = DebugGo::stay;

json to_json(const DebugState& state) { return written_as_json(state); }
json to_json(const DebugOverview& overview) { return written_as_json(overview); }
json to_json(const DebugBlockAccesses& accesses) { return written_as_json(accesses); }
json to_json(const DebugAccessesWanted& wanted) { return written_as_json(wanted); }
json to_json(const DebugCommand& command) { return written_as_json(command); }
json to_json(const std::vector<LineCounts>& lines) { return written_as_json(lines); }

DebugState debug_state_from_json(const json& j) { return read_from_json<DebugState>(j); }
DebugOverview debug_overview_from_json(const json& j) { return read_from_json<DebugOverview>(j); }
DebugBlockAccesses block_accesses_from_json(const json& j) { return read_from_json<DebugBlockAccesses>(j); }
DebugAccessesWanted accesses_wanted_from_json(const json& j) { return read_from_json<DebugAccessesWanted>(j); }
DebugCommand debug_command_from_json(const json& j) { return read_from_json<DebugCommand>(j); }
std::vector<LineCounts> line_counts_from_json(const json& j) { return read_from_json<std::vector<LineCounts>>(j); }

}  // namespace warpwise
