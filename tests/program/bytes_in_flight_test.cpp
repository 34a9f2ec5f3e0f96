// Which bytes work of another stream may still be using, for every kind of copy: each element that it touches is told when a kernel
// or a copy of another stream uses it, and none beside them.
#include <functional>
#include <set>

#include "program/graphs/graphs.h"
#include "runtime_fixture.h"

namespace warpwise {
namespace {

constexpr int kElements = 64;
constexpr std::size_t kInt = sizeof(int);

struct Copy {
    const char* name;
    std::set<int> touched;  // elements of the array
    std::function<cudaError_t(int* array, int* other, cudaStream_t)> run;
    bool is_read = false;  // else they are written
};

std::set<int> rows(int first, int width, int pitch, int count) {
    std::set<int> out;
    for (int row = 0; row < count; ++row)
        for (int i = 0; i < width; ++i) out.insert(first + row * pitch + i);
    return out;
}

cudaMemcpy3DParms box(int* to, int* from) {
    cudaMemcpy3DParms p{};
    p.dstPtr = {to, 8 * kInt, 8 * kInt, 4};
    p.srcPtr = {from, 8 * kInt, 8 * kInt, 4};
    p.dstPos = p.srcPos = {2 * kInt, 1, 0};
    p.extent = {3 * kInt, 2, 2};
    p.kind = cudaMemcpyDeviceToDevice;
    return p;
}

std::set<int> elements_of_box() {
    std::set<int> out = rows(10, 3, 8, 2);
    out.merge(rows(32 + 10, 3, 8, 2));
    return out;
}

const std::vector<Copy>& copies() {
    static const std::vector<Copy> all = {
        {"all of it", rows(0, kElements, 0, 1),
         [](int* array, int* other, cudaStream_t s) {
             return __warpwise_memcpy_async(array, other, kElements * kInt, cudaMemcpyDeviceToDevice, kAny, kAny, s);
         }},
        {"a part", rows(8, 4, 0, 1),
         [](int* array, int* other, cudaStream_t s) {
             return __warpwise_memcpy_async(array + 8, other, 4 * kInt, cudaMemcpyDeviceToDevice, kAny, kAny, s);
         }},
        {"a part that is read", rows(8, 4, 0, 1),
         [](int* array, int* other, cudaStream_t s) {
             return __warpwise_memcpy_async(other, array + 8, 4 * kInt, cudaMemcpyDeviceToDevice, kAny, kAny, s);
         },
         true},
        {"cudaMemcpy2DAsync", rows(1, 2, 8, 4),
         [](int* array, int* other, cudaStream_t s) {
             return cudaMemcpy2DAsync(array + 1, 8 * kInt, other, 4 * kInt, 2 * kInt, 4, cudaMemcpyDeviceToDevice, s);
         }},
        {"cudaMemcpy2DAsync that reads", rows(1, 2, 8, 4),
         [](int* array, int* other, cudaStream_t s) {
             return cudaMemcpy2DAsync(other, 4 * kInt, array + 1, 8 * kInt, 2 * kInt, 4, cudaMemcpyDeviceToDevice, s);
         },
         true},
        {"cudaMemcpy3DAsync", elements_of_box(),
         [](int* array, int* other, cudaStream_t s) {
             const auto p = box(array, other);
             return cudaMemcpy3DAsync(&p, s);
         }},
        {"cudaMemcpy3DAsync that reads", elements_of_box(),
         [](int* array, int* other, cudaStream_t s) {
             const auto p = box(other, array);
             return cudaMemcpy3DAsync(&p, s);
         },
         true},
        {"cudaMemsetAsync", rows(20, 5, 0, 1),
         [](int* array, int*, cudaStream_t s) { return cudaMemsetAsync(array + 20, 0, 5 * kInt, s); }},
        {"cudaMemset2DAsync", rows(2, 3, 16, 3),
         [](int* array, int*, cudaStream_t s) { return cudaMemset2DAsync(array + 2, 16 * kInt, 0, 3 * kInt, 3, s); }},
        {"a node of a graph", rows(1, 2, 8, 4),
         [](int* array, int*, cudaStream_t s) {
             cudaGraph_t graph = nullptr;
             cudaGraphNode_t node = nullptr;
             cudaGraphExec_t exec = nullptr;
             cudaMemsetParams p{};
             p.dst = array + 1;
             p.pitch = 8 * kInt;
             p.elementSize = 4;
             p.width = 2;
             p.height = 4;
             EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
             EXPECT_EQ(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &p), cudaSuccess);
             EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
             const cudaError_t error = cudaGraphLaunch(exec, s);
             cudaGraphExecDestroy(exec);
             cudaGraphDestroy(graph);
             return error;
         }},
    };
    return all;
}

class BytesInFlight : public RuntimeTest {
  protected:
    void SetUp() override {
        RuntimeTest::SetUp();
        array = static_cast<int*>(device(kElements * kInt));
        other = static_cast<int*>(device(kElements * kInt));
        third = static_cast<int*>(device(kElements * kInt));
        for (int* each : {array, other, third}) ASSERT_EQ(cudaMemset(each, 0, kElements * kInt), cudaSuccess);
        for (cudaStream_t* stream : {&a, &b}) ASSERT_EQ(cudaStreamCreate(stream), cudaSuccess);
        ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
    }
    void TearDown() override {
        for (const cudaStream_t stream : {a, b}) cudaStreamDestroy(stream);
        cudaEventDestroy(event);
        RuntimeTest::TearDown();
    }
    template <typename... Arguments>
    static void launch(const char* kernel, dim3 threads, cudaStream_t stream, Arguments... arguments) {
        void* pointers[] = {&arguments...};
        EXPECT_EQ(cudaLaunchKernel(stub_of(kernel), dim3{1, 1, 1}, threads, pointers, 0, stream), cudaSuccess);
    }
    static dim3 threads(int count) { return {static_cast<unsigned>(count), 1, 1}; }
    // How many findings `second` has, when nothing but `between` orders it with what came before.
    int told(const std::function<void()>& first, const std::function<void()>& second, const std::function<void()>& between = {}) {
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        first();
        if (between) between();
        Runtime::instance().forget_told();
        events();
        second();
        const auto all = findings();
        for (const std::string& kind : all) EXPECT_EQ(kind, "read_before_wait");
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        return static_cast<int>(all.size());
    }
    int *array = nullptr, *other = nullptr, *third = nullptr;
    cudaStream_t a = nullptr, b = nullptr;
    cudaEvent_t event = nullptr;
};

TEST_F(BytesInFlight, AreToldWhenAKernelOfAnotherStreamWritesThem) {
    for (const Copy& copy : copies())
        for (int i = 0; i < kElements; ++i) {
            const int count =
                told([&] { ASSERT_EQ(copy.run(array, other, a), cudaSuccess); }, [&] { launch("set", threads(1), b, array, i); });
            EXPECT_EQ(count, copy.touched.contains(i) ? 1 : 0) << copy.name << ", element " << i;
        }
}

TEST_F(BytesInFlight, AreToldWhenAKernelOfAnotherStreamReadsWhatIsWritten) {
    for (const Copy& copy : copies())
        for (int i = 0; i < kElements; ++i) {
            const int count = told([&] { ASSERT_EQ(copy.run(array, other, a), cudaSuccess); },
                                   [&] { launch("get", threads(1), b, third, array, i); });
            EXPECT_EQ(count, copy.touched.contains(i) && !copy.is_read ? 1 : 0) << copy.name << ", element " << i;
        }
}

TEST_F(BytesInFlight, AreToldWhenACopyOfAnotherStreamWritesThem) {
    for (const Copy& copy : copies())
        for (int i = 0; i < kElements; ++i) {
            const int count = told([&] { ASSERT_EQ(copy.run(array, other, a), cudaSuccess); },
                                   [&] { ASSERT_EQ(cudaMemsetAsync(array + i, 1, kInt, b), cudaSuccess); });
            EXPECT_EQ(count, copy.touched.contains(i) ? 1 : 0) << copy.name << ", element " << i;
        }
}

TEST_F(BytesInFlight, AreNotToldWhereSomethingOrdersTheTwo) {
    const std::function<void()> orders[] = {
        [&] {
            EXPECT_EQ(cudaEventRecord(event, a), cudaSuccess);
            EXPECT_EQ(cudaStreamWaitEvent(b, event, 0), cudaSuccess);
        },
        [&] { EXPECT_EQ(cudaStreamSynchronize(a), cudaSuccess); },
        [&] { EXPECT_EQ(cudaMemsetAsync(third, 0, kInt, nullptr), cudaSuccess); },  // the legacy default stream
    };
    for (const Copy& copy : copies())
        for (const auto& order : orders) {
            const int i = *copy.touched.rbegin();
            const int count = told([&] { ASSERT_EQ(copy.run(array, other, a), cudaSuccess); },
                                   [&] { launch("set", threads(1), b, array, i); }, order);
            EXPECT_EQ(count, 0) << copy.name;
        }
}

TEST_F(BytesInFlight, OfVariablesAreToldAsThoseOfArrays) {
    const auto to = [&](const void* symbol, cudaStream_t s) {
        ASSERT_EQ(__warpwise_copy_to_symbol_async(symbol, other, 2 * kInt, 4 * kInt, cudaMemcpyDeviceToDevice, kAny, s),
                  cudaSuccess);
    };
    const std::pair<const char*, const void*> variables[] = {{"use_values", &values_shadow()}, {"use_fixed", &fixed_shadow()}};
    for (const auto& [kernel, symbol] : variables) {
        EXPECT_EQ(told([&] { to(symbol, a); }, [&] { launch(kernel, threads(4), b, third); }), 0) << kernel << ", elements 0 to 3";
        EXPECT_EQ(told([&] { to(symbol, a); }, [&] { launch(kernel, threads(5), b, third); }), 1) << kernel << ", element 4";
        EXPECT_EQ(told([&] { to(symbol, a); }, [&] { launch(kernel, threads(16), a, third); }), 0) << kernel << ", in its stream";
        EXPECT_EQ(told([&] { to(symbol, a); }, [&] { to(symbol, b); }), 1) << kernel;
        const auto from = [&](std::size_t offset, cudaStream_t s) {
            ASSERT_EQ(__warpwise_copy_from_symbol_async(third, symbol, kInt, offset * kInt, cudaMemcpyDeviceToDevice, kAny, s),
                      cudaSuccess);
        };
        for (std::size_t i = 0; i < 16; ++i) {
            EXPECT_EQ(told([&] { to(symbol, a); }, [&] { from(i, b); }), i == 4 || i == 5 ? 1 : 0) << kernel << ", element " << i;
            EXPECT_EQ(told([&] { from(i, a); }, [&] { to(symbol, b); }), i == 4 || i == 5 ? 1 : 0) << kernel << ", element " << i;
        }
        EXPECT_EQ(told([&] { from(4, a); }, [&] { launch(kernel, threads(16), b, other); }), 0) << kernel << ": both read";
    }
}

TEST_F(BytesInFlight, AreNamed) {
    const std::pair<const char*, const void*> variables[] = {{"use_values", &values_shadow()}, {"use_fixed", &fixed_shadow()}};
    for (const auto& [kernel, symbol] : variables) {
        ASSERT_EQ(__warpwise_copy_to_symbol_async(symbol, other, kInt, 0, cudaMemcpyDeviceToDevice, kAny, a), cudaSuccess);
        events();
        launch(kernel, threads(1), b, third);
        std::string message;
        for (const auto& event : events())
            if (event.at("event") == "finding") message = event.at("message");
        const std::string name = kernel + std::string_view("use_").size();
        EXPECT_TRUE(message.starts_with(std::string("'") + kernel + "' uses '" + name + "', which cudaMemcpyToSymbolAsync in line"))
            << message;
        Runtime::instance().forget_told();
        ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    }
}

TEST_F(BytesInFlight, OfAVariableByItsAddressAreThoseOfTheVariable) {
    void* address = nullptr;
    ASSERT_EQ(__warpwise_symbol_address(&address, &values_shadow()), cudaSuccess);
    int* values = static_cast<int*>(address);
    const auto copy = [&] {
        ASSERT_EQ(__warpwise_memcpy_async(values + 4, other, kInt, cudaMemcpyDeviceToDevice, kAny, kAny, a), cudaSuccess);
    };
    EXPECT_EQ(told(copy, [&] { launch("use_values", threads(4), b, third); }), 0);
    EXPECT_EQ(told(copy, [&] { launch("use_values", threads(5), b, third); }), 1);
}

TEST_F(BytesInFlight, OfAKernelAreRowsToo) {
    const auto tile = [&] { launch("set_tile", dim3{2, 4, 1}, a, array + 0, 8); };
    const std::set<int> written = rows(0, 2, 8, 4);
    for (int i = 0; i < kElements; ++i) {
        EXPECT_EQ(told(tile, [&] { ASSERT_EQ(cudaMemsetAsync(array + i, 1, kInt, b), cudaSuccess); }), written.contains(i) ? 1 : 0)
            << i;
        EXPECT_EQ(told(tile, [&] { launch("get", threads(1), b, third, array, i); }), written.contains(i) ? 1 : 0) << i;
    }
}

TEST_F(BytesInFlight, MayBeUpdatedByAtomicOperationsOfTwoKernels) {
    const auto add = [&](cudaStream_t s) {
        int value = 1;
        void* arguments[] = {&array, &value};
        ASSERT_EQ(cudaLaunchKernel(&add_stub(), dim3{2, 1, 1}, threads(32), arguments, 0, s), cudaSuccess);
    };
    EXPECT_EQ(told([&] { add(a); }, [&] { add(b); }), 0);
    EXPECT_EQ(told([&] { add(a); }, [&] { launch("get", threads(1), b, third, array, 1); }), 1);
    EXPECT_EQ(told([&] { ASSERT_EQ(cudaMemsetAsync(array, 0, kInt, a), cudaSuccess); }, [&] { add(b); }), 1);
}

TEST_F(BytesInFlight, OfManyCopiesAreBounded) {
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < 5000; ++i) ASSERT_EQ(cudaMemset2DAsync(array + i % 40, 8 * kInt, 0, kInt, 3, a), cudaSuccess);
    EXPECT_LE(Runtime::instance().flights.size(), Flights::kMost);
    EXPECT_LE(Runtime::instance().flights.size(), 40u);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(Runtime::instance().flights.size(), 0u);
}

}  // namespace
}  // namespace warpwise
