// cuFFT: a convolution (as images mean it: a correlation) by transforms.
#include <array>

#include "cuda/compile/kernel_compiler.h"
#include "cuda/driver/cuda_try.h"
#include "cuda/libraries/convolution.h"
#include "cuda/libraries/library_tools.h"

namespace warpwise {
namespace {

constexpr std::array<LibraryStatus, 8> kStatuses{
    {{1, "CUFFT_INVALID_PLAN", CUDA_ERROR_LAUNCH_FAILED, "cuFFT lost its plan"},
     {2, "CUFFT_ALLOC_FAILED", CUDA_ERROR_OUT_OF_MEMORY, "cuFFT could not allocate its own memory"},
     {4, "CUFFT_INVALID_VALUE", CUDA_ERROR_INVALID_VALUE, "cuFFT does not take these values"},
     {5, "CUFFT_INTERNAL_ERROR", CUDA_ERROR_LAUNCH_FAILED, "an error inside cuFFT, or of the driver"},
     {6, "CUFFT_EXEC_FAILED", CUDA_ERROR_LAUNCH_FAILED, "cuFFT's own kernel failed"},
     {7, "CUFFT_SETUP_FAILED", CUDA_ERROR_LAUNCH_FAILED, "cuFFT could not start"},
     {8, "CUFFT_INVALID_SIZE", CUDA_ERROR_INVALID_VALUE, "cuFFT does not take this size"},
     {14, "CUFFT_NOT_IMPLEMENTED", CUDA_ERROR_INVALID_VALUE, "cuFFT does not do this"}}};

// The functions used here, with the types of NVIDIA's documentation.
struct CufftTable {
    using Plan = int;
    enum Kind { r2c = 0x2a, c2r = 0x2c, d2z = 0x6a, z2d = 0x6c };
    int (*plan_2d)(Plan*, int rows, int cols, int kind) = nullptr;
    int (*destroy)(Plan) = nullptr;
    int (*set_stream)(Plan, CUstream) = nullptr;
    int (*exec_r2c)(Plan, float*, void*) = nullptr;
    int (*exec_c2r)(Plan, void*, float*) = nullptr;
    int (*exec_d2z)(Plan, double*, void*) = nullptr;
    int (*exec_z2d)(Plan, void*, double*) = nullptr;
    SharedLibrary library;

    static Result<CufftTable> open() {
        auto opened = open_cuda_library("cuFFT", {"libcufft.so.12", "libcufft.so.11", "libcufft.so.10"});
        if (!opened) return std::unexpected(opened.error());
        CufftTable t;
        t.library = std::move(*opened);
        const bool whole = t.library.find("cufftPlan2d", t.plan_2d) && t.library.find("cufftDestroy", t.destroy) &&
                           t.library.find("cufftSetStream", t.set_stream) && t.library.find("cufftExecR2C", t.exec_r2c) &&
                           t.library.find("cufftExecC2R", t.exec_c2r) && t.library.find("cufftExecD2Z", t.exec_d2z) &&
                           t.library.find("cufftExecZ2D", t.exec_z2d);
        if (!whole)
            return std::unexpected(Error{ErrorKind::device_missing,
                                         t.library.path() + " is not a cuFFT that Warpwise can use: functions are missing",
                                         "Install the CUDA Toolkit 11 or newer"});
        return t;
    }
};

struct Sizes {
    int w = 0, h = 0, k = 0;
    DType dtype = DType::f32;
    bool operator==(const Sizes&) const = default;
    // Large enough that nothing of one edge reaches around to the other.
    int wide() const { return fast_transform_size(w + k - 1); }
    int high() const { return fast_transform_size(h + k - 1); }
    int spectrum() const { return high() * (wide() / 2 + 1); }  // complex numbers
    std::size_t bytes_of(std::size_t count) const { return count * size_of(dtype); }
};

class Convolution : public LibraryCall {
  public:
    Convolution(std::shared_ptr<Context> context, CufftTable table, const Nvrtc& nvrtc, int architecture)
        : context_(std::move(context)), table_(std::move(table)), nvrtc_(nvrtc), architecture_(architecture) {}
    Convolution(const Convolution&) = delete;
    Convolution& operator=(const Convolution&) = delete;
    ~Convolution() override {
        if (context_->alive && context_->make_current()) destroy_plans();
    }

