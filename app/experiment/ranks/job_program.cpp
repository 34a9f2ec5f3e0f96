#include "experiment/ranks/job_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>

#include "experiment/file/host_fill.h"
#include "experiment/file/host_formula.h"
#include "experiment/run/arguments.h"
#include "experiment/run/numbers.h"
#include "experiment/run/resolve.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"
#include "lesson/source_markers.h"
#include "text/declared_parameters.h"

namespace warpwise {
namespace {

constexpr std::string_view kFunctions =
    R"(// Every call of the runtime returns an error code. A launch returns none: its error is asked for.
static void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

// With a folder as its argument, the program leaves the arrays of each rank there.
static void leave(const char* folder, const char* array, int rank, const char* when, const void* data, std::size_t bytes) {
    if (folder == nullptr) return;
    const std::string name = std::string(folder) + "/" + array + "-" + std::to_string(rank) + when;
    std::FILE* file = std::fopen(name.c_str(), "wb");
    if (file == nullptr) return;
    std::fwrite(data, 1, bytes, file);
    std::fclose(file);
}
)";

// On one line, whatever the manifest says.
std::string as_comment(std::string text) {
    std::ranges::replace_if(text, [](unsigned char c) { return c < ' ' || c == '\\'; }, ' ');
    return text;
}

bool is_name(const std::string& text) {
    const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 && std::ranges::all_of(text, is_word);
}
bool is_type(const std::string& text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ' ' || c == '*'; });
}

bool has(const std::vector<std::string>& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

// Data that the host makes by itself.
bool is_fill_of_jobs(const std::string& fill) {
    constexpr std::string_view constant = "constant=", uniform = "uniform=", dots = "..";
    if (fill.starts_with(constant)) return parse_real(fill.substr(constant.size())).has_value();
    if (const auto at = fill.find(dots); fill.starts_with(uniform) && at != std::string::npos)
        return parse_real(fill.substr(uniform.size(), at - uniform.size())) && parse_real(fill.substr(at + dots.size()));
    constexpr auto words = std::to_array<std::string_view>({"zeros", "unset", "ones", "iota", "uniform"});
    return std::ranges::find(words, std::string_view(fill)) != words.end();
}

// A text that could end the part of the file which only the device sees.
bool has_directive(const std::string& text) {
    for (const std::string_view word : {"%:", "?\?=", "_Pragma", "__pragma"})
        if (text.contains(word)) return true;
    bool is_at_begin = true;
    for (const char c : text) {
        if (c == '#' && is_at_begin) return true;
        if (c == '\n' || c == '/')
            is_at_begin = true;  // behind a comment, too
        else if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '\\')
            is_at_begin = false;
    }
    return false;
}

std::optional<std::string> mpi_type_of(DType dtype) {
    switch (dtype) {
        case DType::f32: return "MPI_FLOAT";
        case DType::f64: return "MPI_DOUBLE";
        case DType::i32: return "MPI_INT";
        case DType::u32: return "MPI_UNSIGNED";
        case DType::i64: return "MPI_LONG_LONG";
        case DType::u64: return "MPI_UNSIGNED_LONG_LONG";
        case DType::i8: return "MPI_SIGNED_CHAR";
        case DType::u8: return "MPI_UNSIGNED_CHAR";
        default: return std::nullopt;
    }
}

std::string mpi_operation(const std::string& name) {
    return name == "product" ? "MPI_PROD" : name == "least" ? "MPI_MIN" : name == "greatest" ? "MPI_MAX" : "MPI_SUM";
}

class JobWriter {
  public:
    JobWriter(const Lesson& lesson, const RankJob& job, const ParameterValues& values)
        : lesson_(lesson), job_(job), values_(values) {
        for (const Parameter& parameter : lesson.parameters)
            if (std::holds_alternative<std::int64_t>(values_.at(parameter.id))) whole_.insert(parameter.id);
    }

