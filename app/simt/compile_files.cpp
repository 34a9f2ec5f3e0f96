#include "simt/compile_files.h"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <filesystem>

#include "simt/prelude_texts.h"

namespace warpwise::simt {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_header_bytes = std::uint64_t{16} << 20;

llvm::StringRef view(std::string_view s) { return {s.data(), s.size()}; }

bool is_below(const fs::path& root, const fs::path& path) { return std::ranges::mismatch(root, path).in1 == root.end(); }

// The machine's files, as far as the options allow. What leads outside is as if it were not there, and remembered.
class MachineFiles : public llvm::vfs::ProxyFileSystem {
  public:
    MachineFiles(const CompileOptions& options, std::shared_ptr<std::set<std::string>> refused)
        : ProxyFileSystem(llvm::vfs::createPhysicalFileSystem()),
          reads_all_(options.reads_machine_files),
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

  private:
    // Devices and pipes would never end, and are no headers.
    std::error_code check(const llvm::Twine& path) const {
        const fs::path wanted(path.str());
        const std::error_code missing = std::make_error_code(std::errc::no_such_file_or_directory);
        std::error_code error;
        const fs::path real = fs::canonical(wanted, error);
        if (error || wanted.lexically_normal().string().starts_with("/.simt")) return missing;
        const fs::file_status status = fs::status(real, error);
        if (fs::is_directory(status)) return {};
        if (!reads_all_ && std::ranges::none_of(roots_, [&](const fs::path& root) { return is_below(root, real); })) {
            refused_->insert(wanted.string());
            return missing;
        }
        if (!fs::is_regular_file(status) || fs::file_size(real, error) > most_header_bytes || error) return missing;
        return {};
    }

    bool reads_all_;
    std::vector<fs::path> roots_;
    std::shared_ptr<std::set<std::string>> refused_;
};

}  // namespace

SourceFiles source_files(std::string_view text, std::string_view prelude, const CompileOptions& options,
                         const EditedHeaders& edited) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    const std::string headers = std::string(kHeadersPath) + "/";
    memory->addFile(view(kTextPath), 0, llvm::MemoryBuffer::getMemBufferCopy(view(text), view(kTextPath)));
    memory->addFile(headers + "prelude.h", 0, llvm::MemoryBuffer::getMemBufferCopy(view(prelude), "prelude.h"));
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
