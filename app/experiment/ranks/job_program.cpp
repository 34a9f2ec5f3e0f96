#include "experiment/ranks/job_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "experiment/file/host_fill.h"
#include "experiment/file/host_formula.h"
#include "experiment/ranks/job_launch.h"
#include "experiment/ranks/job_messages.h"
#include "experiment/ranks/job_program_texts.h"
#include "experiment/ranks/job_words.h"
#include "experiment/run/arguments.h"
#include "experiment/run/resolve.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"
#include "lesson/source_markers.h"
#include "text/declared_parameters.h"

namespace warpwise {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

class JobWriter {
  public:
    JobWriter(const Lesson& lesson, const RankJob& job, const ParameterValues& values, const JobTarget& target)
        : lesson_(lesson), job_(job), values_(values), target_(target), messages_(job, target) {
        for (const Parameter& parameter : lesson.parameters)
            if (std::holds_alternative<std::int64_t>(values_.at(parameter.id))) whole_.insert(parameter.id);
    }

    Result<JobProgram> write() {
        for (const std::string& name : array_names())
            if (auto made = add_array(name); !made) return std::unexpected(made.error());
        std::string stages, times;
        for (std::size_t i = 0; i < job_.stages.size(); ++i) {
            const RankStage& stage = job_.stages[i];
            const bool begins = !stage.times.empty() && (i == 0 || job_.stages[i - 1].times != stage.times);
            const bool ends = !stage.times.empty() && (i + 1 == job_.stages.size() || job_.stages[i + 1].times != stage.times);
            if (begins) {
                const auto count = whole(stage.times);
                if (!count) return std::unexpected(count.error());
                stages += fmt::format("\n    for (int iteration = 0; iteration < {}; ++iteration) {{\n", *count);
            }
            const auto text = stage_text(stage);
            if (!text) return std::unexpected(text.error());
            stages += stage.times.empty() ? "\n" + *text : indented(*text);
            if (ends) stages += "    }\n";
        }
        JobProgram out{.text = head() + constants() + arrays_text(), .arrays = {}};
        out.text += begin_text() + messages_.begin_text() + (target_.is_on_gpu ? timed(stages) : stages);
        out.text += tail();
        for (const Known& known : arrays_) out.arrays.push_back(known.array);
        return out;
    }

  private:
    struct Known {
        JobArray array;
        std::string type, count;  // "float", "n * ranks"
        const ArraySpec* spec = nullptr;
        bool is_on_device = false;
    };

    // Of a launch; of other stages, none.
    const std::vector<std::string>& arguments_of(const RankStage& stage) const {
        return stage.kernel.empty() || !stage.arguments.empty() ? stage.arguments : lesson_.find_kernel(stage.kernel)->arguments;
    }

    std::vector<std::string> array_names() const {
        std::vector<std::string> names;
        const auto add = [&](const std::string& name) {
            const bool is_array = std::ranges::find(lesson_.arrays, name, &ArraySpec::id) != lesson_.arrays.end();
            if (is_array && std::ranges::find(names, name) == names.end()) names.push_back(name);
        };
        for (const RankStage& stage : job_.stages) {
            for (const std::string& argument : arguments_of(stage)) add(argument);
            add(stage.array);
            add(stage.into);
        }
        for (const std::string& argument : job_.arguments) add(argument);
        return names;
    }

    bool is_on_device(const std::string& name) const {
        return std::ranges::any_of(job_.stages, [&](const RankStage& stage) {
            if (stage.action == "copy" || stage.is_on_device)
                if (stage.array == name || stage.into == name) return true;
            return has(arguments_of(stage), name);
        });
    }

