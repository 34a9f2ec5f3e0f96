// GLUT and the little of OpenGL by which programs show a picture or an animation that their kernels compute: CUDA by Example's
// bitmap classes and the SDK's first samples. What they draw is written to a file (libraries/glut_pictures.cpp). Other functions of
// OpenGL are not declared. Names and values are those of OpenGL 2.1 and GLUT 3.
#ifndef WARPWISE_GLUT_HOST_H  // several names lead to this text, which #pragma once takes for several files
#define WARPWISE_GLUT_HOST_H
#ifndef WARPWISE_RUNTIME_BUILD
#pragma clang system_header
#endif

typedef unsigned int GLenum, GLuint, GLbitfield;
typedef int GLint, GLsizei;
typedef unsigned char GLubyte, GLboolean;
typedef float GLfloat, GLclampf;
typedef double GLdouble;
typedef void GLvoid;
typedef long GLsizeiptr, GLintptr;

enum {
    GL_FALSE = 0,
    GL_TRUE = 1,
    GL_UNSIGNED_BYTE = 0x1401,
    GL_FLOAT = 0x1406,
    GL_DEPTH_TEST = 0xB71,
    GL_MODELVIEW = 0x1700,
    GL_PROJECTION = 0x1701,
    GL_UNPACK_ALIGNMENT = 0xCF5,
    GL_RGB = 0x1907,
    GL_RGBA = 0x1908,
    GL_LUMINANCE = 0x1909,
    GL_BGRA = 0x80E1,
    GL_COLOR_BUFFER_BIT = 0x4000,
    GL_DEPTH_BUFFER_BIT = 0x100,
    GL_PIXEL_UNPACK_BUFFER = 0x88EC,
    GL_PIXEL_UNPACK_BUFFER_ARB = 0x88EC,
    GL_DYNAMIC_DRAW = 0x88E8,
    GL_DYNAMIC_DRAW_ARB = 0x88E8,
    GL_STREAM_DRAW = 0x88E0,
    GL_NO_ERROR = 0,
    GLUT_RGB = 0,
    GLUT_RGBA = 0,
    GLUT_SINGLE = 0,
    GLUT_DOUBLE = 2,
    GLUT_DEPTH = 16,
    GLUT_LEFT_BUTTON = 0,
    GLUT_DOWN = 0,
    GLUT_UP = 1
};

#ifdef __cplusplus
extern "C" {
#endif
void glutInit(int* count, char** words);
void glutInitDisplayMode(unsigned mode);
void glutInitWindowSize(int width, int height);
void glutInitWindowPosition(int x, int y);
int glutCreateWindow(const char* title);
void glutDestroyWindow(int window);
void glutDisplayFunc(void (*)(void));
void glutIdleFunc(void (*)(void));
void glutReshapeFunc(void (*)(int, int));
void glutKeyboardFunc(void (*)(unsigned char, int, int));
void glutSpecialFunc(void (*)(int, int, int));
void glutMouseFunc(void (*)(int, int, int, int));
void glutMotionFunc(void (*)(int, int));
void glutTimerFunc(unsigned milliseconds, void (*)(int), int value);
void glutPostRedisplay(void);
void glutSwapBuffers(void);
void glutMainLoop(void);
int glutGet(GLenum what);
void glClearColor(GLclampf, GLclampf, GLclampf, GLclampf);
void glClear(GLbitfield);
void glFlush(void);
void glFinish(void);
void glEnable(GLenum);
void glDisable(GLenum);
void glMatrixMode(GLenum);
void glLoadIdentity(void);
void glOrtho(GLdouble left, GLdouble right, GLdouble bottom, GLdouble top, GLdouble near_side, GLdouble far_side);
void gluOrtho2D(GLdouble left, GLdouble right, GLdouble bottom, GLdouble top);
void glPixelStorei(GLenum, GLint);
void glViewport(GLint, GLint, GLsizei, GLsizei);
void glRasterPos2f(GLfloat, GLfloat);
void glRasterPos2i(GLint, GLint);
void glPixelZoom(GLfloat, GLfloat);
GLenum glGetError(void);
void glDrawPixels(GLsizei width, GLsizei height, GLenum format, GLenum type, const GLvoid* pixels);
// As in OpenGL's headers, buffers are declared where GL_GLEXT_PROTOTYPES is defined; otherwise a program may have variables of
// their names, and asks for the functions.
#ifdef GL_GLEXT_PROTOTYPES
void glGenBuffers(GLsizei count, GLuint* buffers);
void glDeleteBuffers(GLsizei count, const GLuint* buffers);
void glBindBuffer(GLenum target, GLuint buffer);
void glBufferData(GLenum target, GLsizeiptr bytes, const GLvoid* data, GLenum usage);
#endif
void __warpwise_glGenBuffers(GLsizei, GLuint*);
void __warpwise_glDeleteBuffers(GLsizei, const GLuint*);
void __warpwise_glBindBuffer(GLenum, GLuint);
void __warpwise_glBufferData(GLenum, GLsizeiptr, const GLvoid*, GLenum);
#ifdef __cplusplus
}
#endif

#ifndef WARPWISE_RUNTIME_BUILD  // the program alone
typedef void (*PFNGLGENBUFFERSPROC)(GLsizei, GLuint*);
typedef void (*PFNGLDELETEBUFFERSPROC)(GLsizei, const GLuint*);
typedef void (*PFNGLBINDBUFFERPROC)(GLenum, GLuint);
typedef void (*PFNGLBUFFERDATAPROC)(GLenum, GLsizeiptr, const GLvoid*, GLenum);
typedef PFNGLGENBUFFERSPROC PFNGLGENBUFFERSARBPROC;
typedef PFNGLDELETEBUFFERSPROC PFNGLDELETEBUFFERSARBPROC;
typedef PFNGLBINDBUFFERPROC PFNGLBINDBUFFERARBPROC;
typedef PFNGLBUFFERDATAPROC PFNGLBUFFERDATAARBPROC;
typedef void (*__GLXextFuncPtr)(void);
static inline __GLXextFuncPtr glXGetProcAddress(const GLubyte* name) {
    const char* const asked = (const char*)name;
    if (__builtin_strcmp(asked, "glGenBuffers") == 0) return (__GLXextFuncPtr)__warpwise_glGenBuffers;
    if (__builtin_strcmp(asked, "glDeleteBuffers") == 0) return (__GLXextFuncPtr)__warpwise_glDeleteBuffers;
    if (__builtin_strcmp(asked, "glBindBuffer") == 0) return (__GLXextFuncPtr)__warpwise_glBindBuffer;
    if (__builtin_strcmp(asked, "glBufferData") == 0) return (__GLXextFuncPtr)__warpwise_glBufferData;
    return 0;
}
static inline __GLXextFuncPtr glXGetProcAddressARB(const GLubyte* name) { return glXGetProcAddress(name); }
#endif
#endif
