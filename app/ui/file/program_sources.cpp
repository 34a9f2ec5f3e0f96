#include "ui/file/program_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "device/process/program_text.h"
#include "experiment/file/main_sources.h"

namespace warpwise::ui {
namespace {

namespace fs = std::filesystem;

bool is_cuda(const fs::path& file) { return file.extension() == ".cu" || file.extension() == ".cuh"; }

bool is_among(const fs::path& file, const std::vector<fs::path>& files) { return std::ranges::find(files, file) != files.end(); }

std::string typed_from(const fs::path& first, const std::vector<fs::path>& all) {
    std::vector<std::string> words;
    for (const fs::path& each : all)
        if (each != first) words.push_back(each.lexically_proximate(first.parent_path()).string());
    return typed_of(words);
}

}  // namespace

bool is_program(const OpenedFile& opened) { return opened.file.kernels.has_main || opened.has_others; }

std::vector<fs::path> other_sources(const OpenedFile& opened, const ProgramFields& fields) {
    std::vector<fs::path> out;
    for (const std::string& word : words_of(fields.sources))
        out.push_back((opened.file.path.parent_path() / word).lexically_normal());
    return out;
}

bool is_of_last_run(const ProgramState& state, const OpenedFile& opened) {
    return !state.lesson.empty() && is_among(opened.file.path, state.options.text.sources());
}

bool open_sources(Workbench& bench, const std::vector<fs::path>& sources) {
    std::vector<fs::path> all, cuda;
    for (const fs::path& each : sources) {
        std::error_code error;
        const fs::path file = fs::absolute(each, error).lexically_normal();
        if (!is_program_source(file) || is_among(file, all)) continue;
        all.push_back(file);
        if (is_cuda(file)) cuda.push_back(file);
    }
    const std::vector<fs::path> mains = sources_with_main(all);
    FilesState& files = bench.state<FilesState>();
    files.open_problem.reset();
    if (cuda.empty()) {
        files.open_problem =
            Error{ErrorKind::usage, "there is no .cu file among these sources", "Choose the sources of a CUDA program."};
        return false;
    }
    if (mains.size() > 1) {
        files.open_problem = Error{ErrorKind::usage, fmt::format("several of these files have a main(): {}", file_names(mains)),
                                   "Open the files of one program."};
        return false;
    }
    const fs::path first = !mains.empty() && is_cuda(mains.front()) ? mains.front() : cuda.front();
    files.fields_of_next[first] = {.sources = typed_from(first, all)};
    bench.post(ask::OpenCudaFile{first});
    return true;
}

std::vector<fs::path> sources_in(const fs::path& folder) {
    std::vector<fs::path> out;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code of_entry;
        if (it->is_regular_file(of_entry) && is_program_source(it->path())) out.push_back(it->path());
    }
    std::ranges::sort(out);
    return out;
}

bool can_show(const ProgramState& state, const OpenedFile& opened, const fs::path& file) {
    if (file.filename() == opened.file.path.filename()) return true;
    return is_cuda(file) && is_of_last_run(state, opened) && is_among(file, state.options.text.sources());
}

void show_line_of(Workbench& bench, const OpenedFile& opened, const fs::path& file, int line) {
    if (file.filename() != opened.file.path.filename()) {
        const ProgramState& state = bench.state<ProgramState>();
        ProgramFields fields = program_fields(bench, opened);
        fields.sources = typed_from(file, state.options.text.sources());
        std::vector<std::string> includes;
        for (const fs::path& each : state.options.text.include_dirs) includes.push_back(each.string());
        fields.include_dirs = typed_of(includes);
        bench.state<FilesState>().fields_of_next[file] = std::move(fields);
        bench.post(ask::OpenCudaFile{file});
    }
    bench.post(ask::ShowSourceLine{line});
}

}  // namespace warpwise::ui
