#include "device/emulator/emulated_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/emulated_gpu.h"
#include "device/interface/occupancy.h"

namespace warpwise {
namespace {

std::string text_of_type(const KernelArgument& argument) {
    if (!argument.structure.empty()) return fmt::format("a structure of {} bytes", argument.structure.size());
    if (argument.texture) return argument.texture->kind == simt::Texture::Kind::surface ? "a surface" : "a texture";
    return argument.kind == KernelArgument::Kind::array ? "an array" : fmt::format("a scalar of type {}", name_of(argument.dtype));
}

// A scalar in the bytes of its parameter: integers convert among each other, and so do floats.
std::optional<simt::ArgumentBytes> scalar_bytes(const KernelArgument& argument, const simt::KernelParameter& parameter) {
    const std::size_t given = size_of(argument.dtype);
    if (!parameter.dtype || *parameter.dtype == argument.dtype) {
        if (given != parameter.bytes) return std::nullopt;
        return simt::ArgumentBytes(argument.scalar.begin(), argument.scalar.begin() + static_cast<std::ptrdiff_t>(given));
    }
    if (is_float(*parameter.dtype) != is_float(argument.dtype)) return std::nullopt;
    simt::ArgumentBytes bytes(parameter.bytes);
    visit_dtype(argument.dtype, [&]<typename From>() {
        From value;
        std::memcpy(&value, argument.scalar.data(), sizeof value);
        visit_dtype(*parameter.dtype, [&]<typename To>() {
            const To converted = static_cast<To>(value);
            std::memcpy(bytes.data(), &converted, std::min(sizeof converted, bytes.size()));
        });
    });
    return bytes;
}

}  // namespace

Fault launch_fault(FaultKind kind, std::string message, std::string hint) {
    Fault fault;
    fault.kind = kind;
    fault.message = std::move(message);
    fault.hint = std::move(hint);
    return fault;
}

namespace {

// All blocks of a launch with a barrier of the grid are resident at once: no more than the GPU has room for, here that of
// docs/gpu.md.
std::optional<Fault> check_cooperative_launch(const simt::CompiledKernel& kernel, const LaunchShape& shape) {
    const std::uint64_t blocks = shape.grid.count();
    if (blocks <= 1 || !kernel.program.functions[kernel.entry].reaches_grid_barrier) return std::nullopt;
    const Occupancy occupancy = occupancy_of(emulated_sm_limits(), {.block_threads = static_cast<int>(shape.block.count()),
                                                                    .static_shared_bytes = kernel.program.static_shared_bytes,
                                                                    .dynamic_shared_bytes = shape.dynamic_shared_bytes});
    const std::uint64_t most = std::uint64_t{kEmulatedGpu.multiprocessors} * static_cast<std::uint64_t>(occupancy.active_blocks);
    if (blocks <= most) return std::nullopt;
    return launch_fault(
        FaultKind::launch_invalid,
        fmt::format(
            "cudaErrorCooperativeLaunchTooLarge: {} blocks, but a kernel with a grid-wide barrier needs all of them resident "
            "at once: at most {} ({} per multiprocessor, {} multiprocessors, as on an H200)",
            blocks, most, occupancy.active_blocks, kEmulatedGpu.multiprocessors),
        "Launch at most that many blocks, and let each thread do more of the work in a grid-stride loop.");
}

}  // namespace

std::optional<Fault> check_emulated_launch(const simt::CompiledKernel& kernel, const LaunchShape& shape,
                                           const Device::Limits& limits) {
    if (auto fault = check_launch_shape(shape, limits)) return fault;
    const std::uint64_t most_threads = kernel.program.functions[kernel.entry].most_threads, threads = shape.block.count();
    if (most_threads != 0 && threads > most_threads)
        return launch_fault(
            FaultKind::launch_invalid,
            fmt::format("CUDA_ERROR_INVALID_VALUE: {} threads per block, but the kernel's __launch_bounds__() allows {}", threads,
                        most_threads),
            "Use blocks of at most that many threads, or raise the bound.");
    const std::uint32_t static_bytes = kernel.program.static_shared_bytes;
    if (static_bytes > kSharedBytesByDefault)  // what the GPU's compiler accepts
        return launch_fault(FaultKind::launch_invalid,
                            fmt::format("the kernel declares {} bytes of static shared memory; a kernel can declare at most {}",
                                        static_bytes, kSharedBytesByDefault),
                            "Use smaller tiles, or dynamic shared memory: extern __shared__, with its bytes given by the launch.");
    if (std::uint64_t{static_bytes} + shape.dynamic_shared_bytes <= limits.shared_bytes_per_block)
        return check_cooperative_launch(kernel, shape);
    return launch_fault(FaultKind::launch_invalid,
                        fmt::format("CUDA_ERROR_INVALID_VALUE: {} bytes of dynamic and {} of static shared memory; a block has at "
                                    "most {} together",
                                    shape.dynamic_shared_bytes, static_bytes, limits.shared_bytes_per_block),
                        "Use smaller tiles.");
}

simt::BlockOrder order_of(Schedule schedule) {
    return schedule == Schedule::sequential    ? simt::BlockOrder::sequential
           : schedule == Schedule::round_robin ? simt::BlockOrder::round_robin
           : schedule == Schedule::by_request  ? simt::BlockOrder::by_request
           : schedule == Schedule::reversed    ? simt::BlockOrder::reversed
                                               : simt::BlockOrder::random;
}

std::optional<Fault> EmulatedArguments::prepare() {
    if (const auto ready = simt::prepare_memory(kernel_.program, memory_); !ready)
        return launch_fault(FaultKind::memory_budget, ready.error().message, ready.error().hint);
    if (arguments_.size() != kernel_.parameters.size()) {
        return launch_fault(FaultKind::launch_invalid,
                            fmt::format("CUDA_ERROR_INVALID_VALUE: the kernel has {} parameters, the launch gives {} arguments",
                                        kernel_.parameters.size(), arguments_.size()),
                            "Give one argument for each parameter, in their order.");
    }
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
        if (auto fault = prepare_one(i)) return fault;
    }
    return std::nullopt;
}

