#include "simt/compile/compile_rounds.h"

#include <algorithm>
#include <cstdint>

#include "fmt/format.h"
#include "simt/compile/compile_host_code.h"
#include "simt/compile/hints.h"
#include "simt/compile/parsed_prelude.h"
#include "simt/compile/prelude_texts.h"

namespace warpwise::simt {
namespace {

constexpr int kMostRounds = 10;
// Tokens that all runs have read when no further round begins: the same on every machine, some ten seconds of work.
constexpr std::uint64_t kMostTokens = 8'000'000;
constexpr std::size_t kMostTold = 8;

struct LeftOut {
    Diagnostic why;
    std::string code;
};

std::size_t offset_of(std::string_view text, const Diagnostic& place) {
    std::size_t at = 0;
    for (int line = 1; line < place.line; ++line) {
        at = text.find('\n', at);
        if (at == std::string_view::npos) return text.size();
        ++at;
    }
    return std::min(text.size(), at + static_cast<std::size_t>(std::max(place.column - 1, 0)));
}

// "k" of "ns::k<float>"
std::string_view own_name(std::string_view entry) {
    entry = entry.substr(0, entry.find_first_of("<( "));
    const std::size_t colon = entry.rfind(':');
    return colon == std::string_view::npos ? entry : entry.substr(colon + 1);
}

Prelude all_of_prelude(std::string_view text) {
    const ParsedPrelude parsed = parsed_prelude_for(text);
    return {parsed, parsed.tree.empty() ? whole_prelude() : emitted_parts()};
}

class Rounds {
  public:
    Rounds(FrontEnd& out, const CompileRequest& asked) : out_(out), asked_(asked), text_(asked.text), first_(out.diagnostics) {}

    void run() {
        rounds(out_.facts.device_words);
        // A kernel may stand beside others that need what is not here.
        const bool lacks = std::ranges::any_of(first_, [](const Diagnostic& d) {
            return d.message.starts_with("unsupported:") || d.message.ends_with("was left out");
        });
        const std::string_view wanted = own_name(asked_.entry);
        if (has_errors(out_.diagnostics) && lacks && !wanted.empty()) rounds({std::string(wanted)});
        if (left_out_.empty()) return;
        if (has_errors(out_.diagnostics))
            tell_what_is_wrong();
        else if (!out_.entry_failed)
            tell_what_is_missing();
        else if (std::ranges::any_of(left_out_, [&](const LeftOut& l) { return has_word(l.code, wanted); }))
            out_.diagnostics = std::move(first_);
    }

  private:
    void rounds(const DeviceWords& kept) {
        for (int round = 0; round < kMostRounds && has_errors(out_.diagnostics); ++round) {
            if (out_.tokens_read > kMostTokens || !leave_out(kept)) return;
            run_clang(out_, {text_, asked_.entry, asked_.origin, asked_.options}, all_of_prelude(text_), headers_);
        }
    }

    bool leave_out(const DeviceWords& kept) {
        const std::size_t before = left_out_.size();
        for (const Diagnostic& error : out_.diagnostics) {
            const auto file = out_.files.find(error.file);
            if (error.severity != Severity::error || file == out_.files.end()) continue;
            const bool in_text = file->second.path == kTextPath;
            std::string& text = in_text ? text_ : headers_.try_emplace(file->second.path, file->second.text).first->second;
            const std::size_t place = offset_of(text, error);
            auto range = host_declaration(text, place, out_.facts.device_words);
            if (!range) range = host_declaration(text, place, kept);
            if (!range) continue;
            left_out_.push_back({error, text.substr(range->begin, range->end - range->begin)});
            blank(text, *range);
        }
        return left_out_.size() > before;
    }

    void tell_what_is_missing() {
        for (std::size_t i = 0; i < left_out_.size() && i < kMostTold; ++i) {
            Diagnostic told = left_out_[i].why;
            told.severity = Severity::warning;
            told.message = "left out, because it does not compile here: " + told.message;
            told.hint = "The kernel that runs does not need it.";
            out_.diagnostics.push_back(std::move(told));
        }
    }

