// A CPU routine in its forms, and a call of one. Which there are: device/cpu/routines.h.
#pragma once

#include <span>
#include <string_view>

#include "device/interface/device.h"

namespace warpwise {

// A library that a user of the CPU would call (device/cpu/cpu_libraries.h).
enum class CpuLibrary { none, openblas, fftw };

struct RoutineCall {
    std::span<KernelArgument> arguments;  // the kernel's, in order
    LaunchShape shape;                    // of the kernel launch it stands for; most routines ignore it
    int threads = 0;                      // for the threaded form; 0: all

    template <typename T>
    T scalar(std::size_t i) const;  // argument i converted from its dtype
    template <typename T>
    std::span<T> array(std::size_t i) const {
        return arguments[i].array->as<T>();
    }
    DType dtype(std::size_t i) const { return arguments[i].array->dtype(); }
};

using RoutineFunction = void (*)(const RoutineCall&);

struct Routine {
    std::string_view name;              // "add_one"
    std::string_view source;            // the file below kernels that defines it: "threads/reference.cpp"
    RoutineFunction serial = nullptr;   // always there: one core, plain loops
    RoutineFunction vector = nullptr;   // one core, AVX2 or AVX-512 chosen at run time; may be missing
    RoutineFunction threads = nullptr;  // all cores (oneTBB); may be missing
    // A call of a library that a user would take, for f32 and f64; may be missing. Only after check_library said yes.
    RoutineFunction library = nullptr;
    CpuLibrary needs = CpuLibrary::none;

    // The form that a kind of device calls (DeviceTraits::routine); null when there is none.
    RoutineFunction form(DeviceKind) const;
    // Whether the library form can run on arrays of this type here; an Error of kind device_missing says why not.
    Result<void> check_library(DType) const;
};

template <typename T>
T RoutineCall::scalar(std::size_t i) const {
    return visit_dtype(arguments[i].dtype, [&]<typename S>() {
        S value;
        __builtin_memcpy(&value, arguments[i].scalar.data(), sizeof value);
        return static_cast<T>(value);
    });
}

}  // namespace warpwise
