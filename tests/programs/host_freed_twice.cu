// exit: 134
#include <cstdlib>

int main() {
    float* volatile h = (float*)malloc(64);
    h[0] = 1;
    free(h);
    free(h);  // expect: double_free
    return 0;
}
