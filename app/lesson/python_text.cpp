#include "lesson/python_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"

namespace warpwise {
namespace {

constexpr std::string_view kMarker = "# ---", kParametersMarker = "# --- parameters";
constexpr std::int64_t kLeastPower = 4096;  // from here on a power of two is easier to read as one

constexpr std::array kLibraries{
    PythonLibrary{"numpy", "NumPy", "Whole arrays, on the CPU"},
    PythonLibrary{"cupy", "CuPy", "NumPy's functions on an NVIDIA GPU, and kernels in CUDA C++"},
    PythonLibrary{"numba", "Numba", "CUDA kernels written in Python"},
    PythonLibrary{"jax", "JAX", "Functions that are compiled for the CPU or the GPU as a whole"},
};

struct DtypeNames {
    std::string_view ours, numpy;
};
constexpr std::array kDtypes{DtypeNames{"u8", "uint8"},    DtypeNames{"i8", "int8"},     DtypeNames{"u32", "uint32"},
                             DtypeNames{"i32", "int32"},   DtypeNames{"u64", "uint64"},  DtypeNames{"i64", "int64"},
                             DtypeNames{"f16", "float16"}, DtypeNames{"f32", "float32"}, DtypeNames{"f64", "float64"}};

struct Assignment {
    std::string_view name, value;
    std::size_t value_at = 0;  // in the line
};

// "n = 100  # elements": nothing for a line of any other form.
std::optional<Assignment> assignment_in(std::string_view line) {
    const std::string_view code = line.substr(0, line.find('#'));
    const std::size_t equals = code.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::string_view name = trimmed(code.substr(0, equals)), value = trimmed(code.substr(equals + 1));
    if (name.empty() || value.empty() || line.starts_with(' ')) return std::nullopt;
    return Assignment{name, value, static_cast<std::size_t>(value.data() - line.data())};
}

struct Block {
    std::size_t begin = 0, end = 0;  // lines between the two markers
};

std::optional<Block> parameters_in(const std::vector<std::string_view>& lines) {
    const auto is = [](std::string_view wanted) { return [wanted](std::string_view line) { return trimmed(line) == wanted; }; };
    const auto begin = std::ranges::find_if(lines, is(kParametersMarker));
    if (begin == lines.end()) return std::nullopt;
    const auto end = std::find_if(begin + 1, lines.end(), [](std::string_view line) { return line.starts_with(kMarker); });
    if (end == lines.end()) return std::nullopt;
    return Block{static_cast<std::size_t>(begin - lines.begin()) + 1, static_cast<std::size_t>(end - lines.begin())};
}

bool same_job(const KernelSpec& a, const KernelSpec& b) { return a.arguments == b.arguments && a.reference == b.reference; }

nlohmann::json cell(const char* kind, std::string_view text) {
    const std::string_view kept = trimmed(text);
    nlohmann::json source = nlohmann::json::array();
    const std::vector<std::string_view> lines = lines_of(kept);
    for (std::size_t i = 0; i < lines.size(); ++i) source.push_back(std::string(lines[i]) + (i + 1 < lines.size() ? "\n" : ""));
    nlohmann::json made{{"cell_type", kind}, {"metadata", nlohmann::json::object()}, {"source", std::move(source)}};
    if (std::string_view(kind) == "code") {
        made["execution_count"] = nullptr;
        made["outputs"] = nlohmann::json::array();
    }
    return made;
}

}  // namespace

std::span<const PythonLibrary> python_libraries() { return kLibraries; }

const PythonLibrary* find_python_library(std::string_view id) {
    const auto found = std::ranges::find(kLibraries, id, &PythonLibrary::id);
    return found == kLibraries.end() ? nullptr : &*found;
}

std::vector<PythonText> possible_python_texts(const Lesson& lesson) {
    std::vector<PythonText> texts;
    for (const PythonLibrary& library : kLibraries) {
        const std::string id(library.id);
        if (!lesson.kernels.empty()) texts.push_back({id, lesson.kernels.front().id, fmt::format("python/with_{}.py", id), {}});
        for (const KernelSpec& kernel : lesson.kernels)
            texts.push_back({id, kernel.id, fmt::format("python/with_{}_{}.py", id, kernel.id), {}});
        for (const Exercise& exercise : lesson.exercises)
            if (exercise.program && !exercise.id.empty())
                texts.push_back({id, exercise.id, fmt::format("python/with_{}_{}.py", id, exercise.id), {}});
    }
    return texts;
}

Diagnostics check_python_text(const Lesson& lesson, const PythonText& text, const std::string& shown_file) {
    const std::vector<std::string_view> lines = lines_of(text.text);
    const auto block = parameters_in(lines);
    if (!block)
        return {{shown_file, 1, 1, 1, Severity::error, "the text has no block of parameters",
                 "Write the lines \"# --- parameters\" and, after the assignments, \"# --- inputs\"."}};
    Diagnostics problems;
    const auto problem = [&](std::size_t line, std::string_view part, std::string message, std::string hint) {
        problems.push_back({shown_file, static_cast<int>(line) + 1, static_cast<int>(part.data() - lines[line].data()) + 1,
                            static_cast<int>(part.size()), Severity::error, std::move(message), std::move(hint)});
    };
    for (std::size_t i = block->begin; i < block->end; ++i) {
        const std::string_view line = trimmed(lines[i]);
        if (line.empty() || line.starts_with('#')) continue;
        const auto assigned = assignment_in(lines[i]);
        if (!assigned) {
            problem(i, line, "the parameters may only have assignments and comments", "Write each as: n = 100");
            continue;
        }
        const Parameter* const parameter = lesson.find_parameter(assigned->name);
        if (parameter == nullptr) {
            problem(i, assigned->name, fmt::format("the lesson has no parameter \"{}\"", assigned->name),
                    "Assign it below the parameters.");
            continue;
        }
        const std::string expected = python_literal(*parameter, parameter->default_value);
        if (assigned->value != expected)
            problem(i, assigned->value, fmt::format("{} = {} is not the lesson's default", assigned->name, assigned->value),
                    fmt::format("Write {} = {}.", assigned->name, expected));
    }
    return problems;
}

const PythonText* find_python_text(const Lesson& lesson, std::string_view kernel, std::string_view library) {
    const KernelSpec* const wanted = lesson.find_kernel(kernel);
    const PythonText* of_job = nullptr;
    for (const PythonText& text : lesson.python_texts) {
        if (text.library != library) continue;
        if (text.kernel == kernel) return &text;
        if (wanted == nullptr) continue;
        const KernelSpec* const its = lesson.find_kernel(text.kernel);
        if (of_job == nullptr && its != nullptr && same_job(*its, *wanted)) of_job = &text;
    }
    return of_job;
}

std::vector<std::string> python_libraries_of(const Lesson& lesson, std::string_view kernel) {
    std::vector<std::string> ids;
    for (const PythonLibrary& library : kLibraries)
        if (find_python_text(lesson, kernel, library.id) != nullptr) ids.emplace_back(library.id);
    return ids;
}

std::string python_literal(const Parameter& parameter, const ParameterValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        const auto dtype = std::ranges::find(kDtypes, *text, &DtypeNames::ours);
        const bool is_dtype = parameter.kind == ParameterKind::dtype && dtype != kDtypes.end();
        return fmt::format("\"{}\"", is_dtype ? dtype->numpy : std::string_view(*text));
    }
    if (const auto* real = std::get_if<double>(&value)) {
        const std::string digits = fmt::format("{}", *real);
        return digits.find_first_of(".en") == std::string::npos ? digits + ".0" : digits;
    }
    const std::int64_t whole = std::get<std::int64_t>(value);
    if (parameter.kind == ParameterKind::flag) return whole != 0 ? "True" : "False";
    const bool is_power = whole >= kLeastPower && std::has_single_bit(static_cast<std::uint64_t>(whole));
    return is_power ? fmt::format("2**{}", std::countr_zero(static_cast<std::uint64_t>(whole))) : fmt::format("{}", whole);
}

