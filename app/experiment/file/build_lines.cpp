#include "experiment/file/build_lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <span>

#include "base/files.h"
#include "base/text.h"
#include "experiment/file/compiler_command.h"

namespace warpwise {
namespace fs = std::filesystem;
namespace {

// One line in words; "&&", ";", "|", "(" and ")" are words of their own. What a shell would still have to fill in stays as it is.
std::vector<std::string> shell_words(std::string_view line) {
    std::vector<std::string> out;
    std::string word;
    bool is_begun = false;
    char quote = 0;
    const auto end_word = [&] {
        if (is_begun) out.push_back(std::exchange(word, {}));
        is_begun = false;
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
            is_begun = true;
        } else if (quote != 0 && c == quote) {
            quote = 0;
        } else if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
            word += line[++i];
            is_begun = true;
        } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
            end_word();
        } else if (quote == 0 && (c == ')' || (c == '(' && !is_begun))) {  // not that of $(...)
            end_word();
            out.emplace_back(1, c);
        } else if (quote == 0 && (c == ';' || c == '|' || c == '&')) {
            end_word();
            const bool is_double = i + 1 < line.size() && line[i + 1] == c;
            out.emplace_back(is_double ? 2 : 1, c);
            i += is_double ? 1 : 0;
        } else {
            word += c;
            is_begun = true;
        }
    }
    end_word();
    return out;
}

bool is_separator(const std::string& word) {
    constexpr auto separators = std::to_array<std::string_view>({"&&", "||", ";", "|", "&", "(", ")"});
    return std::ranges::find(separators, word) != separators.end();
}

// "for d in a b; do (cd $d; make); done": the commands between, once for each word of the list.
std::vector<std::string> without_loops(const std::vector<std::string>& words) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto from = words.begin() + static_cast<std::ptrdiff_t>(i);
        const auto begin = std::find(from, words.end(), "do");
        const auto end = std::find(begin, words.end(), "done");
        if (words[i] != "for" || end == words.end() || begin - from < 3 || from[2] != "in") {
            out.push_back(words[i]);
            continue;
        }
        const std::array names{"$" + from[1], "${" + from[1] + "}"};
        for (auto value = from + 3; value != begin; ++value) {
            if (is_separator(*value)) continue;
            for (auto each = begin + 1; each != end; ++each) {
                std::string word = *each;
                for (const std::string& name : names)
                    if (const auto at = word.find(name); at != std::string::npos) word.replace(at, name.size(), *value);
                out.push_back(std::move(word));
            }
            out.emplace_back(";");
        }
        i = static_cast<std::size_t>(end - words.begin());
    }
    return out;
}

// "/usr/bin/g++-12" -> "g++"
std::string tool_name(const std::string& word) {
    std::string name = fs::path(word).filename().string();
    if (const auto version = name.find_last_not_of("0123456789."); version != std::string::npos && name[version] == '-')
        name.erase(version);
    return name;
}

bool is_compiler(const std::string& word) {
    constexpr auto names = std::to_array<std::string_view>({"nvcc", "g++", "gcc", "c++", "cc", "clang", "clang++", "mpicxx",
                                                            "mpic++", "mpicc", "mpiCC", "icpc", "icc", "icpx", "icx", "nvc++"});
    return std::ranges::find(names, tool_name(word)) != names.end();
}

// These read C++ in a .c file, too.
bool is_compiler_of_cpp(const std::string& word) {
    constexpr auto names =
        std::to_array<std::string_view>({"g++", "c++", "clang++", "mpicxx", "mpic++", "mpiCC", "icpc", "icpx", "nvc++"});
    return std::ranges::find(names, tool_name(word)) != names.end();
}

bool is_assignment(const std::string& word) {
    const auto sign = word.find('=');
    return sign != std::string::npos && sign > 0 && word[0] != '-' && word.find('/') > sign;
}

void add_new(auto& to, const auto& from) {
    for (const auto& each : from)
        if (std::ranges::find(to, each) == to.end()) to.push_back(each);
}

