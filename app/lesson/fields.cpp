#include "lesson/fields.h"

#include <fmt/format.h>

#include "base/text.h"
#include "lesson/formula.h"
#include "lesson/toml_nesting.h"

namespace warpwise {

std::string type_words(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::table: return "a table";
        case toml::node_type::array: return "a list";
        case toml::node_type::string: return "a text";
        case toml::node_type::integer: return "a whole number";
        case toml::node_type::floating_point: return "a number with a fraction";
        case toml::node_type::boolean: return "true or false";
        default: return "a date or time";
    }
}

void ManifestLog::report(Severity severity, const toml::source_region& place, std::string message, std::string hint) {
    Diagnostic diagnostic;
    diagnostic.file = file_;
    diagnostic.line = static_cast<int>(place.begin.line);
    diagnostic.column = static_cast<int>(place.begin.column);
    if (place.end.line == place.begin.line && place.end.column > place.begin.column)
        diagnostic.length = static_cast<int>(place.end.column - place.begin.column);
    diagnostic.severity = severity;
    diagnostic.message = readable_message(std::move(message));  // a name may be as long as the file
    diagnostic.hint = std::move(hint);
    diagnostics.push_back(std::move(diagnostic));
}

toml::table parse_toml(std::string_view text, ManifestLog& log) {
    if (const int line = line_nested_too_deep(text); line > 0) {
        const auto at = static_cast<toml::source_index>(line);
        log.error({{at, 1}, {at, 1}, nullptr}, fmt::format("tables and lists are nested more than {} levels deep", kMostTomlLevels),
                  "A key such as a.b.c has a level for each part. Is this the right file?");
        return {};
    }
    return toml::parse(text);
}

void Fields::inherit(const toml::table& table, std::string where, std::set<std::string, std::less<>> keys) {
    inherited_ = &table;
    inherited_where_ = std::move(where);
    inherited_keys_ = std::move(keys);
}

const toml::node* Fields::find(std::string_view key) const {
    const toml::node* own = table_.get(key);
    return own != nullptr || inherited_ == nullptr || !inherited_keys_.contains(key) ? own : inherited_->get(key);
}

const std::string& Fields::where_of(std::string_view key) const {
    return table_.contains(key) || find(key) == nullptr ? where_ : inherited_where_;
}

toml::source_region Fields::place(std::string_view key) const {
    const toml::node* found = find(key);
    return found == nullptr ? table_.source() : found->source();
}

void Fields::error(std::string_view key, std::string message, std::string hint) {
    log_.error(place(key), fmt::format("{}: {}", where_of(key), message), std::move(hint));
}

void Fields::wrong_type(std::string_view key, const toml::node& node, const std::string& wanted) {
    error(key, fmt::format("the field \"{}\" must be {}, but it is {}", key, wanted, type_words(node)));
}

const toml::node* Fields::node(std::string_view key, Need need) {
    known_.insert(std::string(key));
    const toml::node* found = find(key);
    if (found == nullptr && need != Need::optional)
        log_.error(table_.source(), fmt::format("{}: the field \"{}\" is missing", where_, key),
                   "docs/writing-lessons.md shows every field.");
    return found;
}

std::optional<std::string> Fields::text(std::string_view key, Need need) {
    const toml::node* found = node(key, need);
    if (found == nullptr) return {};
    if (const auto value = found->value_exact<std::string>()) {
        if (need == Need::required && value->empty()) error(key, fmt::format("the field \"{}\" is empty", key));
        return value;
    }
    wrong_type(key, *found, "a string in quotes");
    return {};
}

std::optional<bool> Fields::boolean(std::string_view key) {
    const toml::node* found = node(key);
    if (found == nullptr) return {};
    if (const auto value = found->value_exact<bool>()) return value;
    wrong_type(key, *found, "true or false");
    return {};
}

std::optional<double> Fields::number(std::string_view key, Need need) {
    const toml::node* found = node(key, need);
    if (found == nullptr) return {};
    if (found->is_number()) return found->value<double>();
    const auto text = found->value_exact<std::string>();
    if (!text) {
        wrong_type(key, *found, "a number, or one as a string (\"2^14\")");
        return {};
    }
    const auto value = evaluate_formula(*text, {});
    if (value) return *value;
    error(key, fmt::format("the field \"{}\" = \"{}\" is not a number: {}", key, *text, value.error().message), value.error().hint);
    return {};
}

std::optional<std::string> Fields::formula(std::string_view key, Need need) {
    const toml::node* found = node(key, need);
    if (found == nullptr) return {};
    if (const auto value = found->value_exact<std::string>()) return value;
    if (const auto value = found->value_exact<std::int64_t>()) return fmt::format("{}", *value);
    if (const auto value = found->value_exact<double>()) return fmt::format("{}", *value);
    wrong_type(key, *found, "a number, or a formula as a string (\"ceil(n / block)\")");
    return {};
}

std::vector<std::string> Fields::texts(std::string_view key, Need need) {
    const toml::node* found = node(key, need);
    if (found == nullptr) return {};
    const toml::array* list = found->as_array();
    if (list == nullptr) {
        wrong_type(key, *found, "a list of strings");
        return {};
    }
    std::vector<std::string> values;
    for (const toml::node& entry : *list) {
        const auto value = entry.value_exact<std::string>();
        if (value)
            values.push_back(*value);
        else
            log_.error(entry.source(),
                       fmt::format("{}: the list \"{}\" must hold strings, but this is {}", where_of(key), key, type_words(entry)));
    }
    if (need == Need::required && list->empty()) error(key, fmt::format("the list \"{}\" is empty", key));
    return values;
}

const toml::table* Fields::table(std::string_view key, Need need) {
    const toml::node* found = node(key, need);
    if (found == nullptr) return nullptr;
    if (found->as_table() == nullptr) wrong_type(key, *found, fmt::format("a table: [{}]", key));
    return found->as_table();
}

std::vector<const toml::table*> Fields::tables(std::string_view key, Need need) {
    const toml::node* found = node(key, need);
    if (found == nullptr) return {};
    const toml::array* list = found->as_array();
    if (list == nullptr) {
        wrong_type(key, *found, fmt::format("a list of tables: [[{}]]", key));
        return {};
    }
    std::vector<const toml::table*> values;
    for (const toml::node& entry : *list) {
        if (entry.as_table() != nullptr)
            values.push_back(entry.as_table());
        else
            log_.error(entry.source(),
                       fmt::format("{}: the list \"{}\" must hold tables, but this is {}", where_, key, type_words(entry)));
    }
    if (need == Need::required && list->empty()) error(key, fmt::format("the list \"{}\" is empty", key));
    return values;
}

void Fields::finish(const std::set<std::string>& elsewhere) {
    for (const auto& [key, value] : table_) {
        const std::string name(key.str());
        if (known_.contains(name)) continue;
        std::string hint;
        const std::string meant = nearest_word(name, {known_.begin(), known_.end()});
        if (elsewhere.contains(name))
            hint = fmt::format("\"{}\" belongs at the top of the file, above the first [table].", name);
        else if (!meant.empty())
            hint = fmt::format("Did you mean \"{}\"?", meant);
        log_.report(Severity::warning, key.source(), fmt::format("{}: the field \"{}\" is unknown and ignored", where_, name),
                    hint);
    }
}

}  // namespace warpwise
