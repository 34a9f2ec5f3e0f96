// A library opened at run time. The plugin links neither the driver nor NVRTC, so it loads on any machine and can say
// which of the two is missing.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"

namespace warpwise {

class SharedLibrary {
  public:
    SharedLibrary() = default;
    // `name` is a file name for the loader to find, or a path.
    static Result<SharedLibrary> open(const std::string& name);

    SharedLibrary(SharedLibrary&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)), name_(std::move(other.name_)) {}
    SharedLibrary& operator=(SharedLibrary&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(name_, other.name_);
        return *this;
    }
    ~SharedLibrary();

    const std::string& name() const { return name_; }
    // Where the loader found it; the name when it does not say.
    std::string path() const;

    // Fills `function` from the symbol; false when the library has none.
    template <typename Function>
    bool find(const char* symbol, Function*& function) const {
        function = reinterpret_cast<Function*>(find_symbol(symbol));
        return function != nullptr;
    }

  private:
    void* find_symbol(const char* symbol) const;

    void* handle_ = nullptr;
    std::string name_;
};

}  // namespace warpwise