    Result<void> add_array(const std::string& name) {
        const ArraySpec& spec = *std::ranges::find(lesson_.arrays, name, &ArraySpec::id);
        const auto dtype = values_.find("dtype");
        const DType of_run =
            dtype == values_.end() ? DType::f32 : dtype_from_name(std::get<std::string>(dtype->second)).value_or(DType::f32);
        const auto shape = shape_of(spec, values_, of_run);
        if (!shape) return std::unexpected(shape.error());
        Known known{{name, shape->dtype, 1, spec.output}, std::string(c_name_of(shape->dtype)), {}, &spec, is_on_device(name)};
        for (std::size_t i = 0; i < shape->extents.size(); ++i) {
            known.array.elements *= shape->extents[i];
            const auto extent = whole(spec.shape[i]);
            if (!extent) return std::unexpected(extent.error());
            const bool is_product = extent->find_first_of("+-?/") == std::string::npos;
            known.count += (i == 0 ? "" : " * ") + (is_product || shape->extents.size() == 1 ? *extent : "(" + *extent + ")");
        }
        if (!is_fill_of_jobs(spec.fill))
            return usage_error(fmt::format("the array {} of a job cannot begin with \"{}\"", name, as_comment(spec.fill)),
                               "The arrays of a job begin with zeros, ones, iota, unset, constant=2.5, uniform or uniform=-1..1.");
        if (!mpi_type_of(shape->dtype))
            return usage_error(fmt::format("ranks cannot send the array {}: MPI has no type for {}", name, name_of(shape->dtype)));
        arrays_.push_back(std::move(known));
        return {};
    }

    const Known& array(const std::string& name) const {
        return *std::ranges::find_if(arrays_, [&](const Known& each) { return each.array.name == name; });
    }

    // A formula as C++ of whole numbers. One that has another form is a number, unless it depends on the rank.
    Result<std::string> whole(const std::string& formula) {
        if (const auto cpp = cpp_formula(formula, whole_)) {
            used_.insert(cpp->names.begin(), cpp->names.end());
            return cpp->text;
        }
        const std::vector<std::string> names = names_in_formula(formula);
        const bool is_known = std::ranges::all_of(names, [&](const std::string& name) { return whole_.contains(name); });
        if (is_known && is_whole_formula(formula)) {
            used_.insert(names.begin(), names.end());
            return formula;
        }
        if (has(names, kRankName))
            return usage_error(
                fmt::format("\"{}\" depends on the rank and cannot be written as a C++ expression of whole numbers", formula),
                "Use + - * ( ), comparisons and ?:, or a single ceil(a / b) or floor(a / b).");
        const auto value = evaluate(formula, values_);
        if (!value) return std::unexpected(value.error());
        return fmt::format("{}", static_cast<std::int64_t>(std::llround(*value)));
    }

    Result<void> add_source(const KernelSpec& kernel, const std::string& entry, const std::string& text) {
        const auto refuse = [&](const std::string& why) {
            return std::unexpected(
                Error{ErrorKind::usage, fmt::format("the kernel {} cannot run in a job: {}", kernel.id, why), {}});
        };
        if (std::ranges::find(entries_, entry) != entries_.end()) return {};
        if (!is_name(entry)) return refuse("it is a template");
        if (has_directive(text)) return refuse("its file has lines that begin with #");
        const std::vector<KernelParameter> declared = parameters_in_text(text, entry);
        if (declared.size() != kernel.arguments.size()) return refuse("its parameters are not found in its file");
        std::vector<std::string> parameters;
        for (const KernelParameter& each : declared) {
            if (!is_type(each.type) || !is_name(each.name))
                return refuse(fmt::format("its parameter {} is not of a simple type", each.name));
            parameters.push_back(each.type + " " + each.name);
        }
        entries_.push_back(entry);
        signatures_.push_back(fmt::format("__global__ void {}({}) {{}}\n", entry, fmt::join(parameters, ", ")));
        if (std::ranges::find(sources_, text) == sources_.end()) sources_.push_back(text);
        return {};
    }

    // Which elements a kernel writes is not known here: of an array that is under way, none may be.
    Result<void> leaves_messages_alone(const RankStage& stage, const std::string& text, const std::string& entry) const {
        const std::vector<KernelParameter> parameters = parameters_in_text(text, entry);
        for (const auto& [messages, arrays] : under_way_)
            for (std::size_t i = 0; i < parameters.size(); ++i) {
                const std::string& type = parameters[i].type;
                if (type.contains("const") || !type.contains('*') || !arrays.contains(arguments_of(stage)[i])) continue;
                return usage_error(
                    fmt::format("the kernel {} may write {} while the messages \"{}\" are under way", stage.kernel,
                                arguments_of(stage)[i], messages),
                    "Wait for them before the launch. If the kernel only reads the array, declare its parameter with const.");
            }
        return {};
    }

