#include "experiment/workload/workloads.h"

#include <utility>

namespace warpwise {
namespace {

Parameter size(std::string id, std::int64_t value) {
    Parameter parameter;
    parameter.id = std::move(id);
    parameter.default_value = value;
    parameter.min = 1;
    parameter.max = 2147483647;
    return parameter;
}

ArraySpec array(std::string id, std::string dtype, std::vector<std::string> shape, std::string fill, bool output = false) {
    return {std::move(id), std::move(dtype), std::move(shape), std::move(fill), output};
}

KernelSpec rung(std::string id, std::string source, std::string entry, std::string grid, std::string block = "256") {
    KernelSpec kernel;
    kernel.id = std::move(id);
    kernel.source = std::move(source);
    kernel.entry = std::move(entry);
    kernel.grid_x = std::move(grid);
    kernel.block_x = std::move(block);
    return kernel;
}

// What the rungs of a ladder share.
void finish(Workload& workload, const std::vector<std::string>& arguments, const std::string& routine, const std::string& flops,
            const std::string& bytes) {
    for (KernelSpec& kernel : workload.lesson.kernels) {
        kernel.arguments = arguments;
        kernel.reference = routine;
        kernel.flops = flops;
        kernel.bytes = bytes;
    }
}

Workload named(std::string id, std::string title) {
    Workload workload;
    workload.lesson.id = std::move(id);
    workload.lesson.title = std::move(title);
    return workload;
}

constexpr const char* kThreadPerElement = "ceil(n / 256)";
constexpr const char* kThreadForFour = "ceil(n / 1024)";
// Eight blocks of 256 threads fill each of the 132 multiprocessors of an H200; smaller GPUs run them one after the other.
constexpr const char* kFillsAGpu = "min(1056, ceil(n / 1024))";
constexpr const char* kTileOf8192 = "ceil(n / 8192)";  // 256 threads with 32 elements each

Workload vector_add() {
    Workload w = named("vector_add", "vector add, 1e8 f32");
    w.lesson.parameters = {size("n", 100'000'000)};
    w.small = {{"n", std::int64_t{10'003}}};
    w.lesson.arrays = {array("a", "f32", {"n"}, "uniform"), array("b", "f32", {"n"}, "uniform"),
                       array("c", "f32", {"n"}, "zeros", true)};
    const std::string folder = "arithmetic/vector_add/";
    w.lesson.kernels = {
        rung("thread_per_element", folder + "1_thread_per_element.cu", "vector_add<float>", kThreadPerElement),
        rung("grid_stride", folder + "2_grid_stride.cu", "vector_add_grid_stride<float>", kFillsAGpu),
        rung("four_at_once", folder + "3_four_at_once.cu", "vector_add_four_at_once", kThreadForFour),
    };
    finish(w, {"a", "b", "c", "n"}, "vector_add", "n", "12 * n");
    return w;
}

Workload increment() {
    Workload w = named("increment", "increment, 65,536 f64");
    w.lesson.parameters = {size("n", 65'536)};
    w.small = {{"n", std::int64_t{1'001}}};
    w.lesson.arrays = {array("a", "f64", {"n"}, "uniform", true)};
    w.lesson.kernels = {rung("add_one", "threads/add_one.cu", "add_one<double>", kThreadPerElement)};
    finish(w, {"a", "n"}, "add_one", "n", "16 * n");
    return w;
}

Workload sin_cos() {
    Workload w = named("sin_cos", "sin(a) cos(a), 1 M f64");
    w.lesson.parameters = {size("n", 1'000'000)};
    w.small = {{"n", std::int64_t{1'003}}};
    w.lesson.arrays = {array("a", "f64", {"n"}, "uniform=-8..8"), array("c", "f64", {"n"}, "zeros", true)};
    const std::string folder = "arithmetic/sin_cos/";
    w.lesson.kernels = {
        rung("two_calls", folder + "1_two_calls.cu", "sin_cos<double>", kThreadPerElement),
        rung("one_call", folder + "2_one_call.cu", "sin_cos_one_call<double>", kThreadPerElement),
    };
    w.lesson.tolerance = {"2e-15", "0", "two functions of at most 4 units of the last place each"};
    finish(w, {"a", "c", "n"}, "sin_cos", "", "16 * n");
    return w;
}

Workload powers() {
    Workload w = named("powers", "sqrt(p^2 + q^3 + r^4 + s^5), 5 M f32");
    w.lesson.parameters = {size("n", 5'000'000)};
    w.small = {{"n", std::int64_t{4'003}}};
    for (const char* id : {"p", "q", "r", "s"}) w.lesson.arrays.push_back(array(id, "f32", {"n"}, "uniform"));
    w.lesson.arrays.push_back(array("out", "f32", {"n"}, "zeros", true));
    const std::string folder = "arithmetic/powers/";
    w.lesson.kernels = {
        rung("pow", folder + "1_pow.cu", "powers", kThreadPerElement),
        rung("products", folder + "2_products.cu", "powers_as_products", kThreadPerElement),
        rung("four_at_once", folder + "3_four_at_once.cu", "powers_four_at_once", kThreadForFour),
    };
    w.lesson.tolerance = {"1e-7", "2e-6", "ten roundings of f32, in other places"};
    finish(w, {"p", "q", "r", "s", "out", "n"}, "powers", "11 * n", "20 * n");
    return w;
}

Workload products_2x2() {
    Workload w = named("products_2x2", "4 M products of 2 x 2, f32");
    w.lesson.parameters = {size("n", 4'000'000)};
    w.small = {{"n", std::int64_t{1'003}}};
    w.lesson.arrays = {array("a", "f32", {"n", "2", "2"}, "uniform"), array("b", "f32", {"n", "2", "2"}, "uniform"),
                       array("c", "f32", {"n", "2", "2"}, "zeros", true)};
    const std::string folder = "linear_algebra/products_2x2/";
    w.lesson.kernels = {
        rung("thread_per_product", folder + "1_thread_per_product.cu", "products_2x2<float>", kThreadPerElement),
        rung("whole_matrix_loads", folder + "2_whole_matrix_loads.cu", "products_2x2_whole", kThreadPerElement),
    };
    w.lesson.tolerance = {"5e-7", "0", "two roundings of sums below 2"};
    finish(w, {"a", "b", "c", "n"}, "products_2x2", "12 * n", "48 * n");
    return w;
}

Workload sum() {
    Workload w = named("sum", "sum, 1e8 f32");
    w.lesson.parameters = {size("n", 100'000'000)};
    w.small = {{"n", std::int64_t{20'003}}};
    w.lesson.arrays = {array("a", "f32", {"n"}, "uniform"), array("total", "f32", {"1"}, "zeros", true)};
    const std::string folder = "patterns/sum/";
    w.lesson.kernels = {
        rung("atomic_per_element", folder + "1_one_atomic_per_element.cu", "sum", kThreadPerElement),
        rung("atomic_per_block", folder + "2_one_atomic_per_block.cu", "sum_by_blocks", kThreadPerElement),
        rung("shuffles_and_strides", folder + "3_shuffles_and_strides.cu", "sum_by_shuffles", kFillsAGpu),
    };
    w.lesson.tolerance = {"0", "2e-5", "f32 sums in another order; one atomic addition per element rounds the most"};
    finish(w, {"a", "total", "n"}, "sum", "n", "4 * n");
    return w;
}

Workload dot() {
    Workload w = named("dot", "dot product, 1e8 f32");
    w.lesson.parameters = {size("n", 100'000'000)};
    w.small = {{"n", std::int64_t{20'003}}};
    w.lesson.arrays = {array("a", "f32", {"n"}, "uniform"), array("b", "f32", {"n"}, "uniform"),
                       array("total", "f32", {"1"}, "zeros", true)};
    const std::string folder = "patterns/dot/";
    w.lesson.kernels = {
        rung("atomic_per_block", folder + "1_one_atomic_per_block.cu", "dot_by_blocks", kThreadPerElement),
        rung("shuffles_and_strides", folder + "2_shuffles_and_strides.cu", "dot_by_shuffles", kFillsAGpu),
    };
    w.lesson.tolerance = {"0", "2e-5", "f32 sums in another order"};
    finish(w, {"a", "b", "total", "n"}, "dot", "2 * n", "8 * n");
    return w;
}

Workload scan() {
    Workload w = named("scan", "inclusive scan, 1e8 i32");
    w.lesson.parameters = {size("n", 100'000'000)};
    w.small = {{"n", std::int64_t{70'003}}};
    w.lesson.arrays = {array("a", "i32", {"n"}, "uniform=-9..9"), array("sums", "i32", {"n"}, "zeros", true)};
    const std::string folder = "patterns/single_pass_scan/";
    w.lesson.kernels = {
        rung("chained", folder + "1_chained.cu", "scan_chained", kThreadPerElement),
        rung("long_tiles", folder + "2_long_tiles.cu", "scan_long_tiles", kTileOf8192),
        rung("look_back", folder + "3_look_back.cu", "scan_look_back", "ceil(n / 10240)"),
    };
    finish(w, {"a", "sums", "n"}, "scan", "", "8 * n");
    return w;
}

Workload compact() {
    Workload w = named("compact", "compaction, 1e8 i32, half are kept");
    w.lesson.parameters = {size("n", 100'000'000)};
    w.small = {{"n", std::int64_t{70'003}}};
    w.lesson.arrays = {array("a", "i32", {"n"}, "uniform=-99..100"), array("kept", "i32", {"n"}, "zeros", true),
                       array("count", "i32", {"1"}, "zeros", true)};
    const std::string folder = "patterns/single_pass_compaction/";
    w.lesson.kernels = {
        rung("chained", folder + "1_chained.cu", "compact_chained", kThreadPerElement),
        rung("look_back", folder + "2_look_back.cu", "compact_look_back", kTileOf8192),
        rung("through_shared_memory", folder + "3_through_shared_memory.cu", "compact_through_shared", "ceil(n / 9216)", "192"),
    };
    finish(w, {"a", "kept", "count", "n"}, "compact", "", "6 * n");
    return w;
}

Workload histogram() {
    Workload w = named("histogram", "histogram of 256 bins, 1e8 u8");
    w.lesson.parameters = {size("n", 100'000'000)};
    w.small = {{"n", std::int64_t{40'003}}};
    w.lesson.arrays = {array("a", "u8", {"n"}, "uniform=0..255"), array("counts", "i32", {"256"}, "zeros", true)};
    const std::string folder = "patterns/histogram/";
    w.lesson.kernels = {
        rung("global", folder + "1_global.cu", "histogram_global", kThreadPerElement),
        rung("shared", folder + "2_shared.cu", "histogram_shared", kThreadPerElement),
        rung("strided", folder + "3_shared_grid_stride.cu", "histogram_strided", kFillsAGpu),
        // two blocks of 1,024 threads fill a multiprocessor
        rung("bins_per_lane", folder + "4_bins_per_lane.cu", "histogram_per_lane", "min(264, ceil(n / 16384))", "1024"),
    };
    finish(w, {"a", "counts", "n"}, "histogram", "", "n");
    return w;
}

Workload transpose() {
    Workload w = named("transpose", "transpose, 8,192^2 f32");
    w.lesson.parameters = {size("rows", 8'192), size("cols", 8'192)};
    w.small = {{"rows", std::int64_t{83}}, {"cols", std::int64_t{71}}};
    w.lesson.arrays = {array("a", "f32", {"rows", "cols"}, "uniform"), array("c", "f32", {"cols", "rows"}, "zeros", true)};
    const std::string folder = "memory/transpose/";
    w.lesson.kernels = {
        rung("naive", folder + "1_naive.cu", "transpose_naive<float>", "ceil(cols / 32)", "32"),
        rung("tiled", folder + "2_tiled.cu", "transpose_tiled<float>", "ceil(cols / 32)", "32"),
        rung("padded", folder + "3_padded.cu", "transpose_padded<float>", "ceil(cols / 32)", "32"),
        rung("sixteen_per_thread", folder + "5_sixteen_per_thread.cu", "transpose_sixteen<float>", "ceil(cols / 64)", "32"),
    };
    for (KernelSpec& kernel : w.lesson.kernels) {
        const bool is_last = kernel.id == "sixteen_per_thread";
        kernel.block_y = is_last ? "8" : "32";
        kernel.grid_y = is_last ? "ceil(rows / 64)" : "ceil(rows / 32)";
        kernel.covers = "rows * cols";
    }
    finish(w, {"a", "c", "rows", "cols"}, "transpose", "", "8 * rows * cols");
    return w;
}

Workload primes() {
    Workload w = named("primes", "primes below 1e6, trial division");
    w.lesson.parameters = {size("n", 1'000'000)};
    w.small = {{"n", std::int64_t{12'345}}};
    w.lesson.arrays = {array("prime", "u8", {"n"}, "zeros", true)};
    const std::string folder = "numbers/primes/";
    w.lesson.kernels = {
        rung("all_divisors", folder + "1_all_divisors.cu", "primes", kThreadPerElement),
        rung("odd_divisors", folder + "2_odd_divisors.cu", "primes_odd_divisors", "ceil(n / 512)"),
        rung("prime_divisors", folder + "3_prime_divisors.cu", "primes_prime_divisors", kThreadForFour),
    };
    finish(w, {"prime", "n"}, "primes", "", "");
    return w;
}

Workload pi() {
    Workload w = named("pi", "pi from 1e8 random points");
    w.lesson.parameters = {size("n", 100'000'000), size("key", 7)};
    w.small = {{"n", std::int64_t{20'001}}, {"key", std::int64_t{7}}};
    w.lesson.arrays = {array("inside", "u64", {"1"}, "zeros", true)};
    const std::string folder = "numbers/pi/";
    w.lesson.kernels = {
        rung("atomic_per_sample", folder + "1_atomic_per_sample.cu", "pi", "ceil(n / 512)"),
        rung("many_samples", folder + "2_many_samples.cu", "pi_many_samples", "min(1056, ceil(n / 1024))"),
    };
    finish(w, {"inside", "n", "key"}, "pi", "", "");
    return w;
}

Workload convolution() {
    Workload w = named("convolution", "convolution 5 x 5, 768 x 1024 f32");
    w.lesson.parameters = {size("width", 1024), size("height", 768), size("k", 5)};
    w.small = {{"width", std::int64_t{83}}, {"height", std::int64_t{71}}, {"k", std::int64_t{5}}};
    w.lesson.arrays = {array("image", "f32", {"height", "width"}, "uniform"), array("filter", "f32", {"k", "k"}, "uniform"),
                       array("out", "f32", {"height", "width"}, "zeros", true)};
    const std::string folder = "filters/convolution/";
    w.lesson.kernels = {
        rung("thread_per_pixel", folder + "1_thread_per_pixel.cu", "convolve", "ceil(width / 32)", "32"),
        rung("shared_tile", folder + "2_shared_tile.cu", "convolve_tile<5>", "ceil(width / 32)", "32"),
        rung("column_of_outputs", folder + "3_column_of_outputs.cu", "convolve_columns<5>", "ceil(width / 32)", "32"),
    };
    for (KernelSpec& kernel : w.lesson.kernels) {
        kernel.block_y = "8";
        kernel.grid_y = kernel.id == "column_of_outputs" ? "ceil(height / 32)" : "ceil(height / 8)";
        kernel.covers = "width * height";
    }
    w.lesson.tolerance = {"1e-4", "1e-5", "sums of 25 products below 1; Fourier transforms round at the size of the largest sum"};
    finish(w, {"image", "filter", "out", "width", "height", "k"}, "convolution", "2 * k * k * width * height",
           "8 * width * height");
    return w;
}

Workload matmul() {
    Workload w = named("matmul", "matrix product 10,000^2, f64");
    w.lesson.parameters = {size("n", 10'000)};
    w.small = {{"n", std::int64_t{67}}};
    w.lesson.arrays = {array("a", "f64", {"n", "n"}, "uniform"), array("b", "f64", {"n", "n"}, "uniform"),
                       array("c", "f64", {"n", "n"}, "zeros", true)};
    const std::string folder = "linear_algebra/matmul/";
    w.lesson.kernels = {
        rung("thread_per_element", folder + "1_thread_per_element.cu", "matmul<double>", "ceil(n / 16)", "16"),
        rung("tiled", folder + "2_tiled.cu", "matmul_tiled<double>", "ceil(n / 16)", "16"),
        rung("sixteen_outputs", folder + "3_sixteen_outputs.cu", "matmul_sixteen_outputs<double>", "ceil(n / 64)", "16"),
    };
    for (KernelSpec& kernel : w.lesson.kernels) {
        kernel.block_y = "16";
        kernel.grid_y = kernel.grid_x;
        kernel.covers = "n * n";
    }
    w.library_entry = "library:gemm";
    w.library_origin = "cuBLAS";
    w.lesson.tolerance = {"0", "1e-15 * n", "sums of n products, added in another order"};
    finish(w, {"a", "b", "c", "n"}, "matmul", "2 * n * n * n", "24 * n * n");
    return w;
}

Workload svd() {
    Workload w = named("svd", "singular values of 2,000^2, f64");
    w.lesson.parameters = {size("n", 2'000)};
    w.small = {{"n", std::int64_t{19}}};
    w.lesson.arrays = {array("a", "f64", {"n", "n"}, "uniform"), array("values", "f64", {"n"}, "zeros", true)};
    w.lesson.kernels = {rung("one_block", "linear_algebra/svd/1_one_block.cu", "svd", "1")};
    w.library_entry = "library:svd";
    w.library_origin = "cuSOLVER";
    w.own_kernel_ends = "n > 256";
    // Values are right to a share of the largest, which is about n / 2.
    w.lesson.tolerance = {"1e-12 * n", "0", "each is right to some rounding of the largest"};
    finish(w, {"a", "values", "n", "n"}, "svd", "8 / 3 * n * n * n", "8 * n * n");
    return w;
}

}  // namespace

std::vector<Workload> all_workloads() {
    return {vector_add(), increment(), sin_cos(),   powers(), products_2x2(), sum(),         dot(),    scan(),
            compact(),    histogram(), transpose(), primes(), pi(),           convolution(), matmul(), svd()};
}

}  // namespace warpwise
