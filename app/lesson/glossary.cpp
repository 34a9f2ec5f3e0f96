#include "lesson/glossary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/paths.h"
#include "lesson/manifest.h"
#include "lesson/manifest_reader.h"

namespace warpwise {

Glossary read_glossary(std::string_view text, const std::string& file) {
    Glossary glossary;
    ManifestLog log(file);
    try {
        const toml::table root = parse_toml(text, log);
        Fields fields(root, "the glossary", log);
        glossary.terms = read_terms(log, fields.tables("term", Need::required));
        fields.finish();
    } catch (const toml::parse_error& error) {
        log.error(error.source(), fmt::format("this is not valid TOML: {}", error.description()));
    }
    std::ranges::sort(glossary.terms, {}, [](const Term& term) { return lower_case(term.name); });
    glossary.problems = std::move(log.diagnostics);
    return glossary;
}

const Glossary& course_glossary() {
    static const Glossary glossary = [] {
        const std::filesystem::path file = data_dir() / "lessons" / "glossary.toml";
        const auto text = read_file(file, kMaxManifestBytes);
        return text ? read_glossary(*text, "lessons/glossary.toml") : Glossary();
    }();
    return glossary;
}

const Term* find_term(const Lesson* lesson, std::string_view word) {
    const Term* own = lesson == nullptr ? nullptr : find_term(lesson->terms, word);
    return own != nullptr ? own : find_term(course_glossary().terms, word);
}

}  // namespace warpwise
