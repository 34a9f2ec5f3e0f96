#include <fmt/format.h>

#include "lesson/manifest_reader.h"

namespace warpwise {
namespace {

void check_word(Fields& fields, std::string_view key, const std::string& word, const std::vector<Term>& taken) {
    if (find_exactly(taken, word) != nullptr)
        fields.error(key, fmt::format("\"{}\" is defined twice", word), "Use each name only once.");
    if (word.find_first_of("`*_[]()$<>\\\n\"") != std::string::npos)
        fields.error(key, fmt::format("\"{}\" cannot be a link in the prose", word),
                     "Use plain words, without the marks of Markdown.");
}

}  // namespace

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
        if (term.text.size() > kLongestTermText)
            fields.error("text",
                         fmt::format("the text has {} characters; at most {} are shown", term.text.size(), kLongestTermText),
                         "Say it in one or two sentences.");
        else if (!term.text.empty() && !term.text.ends_with('.'))
            fields.error("text", "the text is not a sentence", "End it with a full stop.");
        term.lesson = fields.text("lesson").value_or("");
        fields.finish(top_fields());
        terms.push_back(std::move(term));
    }
    return terms;
}

}  // namespace warpwise
