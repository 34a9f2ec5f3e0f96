// Clang's messages as the project's diagnostics. Internal to the compiler.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "simt/compile/compile_files.h"

namespace warpwise::simt {

// Keeps what concerns the user's own text and headers. A message from inside one of the program's headers is moved to the line
// that led there.
class DiagnosticCollector : public clang::DiagnosticConsumer {
  public:
    // `text`: the user's part of the main file; what follows it names the entry.
    // `bytes_read`: of what Clang reads instead of the text (compile_launches.h), without what is appended to it.
    DiagnosticCollector(std::string_view text, std::string_view origin, const CompileOptions& options, std::size_t bytes_read);

    void BeginSourceFile(const clang::LangOptions& options, const clang::Preprocessor*) override { language_ = options; }
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

    bool entry_failed() const { return entry_failed_; }  // the name expression was wrong
    const std::string& entry_message() const { return entry_message_; }
    Diagnostics take();
    const UserFiles& files() const { return files_; }

  private:
    void place(Diagnostic&, const clang::Diagnostic& info, const clang::SourceManager&, clang::SourceLocation);
    std::string_view line_at(const clang::SourceManager&, clang::SourceLocation, int line) const;

    std::string_view text_, origin_;
    const CompileOptions& options_;
    UserFiles files_;
    std::size_t bytes_read_ = 0;
    clang::LangOptions language_;
    Diagnostics found_;
    std::optional<Diagnostic> homeless_;  // an error inside a header, waiting for the note that says who led there
    bool last_shown_ = false;
    bool entry_failed_ = false;
    std::string entry_message_;
};

}  // namespace warpwise::simt
