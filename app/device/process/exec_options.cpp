#include "device/process/exec_options.h"

#include "base/json.h"
#include "base/json_members.h"

namespace warpwise {

template <>
struct OwnJson<std::filesystem::path> {
    static nlohmann::json written(const std::filesystem::path& path) { return path.string(); }
    static std::filesystem::path read(const nlohmann::json& j) { return j.get<std::string>(); }
};

template <>
inline constexpr ExecTrace last_enumerator<ExecTrace> = ExecTrace::full;

template <>
inline constexpr auto json_members<ProgramText> = std::tuple{Member{"file", &ProgramText::file},
                                                             Member{"more_files", &ProgramText::more_files},
                                                             Member{"include_dirs", &ProgramText::include_dirs},
                                                             Member{"definitions", &ProgramText::definitions},
                                                             Member{"undefinitions", &ProgramText::undefinitions},
                                                             Member{"forced_includes", &ProgramText::forced_includes},
                                                             Member{"libraries", &ProgramText::libraries},
                                                             Member{"library_dirs", &ProgramText::library_dirs},
                                                             Member{"standard", &ProgramText::standard},
                                                             Member{"is_all_cuda", &ProgramText::is_all_cuda},
                                                             Member{"is_c_as_cpp", &ProgramText::is_c_as_cpp},
                                                             Member{"has_openmp", &ProgramText::has_openmp},
                                                             Member{"gpu_options", &ProgramText::gpu_options}};
template <>
inline constexpr auto json_members<KeepLaunch> =
    std::tuple{Member{"launch", &KeepLaunch::launch}, Member{"folder", &KeepLaunch::folder}};
template <>
inline constexpr auto json_members<MpiOptions> = std::tuple{Member{"library", &MpiOptions::library},
                                                            Member{"rank", &MpiOptions::rank},
                                                            Member{"ranks", &MpiOptions::ranks},
                                                            Member{"board", &MpiOptions::board},
                                                            Member{"host", &MpiOptions::host},
                                                            Member{"version", &MpiOptions::version},
                                                            Member{"lesson", &MpiOptions::lesson},
                                                            Member{"work", &MpiOptions::work},
                                                            Member{"has_empty_messages", &MpiOptions::has_empty_messages}};
template <>
inline constexpr auto json_members<Pretence> =
    std::tuple{Member{"idle_kernel", &Pretence::idle_kernel}, Member{"launch_error", &Pretence::launch_error},
               Member{"launch_s", &Pretence::launch_s}, Member{"has_empty_messages", &Pretence::has_empty_messages}};
template <>
inline constexpr auto json_members<ExecRun> =
    std::tuple{Member{"arguments", &ExecRun::arguments}, Member{"pretence", &ExecRun::pretence}};
template <>
inline constexpr auto json_members<ExecOptions> = std::tuple{Member{"text", &ExecOptions::text},
                                                             Member{"trace", &ExecOptions::trace},
                                                             Member{"gpus", &ExecOptions::gpus},
                                                             Member{"threads", &ExecOptions::threads},
                                                             Member{"step_budget", &ExecOptions::step_budget},
                                                             Member{"arguments", &ExecOptions::arguments},
                                                             Member{"runs", &ExecOptions::runs},
                                                             Member{"separator", &ExecOptions::separator},
                                                             Member{"is_strict", &ExecOptions::is_strict},
                                                             Member{"changes_no_files", &ExecOptions::changes_no_files},
                                                             Member{"pretence", &ExecOptions::pretence},
                                                             Member{"has_thumbnails", &ExecOptions::has_thumbnails},
                                                             Member{"progress_file", &ExecOptions::progress_file},
                                                             Member{"keep", &ExecOptions::keep},
                                                             Member{"mpi", &ExecOptions::mpi},
                                                             Member{"built", &ExecOptions::built}};
static_assert(has_all_members<ProgramText, KeepLaunch, MpiOptions, Pretence, ExecRun, ExecOptions>);

std::string json_of(const ExecOptions& options) { return written_as_json(options).dump(); }

Result<ExecOptions> exec_options_from_json(const std::string& text) {
    try {
        return read_from_json<ExecOptions>(parsed_json(text));
    } catch (const std::exception&) {
        return failure("the options of this process cannot be read");
    }
}

}  // namespace warpwise
