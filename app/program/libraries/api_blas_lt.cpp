// cuBLASLt: products of matrices that are described first, with what is done to each result. Computed in double precision by the
// CPU's BLAS, and rounded once.
#include <algorithm>
#include <set>

#include "program/libraries/blas.h"
#include "program/libraries/number_types.h"
#include "program/runtime/api_table.h"

// It continues what blas.h includes.
#include "program/headers/cublaslt_host.h"

struct cublasLtContext {};
struct cublasLtMatrixLayout {
    int type;
    std::uint64_t rows, columns;
    std::int64_t leading;
    int order = CUBLASLT_ORDER_COL;
    int batch = 1;
    std::int64_t step = 0;  // from one matrix of a batch to the next
};
struct cublasLtMatmulDesc {
    int compute, scale_type;
    int pointers = CUBLASLT_POINTER_MODE_HOST;
    int op_a = CUBLAS_OP_N, op_b = CUBLAS_OP_N, op_c = CUBLAS_OP_N;
    int epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    const void* bias = nullptr;
    int bias_type = -1;  // that of D
    std::int64_t bias_step = 0;
    const void* aside = nullptr;  // what GELU is given: written by GELU_AUX, read by DGELU, of the type of D
    std::int64_t aside_leading = 0, aside_step = 0;
};
struct cublasLtMatmulPreference {};

