// The same animation; the functions of buffers are variables that are asked for, as in the book's gpu_anim.h.
#include <GL/glut.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <cuda_gl_interop.h>
#include <cstdlib>

constexpr int kSize = 32;
PFNGLBINDBUFFERARBPROC glBindBuffer = nullptr;
PFNGLGENBUFFERSARBPROC glGenBuffers = nullptr;
PFNGLBUFFERDATAARBPROC glBufferData = nullptr;
GLuint buffer;
cudaGraphicsResource* resource;
int ticks = 0;

__global__ void step(uchar4* pixels, int time) {
    const int x = threadIdx.x, y = blockIdx.x;
    pixels[y * 32 + x] = make_uchar4(4 * time, 8 * x, 8 * y, 255);
}

void idle() {
    uchar4* pixels;
    size_t bytes;
    cudaGraphicsMapResources(1, &resource, nullptr);
    cudaGraphicsResourceGetMappedPointer((void**)&pixels, &bytes, resource);
    step<<<kSize, kSize>>>(pixels, ticks++);
    cudaGraphicsUnmapResources(1, &resource, nullptr);
    glutPostRedisplay();
}

void draw() {
    glDrawPixels(kSize, kSize, GL_RGBA, GL_UNSIGNED_BYTE, 0);
    glutSwapBuffers();
}

int main(int count, char** words) {
    glutInit(&count, words);
    glutInitWindowSize(kSize, kSize);
    glutCreateWindow("ripple");
    glBindBuffer = (PFNGLBINDBUFFERARBPROC)glXGetProcAddress((const GLubyte*)"glBindBuffer");
    glGenBuffers = (PFNGLGENBUFFERSARBPROC)glXGetProcAddress((const GLubyte*)"glGenBuffers");
    glBufferData = (PFNGLBUFFERDATAARBPROC)glXGetProcAddress((const GLubyte*)"glBufferData");
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER_ARB, buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER_ARB, kSize * kSize * 4, nullptr, GL_DYNAMIC_DRAW_ARB);
    cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsWriteDiscard);
    glutDisplayFunc(draw);
    glutIdleFunc(idle);
    glutMainLoop();
}