// What one file is made of, sources in the end.
struct Made {
    std::vector<fs::path> sources;
    ProgramText text;
    void add(const Made& other) {
        add_new(sources, other.sources);
        add_new(text.include_dirs, other.text.include_dirs);
        add_new(text.definitions, other.text.definitions);
        add_new(text.undefinitions, other.text.undefinitions);
        add_new(text.forced_includes, other.text.forced_includes);
        add_new(text.libraries, other.text.libraries);
        add_new(text.library_dirs, other.text.library_dirs);
        add_new(text.gpu_options, other.text.gpu_options);
        if (other.text.standard != ProgramText().standard) text.standard = other.text.standard;
        text.has_openmp = text.has_openmp || other.text.has_openmp;
        text.is_all_cuda = text.is_all_cuda || other.text.is_all_cuda;
        text.is_c_as_cpp = text.is_c_as_cpp || other.text.is_c_as_cpp;
    }
};

class Build {
  public:
    explicit Build(const fs::path& folder) : bases_{folder}, here_(folder) {}

    void read(std::string_view commands) {
        std::string line;
        for (std::size_t at = 0; at < commands.size();) {
            const std::size_t end = std::min(commands.find('\n', at), commands.size());
            line += commands.substr(at, end - at);
            at = end + 1;
            if (line.ends_with('\\')) {
                line.back() = ' ';
                continue;
            }
            read_line(std::exchange(line, {}));
        }
    }

    std::vector<BuiltProgram> programs() const {
        std::vector<BuiltProgram> out;
        for (const fs::path& file : order_) {
            const Made& made = programs_.at(file);
            if (made.sources.empty()) continue;
            BuiltProgram program{file, made.text};
            program.text.file = made.sources.front();
            program.text.more_files.assign(made.sources.begin() + 1, made.sources.end());
            out.push_back(std::move(program));
        }
        return out;
    }

    const std::vector<NestedMake>& nested() const { return nested_; }

  private:
    void read_line(const std::string& line) {
        if (const auto entering = line.find("Entering directory "); line.starts_with("make") && entering != std::string::npos) {
            bases_.emplace_back(line.substr(entering + 20, line.size() - entering - 21));
            return;
        }
        if (line.starts_with("make") && line.contains("Leaving directory ") && bases_.size() > 1) {
            bases_.pop_back();
            return;
        }
        here_ = bases_.back();
        const std::vector<std::string> words = without_loops(shell_words(line));
        const fs::path outside = here_;  // a shell within parentheses leaves its folder behind
        for (std::size_t begin = 0; begin < words.size();) {
            std::size_t end = begin;
            while (end < words.size() && !is_separator(words[end])) ++end;
            read_command(std::span(words).subspan(begin, end - begin));
            if (end < words.size() && words[end] == ")") here_ = outside;
            begin = end + 1;
        }
    }

    void read_command(std::span<const std::string> words) {
        while (!words.empty() && (is_assignment(words[0]) || words[0] == "ccache" || words[0] == "time")) words = words.subspan(1);
        if (words.empty()) return;
        if (words[0] == "cd" && words.size() > 1) {
            here_ = (here_ / words[1]).lexically_normal();
        } else if (is_compiler(words[0])) {
            compile(words.subspan(1), is_compiler_of_cpp(words[0]));
        } else if (tool_name(words[0]) == "warpwise" && words.size() > 1 && words[1] == "nvcc") {
            compile(words.subspan(2), false);
        } else if (tool_name(words[0]) == "make" || tool_name(words[0]) == "gmake") {
            nest(words.subspan(1));
        } else if (tool_name(words[0]) == "ar" || tool_name(words[0]) == "gcc-ar") {
            archive(words.subspan(1));
        }
    }

    void nest(std::span<const std::string> words) {
        NestedMake make{here_, {}};
        for (std::size_t i = 0; i < words.size(); ++i)
            if (words[i] == "-C" && i + 1 < words.size())
                make.folder = (make.folder / words[++i]).lexically_normal();
            else if (words[i].starts_with("-C"))
                make.folder = (make.folder / words[i].substr(2)).lexically_normal();
            else
                make.words.push_back(words[i]);
        // Only the shell knows what is still to be filled in.
        if (!make.folder.string().contains('$')) nested_.push_back(std::move(make));
    }