    Result<std::string> launch_text(const RankStage& stage) {
        const KernelSpec& kernel = *lesson_.find_kernel(stage.kernel);
        const auto launch = launch_of_stage(lesson_, stage, values_);
        if (!launch) return std::unexpected(launch.error());
        const auto text = read_kernel_file(lesson_, kernel);
        if (!text) return std::unexpected(text.error());
        if (auto added = add_source(kernel, launch->entry, strip_markers(*text)); !added) return std::unexpected(added.error());
        if (auto free = leaves_messages_alone(stage, *text, launch->entry); !free) return std::unexpected(free.error());
        const auto edges = [&](const std::string& x, const std::string& y, const std::string& z) -> Result<std::string> {
            std::vector<std::string> parts;
            for (const std::string& formula : {x, y, z}) {
                const auto part = whole(formula);
                if (!part) return part;
                parts.push_back(*part);
            }
            while (parts.size() > 1 && parts.back() == "1") parts.pop_back();
            return parts.size() == 1 ? parts.front() : fmt::format("dim3({})", fmt::join(parts, ", "));
        };
        const auto grid = edges(kernel.grid_x, kernel.grid_y, kernel.grid_z),
                   block = edges(kernel.block_x, kernel.block_y, kernel.block_z), shared = whole(kernel.shared_bytes);
        for (const auto* each : {&grid, &block, &shared})
            if (!*each) return std::unexpected(each->error());
        std::vector<std::string> arguments;
        for (const std::string& argument : arguments_of(stage)) {
            if (std::ranges::find(lesson_.arrays, argument, &ArraySpec::id) != lesson_.arrays.end()) {
                arguments.push_back("d_" + argument);
                continue;
            }
            const auto value = values_.find(argument);
            if (value != values_.end() && std::holds_alternative<double>(value->second)) {
                arguments.push_back(fmt::format("{}", std::get<double>(value->second)));
                continue;
            }
            const auto formula = whole(argument);
            if (!formula) return formula;
            arguments.push_back(*formula);
        }
        return fmt::format("{}<<<{}, {}{}>>>({});\ncheck(cudaGetLastError(), \"launch of {}\");\n", launch->entry, *grid, *block,
                           *shared == "0" ? "" : ", " + *shared, fmt::join(arguments, ", "), kernel.id);
    }

    Result<std::string> call_text(const RankStage& stage) {
        if (stage.action == "launch") return launch_text(stage);
        if (stage.action == "barrier") return std::string("MPI_Barrier(MPI_COMM_WORLD);\n");
        if (stage.action == "wait") {
            under_way_.erase(stage.under_way);
            return messages_.wait_text(stage.under_way);
        }
        const Known& from = array(stage.array);
        if (stage.action == "copy") {
            const bool is_in = stage.to == "device";
            return fmt::format("check(cudaMemcpy({}{}, {}{}, {}_bytes, {}), \"copy {} {}\");\n", is_in ? "d_" : "", stage.array,
                               is_in ? "" : "d_", stage.array, stage.array,
                               is_in ? "cudaMemcpyHostToDevice" : "cudaMemcpyDeviceToHost", is_in ? "in" : "out", stage.array);
        }
        const auto count = stage.count.empty() ? Result<std::string>(stage.array + "_count") : whole(stage.count);
        const auto first = whole(stage.first), into_first = whole(stage.into_first);
        const auto optional = [&](const std::string& formula) {
            return formula.empty() ? Result<std::string>("") : whole(formula);
        };
        const auto to = optional(stage.to), source = optional(stage.from), root = optional(stage.root);
        for (const auto* each : {&count, &first, &into_first, &to, &source, &root})
            if (!*each) return std::unexpected(each->error());
        if (stage.starts_messages()) {
            under_way_[stage.under_way].insert(stage.array);
            if (!stage.into.empty()) under_way_[stage.under_way].insert(stage.into);
        }
        if (!stage.into.empty() && array(stage.into).array.dtype != from.array.dtype)
            return usage_error(fmt::format("the arrays {} and {} have different dtypes", stage.array, stage.into));
        const auto when = optional(stage.when);
        if (!when) return when;
        return messages_.text({.stage = stage,
                               .dtype = from.array.dtype,
                               .type = from.type,
                               .when = *when,
                               .count = *count,
                               .first = *first,
                               .into_first = *into_first,
                               .to = *to,
                               .from = *source,
                               .root = *root});
    }