void EmulatedArguments::copy_back() {
    for (const Copy& copy : copies_) {
        Array& array = *arguments_[copy.argument].array;
        if (!arguments_[copy.argument].read_only)
            std::memcpy(array.data(), memory_.host(copy.address, array.size_bytes()), array.size_bytes());
    }
}

std::size_t EmulatedArguments::element_bytes(std::size_t i) const {
    const std::size_t pointee = kernel_.parameters[i].pointee_bytes;
    return pointee ? pointee : size_of(arguments_[i].array->dtype());
}

std::optional<Fault> EmulatedArguments::prepare_one(std::size_t i) {
    const KernelArgument& argument = arguments_[i];
    const simt::KernelParameter& parameter = kernel_.parameters[i];
    const bool is_array = argument.kind == KernelArgument::Kind::array;
    std::optional<simt::ArgumentBytes> bytes;
    if (is_array && argument.texture && argument.array && !parameter.is_pointer && parameter.bytes == sizeof(std::uint64_t))
        return prepare_texture(i);
    if (is_array && parameter.is_pointer && argument.array) {
        const auto address = address_of(i);
        if (!address) return launch_fault(FaultKind::memory_budget, address.error().message, address.error().hint);
        if (argument.unset) memory_.set_unset(*address);
        bytes.emplace(sizeof(std::uint64_t));
        std::memcpy(bytes->data(), &*address, sizeof *address);
    } else if (!is_array && parameter.is_pointer && argument.dtype == DType::u64 &&
               argument.structure.empty()) {  // an address made up
        bytes.emplace(argument.scalar.begin(), argument.scalar.begin() + sizeof(std::uint64_t));
    } else if (!argument.structure.empty() && argument.structure.size() == parameter.bytes) {
        bytes.emplace(argument.structure.begin(), argument.structure.end());
    } else if (!is_array && !parameter.is_pointer && argument.structure.empty()) {
        bytes = scalar_bytes(argument, parameter);
    }
    if (!bytes) {
        return launch_fault(FaultKind::launch_invalid,
                            fmt::format("CUDA_ERROR_INVALID_VALUE: the parameter '{}' is '{}', and the launch gives {}",
                                        parameter.name, parameter.type, text_of_type(argument)),
                            "Give an array for a pointer, and a scalar of the parameter's own type for everything else.");
    }
    bytes_.push_back(std::move(*bytes));
    return std::nullopt;
}

