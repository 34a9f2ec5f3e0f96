#include "lesson/glossary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/paths.h"
#include "lesson/manifest.h"
#include "lesson/manifest_reader.h"

namespace warpwise {

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

namespace {

const Term* find_exactly(const std::vector<Term>& terms, std::string_view lower_name) {
    const auto is_it = [&](const std::string& name) { return lower_case(name) == lower_name; };
    const auto found =
        std::ranges::find_if(terms, [&](const Term& term) { return is_it(term.name) || std::ranges::any_of(term.also, is_it); });
    return found != terms.end() ? &*found : nullptr;
}

void check_word(Fields& fields, std::string_view key, const std::string& word, const std::vector<Term>& taken) {
    if (find_exactly(taken, lower_case(word)) != nullptr)
        fields.error(key, fmt::format("\"{}\" is defined twice", word), "Use each name only once.");
    if (word.find_first_of("`*_[]()$<>\\\n\"") != std::string::npos)
        fields.error(key, fmt::format("\"{}\" cannot be a link in the prose", word),
                     "Use plain words, without the marks of Markdown.");
}

}  // namespace

const Term* find_term(const std::vector<Term>& terms, std::string_view word) {
    std::string name = lower_case(word);
    // threadIdx.x is threadIdx
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos && dot + 2 == name.size() && name[dot + 1] >= 'x' && name[dot + 1] <= 'z') name.resize(dot);
    if (const Term* term = find_exactly(terms, name)) return term;
    if (name.size() > 1 && name.back() == 's') return find_exactly(terms, std::string_view(name).substr(0, name.size() - 1));
    return nullptr;
}

std::vector<Term> read_terms(ManifestLog& log, const std::vector<const toml::table*>& tables) {
    std::vector<Term> terms;
    for (const toml::table* table : tables) {
        Fields fields(*table, "[[term]]", log);
        Term term;
        term.name = fields.text("name", Need::required).value_or("");
        fields.rename(fmt::format("[[term]] {}", term.name));
        check_word(fields, "name", term.name, terms);
        term.also = fields.texts("also");
        for (const std::string& word : term.also) check_word(fields, "also", word, terms);
        term.text = fields.text("text", Need::required).value_or("");
        if (term.text.size() > longest_term_text)
            fields.error("text",
                         fmt::format("the text has {} characters; at most {} are shown", term.text.size(), longest_term_text),
                         "Say it in one or two sentences.");
        else if (!term.text.empty() && !term.text.ends_with('.'))
            fields.error("text", "the text is not a sentence", "End it with a full stop.");
        term.lesson = fields.text("lesson").value_or("");
        fields.finish(top_fields());
        terms.push_back(std::move(term));
    }
    return terms;
}

Glossary read_glossary(std::string_view text, const std::string& file) {
    Glossary glossary;
    ManifestLog log(file);
    try {
        const toml::table root = toml::parse(text);
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
        const auto text = read_file(file, max_manifest_bytes);
        return text ? read_glossary(*text, "lessons/glossary.toml") : Glossary();
    }();
    return glossary;
}

const Term* find_term(const Lesson* lesson, std::string_view word) {
    const Term* own = lesson == nullptr ? nullptr : find_term(lesson->terms, word);
    return own != nullptr ? own : find_term(course_glossary().terms, word);
}

}  // namespace warpwise
