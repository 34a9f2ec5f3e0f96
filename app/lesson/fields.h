// Reads the fields of one TOML table by name and type. What is missing, of another type or unknown becomes a Diagnostic with its
// place and what to write instead; reading goes on, so that a manifest's problems are reported all at once.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "base/diagnostic.h"

namespace warpwise {

// may_be_empty: it must be there, and a list of it may be empty.
enum class Need { required, may_be_empty, optional };

class ManifestLog {
  public:
    explicit ManifestLog(std::string file) : file_(std::move(file)) {}
    void report(Severity severity, const toml::source_region& place, std::string message, std::string hint = {});
    void error(const toml::source_region& place, std::string message, std::string hint = {}) {
        report(Severity::error, place, std::move(message), std::move(hint));
    }
    const std::string& file() const { return file_; }
    Diagnostics diagnostics;

  private:
    std::string file_;
};

// Throws toml::parse_error. A text that is nested too deep for the parser, which recurses, is reported, and the table is empty.
toml::table parse_toml(std::string_view text, ManifestLog& log);

class Fields {
  public:
    // `where` names the table for a person: "[exercise]", "[[kernel]] right".
    Fields(const toml::table& table, std::string where, ManifestLog& log) : table_(table), where_(std::move(where)), log_(log) {}

    // From now on a field among `keys` that the table does not have is taken from `table`, which a person knows as `where`.
    void inherit(const toml::table& table, std::string where, std::set<std::string, std::less<>> keys);

    std::optional<std::string> text(std::string_view key, Need need = Need::optional);
    std::optional<bool> boolean(std::string_view key);
    // A number, or a formula without names as text: "2^14".
    std::optional<double> number(std::string_view key, Need need = Need::optional);
    std::vector<std::string> texts(std::string_view key, Need need = Need::optional);
    // A number or a formula as text, kept as text.
    std::optional<std::string> formula(std::string_view key, Need need = Need::optional);
    const toml::table* table(std::string_view key, Need need = Need::optional);
    // An array of tables; entries of another type are reported and left out.
    std::vector<const toml::table*> tables(std::string_view key, Need need = Need::optional);
    // The field itself, whatever its type; counts as known from now on.
    const toml::node* node(std::string_view key, Need need = Need::optional);

    bool has(std::string_view key) const { return find(key) != nullptr; }
    // Where a field stands; the table's own place when it is not there.
    toml::source_region place(std::string_view key) const;
    toml::source_region place() const { return table_.source(); }
    const std::string& where() const { return where_; }
    void rename(std::string where) { where_ = std::move(where); }
    ManifestLog& log() { return log_; }
    void error(std::string_view key, std::string message, std::string hint = {});

    // Reports every field that was not asked for. `elsewhere`: names that belong to the top of the file.
    void finish(const std::set<std::string>& elsewhere = {});

  private:
    void wrong_type(std::string_view key, const toml::node& node, const std::string& wanted);
    const toml::node* find(std::string_view key) const;
    // The table that a field is from, as a person knows it.
    const std::string& where_of(std::string_view key) const;

    const toml::table& table_;
    std::string where_;
    const toml::table* inherited_ = nullptr;
    std::string inherited_where_;
    std::set<std::string, std::less<>> inherited_keys_;
    ManifestLog& log_;
    std::set<std::string, std::less<>> known_;
};

// "a whole number", "a text", ... as a person calls the type of a node.
std::string type_words(const toml::node& node);

}  // namespace warpwise
