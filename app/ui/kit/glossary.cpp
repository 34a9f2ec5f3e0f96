#include "ui/kit/glossary.h"

#include <algorithm>
#include <array>
#include <string>

namespace warpwise::ui {

namespace {

constexpr std::array terms = std::to_array<GlossaryTerm>({
    {"arithmetic intensity", "Operations per byte of memory traffic. If it is low, memory bandwidth is the limit.", "crossover"},
    {"array", "Elements of one type side by side in memory. A kernel gets the address of the first one.", "first_kernel"},
    {"asynchronous", "An asynchronous call returns before its work is done. Launches are asynchronous.", "cold_and_warm"},
    {"atomic", "A read, change and write of one memory location that no other thread can interrupt.", "gather_scatter"},
    {"bank", "Shared memory is cut into 32 banks of 4-byte words, word i in bank i mod 32. Each bank serves one word at a time.",
     "bank_conflicts"},
    {"bank conflict", "Lanes of a warp access different words of one bank: the bank serves them one after another.",
     "bank_conflicts"},
    {"barrier", "A point where each thread of a block waits until all of them have arrived: __syncthreads().", "shared_memory"},
    {"block",
     "A group of threads that start together on one multiprocessor, share its shared memory and can wait for one another. At most "
     "1,024 threads.",
     "indexing_1d"},
    {"blockDim", "The number of threads per block along x, y and z. It is the same in every thread of a launch.", "indexing_1d"},
    {"blockIdx", "Which block of the grid a thread belongs to, counted from 0 along x, y and z.", "indexing_1d"},
    {"broadcast", "All lanes of a warp read the same address: it is read once and passed to all of them.", "particles"},
    {"cache line", "128 consecutive bytes, four sectors: the unit that a GPU's cache manages.", "coalescing"},
    {"chunk",
     "A part of the data that is copied and computed on its own, so that its copies overlap with the work on other chunks.",
     "streams"},
    {"coalesced", "The addresses of a warp's lanes are in few sectors, so that most of what is fetched is used.", "coalescing"},
    {"context", "What the driver keeps on a GPU for one process. Creating it takes tenths of a second.", "cold_and_warm"},
    {"counter", "A count of what a run did: requests, sectors, instructions. The emulator counts; it has no clock.", ""},
    {"device", "What runs a kernel: a GPU, or the emulator in its place. Its counterpart is the host.", "first_kernel"},
    {"divergence",
     "Lanes of one warp take different sides of a branch, or leave a loop at different iterations. The warp runs every path, "
     "each with some lanes masked out.",
     "mandelbrot"},
    {"double buffering", "Read one array, write another, and swap the two after each step.", "heat"},
    {"dtype", "The type of an array's elements, such as f32 (float) or i64 (64-bit integer). It sets bytes and precision.",
     "dtypes_speed"},
    {"emulator",
     "Runs the same CUDA source warp by warp on the CPU and counts what happens. Its own run time says nothing about a GPU.",
     "first_kernel"},
    {"event", "A mark in a stream that records when the GPU reaches it: two of them time what is between.", "cold_and_warm"},
    {"grid", "All blocks of one launch. Its size is counted in blocks along x, y and z.", "indexing_1d"},
    {"grid-stride loop",
     "A loop in which each thread steps by the number of threads in the grid, so that one launch fits any size.", "grid_stride"},
    {"gridDim", "How many blocks the grid has along x, y and z.", "grid_stride"},
    {"guard", "The test, such as if (i < n), that keeps threads without an element from touching memory.", "guards_and_limits"},
    {"host", "The CPU and its memory. It prepares data, launches kernels and collects results.", "first_kernel"},
    {"kernel", "A function marked __global__: the host launches it, and every thread of the grid runs it.", "first_kernel"},
    {"kernel fusion", "One kernel that does the work of several, so that what is in between stays in registers.", "transfers"},
    {"lane", "One of the 32 places of a warp: threadIdx counted within its warp.", "coalescing"},
    {"latency", "How long one operation takes from start to end, such as a load from memory.", "latency_throughput"},
    {"launch", "One start of a kernel with a grid and a block shape.", "first_kernel"},
    {"MAD", "Median absolute deviation: half of the samples lie nearer to the median than this.", "cold_and_warm"},
    {"median", "The middle one of the sorted times: a few slow runs hardly move it.", "cold_and_warm"},
    {"multiprocessor", "A GPU is made of many; each runs whole blocks, warp by warp, and holds their registers and shared memory.",
     "latency_throughput"},
    {"occupancy", "The warps on a multiprocessor, as a share of the most that it can hold.", "latency_throughput"},
    {"pageable memory",
     "Ordinary memory, which the system may move at any moment; a copy to the GPU goes through a page-locked buffer.", "transfers"},
    {"pinned memory", "Memory that stays where it is, so that the GPU can fetch it by itself. Also called page-locked.",
     "transfers"},
    {"prediction", "Your answer before the run shows it. Being wrong here costs nothing and teaches the most.", ""},
    {"race",
     "Two threads access the same memory in no defined order, and at least one of them writes: the result depends on timing.",
     "shared_memory"},
    {"register", "A thread's own fastest memory, where local variables live.", "latency_throughput"},
    {"request", "One load or store instruction of a warp, for all its active lanes at once.", "coalescing"},
    {"roofline",
     "The most that a device can do at a given number of operations per byte: the limit is memory bandwidth or arithmetic.",
     "transfers"},
    {"sector", "32 consecutive bytes: the smallest unit that GPU memory delivers.", "coalescing"},
    {"seed", "The number that the random inputs are made from. The same seed gives the same data.", ""},
    {"shared memory", "Fast memory of a block that its threads read and write together; gone when the block ends.",
     "shared_memory"},
    {"stencil", "A computation that reads a fixed neighbourhood of each element.", "heat"},
    {"stream", "A queue of operations on a GPU that keeps its order. Operations in different streams may overlap.", "streams"},
    {"stride", "The step in memory from one element to the next one along an axis.", "layout_strides"},
    {"sweep", "The same run at many sizes, drawn as a line.", "crossover"},
    {"thread", "One run of the kernel's code with its own indices and variables.", "indexing_1d"},
    {"threadIdx", "Which thread of its block this is, counted from 0 along x, y and z.", "indexing_1d"},
    {"throughput", "How much is done in a given time, such as elements per second.", "latency_throughput"},
    {"tile", "A part of the data that a block keeps in shared memory while it works on it.", "shared_memory"},
    {"tolerance", "How far a result may be from the CPU's: floating-point sums in another order round differently.", "sum_order"},
    {"warp", "32 threads of a block that run the same instruction together.", "coalescing"},
    {"wavefront", "One pass in which shared memory serves a warp. Without bank conflicts one pass is enough.", "bank_conflicts"},
});

std::string lower_case(std::string_view word) {
    std::string lower(word);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

const GlossaryTerm* find_exactly(std::string_view lower_name) {
    const auto* found = std::ranges::find_if(terms, [&](const GlossaryTerm& term) { return lower_case(term.name) == lower_name; });
    return found != terms.end() ? found : nullptr;
}

}  // namespace

std::span<const GlossaryTerm> glossary_terms() { return terms; }

const GlossaryTerm* find_term(std::string_view word) {
    std::string name = lower_case(word);
    // threadIdx.x is threadIdx
    const std::size_t dot = name.find('.');
    if (dot != std::string::npos && dot + 2 == name.size() && name[dot + 1] >= 'x' && name[dot + 1] <= 'z') name.resize(dot);
    if (const GlossaryTerm* term = find_exactly(name)) return term;
    if (name.size() > 1 && name.back() == 's') return find_exactly(std::string_view(name).substr(0, name.size() - 1));
    return nullptr;
}

}  // namespace warpwise::ui