    std::optional<Fault> wrong(const std::vector<KernelArgument>& arguments) const override {
        const LibraryKernel& convolve = *find_library_kernel("library:convolve_fft");
        if (auto fault = wrong_arguments_of(convolve, arguments)) return fault;
        const std::int64_t w = whole_number(arguments[3]), h = whole_number(arguments[4]), k = whole_number(arguments[5]);
        if (w > 1 << 15 || h > 1 << 15 || k > std::min(w, h))
            return Fault{.kind = FaultKind::launch_invalid,
                         .file = "cuFFT",
                         .message = "convolve_fft takes images of up to 32,768 by 32,768 and filters no larger than the image",
                         .hint = "Use a smaller image or filter"};
        for (const auto& [argument, elements] : {std::pair{0, w * h}, {1, k * k}, {2, w * h}})
            if (auto fault = too_small(convolve, arguments, static_cast<std::size_t>(argument), elements)) return fault;
        return std::nullopt;
    }

    CudaResult<void> run(CUstream stream, std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) override {
        const Sizes sizes{static_cast<int>(whole_number(arguments[3])), static_cast<int>(whole_number(arguments[4])),
                          static_cast<int>(whole_number(arguments[5])), array_dtype(arguments)};
        if (!(sizes == ready_for_)) WARPWISE_TRY(prepare(sizes));
        WARPWISE_LIBRARY(table_.set_stream(forward_, stream));
        WARPWISE_LIBRARY(table_.set_stream(backward_, stream));
        WARPWISE_TRY(pad(stream, at[0], sizes.w, sizes.h, image_.get()));
        WARPWISE_TRY(pad(stream, at[1], sizes.k, sizes.k, filter_.get()));
        WARPWISE_TRY(transform_forward(image_, image_spectrum_));
        WARPWISE_TRY(transform_forward(filter_, filter_spectrum_));
        WARPWISE_TRY(multiply(stream));
        WARPWISE_TRY(transform_backward(image_spectrum_, image_));
        return crop(stream, at[2]);
    }

  private:
    CudaResult<void> prepare(const Sizes& sizes) {
        ready_for_ = {};
        destroy_plans();
        if (!module_ || compiled_for_ != sizes.dtype) WARPWISE_TRY(load_kernels(sizes.dtype));
        const bool is_double = sizes.dtype == DType::f64;
        WARPWISE_LIBRARY(table_.plan_2d(&forward_, sizes.high(), sizes.wide(), is_double ? CufftTable::d2z : CufftTable::r2c));
        WARPWISE_LIBRARY(table_.plan_2d(&backward_, sizes.high(), sizes.wide(), is_double ? CufftTable::z2d : CufftTable::c2r));
        const std::size_t real = sizes.bytes_of(static_cast<std::size_t>(sizes.high()) * static_cast<std::size_t>(sizes.wide()));
        const std::size_t complex = sizes.bytes_of(2 * static_cast<std::size_t>(sizes.spectrum()));
        for (const auto& [memory, bytes] :
             {std::pair{&image_, real}, {&filter_, real}, {&image_spectrum_, complex}, {&filter_spectrum_, complex}}) {
            *memory = DeviceMemory();
            auto made = make_memory(context_, bytes);
            if (!made) return std::unexpected(made.error());
            *memory = std::move(*made);
        }
        ready_for_ = sizes;
        return {};
    }

    CudaResult<void> load_kernels(DType dtype) {
        const auto compiled = compile_kernel(nvrtc_, {convolution_kernels(dtype), "pad", "convolution.cu"}, architecture_);
        if (!compiled)
            return std::unexpected(CudaError{CUDA_ERROR_NO_BINARY_FOR_GPU, "NVRTC", text_of(compiled.error()),
                                             "nvrtcCompileProgram", std::source_location::current()});
        auto module = make_module(context_, compiled->image.data());
        if (!module) return std::unexpected(module.error());
        const Driver& driver = *context_->driver;
        for (const auto& [function, name] : {std::pair{&pad_, "pad"}, {&multiply_, "multiply"}, {&crop_, "crop"}})
            WARPWISE_TRY(check(driver, driver.cuModuleGetFunction(function, module->get(), name), "cuModuleGetFunction"));
        module_ = std::move(*module);
        compiled_for_ = dtype;
        return {};
    }

