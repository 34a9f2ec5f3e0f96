// Parts that are very many or nest very deep.
#include "hostile_kinds.h"

#include <fmt/format.h>

namespace warpwise::test {

std::vector<Kind> many_and_deep_kinds() {
    return {
        // ---- very many ----
        {"statements", 40000, [](std::size_t n) { return kernel(times(n, "a[k]+=k;\n")); }},
        {"statements in few variables", 110000,
         [](std::size_t n) { return kernel("float x = 0;" + times(n, "x+=k;\n") + "a[k]=x;"); }},
        {"calls", 60000, [](std::size_t n) { return kernel(times(n, "f(k);\n"), "__device__ int f(int x) { return x; }"); }},
        {"branches", 30000, [](std::size_t n) { return kernel(times(n, "if (k > n) a[k] += 1;\n")); }},
        {"loops", 15000, [](std::size_t n) { return kernel(times(n, "for (int i = 0; i < k; ++i) a[k] += i;\n")); }},
        {"variables", 60000,
         [](std::size_t n) { return kernel(numbered(n, [](std::size_t i) { return fmt::format("int v{}=k;\n", i); })); }},
        {"functions", 20000,
         [](std::size_t n) {
             return kernel("a[k] = f0(k);", numbered(n, [n](std::size_t i) {
                                                return fmt::format("__device__ int f{}(int x);\n", n - 1 - i);
                                            }) + "__device__ int f0(int x) { return x; }");
         }},
        {"functions that call the next", 8000,
         [](std::size_t n) {
             std::string front = "__device__ int f0(int x) { return x; }\n";
             for (std::size_t i = 1; i < n; ++i) front += fmt::format("__device__ int f{}(int x) {{ return f{}(x); }}\n", i, i - 1);
             return kernel(fmt::format("a[k] = f{}(k);", std::max<std::size_t>(1, n) - 1), front);
         }},
        {"cases", 40000,
         [](std::size_t n) {
             return kernel("switch (k) {" + numbered(n, [](std::size_t i) { return fmt::format("case {}: a[k]={};\n", i, i); }) +
                           "}");
         }},
        {"labels", 40000,
         [](std::size_t n) {
             return kernel(
                 numbered(n, [n](std::size_t i) { return fmt::format("l{}: if (k == {}) goto l{};\n", i, i, (i * 7919) % n); }) +
                 "a[k]=1;");
         }},
        {"parameters", 4000,
         [](std::size_t n) {
             return "__global__ void k(float* a" + numbered(n, [](std::size_t i) { return fmt::format(", int p{}", i); }) +
                    ") { a[0] = p0; }";
         }},
        {"kernels", 10000,
         [](std::size_t n) {
             return numbered(n,
                             [](std::size_t i) {
                                 return fmt::format("__global__ void k{}(float* a, int n) {{ a[{}] = n; }}\n", i, i);
                             }) +
                    kernel("a[k]=1;");
         }},
        {"errors", 200000, [](std::size_t n) { return kernel(times(n, "x;\n")); }},
        {"warnings", 60000, [](std::size_t n) { return kernel(times(n, "k == 1;\n")); }},
        {"failed assertions", 20000,
         [](std::size_t n) { return times(n, "static_assert(sizeof(int) == 8, \"no\");\n") + kernel("a[k]=1;"); }},
        {"semicolons", 900000, [](std::size_t n) { return kernel(times(n, ";")); }},
        {"macros", 40000,
         [](std::size_t n) {
             return numbered(n, [](std::size_t i) { return fmt::format("#define N{} {}\n", i, i); }) + kernel("a[k]=N1;");
         }},
        {"conditions", 60000, [](std::size_t n) { return times(n, "#if 1\n") + times(n, "#endif\n") + kernel("a[k]=1;"); }},
        {"errors by directive", 60000, [](std::size_t n) { return times(n, "#error no\n") + kernel("a[k]=1;"); }},
        {"prints", 10000, [](std::size_t n) { return kernel(times(n, "printf(\"%d %s %f\\n\", k, \"x\", 1.0);\n")); }},
        {"shared arrays", 20000,
         [](std::size_t n) {
             return kernel(numbered(n, [](std::size_t i) { return fmt::format("__shared__ int s{}[64]; s{}[k]=1;\n", i, i); }));
         }},
        {"device variables", 30000,
         [](std::size_t n) {
             return numbered(n, [](std::size_t i) { return fmt::format("__device__ int d{};\n", i); }) + kernel("a[k]=d0;");
         }},
        {"overloads", 10000,
         [](std::size_t n) {
             return kernel("f(1.0, a);", numbered(n, [](std::size_t i) {
                               return fmt::format("struct T{}{{}}; __device__ void f(T{}, int);\n", i, i);
                           }));
         }},
        {"members", 40000,
         [](std::size_t n) {
             return kernel("S s{}; S t = s; a[k]=t.m0;",
                           "struct S {" + numbered(n, [](std::size_t i) { return fmt::format("int m{};", i); }) + "};");
         }},
        // ---- very deep ----
        {"terms by macros", 6,
         [](std::size_t n) {
             return kernel(fmt::format("a[k]=M{};", std::min<std::size_t>(n, 7)),
                           macro_tower(std::min<std::size_t>(n, 7), 10, "k", "+"));
         }},
        {"terms", 400000, [](std::size_t n) { return kernel("a[k]=k" + times(n, "+k") + ";"); }},
        {"terms of floats", 200000, [](std::size_t n) { return kernel("float x=k; a[k]=x" + times(n, "*x+x") + ";"); }},
        {"commas", 400000, [](std::size_t n) { return kernel("a[k]=(k" + times(n, ",k") + ");"); }},
        {"parentheses", 100000, [](std::size_t n) { return kernel("a[k]=" + nested(n, "(", "k", ")") + ";"); }},
        {"braces", 100000, [](std::size_t n) { return kernel(nested(n, "{", "a[k]=1;", "}")); }},
        {"initialisers in each other", 100000,
         [](std::size_t n) { return kernel("int x = " + nested(n, "{", "1", "}") + "; a[k]=x;"); }},
        {"subscripts", 100000, [](std::size_t n) { return kernel("a[k]=" + nested(n, "a[(int)", "k", "]") + ";"); }},
        {"ifs", 60000, [](std::size_t n) { return kernel(times(n, "if(k)") + "a[k]=1;"); }},
        {"else ifs", 20000,
         [](std::size_t n) {
             return kernel("if(k)a[k]=1;" +
                           numbered(n, [](std::size_t i) { return fmt::format("else if(k=={})a[k]={};\n", i, i); }));
         }},
        {"fors", 30000, [](std::size_t n) { return kernel(times(n, "for(;;)") + "a[k]=1;"); }},
        {"whiles", 60000, [](std::size_t n) { return kernel(times(n, "while(k)") + "a[k]=1;"); }},
        {"dos", 60000, [](std::size_t n) { return kernel(nested(n, "do ", "a[k]=1;", "while(0);")); }},
        {"switches", 30000, [](std::size_t n) { return kernel(times(n, "switch(k)case 1:") + "a[k]=1;"); }},
        {"labels in a row", 60000,
         [](std::size_t n) { return kernel(numbered(n, [](std::size_t i) { return fmt::format("l{}:", i); }) + "a[k]=1;"); }},
        {"conditional operators", 100000, [](std::size_t n) { return kernel("a[k]=" + times(n, "k?k:") + "k;"); }},
        {"conditional operators inside", 60000, [](std::size_t n) { return kernel("a[k]=" + nested(n, "k?", "k", ":k") + ";"); }},
        {"minus signs", 400000, [](std::size_t n) { return kernel("a[k]=" + times(n, "- ") + "k;"); }},
        {"negations", 400000, [](std::size_t n) { return kernel("a[k]=" + times(n, "!") + "k;"); }},
        {"stars", 400000, [](std::size_t n) { return kernel("a[k]=" + times(n, "*") + "k;"); }},
        {"addresses", 200000, [](std::size_t n) { return kernel("a[k]=" + times(n, "*&") + "k;"); }},
        {"casts", 150000, [](std::size_t n) { return kernel("a[k]=" + times(n, "(int)") + "k;"); }},
        {"assignments", 200000, [](std::size_t n) { return kernel(times(n, "k=") + "1; a[k]=k;"); }},
        {"shifts", 200000, [](std::size_t n) { return kernel("a[k]=k" + times(n, "<<1") + ";"); }},
        {"ands", 200000, [](std::size_t n) { return kernel("if (k" + times(n, "&&k") + ") a[k]=1;"); }},
        {"calls in calls", 60000,
         [](std::size_t n) { return kernel("a[k]=" + nested(n, "f(", "k", ")") + ";", "__device__ int f(int x) { return x; }"); }},
        {"operators of a class", 60000,
         [](std::size_t n) {
             return kernel("V v{1}; v = v" + times(n, "+v") + "; a[k]=v.x;",
                           "struct V { int x; __device__ V operator+(V o) const { return {x + o.x}; } };");
         }},
        {"lambdas", 20000, [](std::size_t n) { return kernel("a[k]=" + nested(n, "[=]{return ", "k", ";}()") + ";"); }},
        {"pointers", 400000, [](std::size_t n) { return kernel("int " + times(n, "*") + "p = 0; a[k]=1;"); }},
        {"dimensions", 100000, [](std::size_t n) { return kernel("int x" + times(n, "[1]") + "; a[k]=1;"); }},
        {"function types", 60000, [](std::size_t n) { return kernel("int " + nested(n, "(*", "p", ")()") + "; a[k]=1;"); }},
        {"structures in each other", 50000,
         [](std::size_t n) { return nested(n, "struct{", "int x;", "}y;") + kernel("a[k]=1;"); }},
        {"namespaces", 60000, [](std::size_t n) { return nested(n, "namespace x{", "", "}") + kernel("a[k]=1;"); }},
        {"base classes", 20000,
         [](std::size_t n) {
             return "struct B0{int x;};\n" +
                    numbered(n, [](std::size_t i) { return fmt::format("struct B{}:B{}{{}};\n", i + 1, i); }) +
                    kernel(fmt::format("B{} b{{}}; a[k]=b.x;", std::min<std::size_t>(n, 20000) / 2));
         }},
        {"structures of structures", 60,
         [](std::size_t n) {
             return "struct S0{int x;};\n" +
                    numbered(n, [](std::size_t i) { return fmt::format("struct S{}{{S{} a,b;}};\n", i + 1, i); }) +
                    kernel(fmt::format("S{} s{{}}; a[k]=1;", n));
         }},
        {"attributes", 60000, [](std::size_t n) { return times(n, "__attribute__((unused)) ") + kernel("a[k]=1;"); }},
        {"qualifiers", 100000, [](std::size_t n) { return times(n, "const ") + "int c = 1;" + kernel("a[k]=1;"); }},
    };
}

}  // namespace warpwise::test
