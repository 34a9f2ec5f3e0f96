#include "cuda/device/cuda_device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>

#include "base/standard_streams.h"
#include "cuda/compile/kernel_signature.h"
#include "cuda/device/assert_message.h"
#include "cuda/driver/stdout_capture.h"
#include "cuda/launch/cuda_launch.h"

namespace warpwise {
namespace {

constexpr const char* kLostMessage = "an earlier fault left CUDA unusable for this process";
constexpr const char* kLostHint = "Run it again in a new process; the emulated device still works";

int device_count(const Driver& driver) {
    int count = 0;
    return driver.cuDeviceGetCount(&count) == CUDA_SUCCESS ? count : 0;
}

std::string name_of_device(const Driver& driver, CUdevice device) {
    std::array<char, 256> name{};
    driver.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device);
    return name.data();
}

// "580.159.04": the driver's own version, which the API does not tell; empty when the kernel module does not either.
std::string kernel_module_version() {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string word;
    while (file >> word)
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos) return word;
    return {};
}

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

// Told by 12.4 and newer drivers; empty before.
std::vector<std::size_t> parameter_bytes(const Driver& driver, CUfunction function) {
    std::vector<std::size_t> bytes;
    if (driver.parameter_info == nullptr) return bytes;
    std::size_t offset = 0, size = 0;
    while (driver.parameter_info(function, bytes.size(), &offset, &size) == CUDA_SUCCESS) bytes.push_back(size);
    return bytes;
}

Program::Resources resources_of(const Driver& driver, CUfunction function) {
    const auto attribute = [&](CUfunction_attribute what) {
        int value = 0;
        return driver.cuFuncGetAttribute(&value, what, function) == CUDA_SUCCESS ? value : 0;
    };
    return {.registers_per_thread = attribute(CU_FUNC_ATTRIBUTE_NUM_REGS),
            .static_shared_bytes = static_cast<std::size_t>(attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)),
            .local_bytes_per_thread = static_cast<std::size_t>(attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)),
            .most_threads_per_block = attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)};
}

}  // namespace

Result<CUdevice> device_of_ordinal(const Driver& driver, int ordinal) {
    const int count = device_count(driver);
    if (ordinal < 0 || ordinal >= count) {
        std::vector<DeviceInfo> present;
        for (int i = 0; i < count; ++i)
            if (CUdevice there = 0; driver.cuDeviceGet(&there, i) == CUDA_SUCCESS)
                present.push_back({DeviceKind::cuda, name_of_device(driver, there), {}, i});
        return std::unexpected(no_such_device({DeviceKind::cuda, ordinal}, present));
    }
    CUdevice device = 0;
    if (const auto got = check(driver, driver.cuDeviceGet(&device, ordinal), "cuDeviceGet"); !got)
        return missing_device("the GPU does not answer: " + got.error().text(), "Look at nvidia-smi");
    return device;
}