    // In place of a file of options (@FILE of gcc, --options-file of nvcc), what it holds. Such files name no others.
    std::vector<std::string> with_options_files(std::span<const std::string> words) const {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const bool is_option = (words[i] == "--options-file" || words[i] == "-optf") && i + 1 < words.size();
            const std::string name = is_option ? words[i + 1] : words[i].starts_with('@') ? words[i].substr(1) : "";
            const auto text = name.empty() ? Result<std::string>(failure("")) : read_file(placed(name));
            if (!text) {
                out.push_back(words[i]);
                continue;
            }
            i += is_option;
            for (const std::string_view line : lines_of(*text))
                for (std::string& word : shell_words(line)) out.push_back(std::move(word));
        }
        return out;
    }

    void compile(std::span<const std::string> written, bool is_cpp) {
        const std::vector<std::string> words = with_options_files(written);
        const CompilerCommand command = read_compiler_command(words);
        if (command.is_other) {
            // The device code of objects, linked beforehand: nothing of its own.
            if (command.output) made_[placed(*command.output)] = {};
            return;
        }
        Made made = flags_of(command);
        for (const fs::path& input : command.inputs) {
            const fs::path file = placed(input);
            if (is_program_source(file)) {
                add_new(made.sources, std::vector{file});
                made.text.is_c_as_cpp = made.text.is_c_as_cpp || (is_cpp && file.extension() == ".c");
            } else if (const auto known = made_.find(file); known != made_.end()) {
                made.add(known->second);
            }
        }
        for (const std::string& library : command.text.libraries)
            for (const auto& [file, parts] : made_)
                if (file.filename() == "lib" + library + ".a" || file.filename() == "lib" + library + ".so") {
                    std::erase(made.text.libraries, library);
                    made.add(parts);
                }
        if (command.is_compile_only) {
            const fs::path object = command.output         ? *command.output
                                    : made.sources.empty() ? fs::path()
                                                           : made.sources.front().filename().replace_extension(".o");
            if (!object.empty()) made_[placed(object)] = std::move(made);
            return;
        }
        const fs::path program = placed(command.output.value_or("a.out"));
        if (program.extension() == ".so") {
            made_[program] = std::move(made);
            return;
        }
        if (!programs_.contains(program)) order_.push_back(program);
        programs_[program] = std::move(made);
    }

    void archive(std::span<const std::string> words) {
        std::optional<fs::path> target;
        for (const std::string& word : words) {
            if (word.ends_with(".a")) {
                target = placed(word);
            } else if (const auto known = made_.find(placed(word)); target && known != made_.end()) {
                const Made part = known->second;
                made_[*target].add(part);
            }
        }
    }

    Made flags_of(const CompilerCommand& command) const {
        Made out{{}, command.text};
        for (fs::path& dir : out.text.include_dirs) dir = placed(dir);
        for (fs::path& dir : out.text.library_dirs) dir = placed(dir);
        return out;
    }

    fs::path placed(const fs::path& file) const { return (here_ / file).lexically_normal(); }

    std::vector<fs::path> bases_;  // of the makes that have begun and not ended
    fs::path here_;
    std::map<fs::path, Made> made_;  // objects and archives
    std::map<fs::path, Made> programs_;
    std::vector<fs::path> order_;
    std::vector<NestedMake> nested_;
};

}  // namespace

bool BuiltProgram::has_cuda() const {
    return std::ranges::any_of(text.sources(), [](const fs::path& source) { return source.extension() == ".cu"; });
}

std::vector<BuiltProgram> programs_of_build(std::string_view commands, const fs::path& folder) {
    Build build(folder);
    build.read(commands);
    return build.programs();
}

std::vector<NestedMake> makes_of_build(std::string_view commands, const fs::path& folder) {
    Build build(folder);
    build.read(commands);
    return build.nested();
}

}  // namespace warpwise