namespace warpwise::blas_lt {
namespace {

using Layout = cublasLtMatrixLayout;
using Description = cublasLtMatmulDesc;

std::set<const void*>& known() {
    static auto* all = new std::set<const void*>;
    return *all;
}

template <typename T>
cublasStatus_t make(T** out, T value) {
    if (out == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *out = new T(std::move(value));
    known().insert(*out);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
cublasStatus_t destroy(T* one) {
    if (one == nullptr) return CUBLAS_STATUS_SUCCESS;
    if (known().erase(one) == 0) return CUBLAS_STATUS_INVALID_VALUE;
    delete one;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t create(const LibraryCall& call, cublasLtHandle_t* out) {
    if (blas::function('d', "gemm") != nullptr) return make(out, cublasLtContext());
    Runtime::instance().tell("unsupported", call.place, std::string(call.name) + ": " + blas::library().problem(),
                             blas::library().remedy());
    return CUBLAS_STATUS_NOT_INITIALIZED;
}

// An attribute of the size that it has.
template <typename T>
cublasStatus_t set(T& member, const void* from, std::size_t bytes) {
    if (from == nullptr || bytes < sizeof member) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(&member, from, sizeof member);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t set_attribute(Layout* layout, int attribute, const void* from, std::size_t bytes) {
    if (!known().contains(layout)) return CUBLAS_STATUS_INVALID_VALUE;
    switch (attribute) {
        case CUBLASLT_MATRIX_LAYOUT_TYPE: return set(layout->type, from, bytes);
        case CUBLASLT_MATRIX_LAYOUT_ORDER: return set(layout->order, from, bytes);
        case CUBLASLT_MATRIX_LAYOUT_ROWS: return set(layout->rows, from, bytes);
        case CUBLASLT_MATRIX_LAYOUT_COLS: return set(layout->columns, from, bytes);
        case CUBLASLT_MATRIX_LAYOUT_LD: return set(layout->leading, from, bytes);
        case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT: return set(layout->batch, from, bytes);
        case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: return set(layout->step, from, bytes);
        default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

cublasStatus_t set_attribute(Description* description, int attribute, const void* from, std::size_t bytes) {
    if (!known().contains(description)) return CUBLAS_STATUS_INVALID_VALUE;
    switch (attribute) {
        case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE: return set(description->compute, from, bytes);
        case CUBLASLT_MATMUL_DESC_SCALE_TYPE: return set(description->scale_type, from, bytes);
        case CUBLASLT_MATMUL_DESC_POINTER_MODE: return set(description->pointers, from, bytes);
        case CUBLASLT_MATMUL_DESC_TRANSA: return set(description->op_a, from, bytes);
        case CUBLASLT_MATMUL_DESC_TRANSB: return set(description->op_b, from, bytes);
        case CUBLASLT_MATMUL_DESC_TRANSC: return set(description->op_c, from, bytes);
        case CUBLASLT_MATMUL_DESC_EPILOGUE: return set(description->epilogue, from, bytes);
        case CUBLASLT_MATMUL_DESC_BIAS_POINTER: return set(description->bias, from, bytes);
        case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: return set(description->bias_type, from, bytes);
        case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE: return set(description->bias_step, from, bytes);
        case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER: return set(description->aside, from, bytes);
        case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD: return set(description->aside_leading, from, bytes);
        case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE: return set(description->aside_step, from, bytes);
        case CUBLASLT_MATMUL_DESC_FAST_ACCUM: return CUBLAS_STATUS_SUCCESS;  // affects only the speed
        default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

std::size_t place(const Layout& l, std::uint64_t row, std::uint64_t column) {
    const auto leading = static_cast<std::uint64_t>(l.leading);
    return l.order == CUBLASLT_ORDER_ROW ? row * leading + column : column * leading + row;
}

bool is_valid(const Layout& l) {
    const std::uint64_t least = l.order == CUBLASLT_ORDER_ROW ? l.columns : l.rows;
    constexpr std::uint64_t most = std::uint64_t{1} << 31;  // numbers of BLAS
    return (l.order == CUBLASLT_ORDER_COL || l.order == CUBLASLT_ORDER_ROW) && l.leading > 0 &&
           static_cast<std::uint64_t>(l.leading) >= least && l.rows > 0 && l.columns > 0 && l.rows < most && l.columns < most &&
           l.batch >= 1 && l.step >= 0;
}

struct Sizes {
    std::uint64_t m, n, k;
};

// Of D = epilogue(alpha op(A) op(B) + beta C); nothing where the operands do not fit.
std::optional<Sizes> sizes_of(const Description& d, const Layout& a, const Layout& b, const Layout& c, const Layout& out) {
    const bool is_a_plain = d.op_a == CUBLAS_OP_N, is_b_plain = d.op_b == CUBLAS_OP_N;
    const Sizes s{is_a_plain ? a.rows : a.columns, is_b_plain ? b.columns : b.rows, is_a_plain ? a.columns : a.rows};
    const bool is_right = is_valid(a) && is_valid(b) && is_valid(c) && is_valid(out) && (is_b_plain ? b.rows : b.columns) == s.k &&
                          c.rows == s.m && c.columns == s.n && out.rows == s.m && out.columns == s.n && a.batch == out.batch &&
                          b.batch == out.batch && c.batch == out.batch;
    return is_right ? std::optional(s) : std::nullopt;
}

bool is_supported(const Description& d, const Layout& a, const Layout& b, const Layout& c, const Layout& out) {
    constexpr int known_epilogues[] = {CUBLASLT_EPILOGUE_DEFAULT,   CUBLASLT_EPILOGUE_RELU,          CUBLASLT_EPILOGUE_BIAS,
                                       CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU,          CUBLASLT_EPILOGUE_GELU_BIAS,
                                       CUBLASLT_EPILOGUE_GELU_AUX,  CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU};
    const int types[] = {a.type, b.type, c.type, out.type, d.scale_type};
    return std::ranges::all_of(types, [](int type) { return number_types::bytes_of(type) > 0; }) && d.op_c == CUBLAS_OP_N &&
           std::ranges::find(known_epilogues, d.epilogue) != std::end(known_epilogues);
}

cublasStatus_t check(const Description& d, const Layout& a, const Layout& b, const Layout& c, const Layout& out) {
    if (!is_supported(d, a, b, c, out)) return CUBLAS_STATUS_NOT_SUPPORTED;
    return sizes_of(d, a, b, c, out) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

constexpr double kRoot = 0.7978845608028654, kCube = 0.044715;  // sqrt(2 / pi); GELU by the tanh formula, as cuBLASLt's

double after(const Description& d, double value) {
    if ((d.epilogue & CUBLASLT_EPILOGUE_RELU) != 0) return std::max(0.0, value);
    if ((d.epilogue & CUBLASLT_EPILOGUE_GELU) == 0) return value;
    return 0.5 * value * (1 + std::tanh(kRoot * (value + kCube * value * value * value)));
}

double slope_of_gelu(double x) {
    const double curved = std::tanh(kRoot * (x + kCube * x * x * x));
    return 0.5 * (1 + curved) + 0.5 * x * (1 - curved * curved) * kRoot * (1 + 3 * kCube * x * x);
}

// One operand in the device's memory.
struct Operand {
    Layout layout;
    const void* start;
    const char* name;
    std::byte* array(const LibraryCall& call, Touch touch) const {
        const std::size_t count = static_cast<std::size_t>(layout.step) * static_cast<std::size_t>(layout.batch - 1) +
                                  place(layout, layout.rows - 1, layout.columns - 1) + 1;
        return call.device_array(start, count * number_types::bytes_of(layout.type), name, touch);
    }
    // By columns, without gaps.
    std::vector<double> numbers(const std::byte* bytes, int index) const {
        std::vector<double> out;
        out.reserve(layout.rows * layout.columns);
        const std::size_t first = static_cast<std::size_t>(layout.step) * static_cast<std::size_t>(index);
        for (std::uint64_t column = 0; column < layout.columns; ++column)
            for (std::uint64_t row = 0; row < layout.rows; ++row)
                out.push_back(number_types::number_at(bytes, layout.type, first + place(layout, row, column)));
        return out;
    }
};

struct Product {
    Description description;
    Operand a, b, c, d;
    Sizes sizes;
    Operand aside() const {
        Layout layout = d.layout;
        layout.leading = description.aside_leading;
        layout.step = description.aside_step;
        return {layout, description.aside, "the auxiliary array of the epilogue"};
    }
    blas::GemmShape shape() const {
        const auto op = [](int value) { return value == CUBLAS_OP_N ? CUBLAS_OP_N : CUBLAS_OP_T; };
        return {op(description.op_a),
                op(description.op_b),
                static_cast<int>(sizes.m),
                static_cast<int>(sizes.n),
                static_cast<int>(sizes.k),
                static_cast<int>(a.layout.rows),
                static_cast<int>(b.layout.rows),
                static_cast<int>(sizes.m)};
    }
};

void compute(const LibraryCall& call, const Product& p, double alpha, double beta) {
    const Description& description = p.description;
    const std::byte* left = p.a.array(call, Touch::reads);
    const std::byte* right = left ? p.b.array(call, Touch::reads) : nullptr;
    const std::byte* before = right && beta != 0 ? p.c.array(call, Touch::reads) : nullptr;
    if (right == nullptr || (beta != 0 && before == nullptr)) return;
    const bool has_bias = (description.epilogue & CUBLASLT_EPILOGUE_BIAS) != 0;
    const int bias_type = description.bias_type < 0 ? p.d.layout.type : description.bias_type;
    const std::size_t all_bias =
        p.sizes.m + static_cast<std::size_t>(description.bias_step) * static_cast<std::size_t>(p.d.layout.batch - 1);
    const std::byte* bias =
        has_bias ? call.device_array(description.bias, all_bias * number_types::bytes_of(bias_type), "the bias", Touch::reads)
                 : nullptr;
    const bool is_slope = description.epilogue == CUBLASLT_EPILOGUE_DGELU;
    const bool is_kept = (description.epilogue & CUBLASLT_EPILOGUE_GELU_AUX) == CUBLASLT_EPILOGUE_GELU_AUX;
    const Operand aside = p.aside();
    std::byte* aside_bytes = is_slope || is_kept ? aside.array(call, is_slope ? Touch::reads : Touch::updates) : nullptr;
    const bool is_complete = (!has_bias || bias) && (!(is_slope || is_kept) || aside_bytes);
    std::byte* to = is_complete ? p.d.array(call, Touch::updates) : nullptr;
    for (int i = 0; to && i < p.d.layout.batch; ++i) {
        const auto x = p.a.numbers(left, i), y = p.b.numbers(right, i);
        std::vector<double> z = before ? p.c.numbers(before, i) : std::vector<double>(p.sizes.m * p.sizes.n);
        blas::gemm<double>(p.shape(), alpha, x.data(), y.data(), beta, z.data());
        const std::size_t first = static_cast<std::size_t>(p.d.layout.step) * static_cast<std::size_t>(i);
        for (std::uint64_t column = 0; column < p.sizes.n; ++column)
            for (std::uint64_t row = 0; row < p.sizes.m; ++row) {
                const std::size_t of_bias = static_cast<std::size_t>(description.bias_step) * static_cast<std::size_t>(i) + row;
                const double added = bias ? number_types::number_at(bias, bias_type, of_bias) : 0;
                const double value = z[column * p.sizes.m + row] + added;
                const std::size_t of_aside =
                    static_cast<std::size_t>(aside.layout.step) * static_cast<std::size_t>(i) + place(aside.layout, row, column);
                if (is_kept) number_types::store(aside_bytes, aside.layout.type, of_aside, value);
                const double last = is_slope
                                        ? value * slope_of_gelu(number_types::number_at(aside_bytes, aside.layout.type, of_aside))
                                        : after(description, value);
                number_types::store(to, p.d.layout.type, first + place(p.d.layout, row, column), last);
            }
    }
}

std::optional<double> scalar(const LibraryCall& call, const Description& d, const void* from, const char* what) {
    const std::size_t bytes = number_types::bytes_of(d.scale_type);
    const std::byte* there =
        d.pointers == CUBLASLT_POINTER_MODE_DEVICE
            ? call.device_array(from, bytes, what, Touch::reads)
            : call.host_array(from, bytes, what, "Set CUBLASLT_MATMUL_DESC_POINTER_MODE for scalars in the device's memory.");
    return there ? std::optional(number_types::number_at(there, d.scale_type, 0)) : std::nullopt;
}

cublasStatus_t matmul(const LibraryCall& call, const Description& d, const void* alpha, const void* beta, Operand a, Operand b,
                      Operand c, Operand out, void* workspace, std::size_t workspace_bytes, cudaStream_t stream) {
    if (Runtime::instance().sticky() != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
    if (const auto status = check(d, a.layout, b.layout, c.layout, out.layout)) {
        if (status == CUBLAS_STATUS_NOT_SUPPORTED)
            call.unsupported(std::string(call.name) + " with these types or this epilogue",
                             "Types CUDA_R_16F, 16BF, 32F, 64F, 8I and 32I, and the epilogues DEFAULT, BIAS, RELU, "
                             "GELU, GELU_AUX and DGELU are supported.");
        return status;
    }
    const Product product{d, a, b, c, out, *sizes_of(d, a.layout, b.layout, c.layout, out.layout)};
    std::optional<double> al, be;
    if (d.pointers == CUBLASLT_POINTER_MODE_HOST) {
        al = scalar(call, d, alpha, "alpha");
        be = scalar(call, d, beta, "beta");
        if (!al || !be) return CUBLAS_STATUS_SUCCESS;  // a finding
    }
    const int batch = out.layout.batch;
    const std::string size = product.shape().text() + (batch == 1 ? "" : fmt::format(", batch of {}", batch));
    const auto work = [=] {
        if (workspace_bytes > 0 && call.device_array(workspace, workspace_bytes, "the workspace", Touch::writes) == nullptr) return;
        const auto first = al ? al : scalar(call, d, alpha, "alpha");
        const auto second = be ? be : first ? scalar(call, d, beta, "beta") : std::nullopt;
        if (first && second) compute(call, product, *first, *second);
    };
    return call.submit(stream, size, work) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

// A handle of cuBLAS is one of cuBLASLt as well.
bool is_handle(cublasLtHandle_t handle) {
    return known().contains(handle) || blas::is_handle(reinterpret_cast<cublasHandle_t>(handle));
}

bool are_known(std::initializer_list<const void*> all) {
    return std::ranges::all_of(all, [](const void* each) { return known().contains(each); });
}

cublasStatus_t give_algorithm(bool is_known, const Description* d, const Layout* a, const Layout* b, const Layout* c,
                              const Layout* out, int asked, cublasLtMatmulHeuristicResult_t* results, int* count) {
    if (!is_known || asked < 1 || results == nullptr || count == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *count = 0;
    if (const auto status = check(*d, *a, *b, *c, *out)) return status;
    results[0] = {.algo = {}, .workspaceSize = 0, .state = CUBLAS_STATUS_SUCCESS, .wavesCount = 1, .reserved = {}};
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace warpwise::blas_lt

extern "C" {

// The function NAME, which takes PARAMETERS, returns EXPRESSION.
#define LT(NAME, PARAMETERS, EXPRESSION)               \
    cublasStatus_t NAME PARAMETERS {                   \
        WARPWISE_LIBRARY_CALL(#NAME);                  \
        using namespace warpwise::blas_lt;             \
        return warpwise::blas::told(call, EXPRESSION); \
    }

LT(cublasLtCreate, (cublasLtHandle_t * out), warpwise::blas_lt::create(call, out))
LT(cublasLtDestroy, (cublasLtHandle_t handle), handle ? destroy(handle) : CUBLAS_STATUS_NOT_INITIALIZED)
LT(cublasLtMatrixLayoutCreate, (cublasLtMatrixLayout_t * out, cudaDataType type, uint64_t rows, uint64_t columns, int64_t leading),
   make(out, Layout{.type = type, .rows = rows, .columns = columns, .leading = leading}))
LT(cublasLtMatrixLayoutDestroy, (cublasLtMatrixLayout_t layout), destroy(layout))
LT(cublasLtMatrixLayoutSetAttribute,
   (cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t attribute, const void* from, size_t bytes),
   set_attribute(layout, attribute, from, bytes))
LT(cublasLtMatmulDescCreate, (cublasLtMatmulDesc_t * out, cublasComputeType_t compute_type, cudaDataType scale_type),
   make(out, Description{.compute = compute_type, .scale_type = scale_type}))
LT(cublasLtMatmulDescDestroy, (cublasLtMatmulDesc_t description), destroy(description))
LT(cublasLtMatmulDescSetAttribute,
   (cublasLtMatmulDesc_t description, cublasLtMatmulDescAttributes_t attribute, const void* from, size_t bytes),
   set_attribute(description, attribute, from, bytes))
LT(cublasLtMatmulPreferenceCreate, (cublasLtMatmulPreference_t * out), make(out, cublasLtMatmulPreference()))
LT(cublasLtMatmulPreferenceDestroy, (cublasLtMatmulPreference_t preference), destroy(preference))
LT(cublasLtMatmulPreferenceSetAttribute,
   (cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t, const void*, size_t),
   known().contains(preference) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE)
LT(cublasLtMatmulAlgoGetHeuristic,
   (cublasLtHandle_t handle, cublasLtMatmulDesc_t description, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
    cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d, cublasLtMatmulPreference_t, int asked,
    cublasLtMatmulHeuristicResult_t* results, int* count),
   give_algorithm(warpwise::blas_lt::is_handle(handle) && are_known({description, a, b, c, d}), description, a, b, c, d, asked,
                  results, count))
LT(cublasLtMatmul,
   (cublasLtHandle_t handle, cublasLtMatmulDesc_t description, const void* alpha, const void* a, cublasLtMatrixLayout_t a_layout,
    const void* b, cublasLtMatrixLayout_t b_layout, const void* beta, const void* c, cublasLtMatrixLayout_t c_layout, void* d,
    cublasLtMatrixLayout_t d_layout, const cublasLtMatmulAlgo_t*, void* workspace, size_t workspace_bytes, cudaStream_t stream),
   !warpwise::blas_lt::is_handle(handle) ? CUBLAS_STATUS_NOT_INITIALIZED
   : !are_known({description, a_layout, b_layout, c_layout, d_layout})
       ? CUBLAS_STATUS_INVALID_VALUE
       : matmul(call, *description, alpha, beta, {*a_layout, a, "A"}, {*b_layout, b, "B"}, {*c_layout, c, "C"}, {*d_layout, d, "D"},
                workspace, workspace_bytes, stream))
#undef LT

size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }

}  // extern "C"

namespace warpwise {

#define API(name) {#name, reinterpret_cast<void*>(&name)}

std::vector<HostFunction> blas_lt_functions() {
    return {API(cublasLtCreate),
            API(cublasLtDestroy),
            API(cublasLtGetVersion),
            API(cublasLtMatrixLayoutCreate),
            API(cublasLtMatrixLayoutDestroy),
            API(cublasLtMatrixLayoutSetAttribute),
            API(cublasLtMatmulDescCreate),
            API(cublasLtMatmulDescDestroy),
            API(cublasLtMatmulDescSetAttribute),
            API(cublasLtMatmulPreferenceCreate),
            API(cublasLtMatmulPreferenceDestroy),
            API(cublasLtMatmulPreferenceSetAttribute),
            API(cublasLtMatmulAlgoGetHeuristic),
            API(cublasLtMatmul)};
}

}  // namespace warpwise
