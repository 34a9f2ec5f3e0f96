#include "simt/compile/compile_diagnostics.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>

#include "simt/compile/compile_launches.h"
#include "simt/compile/hints.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostFound = 200;  // errors end at fifty by themselves, warnings and notes would go on
constexpr std::size_t kMostMessageBytes = 1000;

// A name may be as long as the text.
std::string shortened(std::string message) {
    if (message.size() <= kMostMessageBytes) return message;
    std::size_t end = kMostMessageBytes;
    while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xc0) == 0x80) --end;  // between two characters
    return message.substr(0, end) + " ...";
}

Severity severity_of(clang::DiagnosticsEngine::Level level) {
    if (level >= clang::DiagnosticsEngine::Error) return Severity::error;
    return level == clang::DiagnosticsEngine::Warning ? Severity::warning : Severity::note;
}

std::string_view line_of(std::string_view text, int line) {
    std::size_t begin = 0;
    for (int i = 1; i < line; ++i) {
        begin = text.find('\n', begin);
        if (begin == std::string_view::npos) return {};
        ++begin;
    }
    return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

DiagnosticCollector::DiagnosticCollector(std::string_view text, std::string_view origin, const CompileOptions& options,
                                         std::size_t bytes_read)
    : text_(text), origin_(origin), options_(options), bytes_read_(bytes_read) {}

void DiagnosticCollector::place(Diagnostic& diagnostic, const clang::Diagnostic& info, const clang::SourceManager& sources,
                                clang::SourceLocation location) {
    const unsigned offset = sources.getFileOffset(location);
    const clang::FileID file = sources.getFileID(location);
    // A semicolon that is missing at the end of the text is found in what was appended to it.
    const bool in_main = file == sources.getMainFileID();
    const bool beyond = in_main && offset > bytes_read_;
    const std::string_view path = users_path(sources, file);
    diagnostic.file = shown_path(path, origin_, options_);
    if (diagnostic.severity == Severity::error && !files_.contains(diagnostic.file))
        files_[diagnostic.file] = {std::string(path), in_main ? std::string(text_) : sources.getBufferData(file).str()};
    if (beyond) {
        const std::string_view before = text_.substr(0, text_.find_last_not_of(" \t\r\n") + 1);
        diagnostic.line = 1 + static_cast<int>(std::ranges::count(before, '\n'));
        diagnostic.column = 1 + static_cast<int>(before.size() - (before.rfind('\n') + 1));
        return;
    }
    const bool is_changed = in_main && bytes_read_ != text_.size();  // then "#line" says where the text was
    diagnostic.line = static_cast<int>(is_changed ? sources.getPresumedLineNumber(location) : sources.getLineNumber(file, offset));
    diagnostic.column = static_cast<int>(sources.getColumnNumber(file, offset));
    diagnostic.length = std::max(1, static_cast<int>(clang::Lexer::MeasureTokenLength(location, sources, language_)));
    for (const clang::CharSourceRange& range : info.getRanges()) {
        const clang::SourceLocation begin = sources.getExpansionLoc(range.getBegin());
        clang::SourceLocation end = sources.getExpansionLoc(range.getEnd());
        if (begin.isInvalid() || end.isInvalid() || sources.getFileID(end) != file || sources.getFileOffset(begin) != offset)
            continue;
        const unsigned tail = range.isTokenRange() ? clang::Lexer::MeasureTokenLength(end, sources, language_) : 0;
        const int length = static_cast<int>(sources.getFileOffset(end) + tail) - static_cast<int>(offset);
        const bool one_line = sources.getLineNumber(file, sources.getFileOffset(end)) == sources.getLineNumber(file, offset);
        if (one_line) diagnostic.length = std::max(diagnostic.length, length);
    }
}

void DiagnosticCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    if (found_.size() >= kMostFound && level < clang::DiagnosticsEngine::Error) {
        last_shown_ = false;
        return;
    }
    llvm::SmallString<256> words;
    info.FormatDiagnostic(words);
    Diagnostic diagnostic;
    diagnostic.file = origin_;
    diagnostic.severity = severity_of(level);
    diagnostic.message = without_internal_names(in_words_of_a_launch(shortened(words.str().str())));
    const bool is_note = diagnostic.severity == Severity::note;

    if (!info.getLocation().isValid() || !info.hasSourceManager()) {
        last_shown_ = !is_note;
        if (last_shown_) found_.push_back(std::move(diagnostic));
        return;
    }
    const clang::SourceManager& sources = info.getSourceManager();
    const clang::SourceLocation location = sources.getExpansionLoc(info.getLocation());
    const bool in_main = sources.getFileID(location) == sources.getMainFileID();
    const bool is_own = in_main || is_users(sources, location);
    // The parser recovers past the text's end, so only a message of name lookup there is about the entry.
    const std::string_view presumed =
        in_main ? std::string_view(sources.getPresumedLoc(location).getFilename()) : std::string_view{};
    const bool text_ended_early = std::ranges::any_of(found_, [](const Diagnostic& d) { return d.severity == Severity::error; });
    if (in_main && presumed == "<entry>" && !diagnostic.message.starts_with("expected") &&
        !diagnostic.message.starts_with("extraneous")) {
        last_shown_ = false;
        if (!is_note && !text_ended_early) entry_failed_ = true, entry_message_ = diagnostic.message;
        return;
    }
    // A header of the user's is a library: its warnings are left out.
    if (is_own && !in_main && diagnostic.severity == Severity::warning) {
        last_shown_ = false;
        return;
    }
    if (!is_own) {
        last_shown_ = false;
        if (!is_note && diagnostic.severity == Severity::error) {
            // of a rule of the prelude: its words alone
            if (const auto words_at = diagnostic.message.find("': ");
                diagnostic.message.starts_with("static assertion") && words_at != std::string::npos)
                diagnostic.message.erase(0, words_at + 3);
            homeless_ = std::move(diagnostic);
        }
        return;
    }
    if (is_note && homeless_) {  // "in instantiation of ... requested here"
        homeless_->severity = Severity::error;
        place(*homeless_, info, sources, location);
        homeless_->hint = hint_for(*homeless_, line_at(sources, location, homeless_->line));
        found_.push_back(*std::exchange(homeless_, std::nullopt));
        last_shown_ = true;
        return;
    }
    if (is_note && !last_shown_) return;
    // What Clang proposes below a warning, its hint has said in plainer words.
    if (is_note && !found_.empty() && found_.back().severity == Severity::warning && !found_.back().hint.empty()) return;
    // "no matching function" does not say why; its note does.
    if (is_note && diagnostic.message.find("call to __global__ function") != std::string::npos && !found_.empty())
        found_.back().hint = hint_for(diagnostic, {});
    if (is_note && diagnostic.message.find("call to __host__ function") != std::string::npos && !found_.empty())
        found_.back().hint = "A kernel can only call device functions: write __device__ in front of this function.";
    place(diagnostic, info, sources, location);
    diagnostic.hint = is_note ? std::string{} : hint_for(diagnostic, line_at(sources, location, diagnostic.line));
    if (const std::string feature = unsupported_feature(diagnostic); diagnostic.severity == Severity::error && !feature.empty())
        diagnostic.message = "unsupported: " + feature;
    last_shown_ = is_note || std::ranges::find(found_, diagnostic) == found_.end();  // a template says it for each instance
    if (last_shown_) found_.push_back(std::move(diagnostic));
}

std::string_view DiagnosticCollector::line_at(const clang::SourceManager& sources, clang::SourceLocation place, int line) const {
    const clang::FileID file = sources.getFileID(place);
    return line_of(file == sources.getMainFileID() ? text_ : std::string_view(sources.getBufferData(file)), line);
}

Diagnostics DiagnosticCollector::take() {
    if (homeless_) found_.push_back(*std::exchange(homeless_, std::nullopt));
    return std::move(found_);
}

}  // namespace warpwise::simt