Result<std::unique_ptr<Device>> CudaDevice::make(int ordinal) {
    return make_on([ordinal](const Driver& driver) { return device_of_ordinal(driver, ordinal); });
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::make_on(const std::function<Result<CUdevice>(const Driver&)>& choose) {
    auto opened = Driver::open();
    if (!opened) return std::unexpected(opened.error());
    auto driver = std::make_unique<Driver>(std::move(*opened));
    const int count = device_count(*driver);
    if (count == 0) return missing_device("the NVIDIA driver sees no GPU", "Look at CUDA_VISIBLE_DEVICES and at nvidia-smi -L");
    auto nvrtc = Nvrtc::open();
    if (!nvrtc) return std::unexpected(nvrtc.error());
    const auto device = choose(*driver);
    if (!device) return std::unexpected(device.error());
    int ordinal = 0;
    for (CUdevice other = 0; ordinal + 1 < count; ++ordinal)
        if (driver->cuDeviceGet(&other, ordinal) == CUDA_SUCCESS && other == *device) break;
    return make_with(std::move(driver), std::move(*nvrtc), *device, ordinal);
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::make_with(std::unique_ptr<Driver> driver, Nvrtc nvrtc, CUdevice device,
                                                          int ordinal) {
    auto context = Context::make(*driver, device);
    if (!context)
        return missing_device("the GPU gives no context: " + context.error().text(),
                              "Close other programs that use the GPU, or look at its compute mode with nvidia-smi");
    return std::unique_ptr<CudaDevice>(new CudaDevice(std::move(driver), std::move(nvrtc), device, ordinal, std::move(*context)));
}

CudaDevice::CudaDevice(std::unique_ptr<Driver> driver, Nvrtc nvrtc, CUdevice device, int ordinal, std::shared_ptr<Context> context)
    : driver_(std::move(driver)), nvrtc_(std::move(nvrtc)), device_(device), ordinal_(ordinal), context_(std::move(context)) {
    architecture_ =
        attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 + attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    const auto extent = [this](CUdevice_attribute what) { return static_cast<std::uint32_t>(attribute(what)); };
    limits_.threads_per_block = extent(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    limits_.block = {extent(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X), extent(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                     extent(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)};
    limits_.grid = {extent(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), extent(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                    extent(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)};
    // run_launch opts a kernel in to more than the 48 KiB that it has by default
    limits_.shared_bytes_per_block = std::max(extent(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
                                              extent(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
}

CudaDevice::~CudaDevice() {
    context_->destroy();                              // programs that outlive the device then have nothing to unload
    if (lost_) static_cast<void>(driver_.release());  // a ruined driver is not unloaded either: its threads may still be there
}

int CudaDevice::attribute(CUdevice device, CUdevice_attribute what) const {
    int value = 0;
    return driver_->cuDeviceGetAttribute(&value, what, device) == CUDA_SUCCESS ? value : 0;
}

std::vector<DeviceInfo> CudaDevice::siblings() const {
    std::vector<DeviceInfo> infos;
    for (int ordinal = 0; ordinal < device_count(*driver_); ++ordinal)
        if (CUdevice device = 0; driver_->cuDeviceGet(&device, ordinal) == CUDA_SUCCESS) infos.push_back(describe(device, ordinal));
    return infos;
}

DeviceInfo CudaDevice::describe(CUdevice device, int ordinal) const {
    DeviceInfo info{.kind = DeviceKind::cuda, .name = name_of_device(*driver_, device), .properties = {}, .ordinal = ordinal};
    const auto attribute = [&](CUdevice_attribute what) { return this->attribute(device, what); };
    std::size_t memory_bytes = 0;
    driver_->cuDeviceTotalMem(&memory_bytes, device);
    int cuda_version = 0;
    driver_->cuDriverGetVersion(&cuda_version);

    auto& p = info.properties;
    p["compute_capability"] = fmt::format("{}.{}", attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                                          attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
    p["multiprocessors"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
    p["memory_gib"] = fmt::format("{:.1f}", static_cast<double>(memory_bytes) / (1u << 30));
    p["clock_mhz"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000);
    p["memory_clock_mhz"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) / 1000);
    p["memory_bus_bits"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
    p["l2_cache_mib"] = fmt::format("{:.1f}", attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE) / double(1 << 20));
    p["threads_per_block"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
    p["threads_per_multiprocessor"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
    p["registers_per_block"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK));
    p["shared_bytes_per_block"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK));
    p["shared_bytes_per_block_optin"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
    p["shared_bytes_per_multiprocessor"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR));
    p["copy_engines"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT));
    p["warp_size"] = fmt::to_string(attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE));
    p["driver_cuda"] = version_text(cuda_version);
    if (const std::string version = kernel_module_version(); !version.empty()) p["driver"] = version;
    p["nvrtc"] = fmt::format("{}.{}", nvrtc_.major, nvrtc_.minor);
    p["nvrtc_path"] = nvrtc_.library.path();
    p["cuda_headers"] = nvrtc_.include_dirs.empty() ? "none: __half and cooperative groups need a CUDA Toolkit"
                                                    : nvrtc_.include_dirs.front().string();
    return info;
}

std::expected<std::shared_ptr<Program>, Diagnostics> CudaDevice::compile(const KernelSource& source) {
    if (is_library_entry(source.entry)) return open_routine(source);
    std::optional<CompiledKernel> compiled = cache_.find(source);
    const bool from_cache = compiled.has_value();
    if (!from_cache) {
        auto fresh = compile_kernel(nvrtc_, source, architecture_);
        if (!fresh) return std::unexpected(std::move(fresh.error()));
        compiled = std::move(*fresh);
        cache_.keep(source, *compiled);
    }
    auto program = std::make_shared<CudaProgram>();
    program->entry = source.entry;
    program->origin = source.origin;
    program->compile_ms = compiled->compile_ms;
    program->from_cache = from_cache;
    program->prints = source.text.find("printf") != std::string::npos;
    program->asserts = source.text.find("assert") != std::string::npos;
    program->declared = parameters_in_text(source.text, source.entry.substr(0, source.entry.find('<')));
    program->kernel = std::move(*compiled);
    const std::lock_guard lock(mutex_);
    if (lost_) return std::unexpected(Diagnostics{{.file = source.origin, .message = kLostMessage, .hint = kLostHint}});
    if (auto loaded = load(*program); !loaded) {
        if (loaded.error().is_sticky()) lose();
        const Fault fault = fault_of(loaded.error(), source.origin, source.entry);
        return std::unexpected(Diagnostics{{.file = source.origin, .message = fault.message, .hint = fault.hint}});
    }
    return program;
}

// A library's routine as a program: opening the library takes the place of compiling.
std::expected<std::shared_ptr<Program>, Diagnostics> CudaDevice::open_routine(const KernelSource& source) {
    const auto refused = [&](std::string message, std::string hint) {
        return std::unexpected(Diagnostics{{.file = source.origin, .message = std::move(message), .hint = std::move(hint)}});
    };
    const LibraryKernel* routine = find_library_kernel(source.entry);
    if (routine == nullptr)
        return refused("there is no library routine " + source.entry,
                       fmt::format("The routines: {}", fmt::join(library_kernel_names(), ", ")));
    const auto begin = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    if (lost_) return refused(kLostMessage, kLostHint);
    auto call = make_library_call(*routine, context_, nvrtc_, architecture_);
    if (!call) return refused("unsupported: " + call.error().message, call.error().hint);
    auto program = std::make_shared<CudaProgram>();
    program->entry = source.entry;
    program->origin = source.origin;
    program->library = std::move(*call);
    program->context = context_;
    for (const auto& p : routine->parameters) {
        const bool is_pointer = p.type.ends_with('*');
        program->parameters.push_back(
            {std::string(p.name), std::string(p.type), is_pointer ? sizeof(void*) : sizeof(int), is_pointer});
    }
    program->compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return program;
}

CudaResult<void> CudaDevice::load(CudaProgram& program) {
    const auto begin = std::chrono::steady_clock::now();
    auto module = make_module(context_, program.kernel.image.data());
    if (!module) return std::unexpected(module.error());
    CUfunction function = nullptr;
    if (auto found = check(*driver_, driver_->cuModuleGetFunction(&function, module->get(), program.kernel.lowered_name.c_str()),
                           "cuModuleGetFunction");
        !found)
        return found;
    program.resources = resources_of(*driver_, function);
    program.module = std::move(*module);
    program.function = function;
    program.context = context_;
    program.parameters = merge_parameters(parameter_bytes(*driver_, function),
                                          parameter_types_of_symbol(program.kernel.lowered_name), program.declared);
    program.load_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return {};
}

const Nvml* CudaDevice::nvml() {
    if (!nvml_was_opened_) {
        nvml_was_opened_ = true;
        std::array<char, 64> bus_id{};
        if (driver_->cuDeviceGetPCIBusId(bus_id.data(), static_cast<int>(bus_id.size()), device_) == CUDA_SUCCESS)
            nvml_ = Nvml::open(bus_id.data());
    }
    return nvml_.get();
}

// A sticky error ruins CUDA for the whole process: the driver gives no second context that works.
void CudaDevice::lose() {
    context_->abandon();
    lost_ = true;
}

void CudaDevice::abandon() {
    const std::lock_guard lock(mutex_);
    lose();
}

bool CudaDevice::lost() {
    const std::lock_guard lock(mutex_);
    return lost_;
}

LaunchOutcome CudaDevice::launch(Program& any_program, const LaunchShape& shape, std::vector<KernelArgument> arguments,
                                 const LaunchOptions& options) {
    LaunchOutcome outcome;
    auto* program = dynamic_cast<CudaProgram*>(&any_program);
    if (program == nullptr) {
        outcome.fault = other_devices_program();
        return outcome;
    }
    const std::lock_guard lock(mutex_);
    if (lost_) {
        outcome.fault = Fault{.kind = FaultKind::device_lost, .file = program->origin, .message = kLostMessage, .hint = kLostHint};
        return outcome;
    }
    if (auto fault = check_launch_shape(shape, limits_)) {
        outcome.fault = std::move(fault);
        outcome.fault->file = program->origin;
        return outcome;
    }
    if (program->library != nullptr) {
        outcome.fault = program->library->wrong(arguments);
        if (outcome.fault) return outcome;
    }
    const Nvml* readings = options.repeats > 0 ? nvml() : nullptr;
    StdoutCapture errors(program->asserts, STDERR_FILENO);
    const auto done = run_launch(LaunchJob{context_, *program, shape, arguments, options, readings}, outcome);
    const std::string said = errors.finish();
    write_text(stderr, without_assert_messages(said));
    const DeviceId id(DeviceKind::cuda, ordinal_);
    outcome.readings_device = id;
    for (StreamSpan& span : outcome.timeline) span.device = id;
    if (!done) {
        outcome.fault = fault_of(done.error(), program->origin, program->entry);
        if (const auto message = parse_assert_messages(said); message && done.error().status == CUDA_ERROR_ASSERT)
            add_assert_message(*outcome.fault, *message);
        if (done.error().is_sticky()) lose();
    }
    return outcome;
}

}  // namespace warpwise
