#include "program/compile/readable_sources.h"

#include <llvm/Support/Path.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/files.h"
#include "simt/compile/compile_launches.h"
#include "simt/compile/host_lambdas.h"
#include "simt/decode/source_dialect.h"

namespace warpwise {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{8} << 20;  // bytes: a longer file is data

bool may_need_edits(llvm::StringRef path) {
    constexpr auto endings = std::to_array<llvm::StringRef>({".cu", ".cuh", ".h", ".hpp", ".hh", ".inl"});
    return !path.starts_with("/usr/") && std::ranges::find(endings, llvm::sys::path::extension(path)) != endings.end();
}

class ReadableFiles : public llvm::vfs::ProxyFileSystem {
  public:
    ReadableFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

    llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
        const std::string file = path.str();
        return is_edited(file) ? edited_->status(file) : ProxyFileSystem::status(path);
    }
    llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
        const std::string file = path.str();
        return is_edited(file) ? edited_->openFileForRead(file) : ProxyFileSystem::openFileForRead(path);
    }

  private:
    // Clang asks for a file's size before it reads it, so the text is made at the first question.
    bool is_edited(const std::string& file) {
        if (!may_need_edits(file)) return false;
        if (!asked_.insert(file).second) return edited_->exists(file);
        const auto found = ProxyFileSystem::status(file);
        if (!found || !found->isRegularFile() || found->getSize() > kLargest) return false;
        const auto text = read_file(file);
        if (!text) return false;
        const std::string readable = as_clang_reads_program(*text);
        if (readable == *text) return false;
        edited_->addFile(file, 0, llvm::MemoryBuffer::getMemBufferCopy(readable, file));
        return true;
    }

    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> edited_ = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    std::set<std::string> asked_;
};

}  // namespace

std::string as_clang_reads_program(std::string_view text) {
    const std::string readable = simt::with_readable_launches(simt::as_clang_reads(text));
    return simt::with_managed_textures(simt::with_lambdas_of_the_host(readable));
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine_files_as_clang_reads() {
    return llvm::makeIntrusiveRefCnt<ReadableFiles>();
}

}  // namespace warpwise
