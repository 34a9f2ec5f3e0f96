// cuRAND: uniform random numbers.
#include <array>

#include "cuda/libraries/library_tools.h"

namespace warpwise {
namespace {

constexpr std::array<LibraryStatus, 7> kStatuses{
    {{100, "CURAND_STATUS_VERSION_MISMATCH", CUDA_ERROR_LAUNCH_FAILED, "cuRAND and the driver do not fit"},
     {101, "CURAND_STATUS_NOT_INITIALIZED", CUDA_ERROR_LAUNCH_FAILED, "cuRAND could not start"},
     {102, "CURAND_STATUS_ALLOCATION_FAILED", CUDA_ERROR_OUT_OF_MEMORY, "cuRAND could not allocate its own memory"},
     {104, "CURAND_STATUS_OUT_OF_RANGE", CUDA_ERROR_INVALID_VALUE, "cuRAND does not take this size"},
     {201, "CURAND_STATUS_LAUNCH_FAILURE", CUDA_ERROR_LAUNCH_FAILED, "cuRAND's own kernel failed"},
     {204, "CURAND_STATUS_ARCH_MISMATCH", CUDA_ERROR_NO_BINARY_FOR_GPU, "this cuRAND has no code for this GPU"},
     {999, "CURAND_STATUS_INTERNAL_ERROR", CUDA_ERROR_LAUNCH_FAILED, "an error inside cuRAND"}}};

// Philox counts instead of keeping states: starting anew at each launch, so that every launch gives the same numbers, costs
// nothing.
constexpr int kPhilox43210 = 161;

// The functions used here, with the types of NVIDIA's documentation.
struct CurandTable {
    using Generator = void*;
    int (*create)(Generator*, int kind) = nullptr;
    int (*destroy)(Generator) = nullptr;
    int (*set_stream)(Generator, CUstream) = nullptr;
    int (*set_seed)(Generator, unsigned long long) = nullptr;
    int (*set_offset)(Generator, unsigned long long) = nullptr;
    int (*uniform)(Generator, float*, std::size_t) = nullptr;
    int (*uniform_double)(Generator, double*, std::size_t) = nullptr;
    SharedLibrary library;

    static Result<CurandTable> open() {
        auto opened = open_cuda_library("cuRAND", {"libcurand.so.10"});
        if (!opened) return std::unexpected(opened.error());
        CurandTable t;
        t.library = std::move(*opened);
        const bool whole =
            t.library.find("curandCreateGenerator", t.create) && t.library.find("curandDestroyGenerator", t.destroy) &&
            t.library.find("curandSetStream", t.set_stream) && t.library.find("curandSetPseudoRandomGeneratorSeed", t.set_seed) &&
            t.library.find("curandSetGeneratorOffset", t.set_offset) && t.library.find("curandGenerateUniform", t.uniform) &&
            t.library.find("curandGenerateUniformDouble", t.uniform_double);
        if (!whole)
            return std::unexpected(Error{ErrorKind::device_missing,
                                         t.library.path() + " is not a cuRAND that Warpwise can use: functions are missing",
                                         "Install the CUDA Toolkit 11 or newer"});
        return t;
    }
};

class RandomUniform : public LibraryCall {
  public:
    RandomUniform(std::shared_ptr<Context> context, CurandTable table) : context_(std::move(context)), table_(std::move(table)) {}
    RandomUniform(const RandomUniform&) = delete;
    RandomUniform& operator=(const RandomUniform&) = delete;
    ~RandomUniform() override {
        if (generator_ == nullptr || !context_->alive || !context_->make_current()) return;
        table_.set_stream(generator_, nullptr);  // the last launch's stream is gone by now
        table_.destroy(generator_);
    }

    std::optional<Fault> wrong(const std::vector<KernelArgument>& arguments) const override {
        const LibraryKernel& uniform = *find_library_kernel("library:random_uniform");
        if (auto fault = wrong_arguments_of(uniform, arguments)) return fault;
        return too_small(uniform, arguments, 0, whole_number(arguments[1]));
    }

    CudaResult<void> run(CUstream stream, std::span<const CUdeviceptr> at, const std::vector<KernelArgument>& arguments) override {
        const auto n = static_cast<std::size_t>(whole_number(arguments[1]));
        if (generator_ == nullptr) WARPWISE_LIBRARY(table_.create(&generator_, kPhilox43210));
        WARPWISE_LIBRARY(table_.set_stream(generator_, stream));
        WARPWISE_LIBRARY(table_.set_seed(generator_, static_cast<unsigned long long>(whole_number(arguments[2]))));
        WARPWISE_LIBRARY(table_.set_offset(generator_, 0));
        if (array_dtype(arguments) == DType::f64)
            WARPWISE_LIBRARY(table_.uniform_double(generator_, pointer_to<double>(at[0]), n));
        else
            WARPWISE_LIBRARY(table_.uniform(generator_, pointer_to<float>(at[0]), n));
        return {};
    }

  private:
    std::shared_ptr<Context> context_;
    CurandTable table_;
    CurandTable::Generator generator_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<LibraryCall>> make_random_uniform(const std::shared_ptr<Context>& context) {
    auto table = CurandTable::open();
    if (!table) return std::unexpected(table.error());
    return std::make_unique<RandomUniform>(context, std::move(*table));
}

}  // namespace warpwise
