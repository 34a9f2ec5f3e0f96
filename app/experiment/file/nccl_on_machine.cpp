#include "experiment/file/nccl_on_machine.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <memory>
#include <system_error>
#include <vector>

namespace warpwise {
namespace fs = std::filesystem;
namespace {

constexpr const char* kName = "libnccl.so.2";
constexpr const char* kToolkit = "/usr/local/cuda";

struct Close {
    void operator()(void* handle) const { dlclose(handle); }
};
using Handle = std::unique_ptr<void, Close>;

Handle open_nccl() {
    for (const std::string& name : {std::string(kName), fmt::format("{}/lib64/{}", kToolkit, kName)})
        if (void* handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL)) return Handle(handle);
    return nullptr;
}

// 22803 is 2.28.3.
std::string version_text(int number) { return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100); }

}  // namespace

Result<NcclHere> find_nccl() {
    constexpr const char* install = "Install NCCL and its headers: NVIDIA's packages libnccl2 and libnccl-dev.";
    const Handle library = open_nccl();
    if (!library) return failure(fmt::format("{} cannot be opened", kName), install);
    const link_map* place = nullptr;
    if (dlinfo(library.get(), RTLD_DI_LINKMAP, &place) != 0 || place == nullptr)
        return failure(fmt::format("the folder of {} cannot be determined", kName), install);
    NcclHere out;
    std::error_code error;
    out.library = fs::absolute(place->l_name, error);
    int number = 0;
    const auto version = reinterpret_cast<int (*)(int*)>(dlsym(library.get(), "ncclGetVersion"));
    if (version != nullptr && version(&number) == 0) out.version = version_text(number);
    const fs::path beside = out.library.parent_path().parent_path() / "include";
    for (const fs::path& folder :
         {beside, fs::path(kToolkit) / "include", fs::path("/usr/include"), fs::path("/usr/local/include")})
        if (fs::exists(folder / "nccl.h", error)) {
            out.include_dir = folder;
            return out;
        }
    return failure(fmt::format("{} was found, but its header nccl.h was not", out.library.string()), install);
}

Result<void> use_nccl(ExecOptions& options) {
    const auto nccl = find_nccl();
    if (!nccl) return std::unexpected(nccl.error());
    options.text.include_dirs.push_back(nccl->include_dir);
    options.text.library_dirs.push_back(nccl->library.parent_path());
    options.text.libraries.push_back(":" + nccl->library.filename().string());
    return {};
}

}  // namespace warpwise