    void destroy_plans() {
        for (CufftTable::Plan* plan : {&forward_, &backward_}) {
            if (*plan == kNoPlan) continue;
            table_.set_stream(*plan, nullptr);  // the last launch's stream is gone by now
            table_.destroy(*plan);
            *plan = kNoPlan;
        }
    }

    CudaResult<void> transform_forward(const DeviceMemory& from, const DeviceMemory& to) {
        void* const complex = pointer_to<void>(to.get());
        if (ready_for_.dtype == DType::f64)
            WARPWISE_LIBRARY(table_.exec_d2z(forward_, pointer_to<double>(from.get()), complex));
        else
            WARPWISE_LIBRARY(table_.exec_r2c(forward_, pointer_to<float>(from.get()), complex));
        return {};
    }
    CudaResult<void> transform_backward(const DeviceMemory& from, const DeviceMemory& to) {
        void* const complex = pointer_to<void>(from.get());
        if (ready_for_.dtype == DType::f64)
            WARPWISE_LIBRARY(table_.exec_z2d(backward_, complex, pointer_to<double>(to.get())));
        else
            WARPWISE_LIBRARY(table_.exec_c2r(backward_, complex, pointer_to<float>(to.get())));
        return {};
    }

    // Blocks of 32 by 8 threads over w columns and h rows.
    CudaResult<void> launch(CUstream stream, CUfunction function, int w, int h, std::span<void*> values) {
        const Driver& driver = *context_->driver;
        const auto blocks = [](int n, int block) { return static_cast<unsigned>((n + block - 1) / block); };
        return check(driver,
                     driver.cuLaunchKernel(function, blocks(w, 32), blocks(h, 8), 1, 32, 8, 1, 0, stream, values.data(), nullptr),
                     "cuLaunchKernel");
    }
    CudaResult<void> pad(CUstream stream, CUdeviceptr from, int w, int h, CUdeviceptr to) {
        int wide = ready_for_.wide(), high = ready_for_.high();
        std::array<void*, 6> values{&from, &w, &h, &to, &wide, &high};
        return launch(stream, pad_, wide, high, values);
    }
    CudaResult<void> multiply(CUstream stream) {
        CUdeviceptr a = image_spectrum_.get(), b = filter_spectrum_.get();
        int count = ready_for_.spectrum();
        double scale = 1.0 / (static_cast<double>(ready_for_.wide()) * ready_for_.high());
        float single = static_cast<float>(scale);
        std::array<void*, 4> values{&a, &b, &count, ready_for_.dtype == DType::f64 ? static_cast<void*>(&scale) : &single};
        const Driver& driver = *context_->driver;
        const auto blocks = static_cast<unsigned>((count + 255) / 256);
        return check(driver, driver.cuLaunchKernel(multiply_, blocks, 1, 1, 256, 1, 1, 0, stream, values.data(), nullptr),
                     "cuLaunchKernel");
    }
    CudaResult<void> crop(CUstream stream, CUdeviceptr to) {
        CUdeviceptr from = image_.get();
        int wide = ready_for_.wide(), high = ready_for_.high(), w = ready_for_.w, h = ready_for_.h, centre = ready_for_.k / 2;
        std::array<void*, 7> values{&from, &wide, &high, &to, &w, &h, &centre};
        return launch(stream, crop_, w, h, values);
    }

    static constexpr CufftTable::Plan kNoPlan = -1;
    std::shared_ptr<Context> context_;
    CufftTable table_;
    const Nvrtc& nvrtc_;  // the device's
    int architecture_;
    Sizes ready_for_;
    CufftTable::Plan forward_ = kNoPlan, backward_ = kNoPlan;
    DeviceMemory image_, filter_, image_spectrum_, filter_spectrum_;
    Module module_;
    DType compiled_for_ = DType::f32;
    CUfunction pad_ = nullptr, multiply_ = nullptr, crop_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<LibraryCall>> make_convolve_fft(const std::shared_ptr<Context>& context, const Nvrtc& nvrtc,
                                                       int architecture) {
    auto table = CufftTable::open();
    if (!table) return std::unexpected(table.error());
    return std::make_unique<Convolution>(context, std::move(*table), nvrtc, architecture);
}

}  // namespace warpwise