    static std::string indented(const std::string& text, std::size_t by = 4) {
        std::string out;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size() - 1);
            const std::string line = text.substr(begin, end + 1 - begin);
            out += line == "\n" ? line : std::string(by, ' ') + line;
            begin = end + 1;
        }
        return out;
    }

    Result<std::string> stage_text(const RankStage& stage) {
        const auto call = call_text(stage);
        if (!call) return call;
        if (stage.when.empty()) return indented(*call);
        const auto when = whole(stage.when);
        if (!when) return when;
        if (std::ranges::count(*call, '\n') == 1) return fmt::format("    if ({}) {}", *when, *call);
        return fmt::format("    if ({}) {{\n{}    }}\n", *when, indented(*call, 8));
    }

    std::string head() const {
        std::string text =
            fmt::format("// {}. Build it with: nvcc -ccbin mpicxx -o program program.cu; run it with: mpirun -n {} ./program\n",
                        as_comment(job_.title), std::get<std::int64_t>(values_.at(kRanksName)));
        if (uses_nccl()) text.insert(text.find("; run it"), " -lnccl");
        if (target_.path == JobTarget::Path::mpi && has_device_messages(job_))
            text += "// Its messages come from the memory of a GPU: the MPI library must be CUDA-aware.\n";
        text += fmt::format(
            "#include <cuda_runtime.h>\n#include <mpi.h>\n{}\n#include <cstdio>\n#include <cstdlib>\n#include <string>\n#include "
            "<vector>\n\n",
            uses_nccl() ? "#include <nccl.h>\n" : "");
        if (!sources_.empty()) {
            text += "#ifdef __CUDA_ARCH__  // the kernels; the host needs their parameters alone\n";
            for (const std::string& source : sources_) text += source + "\n";
            text += "#else\n" + fmt::format("{}", fmt::join(signatures_, "")) + "#endif\n\n";
        }
        text += std::string(kCheck) + std::string(kLeave) + std::string(uses_nccl() ? kNcclCheck : "") +
                "\nint main(int argc, char** argv) {\n    MPI_Init(&argc, &argv);\n    int rank = 0, ranks = 1;\n"
                "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &ranks);\n"
                "    const char* const folder = argc > 1 ? argv[1] : nullptr;\n";
        if (target_.is_on_gpu) text += kChooseGpu;
        if (uses_nccl()) text += kBeginNccl;
        return text;
    }

    bool uses_nccl() const { return target_.path == JobTarget::Path::nccl && has_device_messages(job_); }

    std::string constants() const {
        std::string text;
        for (const Parameter& parameter : lesson_.parameters)
            if (used_.contains(parameter.id) && parameter.id != kRankName && parameter.id != kRanksName)
                text += fmt::format("    const int {} = {};\n", parameter.id, std::get<std::int64_t>(values_.at(parameter.id)));
        return text;
    }

    std::string arrays_text() const {
        if (arrays_.empty()) return {};
        std::string text = "\n    // The arrays of this rank: no other rank can read them.\n";
        for (const Known& known : arrays_) {
            const std::string& name = known.array.name;
            text += fmt::format("    const int {0}_count = {1};\n    const std::size_t {0}_bytes = {0}_count * sizeof({2});\n",
                                name, known.count, known.type);
            text += fmt::format("    std::vector<{1}> {0}_host({0}_count);\n    {1}* {0} = {0}_host.data();\n", name, known.type);
            if (known.is_on_device)
                text += fmt::format("    {1}* d_{0} = nullptr;\n    check(cudaMalloc(&d_{0}, {0}_bytes), \"cudaMalloc\");\n", name,
                                    known.type);
        }
        return text;
    }

    // What the arrays hold at first.
    std::string begin_text() const {
        std::string text;
        const bool is_random = std::ranges::any_of(arrays_, [](const Known& k) { return k.spec->fill.starts_with("uniform"); });
        if (is_random) text += "    std::srand(1 + rank);\n";
        for (const Known& known : arrays_) {
            const std::string& name = known.array.name;
            if (known.spec->fill != "zeros" && known.spec->fill != "unset") text += host_fill(name, known.type, known.spec->fill);
            if (known.spec->fill == "zeros" && known.is_on_device && !target_.is_on_gpu) text += zeros_text(name);
            text += fmt::format("    leave(folder, \"{0}\", rank, \".first\", {0}, {0}_bytes);\n", name);
            if (target_.is_on_gpu && is_changed(name))
                text += fmt::format("    const std::vector<{0}> {1}_first = {1}_host;\n", known.type, name);
        }
        return text;
    }

    static std::string zeros_text(const std::string& name) {
        return fmt::format("    check(cudaMemset(d_{0}, 0, {0}_bytes), \"cudaMemset\");\n", name);
    }

    // The array of the host, by the stages.
    bool is_changed(const std::string& name) const {
        return std::ranges::any_of(job_.stages, [&](const RankStage& stage) {
            if (stage.action == "copy") return stage.array == name && stage.to == "host";
            if (stage.action == "receive" || stage.action == "broadcast") return stage.array == name;
            return stage.into == name;
        });
    }

    // What a round begins with, where an earlier one has changed it.
    std::string again_text() const {
        std::string text;
        for (const Known& known : arrays_) {
            if (is_changed(known.array.name)) text += fmt::format("    {0}_host = {0}_first;\n", known.array.name);
            if (known.spec->fill == "zeros" && known.is_on_device) text += zeros_text(known.array.name);
        }
        return text;
    }

    // The first round warms up: it loads the kernels and connects the ranks. A deadlock needs none.
    std::string timed(const std::string& stages) const {
        const bool warms_up = !job_.expects_deadlock;
        return fmt::format("\n{}    for (int round = {}; round <= {}; ++round) {{\n",
                           warms_up ? "    // Round 0 warms up; the others are timed.\n" : "", warms_up ? 0 : 1,
                           warms_up ? target_.rounds : 1) +
               indented(again_text()) +
               "        check(cudaDeviceSynchronize(), \"the beginning\");\n        MPI_Barrier(MPI_COMM_WORLD);\n"
               "        if (round > 0) MPI_Pcontrol(1);  // for a tool that measures this program: the work begins\n" +
               indented(stages) +
               "\n        check(cudaDeviceSynchronize(), \"the work\");\n"
               "        if (round > 0) MPI_Pcontrol(0);  // and has ended\n    }\n";
    }

    std::string tail() const {
        std::string text = "\n";
        for (const Known& known : arrays_)
            text += fmt::format("    leave(folder, \"{0}\", rank, \".last\", {0}, {0}_bytes);\n", known.array.name);
        for (const Known& known : arrays_)
            if (known.is_on_device) text += fmt::format("    check(cudaFree(d_{0}), \"cudaFree\");\n", known.array.name);
        text += messages_.end_text();
        if (uses_nccl()) text += "    check_nccl(ncclCommDestroy(comm), \"ncclCommDestroy\");\n";
        return text + "    MPI_Finalize();\n    return 0;\n}\n";
    }

    const Lesson& lesson_;
    const RankJob& job_;
    const ParameterValues& values_;
    const JobTarget& target_;
    JobMessages messages_;
    std::map<std::string, std::set<std::string>> under_way_;  // the arrays of the messages of a name
    std::vector<Known> arrays_;
    std::vector<std::string> sources_;               // of the kernels' files
    std::vector<std::string> entries_, signatures_;  // of the kernels
    std::set<std::string> whole_, used_;
};

}  // namespace

std::string file_of_array(const std::string& array, int rank, bool is_first) {
    return fmt::format("{}-{}.{}", array, rank, is_first ? "first" : "last");
}

std::string_view name_of(JobTarget::Path path) {
    return path == JobTarget::Path::nccl ? "nccl" : path == JobTarget::Path::staged ? "staged" : "mpi";
}

bool has_device_messages(const RankJob& job) { return std::ranges::any_of(job.stages, &RankStage::is_on_device); }

Result<JobProgram> job_program(const Lesson& lesson, const RankJob& job, const ParameterValues& values, const JobTarget& target) {
    return JobWriter(lesson, job, values, target).write();
}

}  // namespace warpwise
