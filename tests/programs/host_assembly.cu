// Assembly in host code, as in the <iostream> of newer C++ libraries.
// prints: 7
#include <cstdio>
__asm__(".globl main\n");
int main() {
    int seven = 0;
    __asm__("movl $7, %0" : "=r"(seven));
    std::printf("%d\n", seven);
}