std::optional<Fault> EmulatedArguments::prepare_texture(std::size_t i) {
    const KernelArgument& argument = arguments_[i];
    simt::Texture texture = *argument.texture;
    simt::lay_out(texture);
    texture.name = argument.name.empty() ? kernel_.parameters[i].name : argument.name;
    std::string mistake(simt::mistake_in(texture));
    const double texels = static_cast<double>(texture.width) * texture.height * texture.depth;  // as integers they may overflow
    if (mistake.empty() && texels * simt::texel_bytes(texture) != static_cast<double>(argument.array->size_bytes()))
        mistake = "its array has another size";
    if (!mistake.empty())
        return launch_fault(FaultKind::launch_invalid,
                            fmt::format("CUDA_ERROR_INVALID_VALUE: '{}' cannot be created: {}", texture.name, mistake),
                            "Change the description of the texture.");
    const auto address = address_of(i);
    if (!address) return launch_fault(FaultKind::memory_budget, address.error().message, address.error().hint);
    if (argument.unset) memory_.set_unset(*address);
    texture.address = *address;
    const std::uint64_t handle = memory_.textures().add(std::move(texture));
    simt::ArgumentBytes bytes(sizeof handle);
    std::memcpy(bytes.data(), &handle, sizeof handle);
    bytes_.push_back(std::move(bytes));
    return std::nullopt;
}

// Aligned, and not written when the caller wants it kept.
bool EmulatedArguments::may_be_lent(std::size_t i) const {
    const bool aligned = reinterpret_cast<std::uintptr_t>(arguments_[i].array->data()) % 256 == 0;
    const bool is_only_read = kernel_.parameters[i].pointee_is_const ||
                              (arguments_[i].texture && arguments_[i].texture->kind == simt::Texture::Kind::texture);
    return aligned && (!arguments_[i].read_only || is_only_read);
}

// Two arguments that would be lent the same bytes get one copy, so that the kernel finds in one what it wrote to the other.
const EmulatedArguments::Copy* EmulatedArguments::copy_to_share(std::size_t i) const {
    if (arrays_ == Arrays::lent || !may_be_lent(i)) return nullptr;
    const auto same = std::ranges::find_if(copies_, [&](const Copy& copy) {
        return arguments_[copy.argument].array == arguments_[i].array && may_be_lent(copy.argument);
    });
    return same != copies_.end() ? &*same : nullptr;
}

Result<std::uint64_t> EmulatedArguments::address_of(std::size_t i) {
    const KernelArgument& argument = arguments_[i];
    Array& array = *argument.array;
    const std::string& own = kernel_.parameters[i].name;
    // Where an array is told by its name in the kernel, "y" is not called "y_", as where that name is free for formulas.
    const bool is_made_up = arrays_ != Arrays::lent && argument.name == own + "_";
    const std::string& name = argument.name.empty() || is_made_up ? own : argument.name;
    if (arrays_ == Arrays::lent && may_be_lent(i)) return memory_.attach(name, array.bytes(), element_bytes(i), i);
    if (const Copy* copy = copy_to_share(i))
        return memory_.attach(name, {memory_.host(copy->address, array.size_bytes()), array.size_bytes()}, element_bytes(i), i);
    auto address = memory_.allocate(name, array.size_bytes(), element_bytes(i), i);
    if (!address) return address;
    if (array.size_bytes()) std::memcpy(memory_.host(*address, array.size_bytes()), array.data(), array.size_bytes());
    copies_.push_back({i, *address});
    return address;
}

}  // namespace warpwise
