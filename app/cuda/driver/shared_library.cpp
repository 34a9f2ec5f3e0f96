#include "cuda/driver/shared_library.h"

#include <dlfcn.h>
#include <link.h>

namespace warpwise {

Result<SharedLibrary> SharedLibrary::open(const std::string& name) {
    SharedLibrary library;
    // Never unloaded: these libraries keep memory and threads of their own, which a second load would have twice.
    library.handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library.handle_ == nullptr) {
        const char* reason = dlerror();
        return failure(reason != nullptr ? reason : name + " could not be opened");
    }
    library.name_ = name;
    return library;
}

SharedLibrary::~SharedLibrary() {
    if (handle_ != nullptr) dlclose(handle_);
}

std::string SharedLibrary::path() const {
    link_map* map = nullptr;
    if (handle_ == nullptr || dlinfo(handle_, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0 || map == nullptr) return name_;
    return map->l_name;
}

void* SharedLibrary::find_symbol(const char* symbol) const { return handle_ != nullptr ? dlsym(handle_, symbol) : nullptr; }

}  // namespace warpwise
