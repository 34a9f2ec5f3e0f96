#include "ui/file/file_state.h"

#include <cctype>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"

namespace warpwise::ui {
namespace {

constexpr const char* kFieldsFile = "program.json";

}  // namespace

ProgramFields kept_program_fields(const std::filesystem::path& folder) {
    const auto text = read_regular_file(folder / kFieldsFile, std::size_t{1} << 20);
    const auto kept = parsed_or_discarded(text ? *text : std::string());
    const auto text_in = [&](const char* key) {
        return kept.is_object() && kept.contains(key) && kept.at(key).is_string() ? kept.at(key).get<std::string>() : std::string();
    };
    return {text_in("arguments"), text_in("include_dirs"), text_in("definitions"), text_in("sources")};
}

ProgramFields& program_fields(Workbench& bench, const OpenedFile& opened) {
    ProgramState& program = bench.state<ProgramState>();
    if (program.fields_of == bench.lesson->id) return program.fields;
    program.fields_of = bench.lesson->id;
    auto& next = bench.state<FilesState>().fields_of_next;
    if (const auto given = next.extract(opened.file.path); !given.empty()) {
        program.fields = given.mapped();
        program.shows_more = true;
        return program.fields;
    }
    program.fields = kept_program_fields(opened.folder);
    program.shows_more =
        !program.fields.include_dirs.empty() || !program.fields.definitions.empty() || !program.fields.sources.empty();
    return program.fields;
}

void keep_program_fields(const Workbench& bench, const OpenedFile& opened) {
    const ProgramFields& fields = bench.state<ProgramState>().fields;
    const nlohmann::json kept{{"arguments", fields.arguments},
                              {"include_dirs", fields.include_dirs},
                              {"definitions", fields.definitions},
                              {"sources", fields.sources}};
    // What cannot be kept is typed again.
    static_cast<void>(
        write_regular_file(opened.folder / kFieldsFile, kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
}

std::vector<std::string> words_of(const std::string& typed) {
    std::vector<std::string> words;
    bool in_word = false;
    char quote = 0;
    for (const char c : typed) {
        if (quote != 0 && c == quote) {
            quote = 0;
        } else if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
        } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
            in_word = false;
            continue;
        } else {
            if (!in_word) words.emplace_back();
            in_word = true;
            words.back() += c;
            continue;
        }
        if (!in_word) words.emplace_back();  // "" is a word
        in_word = true;
    }
    return words;
}

std::string typed_of(const std::vector<std::string>& words) {
    std::string typed;
    for (const std::string& word : words) {
        const bool is_plain = !word.empty() && word.find_first_of(" \t\n\"'") == std::string::npos;
        const char quote = word.contains('"') ? '\'' : '"';
        typed += (typed.empty() ? "" : " ") + (is_plain ? word : quote + word + quote);
    }
    return typed;
}

OpenedFile* opened_file(Workbench& bench) {
    if (bench.lesson == nullptr) return nullptr;
    auto& opened = bench.state<FilesState>().opened;
    const auto found = opened.find(bench.lesson->id);
    return found == opened.end() ? nullptr : &found->second;
}

const OpenedFile* opened_file(const Workbench& bench) {
    if (bench.lesson == nullptr) return nullptr;
    const auto& opened = bench.state<FilesState>().opened;
    const auto found = opened.find(bench.lesson->id);
    return found == opened.end() ? nullptr : &found->second;
}

}  // namespace warpwise::ui
