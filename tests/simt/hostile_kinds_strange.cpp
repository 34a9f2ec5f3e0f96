// What is never closed, is not text, asks for files, is known to compilers alone, or does harm when it runs.
#include "hostile_kinds.h"

#include <fmt/format.h>

namespace warpwise::test {
namespace {

std::string every_byte() {
    std::string out;
    for (int byte = 1; byte < 256; ++byte) out.push_back(static_cast<char>(byte));
    return out;
}

}  // namespace

std::vector<Kind> strange_kinds() {
    return {
        // ---- what is never closed, what is not text ----
        {"comment without end", 1, [](std::size_t) { return kernel("a[k]=1;") + "/*"; }},
        {"string without end", 1, [](std::size_t) { return kernel("const char* s = \"abc"); }},
        {"raw string without end", 1, [](std::size_t) { return kernel("const char* s = R\"x(abc"); }},
        {"character without end", 1, [](std::size_t) { return kernel("char c = 'abc"); }},
        {"condition without end", 1, [](std::size_t) { return "#if 1\n" + kernel("a[k]=1;"); }},
        {"macro without end", 1, [](std::size_t) { return kernel("F(k; a[k]=1;", "#define F(x) x"); }},
        {"body without end", 1, [](std::size_t) { return std::string("__global__ void k(float* a, int n) { {{{ a["); }},
        {"closing braces", 100000, [](std::size_t n) { return times(n, "}") + kernel("a[k]=1;"); }},
        {"closing parentheses", 100000, [](std::size_t n) { return kernel("a[k]=1" + times(n, ")") + ";"); }},
        {"nothing", 1, [](std::size_t) { return std::string(); }},
        {"a zero byte", 1, [](std::size_t) { return kernel("a[k]=1;") + std::string(1, '\0') + "x"; }},
        {"every byte", 1, [](std::size_t) { return every_byte() + kernel("a[k]=1;"); }},
        {"every byte in a body", 1, [](std::size_t) { return kernel(every_byte()); }},
        {"every byte in a string", 1,
         [](std::size_t) { return kernel("const char* s = R\"x(" + every_byte() + ")x\"; a[k]=s[k];"); }},
        {"every byte often", 3000, [](std::size_t n) { return times(n, every_byte()); }},
        {"marks of byte order", 100000, [](std::size_t n) { return times(n, "\xef\xbb\xbf") + kernel("a[k]=1;"); }},
        {"broken letters", 200000, [](std::size_t n) { return kernel(times(n, "\xf0\x9f\x98")); }},
        {"letters from right to left", 100000,
         [](std::size_t n) { return kernel("// " + times(n, "\xe2\x80\xae") + "\na[k]=1;"); }},
        {"escapes", 100000, [](std::size_t n) { return kernel("int " + times(n, "\\u00e4") + " = 1;"); }},
        {"carriage returns", 900000, [](std::size_t n) { return times(n, "\r") + kernel("a[k]=1;"); }},
        // ---- files and directives ----
        {"include of zeros", 1, [](std::size_t) { return "#include \"/dev/zero\"\n" + kernel("a[k]=1;"); }},
        {"include of the terminal", 1,
         [](std::size_t) { return "#include \"/dev/stdin\"\n#include \"/dev/tty\"\n" + kernel("a[k]=1;"); }},
        {"include of memory", 1,
         [](std::size_t) { return "#include \"/proc/self/mem\"\n#include </proc/self/environ>\n" + kernel("a[k]=1;"); }},
        {"include of passwords", 1, [](std::size_t) { return "#include \"/etc/passwd\"\n" + kernel("a[k]=1;"); }},
        {"include upwards", 1, [](std::size_t) { return "#include \"../../../../etc/passwd\"\n" + kernel("a[k]=1;"); }},
        {"include of itself", 1, [](std::size_t) { return "#include \"/kernel.cu\"\n" + kernel("a[k]=1;"); }},
        {"include of itself by a macro", 1, [](std::size_t) { return "#define F __FILE__\n#include F\n" + kernel("a[k]=1;"); }},
        {"include of a folder", 1,
         [](std::size_t) { return "#include \"/\"\n#include \".\"\n#include \"\"\n" + kernel("a[k]=1;"); }},
        {"includes", 40000, [](std::size_t n) { return times(n, "#include <cuda_runtime.h>\n") + kernel("a[k]=1;"); }},
        {"embed of zeros", 1, [](std::size_t) { return "const char z[] = {\n#embed \"/dev/zero\"\n};\n" + kernel("a[k]=1;"); }},
        {"embed of itself", 1, [](std::size_t) { return "const int z[] = {\n#embed \"/kernel.cu\"\n};\n" + kernel("a[k]=1;"); }},
        {"questions for files", 1,
         [](std::size_t) {
             return "#if __has_include(\"/etc/passwd\") || __has_include_next(</dev/zero>)\n#error readable\n#endif\n" +
                    kernel("a[k]=1;");
         }},
        {"import", 1,
         [](std::size_t) { return "import std;\nexport module x;\n#pragma clang module import x\n" + kernel("a[k]=1;"); }},
        {"crash on purpose", 1, [](std::size_t) { return "#pragma clang __debug crash\n" + kernel("a[k]=1;"); }},
        {"crash by operator", 1, [](std::size_t) { return "_Pragma(\"clang __debug crash\")\n" + kernel("a[k]=1;"); }},
        {"fatal error by operator", 1,
         [](std::size_t) { return "_Pragma(\"clang __debug llvm_fatal_error\")\n" + kernel("a[k]=1;"); }},
        {"full stack by operator", 1,
         [](std::size_t) { return "_Pragma(\"clang __debug overflow_stack\")\n" + kernel("a[k]=1;"); }},
        {"crash of the parser", 1,
         [](std::size_t) { return "#define D __de##bug\n_Pragma(\"clang __debug parser_crash\")\n" + kernel("a[k]=1;"); }},
        {"pragmas", 40000, [](std::size_t n) { return times(n, "#pragma pack(push, 1)\n") + kernel("a[k]=1;"); }},
        {"poison", 1, [](std::size_t) { return "#pragma GCC poison float int k __global__ threadIdx\n" + kernel("a[k]=1;"); }},
        {"unrolling", 1, [](std::size_t) { return kernel("#pragma unroll 100000000\nfor (int i = 0; i < n; ++i) a[k] += i;"); }},
        {"redefined words", 1,
         [](std::size_t) {
             return "#define int float\n#define __global__\n#define threadIdx 0\n#define return while(1)\n" + kernel("a[k]=1;");
         }},
        {"undefined words", 1,
         [](std::size_t) { return "#undef __global__\n#undef __device__\n#undef threadIdx\n" + kernel("a[k]=1;"); }},
        {"names of the prelude", 1,
         [](std::size_t) { return "struct dim3 {}; struct float4 {}; int threadIdx; namespace std {}\n" + kernel("a[k]=1;"); }},
        {"entry of its own", 1, [](std::size_t) { return "__device__ int __simt_entry = 3;\n" + kernel("a[k]=1;"); }},
        // ---- what only compilers know ----
        {"assembly of a file", 1,
         [](std::size_t) {
             return "asm(\".incbin \\\"/etc/passwd\\\"\");\n" + kernel("asm volatile(\".include \\\"/dev/zero\\\"\"); a[k]=1;");
         }},
        {"assembly that is none", 1,
         [](std::size_t) {
             return kernel("asm volatile(\"%0 %1 %99 $\" : \"=r\"(k) : \"0\"(k), \"m\"(a) : \"memory\", \"nonsense\"); a[k]=k;");
         }},
        {"assemblies", 20000,
         [](std::size_t n) { return kernel(times(n, "asm volatile(\"add.s32 %0, %0, 1;\" : \"+r\"(k));\n") + "a[k]=1;"); }},
        {"attributes of all kinds", 1,
         [](std::size_t) {
             return std::string(
                        "__attribute__((constructor)) void c() {}\n__attribute__((alias(\"c\"))) void "
                        "d();\n__attribute__((ifunc(\"c\"))) void e();\n"
                        "__attribute__((section(\"/etc/passwd\"), visibility(\"hidden\"), mode(TI))) int "
                        "v;\n__attribute__((address_space(77))) int w;\n"
                        "__attribute__((naked)) __device__ void f() {}\n__attribute__((annotate(\"x\", 1, 2))) int "
                        "y;\n__attribute__((target(\"avx\"))) __device__ void g() {}\n") +
                    kernel("w = 1; g(); a[k]=1;");
         }},
        {"address spaces", 1,
         [](std::size_t) {
             return kernel(
                 "__attribute__((address_space(3))) int* p = (__attribute__((address_space(3))) int*)a; *p = 1; "
                 "*(__attribute__((address_space(256))) int*)8 = 2;");
         }},
        {"builtins", 1,
         [](std::size_t) {
             return kernel(
                 "__builtin_trap(); __builtin_unreachable(); __builtin_alloca(1u << 31); __builtin_longjmp(0, 1); "
                 "a[k]=__builtin_return_address(0) != 0;");
         }},
        {"array on the stack", 1,
         [](std::size_t) { return kernel("char* p = (char*)__builtin_alloca(n * 100000000ull); p[k]=1; a[k]=p[k];"); }},
        {"array of unknown size", 1, [](std::size_t) { return kernel("int t[n * k]; t[k]=1; a[k]=t[k];"); }},
        {"coroutine", 1, [](std::size_t) { return kernel("co_await k; co_yield 1; co_return;"); }},
        {"exceptions", 1, [](std::size_t) { return kernel("try { throw k; } catch (int) { a[k]=1; } catch (...) {}"); }},
        {"virtual functions", 1,
         [](std::size_t) {
             return kernel("D d; B* b = &d; a[k]=b->f(); delete b; a[k]=dynamic_cast<D*>(b)->f();",
                           "struct B { __device__ virtual int f() = 0; __device__ virtual ~B() {} }; struct D : B { __device__ int "
                           "f() override { return 1; } };");
         }},
        {"thread-local and static", 1,
         [](std::size_t) {
             return "thread_local int t; static int s;\n" + kernel("static int u = k; thread_local int v; a[k]=t+s+u+v;");
         }},
        {"blocks, complex, atomics", 1,
         [](std::size_t) { return kernel("_Complex float c = 1; _Atomic int i = 1; ++i; a[k]=__real__ c + i;"); }},
        {"computed jumps", 1, [](std::size_t) { return kernel("void* t[] = {&&x, &&y}; goto *t[k % 2]; x: a[k]=1; y: a[k]=2;"); }},
        {"a statement in an expression", 20000, [](std::size_t n) { return kernel("a[k]=" + nested(n, "({", "k", ";})") + ";"); }},
        {"host launch", 1, [](std::size_t) { return kernel("k<<<1, 1>>>(a, n); a[k]=1;"); }},
        {"a kernel called main", 1,
         [](std::size_t) { return std::string("#include <stdio.h>\nint main() { while (1); }\n") + kernel("a[k]=1;"); }},
        // ---- what compiles, and does harm when it runs ----
        {"recursion", 1, [](std::size_t) { return kernel("a[k]=f(k);", "__device__ int f(int x) { return f(x + 1) + 1; }"); }},
        {"recursion without registers", 1,
         [](std::size_t) {
             return kernel("f(); a[k]=1;", "__device__ void g(); __device__ void f() { g(); } __device__ void g() { f(); }");
         }},
        {"recursion of large frames", 20000,
         [](std::size_t n) {
             return kernel("a[k]=f(k);",
                           fmt::format("__device__ int f(int x) {{ int t[{}]; t[x % 7] = x; return f(x + t[x % 7]) + t[1]; }}", n));
         }},
        {"recursion in two ways", 1,
         [](std::size_t) { return kernel("a[k]=f(60);", "__device__ int f(int x) { return x < 2 ? x : f(x - 1) + f(x - 2); }"); }},
        {"endless", 1, [](std::size_t) { return kernel("while (true) {}"); }},
        {"endless in two ways", 1,
         [](std::size_t) { return kernel("while (true) { if ((k & 1) == 0) ++k; else k += 3; if (k & 4) --n; }"); }},
        {"endless and diverging", 1,
         [](std::size_t) { return kernel("for (;;) { if (a[k % 8] > 0) continue; if (k++ & 1) goto x; n += k; x:; }"); }},
        {"endless prints", 1,
         [](std::size_t) { return kernel("for (int i = 0;; ++i) printf(\"%d %0999d %.999f\\n\", i, i, 1.0);"); }},
        {"wide prints", 1,
         [](std::size_t) { return kernel("printf(\"%2000000000d %.2000000000f %*d\\n\", k, 1.0, 2000000000, k);"); }},
        {"prints of nonsense", 1,
         [](std::size_t) { return kernel("printf(\"%s %n %q %llu %\", k, &k, k); printf((const char*)a); printf(nullptr);"); }},
        {"allocations", 1, [](std::size_t) { return kernel("for (;;) { int* p = new int[1 << 20]; p[k] = 1; }"); }},
        {"copies of too much", 1, [](std::size_t) { return kernel("memcpy(a, a + 1, 0x7fffffffffffull); memset(a, 1, ~0ull);"); }},
        {"wild pointers", 1,
         [](std::size_t) { return kernel("*(float*)(size_t)(k * 0x123456789abcdefull) = 1; *(volatile int*)-1 = 2;"); }},
        {"wild calls", 1, [](std::size_t) { return kernel("((void (*)(int))(size_t)(k + 1000))(k);"); }},
        {"division of the least number", 1,
         [](std::size_t) {
             return kernel("int x = -2147483647 - 1; a[k] = x / (n ? -1 : k) + x % -1 + (1 << (k + 100)) + 1 / k;");
         }},
        {"barriers apart", 1,
         [](std::size_t) { return kernel("if (k < 7) __syncthreads(); else __syncwarp(3); __shfl_sync(0, k, k); a[k]=1;"); }},
        {"atomics in a loop", 1, [](std::size_t) { return kernel("for (;;) atomicAdd(a, 1.0f);"); }},
        {"sleep", 1, [](std::size_t) { return kernel("for (;;) __nanosleep(1000000000);"); }},
        {"trap", 1, [](std::size_t) { return kernel("__trap(); assert(false); asm(\"trap;\"); asm(\"exit;\");"); }},
    };
}

}  // namespace warpwise::test
