// A kernel's picture in a buffer, put into a texture that fills the window; functions are asked for as NVIDIA's helper_gl.h does.
#include <GL/freeglut.h>
#include <GL/glx.h>
#include <cuda_gl_interop.h>

#include <cstdio>
#include <cstring>

constexpr int kWidth = 4, kHeight = 2;
PFNGLGENBUFFERSPROC glGenBuffers = (PFNGLGENBUFFERSPROC)glXGetProcAddress((const GLubyte*)"glGenBuffers");
PFNGLBINDBUFFERPROC glBindBuffer = (PFNGLBINDBUFFERPROC)glXGetProcAddress((const GLubyte*)"glBindBuffer");
PFNGLBUFFERDATAPROC glBufferData = (PFNGLBUFFERDATAPROC)glXGetProcAddress((const GLubyte*)"glBufferData");
PFNGLGETBUFFERPARAMETERIVPROC glGetBufferParameteriv =
    (PFNGLGETBUFFERPARAMETERIVPROC)glXGetProcAddress((const GLubyte*)"glGetBufferParameteriv");
PFNGLPROGRAMSTRINGARBPROC glProgramStringARB = (PFNGLPROGRAMSTRINGARBPROC)glXGetProcAddress((const GLubyte*)"glProgramStringARB");
PFNGLUSEPROGRAMPROC glUseProgram = (PFNGLUSEPROGRAMPROC)glXGetProcAddress((const GLubyte*)"glUseProgram");
GLuint buffer, shown;
cudaGraphicsResource* resource;
bool is_turned = false, has_shader = false;

__global__ void paint(uchar4* pixels) {
    const int x = threadIdx.x, y = threadIdx.y;
    pixels[y * kWidth + x] = make_uchar4(10 * x, 100 * y, 7, 255);
}

void draw() {
    uchar4* pixels;
    size_t bytes;
    cudaGraphicsMapResources(1, &resource, nullptr);
    cudaGraphicsResourceGetMappedPointer((void**)&pixels, &bytes, resource);
    paint<<<1, dim3(kWidth, kHeight)>>>(pixels);
    cudaGraphicsUnmapResources(1, &resource, nullptr);
    glBindTexture(GL_TEXTURE_2D, shown);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, 0);
    glEnable(GL_TEXTURE_2D);
    if (has_shader) glUseProgram(1);
    const float low = is_turned ? 1 : 0, high = 1 - low;
    glBegin(GL_QUADS);
    glTexCoord2f(0, low);
    glVertex2f(-1, -1);
    glTexCoord2f(1, low);
    glVertex2f(1, -1);
    glTexCoord2f(1, high);
    glVertex2f(1, 1);
    glTexCoord2f(0, high);
    glVertex2f(-1, 1);
    glEnd();
    glutSwapBuffers();
}

void key(unsigned char, int, int) { glutDestroyWindow(glutGetWindow()); }
void end() { std::puts("closed"); }

int main(int count, char** words) {
    glutInit(&count, words);
    is_turned = count > 1 && std::strcmp(words[1], "turned") == 0;
    has_shader = count > 1 && std::strcmp(words[1], "shader") == 0;
    glutCreateWindow((const char*)glGetString(GL_VERSION));
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, kWidth * kHeight * 4, nullptr, GL_STREAM_DRAW);
    GLint bytes = 0;
    glGetBufferParameteriv(GL_PIXEL_UNPACK_BUFFER, GL_BUFFER_SIZE, &bytes);
    std::printf("%d bytes\n", bytes);
    cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsWriteDiscard);
    glGenTextures(1, &shown);
    glBindTexture(GL_TEXTURE_2D, shown);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kWidth, kHeight, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    const char* only_looks_up = "!!ARBfp1.0\nTEX result.color, fragment.texcoord, texture[0], 2D;\nEND";
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)std::strlen(only_looks_up), only_looks_up);
    glutDisplayFunc(draw);
    glutKeyboardFunc(key);
    glutCloseFunc(end);
    glutMainLoop();
}
