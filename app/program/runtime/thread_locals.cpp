#include "program/runtime/thread_locals.h"

#include <mutex>

// The compiler's library finds an emulated variable's storage in the calling thread by its control block.
extern "C" void* __emutls_get_address(void* control);

namespace warpwise {
namespace {

// What std::call_once() passes to the library. The addresses of these stand for control blocks.
char once_callable, once_call;

void* own_address(void* control) {
    if (control == &once_callable) return static_cast<void*>(&std::__once_callable);
    if (control == &once_call) return static_cast<void*>(&std::__once_call);
    return __emutls_get_address(control);
}

}  // namespace

std::vector<HostFunction> thread_local_functions() {
    return {{"__emutls_get_address", reinterpret_cast<void*>(&own_address)},
            {"__emutls_v._ZSt15__once_callable", &once_callable},
            {"__emutls_v._ZSt11__once_call", &once_call}};
}

}  // namespace warpwise
