// A picture as CUDA by Example's CPUBitmap draws it: in glDrawPixels(), within GLUT's loop, which ends by Escape.
#include <GL/glut.h>
#include <cstdio>
#include <cstdlib>

constexpr int kWidth = 64, kHeight = 32;
unsigned char host[kWidth * kHeight * 4];
unsigned char* device;

__global__ void gradient(unsigned char* rgba) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    unsigned char* pixel = rgba + (y * 64 + x) * 4;
    pixel[0] = 4 * x;
    pixel[1] = 8 * y;
    pixel[2] = 0;
    pixel[3] = 255;
}

void draw() {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawPixels(kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, host);
    glFlush();
}

void key(unsigned char which, int, int) {
    if (which != 27) return;
    cudaFree(device);
    std::exit(0);
}

int main(int count, char** words) {
    cudaMalloc(&device, sizeof host);
    gradient<<<dim3(1, kHeight), kWidth>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    glutInit(&count, words);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGBA);
    glutInitWindowSize(kWidth, kHeight);
    glutCreateWindow("bitmap");
    glutKeyboardFunc(key);
    glutDisplayFunc(draw);
    glutMainLoop();
}