    // A mistake that was there from the beginning stays as it was said. One that is new needs what was left out.
    void tell_what_is_wrong() {
        Diagnostics told;
        for (Diagnostic& error : out_.diagnostics) {
            const bool is_old = error.severity != Severity::error || std::ranges::find(first_, error) != first_.end();
            if (!is_old) {
                const std::string_view name = quoted_name(error.message);
                const auto cause = std::ranges::find_if(
                    left_out_, [&](const LeftOut& l) { return !name.empty() && has_word(l.code, own_name(name)); });
                if (cause == left_out_.end()) {
                    if (!was_cut_short()) out_.diagnostics = std::move(first_);
                    return;
                }
                error.message = fmt::format("this needs host code that does not compile here: line {}{}: {}", cause->why.line,
                                            cause->why.file == error.file ? "" : " of " + cause->why.file, cause->why.message);
                error.hint = cause->why.hint;
            }
            told.push_back(std::move(error));
        }
        out_.diagnostics = std::move(told);
    }

    // The first run did not come to the end of the text.
    bool was_cut_short() const { return std::ranges::count(first_, Severity::error, &Diagnostic::severity) >= kMostErrors; }

    FrontEnd& out_;
    const CompileRequest& asked_;
    std::string text_;
    EditedHeaders headers_;
    Diagnostics first_;
    std::vector<LeftOut> left_out_;
};

// A name that is not declared may be one of a header that is not here.
void name_missing_headers(Diagnostics& diagnostics) {
    const auto unsupported = std::ranges::find_if(
        diagnostics, [](const Diagnostic& d) { return d.severity == Severity::warning && d.message.starts_with("unsupported: "); });
    if (unsupported != diagnostics.end()) {
        const Diagnostic& header = *unsupported;
        for (Diagnostic& error : diagnostics) {
            const bool is_unknown = error.hint.starts_with("Check the spelling") || quoted_name(error.message) == "cuda";
            if (error.severity != Severity::error || !is_unknown) continue;
            error.message = header.message.substr(0, header.message.rfind("; '"));
            error.hint = header.hint;
        }
    }
    const auto missing = std::ranges::find_if(diagnostics, [](const Diagnostic& d) {
        return d.severity == Severity::warning && d.message.ends_with("is not available and was left out");
    });
    if (missing == diagnostics.end()) return;
    const std::string header(quoted_name(missing->message));
    for (Diagnostic& error : diagnostics)
        if (error.severity == Severity::error && error.hint.starts_with("Check the spelling") &&
            !error.message.starts_with("unsupported:"))
            error.hint = fmt::format("It may be declared in '{}' (line {}), which was not found.", header, missing->line);
}

}  // namespace

void compile_in_rounds(FrontEnd& out, const CompileRequest& asked) {
    const CompileOptions& options = asked.options;
    const bool has_folders = !options.folder.empty() || !options.include_folders.empty() || options.reads_machine_files;
    const bool has_headers = has_folders && asked.text.contains(options.include_folders.empty() ? "#include \"" : "#include");
    const bool has_many_words =  // of libraries whose headers need most parts
        asked.text.contains("curand_") || asked.text.contains("<cub/") || asked.text.contains("<thrust/");
    // The words of headers are not known here; the text's are. What fails with the parts of the prelude that they call for is
    // tried with all: a name that a macro puts together is not a word of the text. And what fails beside the parts that are parsed
    // for all texts is tried without those that it does not call for: a name may be its own and the prelude's.
    const bool knows_words = !has_headers && !has_many_words;
    const auto compiles = [&](const Prelude& prelude) {
        run_clang(out, asked, prelude);
        return !has_errors(out.diagnostics);
    };
    const ParsedPrelude parsed = parsed_prelude_for(asked.text);
    if (knows_words && !parsed.tree.empty() && compiles({parsed, emitted_parts_for(asked.text)})) return;
    if (knows_words && compiles({{}, prelude_for(asked.text)})) return;
    if (compiles(all_of_prelude(asked.text))) return;
    if (options.leaves_out_host_code) Rounds(out, asked).run();
    name_missing_headers(out.diagnostics);
}

}  // namespace warpwise::simt
