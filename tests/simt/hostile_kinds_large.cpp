// Templates, constants and macros that expand to very much, and things that are very large.
#include "hostile_kinds.h"

#include <fmt/format.h>

namespace warpwise::test {

std::vector<Kind> expanding_and_large_kinds() {
    return {
        // ---- templates, constants ----
        {"template recursion", 100000,
         [](std::size_t n) {
             return kernel(fmt::format("a[k]=T<{}>::v;", n),
                           "template <int N> struct T { static constexpr int v = T<N - 1>::v; }; template <> struct T<0> { static "
                           "constexpr int v = 0; };");
         }},
        {"template without end", 1,
         [](std::size_t) {
             return kernel("a[k]=T<int>::v;", "template <class X> struct T { static constexpr int v = T<T<X>>::v; };");
         }},
        {"template doubling", 30,
         [](std::size_t n) {
             return kernel(fmt::format("a[k]=T<{}, 0>::v;", n),
                           "template <int N, long I> struct T { static constexpr int v = T<N - 1, 2 * I>::v + T<N - 1, 2 * I + "
                           "1>::v; }; template <long I> struct T<0, I> { static constexpr int v = 1; };");
         }},
        {"template functions doubling", 24,
         [](std::size_t n) {
             return kernel(fmt::format("a[k]=f<{}, 0>(k);", n),
                           "template <int N, long I> __device__ int f(int x) { if constexpr (N == 0) return x; else return f<N - "
                           "1, 2 * I>(x) + f<N - 1, 2 * I + 1>(x); }");
         }},
        {"integer sequence", 1000000,
         [](std::size_t n) {
             return kernel(fmt::format("a[k]=sum(__make_integer_seq<L, int, {}>());", n),
                           "template <class T, T... I> struct L {}; template <class T, T... I> __device__ int sum(L<T, I...>) { "
                           "return (0 + ... + I); }");
         }},
        {"arguments of templates", 60000,
         [](std::size_t n) {
             return kernel("a[k]=sizeof(" + nested(n, "T<", "int", ">") + ");", "template <class X> struct T {};");
         }},
        {"concepts", 1,
         [](std::size_t) {
             return kernel(
                 "f(k); a[k]=1;",
                 "template <class X> concept C = requires(X x) { requires C<X*>; }; template <C X> __device__ void f(X) {}");
         }},
        {"constant without end", 1,
         [](std::size_t) { return kernel("constexpr int x = [] { int s = 0; for (;;) ++s; return s; }(); a[k]=x;"); }},
        {"constant that recurses", 1000000,
         [](std::size_t n) {
             return kernel(fmt::format("constexpr int x = f({}); a[k]=x;", n),
                           "constexpr int f(int n) { return n ? f(n - 1) + 1 : 0; }");
         }},
        {"constant that doubles", 60,
         [](std::size_t n) {
             return kernel(fmt::format("constexpr int x = f({}); a[k]=x;", n),
                           "constexpr int f(int n) { return n ? f(n - 1) + f(n - 1) : 1; }");
         }},
        {"constant array", 100000000,
         [](std::size_t n) {
             return kernel("a[k]=t.x[3];", fmt::format("struct T {{ int x[{}]; constexpr T() : x() {{ for (int i = 0; i < {}; ++i) "
                                                       "x[i] = i; }} }}; __device__ constexpr T t;",
                                                       n, n));
         }},
        {"constant allocation", 1000000000,
         [](std::size_t n) {
             return kernel(
                 fmt::format("constexpr int x = [] {{ int* p = new int[{}]; p[1] = 1; delete[] p; return 1; }}(); a[k]=x;", n));
         }},
        // ---- macros ----
        {"macro tower", 30, [](std::size_t n) { return kernel(fmt::format("M{};", n), macro_tower(n, 2, "k", ";")); }},
        {"macro tower of pluses", 30,
         [](std::size_t n) { return kernel(fmt::format("a[k]=M{};", n), macro_tower(n, 2, "k", "+")); }},
        {"macro tower as text", 22,
         [](std::size_t n) {
             return kernel(fmt::format("const char* s = X(M{}); a[k]=s[0];", n),
                           macro_tower(n, 2, "k", " ") + "#define Y(x) #x\n#define X(x) Y(x)\n");
         }},
        {"macro with many arguments", 200000,
         [](std::size_t n) { return kernel("F(k" + times(n, ",k") + ") a[k]=1;", "#define F(...) __VA_ARGS__;"); }},
        {"macro calls", 30000, [](std::size_t n) { return kernel("a[k]=" + nested(n, "F(", "k", ")") + ";", "#define F(x) (x)"); }},
        {"pasting", 22,
         [](std::size_t n) {
             std::string front = "#define C(a,b) a##b\n#define X(a,b) C(a,b)\n#define P0 x\n";
             for (std::size_t i = 1; i <= n; ++i) front += fmt::format("#define P{} X(P{},P{})\n", i, i - 1, i - 1);
             return kernel(fmt::format("int P{} = 1; a[k]=1;", n), front);
         }},
        // ---- very large ----
        {"initialiser", 300000,
         [](std::size_t n) { return "__constant__ int t[] = {0" + times(n, ",1") + "};" + kernel("a[k]=t[k];"); }},
        {"initialiser of doubles", 100000,
         [](std::size_t n) { return "__device__ double t[] = {0" + times(n, ",1.5e-3") + "};" + kernel("a[k]=t[k];"); }},
        {"local initialiser", 200000, [](std::size_t n) { return kernel("int t[] = {0" + times(n, ",k") + "}; a[k]=t[k];"); }},
        {"local array", 1 << 28, [](std::size_t n) { return kernel(fmt::format("int t[{}]; t[k]=1; a[k]=t[k];", n)); }},
        {"local arrays", 4000,
         [](std::size_t n) {
             return kernel(
                 numbered(n, [](std::size_t i) { return fmt::format("int t{}[1000]; t{}[k]=k; a[k]+=t{}[n];\n", i, i, i); }));
         }},
        {"zeroed local array", 100000000, [](std::size_t n) { return kernel(fmt::format("int t[{}] = {{}}; a[k]=t[k];", n)); }},
        {"shared array", 1 << 30,
         [](std::size_t n) { return kernel(fmt::format("__shared__ char s[{}]; s[k]=1; a[k]=s[k];", n)); }},
        {"device array", std::size_t{1} << 36,
         [](std::size_t n) { return fmt::format("__device__ char d[{}];", n) + kernel("d[k]=1; a[k]=d[k];"); }},
        {"filled device array", 1 << 30,
         [](std::size_t n) { return fmt::format("__device__ int d[{}] = {{1}};", n) + kernel("a[k]=d[k];"); }},
        {"constant memory", 1 << 30,
         [](std::size_t n) { return fmt::format("__constant__ char d[{}];", n) + kernel("a[k]=d[k];"); }},
        {"structure by value", 1 << 24,
         [](std::size_t n) {
             return fmt::format("struct S {{ char x[{}]; }}; __global__ void k(float* a, S s) {{ a[0] = s.x[1]; }}", n);
         }},
        {"structure returned", 1 << 20,
         [](std::size_t n) {
             return kernel("a[k]=f().x[1];", fmt::format("struct S {{ char x[{}]; }}; __device__ S f() {{ return S{{}}; }}", n));
         }},
        {"vector type", 1 << 20,
         [](std::size_t n) {
             return kernel(fmt::format("typedef float V __attribute__((ext_vector_type({}))); V v = k; v += v; a[k]=v[0];", n));
         }},
        {"alignment", 1 << 28, [](std::size_t n) { return kernel(fmt::format("alignas({}) int x = k; a[k]=x;", n)); }},
        {"integer of many bits", 8000000,
         [](std::size_t n) { return kernel(fmt::format("_BitInt({}) x = k; x *= x; a[k]=(int)x;", n)); }},
        {"name", 900000, [](std::size_t n) { return kernel("int " + times(n, "x") + " = 1; a[k]=1;"); }},
        {"unknown name", 900000, [](std::size_t n) { return kernel("a[k]=" + times(n, "y") + ";"); }},
        {"number", 900000, [](std::size_t n) { return kernel("a[k]=" + times(n, "9") + ";"); }},
        {"number after the point", 900000, [](std::size_t n) { return kernel("a[k]=0." + times(n, "9") + ";"); }},
        {"exponent", 900000, [](std::size_t n) { return kernel("a[k]=1e" + times(n, "9") + ";"); }},
        {"string", 900000, [](std::size_t n) { return kernel("const char* s = \"" + times(n, "s") + "\"; a[k]=s[k];"); }},
        {"strings in a row", 200000, [](std::size_t n) { return kernel("const char* s = " + times(n, "\"s\"") + "; a[k]=s[k];"); }},
        {"comment", 900000, [](std::size_t n) { return "/*" + times(n, "*") + "*/" + kernel("a[k]=1;"); }},
        {"blanks", 900000, [](std::size_t n) { return times(n, " ") + kernel("a[k]=1;"); }},
        {"lines", 900000, [](std::size_t n) { return times(n, "\n") + kernel("a[k]=1;"); }},
        {"continued line", 450000, [](std::size_t n) { return "// " + times(n, "\\\n") + "\n" + kernel("a[k]=1;"); }},
        {"line number", 4000000000, [](std::size_t n) { return fmt::format("#line {}\n", n) + kernel("a[k]=nothing; a[n]"); }},
    };
}

}  // namespace warpwise::test