std::string python_code(const Lesson& lesson, const PythonText& text, const ParameterValues& values) {
    const std::vector<std::string_view> lines = lines_of(text.text);
    const auto block = parameters_in(lines);
    std::string code;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string line(lines[i]);
        if (block && i >= block->begin && i < block->end)
            if (const auto assigned = assignment_in(lines[i])) {
                const Parameter* const parameter = lesson.find_parameter(assigned->name);
                const auto value = values.find(std::string(assigned->name));
                if (parameter != nullptr && value != values.end())
                    line.replace(assigned->value_at, assigned->value.size(), python_literal(*parameter, value->second));
            }
        code += line + "\n";
    }
    return code;
}

std::string python_notebook(const Lesson& lesson, const PythonText& text, const ParameterValues& values) {
    const std::string code = python_code(lesson, text, values);
    const PythonLibrary* const library = find_python_library(text.library);
    std::string about = fmt::format("# {}\n\nWith {}.", lesson.title, library != nullptr ? library->title : text.library);
    std::vector<std::string> parts(1);
    bool is_about = true;
    for (const std::string_view line : lines_of(code)) {
        const bool is_marker = line.starts_with(kMarker);
        is_about = is_about && line.starts_with('#') && !is_marker;
        if (is_about) {
            about += " " + std::string(trimmed(line.substr(1)));
            continue;
        }
        if (is_marker) parts.emplace_back();
        parts.back() += std::string(line) + "\n";
    }
    nlohmann::json cells = nlohmann::json::array({cell("markdown", about)});
    for (const std::string& part : parts)
        if (!trimmed(part).empty()) cells.push_back(cell("code", part));
    const nlohmann::json notebook{
        {"cells", std::move(cells)},
        {"metadata",
         {{"kernelspec", {{"display_name", "Python 3"}, {"language", "python"}, {"name", "python3"}}},
          {"language_info", {{"name", "python"}}}}},
        {"nbformat", 4},
        {"nbformat_minor", 4},  // from 5 on, every cell has an id
    };
    return notebook.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace warpwise