    Result<JobProgram> write() {
        std::string stages;
        for (const std::string& name : array_names())
            if (auto made = add_array(name); !made) return std::unexpected(made.error());
        for (const RankStage& stage : job_.stages) {
            const auto text = stage_text(stage);
            if (!text) return std::unexpected(text.error());
            stages += "\n" + *text;
        }
        JobProgram out{.text = head() + constants() + arrays_text() + stages + tail(), .arrays = {}};
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

    std::vector<std::string> array_names() const {
        std::vector<std::string> names;
        const auto add = [&](const std::string& name) {
            const bool is_array = std::ranges::find(lesson_.arrays, name, &ArraySpec::id) != lesson_.arrays.end();
            if (is_array && std::ranges::find(names, name) == names.end()) names.push_back(name);
        };
        for (const RankStage& stage : job_.stages) {
            if (!stage.kernel.empty())
                for (const std::string& argument : lesson_.find_kernel(stage.kernel)->arguments) add(argument);
            add(stage.array);
            add(stage.into);
        }
        for (const std::string& argument : job_.arguments) add(argument);
        return names;
    }

    bool is_on_device(const std::string& name) const {
        return std::ranges::any_of(job_.stages, [&](const RankStage& stage) {
            if (stage.action == "copy") return stage.array == name;
            return !stage.kernel.empty() && has(lesson_.find_kernel(stage.kernel)->arguments, name);
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
                               "In jobs there are zeros, ones, iota, unset, constant=2.5, uniform and uniform=-1..1.");
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
            return usage_error(fmt::format("\"{}\" depends on the rank and cannot be written as C++ of whole numbers", formula),
                               "Use + - * ( ), comparisons and ?:, or a single ceil(a / b) or floor(a / b).");
        const auto value = evaluate(formula, values_);
        if (!value) return std::unexpected(value.error());
        return fmt::format("{}", static_cast<std::int64_t>(std::llround(*value)));
    }

    // Beside + and ->: "x + (rank + 1)" keeps its meaning without brackets.
    static std::string offset(const std::string& array, const std::string& first) {
        if (first == "0") return array;
        const bool is_simple = first.find_first_of("?<>=&|-") == std::string::npos;
        return is_simple ? array + " + " + first : fmt::format("{} + ({})", array, first);
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
                return refuse(fmt::format("its parameter {} has no simple type", each.name));
            parameters.push_back(each.type + " " + each.name);
        }
        entries_.push_back(entry);
        signatures_.push_back(fmt::format("__global__ void {}({}) {{}}\n", entry, fmt::join(parameters, ", ")));
        if (std::ranges::find(sources_, text) == sources_.end()) sources_.push_back(text);
        return {};
    }

    Result<std::string> launch_text(const RankStage& stage) {
        const KernelSpec& kernel = *lesson_.find_kernel(stage.kernel);
        ExperimentRequest request;
        request.lesson = lesson_.id;
        request.kernel = kernel.id;
        request.parameters = values_;
        const auto launch = resolve_launch(lesson_, request);
        if (!launch) return std::unexpected(launch.error());
        const auto text = read_kernel_file(lesson_, kernel);
        if (!text) return std::unexpected(text.error());
        if (auto added = add_source(kernel, launch->entry, strip_markers(*text)); !added) return std::unexpected(added.error());
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
        for (const std::string& argument : kernel.arguments) {
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
        const std::string type = *mpi_type_of(from.array.dtype), data = offset(stage.array, *first),
                          into = offset(stage.into, *into_first), what = fmt::format("{}, {}", *count, type);
        if (!stage.into.empty() && array(stage.into).array.dtype != from.array.dtype)
            return usage_error(fmt::format("the arrays {} and {} have different dtypes", stage.array, stage.into));
        if (stage.action == "send") return fmt::format("MPI_Send({}, {}, {}, 0, MPI_COMM_WORLD);\n", data, what, *to);
        if (stage.action == "receive")
            return fmt::format("MPI_Recv({}, {}, {}, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n", data, what, *source);
        if (stage.action == "exchange")
            return fmt::format("MPI_Sendrecv({}, {}, {}, 0, {}, {}, {}, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n", data, what, *to,
                               into, what, *source);
        if (stage.action == "broadcast") return fmt::format("MPI_Bcast({}, {}, {}, MPI_COMM_WORLD);\n", data, what, *root);
        if (stage.action == "gather")
            return root->empty() ? fmt::format("MPI_Allgather({}, {}, {}, {}, MPI_COMM_WORLD);\n", data, what, into, what)
                                 : fmt::format("MPI_Gather({}, {}, {}, {}, {}, MPI_COMM_WORLD);\n", data, what, into, what, *root);
        const std::string operation = mpi_operation(stage.operation);
        return root->empty() ? fmt::format("MPI_Allreduce({}, {}, {}, {}, MPI_COMM_WORLD);\n", data, into, what, operation)
                             : fmt::format("MPI_Reduce({}, {}, {}, {}, {}, MPI_COMM_WORLD);\n", data, into, what, operation, *root);
    }

    Result<std::string> stage_text(const RankStage& stage) {
        auto call = call_text(stage);
        if (!call) return call;
        std::string indent = "    ", out;
        if (!stage.when.empty()) {
            const auto when = whole(stage.when);
            if (!when) return when;
            const bool is_one = std::ranges::count(*call, '\n') == 1;
            out = fmt::format("    if ({}) {}", *when, is_one ? "" : "{\n");
            if (is_one) return out + *call;
            indent += "    ";
        }
        std::size_t begin = 0;
        for (auto end = call->find('\n'); end != std::string::npos; end = call->find('\n', begin)) {
            out += indent + call->substr(begin, end + 1 - begin);
            begin = end + 1;
        }
        return stage.when.empty() ? out : out + "    }\n";
    }

    std::string head() const {
        std::string text =
            fmt::format("// {}. Build it with: nvcc -ccbin mpicxx -o program program.cu; run it with: mpirun -n {} ./program\n",
                        as_comment(job_.title), std::get<std::int64_t>(values_.at(kRanksName)));
        text +=
            "#include <cuda_runtime.h>\n#include <mpi.h>\n\n#include <cstdio>\n#include <cstdlib>\n#include <string>\n#include "
            "<vector>\n\n";
        if (!sources_.empty()) {
            text += "#ifdef __CUDA_ARCH__  // the kernels; the host needs their parameters alone\n";
            for (const std::string& source : sources_) text += source + "\n";
            text += "#else\n" + fmt::format("{}", fmt::join(signatures_, "")) + "#endif\n\n";
        }
        return text + std::string(kFunctions) +
               "\nint main(int argc, char** argv) {\n    MPI_Init(&argc, &argv);\n    int rank = 0, ranks = 1;\n"
               "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &ranks);\n"
               "    const char* const folder = argc > 1 ? argv[1] : nullptr;\n";
    }

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
        const bool is_random = std::ranges::any_of(arrays_, [](const Known& k) { return k.spec->fill.starts_with("uniform"); });
        if (is_random) text += "    std::srand(1 + rank);\n";
        for (const Known& known : arrays_) {
            const std::string& name = known.array.name;
            text += fmt::format("    const int {0}_count = {1};\n    const std::size_t {0}_bytes = {0}_count * sizeof({2});\n",
                                name, known.count, known.type);
            text += fmt::format("    std::vector<{1}> {0}_host({0}_count);\n    {1}* {0} = {0}_host.data();\n", name, known.type);
            if (known.spec->fill != "zeros" && known.spec->fill != "unset") text += host_fill(name, known.type, known.spec->fill);
            if (known.is_on_device) {
                text += fmt::format("    {1}* d_{0} = nullptr;\n    check(cudaMalloc(&d_{0}, {0}_bytes), \"cudaMalloc\");\n", name,
                                    known.type);
                if (known.spec->fill == "zeros")
                    text += fmt::format("    check(cudaMemset(d_{0}, 0, {0}_bytes), \"cudaMemset\");\n", name);
            }
            text += fmt::format("    leave(folder, \"{0}\", rank, \".first\", {0}, {0}_bytes);\n", name);
        }
        return text;
    }

    std::string tail() const {
        std::string text = "\n";
        for (const Known& known : arrays_)
            text += fmt::format("    leave(folder, \"{0}\", rank, \".last\", {0}, {0}_bytes);\n", known.array.name);
        for (const Known& known : arrays_)
            if (known.is_on_device) text += fmt::format("    check(cudaFree(d_{0}), \"cudaFree\");\n", known.array.name);
        return text + "    MPI_Finalize();\n    return 0;\n}\n";
    }

    const Lesson& lesson_;
    const RankJob& job_;
    const ParameterValues& values_;
    std::vector<Known> arrays_;
    std::vector<std::string> sources_;               // of the kernels' files
    std::vector<std::string> entries_, signatures_;  // of the kernels
    std::set<std::string> whole_, used_;
};

}  // namespace

std::string file_of_array(const std::string& array, int rank, bool is_first) {
    return fmt::format("{}-{}.{}", array, rank, is_first ? "first" : "last");
}

Result<JobProgram> job_program(const Lesson& lesson, const RankJob& job, const ParameterValues& values) {
    return JobWriter(lesson, job, values).write();
}

std::vector<std::string> sizes_of_job(const Lesson& lesson, const RankJob& job, const ParameterValues& values) {
    std::vector<std::string> out;
    const auto as_is = job_program(lesson, job, values);
    for (const Parameter& parameter : lesson.parameters) {
        if (!as_is || parameter.kind != ParameterKind::size) continue;
        ParameterValues twice = values;
        auto* const size = std::get_if<std::int64_t>(&twice.at(parameter.id));
        if (size == nullptr) continue;
        *size *= 2;
        const auto grown = job_program(lesson, job, twice);
        if (grown && grown->text != as_is->text) out.push_back(parameter.id);
    }
    return out;
}

}  // namespace warpwise
