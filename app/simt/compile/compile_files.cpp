#include "simt/compile/compile_files.h"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <filesystem>

#include "simt/compile/prelude_texts.h"

namespace warpwise::simt {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostHeaderBytes = std::uint64_t{16} << 20;

llvm::StringRef view(std::string_view s) { return {s.data(), s.size()}; }

bool is_below(const fs::path& root, const fs::path& path) { return std::ranges::mismatch(root, path).in1 == root.end(); }

// The machine's files, as far as the options allow. What leads outside is as if it were not there, and remembered.
class MachineFiles : public llvm::vfs::ProxyFileSystem {
  public:
    MachineFiles(const CompileOptions& options, std::shared_ptr<std::set<std::string>> refused)
        : ProxyFileSystem(llvm::vfs::createPhysicalFileSystem()),
          reads_all_(options.reads_machine_files),
          hides_answers_(options.hides_answers),
          refused_(std::move(refused)) {
        const auto add = [this](const std::string& folder) {
            std::error_code error;
            if (const fs::path real = fs::canonical(folder, error); !error) roots_.push_back(real);
        };
        if (!options.folder.empty()) add(options.folder);
        std::ranges::for_each(options.include_folders, add);
    }
    llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
        if (const auto error = check(path)) return error;
        return ProxyFileSystem::status(path);
    }
    llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
        if (const auto error = check(path)) return error;
        return ProxyFileSystem::openFileForRead(path);
    }
    // Nothing needs a folder's list but modules, which search all below it.
    llvm::vfs::directory_iterator dir_begin(const llvm::Twine& path, std::error_code& error) override {
        error = check(path);
        if (!error && !reads_all_ && !is_below_roots(fs::weakly_canonical(path.str(), error)))
            error = std::make_error_code(std::errc::no_such_file_or_directory);
        return error ? llvm::vfs::directory_iterator() : ProxyFileSystem::dir_begin(path, error);
    }

  private:
    bool is_below_roots(const fs::path& real) const {
        return std::ranges::any_of(roots_, [&](const fs::path& root) { return is_below(root, real); });
    }
    // Devices and pipes would never end, and are no headers.
    std::error_code check(const llvm::Twine& path) const {
        const fs::path wanted(path.str());
        const std::error_code missing = std::make_error_code(std::errc::no_such_file_or_directory);
        std::error_code error;
        const fs::path real = fs::canonical(wanted, error);
        if (error || wanted.lexically_normal().string().starts_with("/.simt")) return missing;
        const fs::file_status status = fs::status(real, error);
        if (fs::is_directory(status)) return {};
        if (!reads_all_ && !is_below_roots(real)) {
            refused_->insert(wanted.string());
            return missing;
        }
        // by the name that it has, too: a link may have another
        if (hides_answers_ && (is_answer_file(real) || is_answer_file(wanted))) {
            refused_->insert(wanted.string());
            return missing;
        }
        if (!fs::is_regular_file(status) || fs::file_size(real, error) > kMostHeaderBytes || error) return missing;
        return {};
    }

    bool reads_all_, hides_answers_;
    std::vector<fs::path> roots_;
    std::shared_ptr<std::set<std::string>> refused_;
};

}  // namespace

SourceFiles source_files(std::string_view text, const Prelude& prelude, const CompileOptions& options,
                         const EditedHeaders& edited) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    const std::string headers = std::string(kHeadersPath) + "/";
    memory->addFile(view(kTextPath), 0, llvm::MemoryBuffer::getMemBufferCopy(view(text), view(kTextPath)));
    memory->addFile(kPreludePath, 0, llvm::MemoryBuffer::getMemBufferCopy(view(prelude.text), "prelude.h"));
    const auto add_parsed = [&](const char* path, std::string_view bytes) {
        if (!bytes.empty()) memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(view(bytes), path, false));
    };
    add_parsed(kParsedTextPath, prelude.parsed.text);
    add_parsed(kParsedTreePath, prelude.parsed.tree);
    const auto add = [&](const HeaderText& header) {
        memory->addFile(headers + std::string(header.name), 0,
                        llvm::MemoryBuffer::getMemBuffer(view(header.text), view(header.name)));
    };
    std::ranges::for_each(header_texts(), add);
    std::ranges::for_each(library_header_texts(), add);
    std::ranges::for_each(host_header_texts(), add);
    for (const auto& [path, content] : edited) memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(content, path));

    SourceFiles out{memory, std::make_shared<std::set<std::string>>()};
    if (!options.folder.empty() || !options.include_folders.empty() || options.reads_machine_files) {
        auto both =
            llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::makeIntrusiveRefCnt<MachineFiles>(options, out.refused));
        both->pushOverlay(memory);
        out.system = both;
    }
    out.system->setCurrentWorkingDirectory("/");
    return out;
}

std::string_view users_path(const clang::SourceManager& sources, clang::FileID file) {
    if (file == sources.getMainFileID()) return kTextPath;
    const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    if (!entry) return {};
    const std::string_view name = entry->getName();
    return name.starts_with(kHeadersPath) ? std::string_view{} : name;
}

std::string shown_path(std::string_view path, std::string_view origin, const CompileOptions& options) {
    if (path == kTextPath) return std::string(origin);
    const fs::path normal = fs::path(path).lexically_normal();
    if (!options.folder.empty() && is_below(fs::path(options.folder).lexically_normal(), normal))
        return (fs::path(origin).parent_path() / normal.lexically_relative(options.folder)).lexically_normal().string();
    return normal.string();
}

}  // namespace warpwise::simt
