// GLUT and the little of OpenGL by which programs show a picture or an animation that their kernels compute: CUDA by Example's
// bitmap classes and the SDK's samples, by glDrawPixels() or as a texture on one quad. What they draw is written to a file
// (libraries/glut_pictures.cpp). Other functions of OpenGL are not declared. Names and values are those of OpenGL 2.1 and GLUT 3.
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
    GL_PACK_ALIGNMENT = 0xD05,
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
    GL_STREAM_DRAW_ARB = 0x88E0,
    GL_STATIC_DRAW = 0x88E4,
    GL_NO_ERROR = 0,
    GL_INVALID_ENUM = 0x500,
    GL_INVALID_VALUE = 0x501,
    GL_INVALID_OPERATION = 0x502,
    GL_STACK_OVERFLOW = 0x503,
    GL_STACK_UNDERFLOW = 0x504,
    GL_OUT_OF_MEMORY = 0x505,
    GL_VENDOR = 0x1F00,
    GL_RENDERER = 0x1F01,
    GL_VERSION = 0x1F02,
    GL_EXTENSIONS = 0x1F03,
    GL_TRIANGLES = 4,
    GL_TRIANGLE_STRIP = 5,
    GL_TRIANGLE_FAN = 6,
    GL_QUADS = 7,
    GL_POLYGON = 9,
    GL_TEXTURE_2D = 0xDE1,
    GL_RGB8 = 0x8051,
    GL_RGBA8 = 0x8058,
    GL_LUMINANCE8 = 0x8040,
    GL_RGBA32F_ARB = 0x8814,
    GL_RGBA16F_ARB = 0x881A,
    GL_NEAREST = 0x2600,
    GL_LINEAR = 0x2601,
    GL_TEXTURE_MAG_FILTER = 0x2800,
    GL_TEXTURE_MIN_FILTER = 0x2801,
    GL_TEXTURE_WRAP_S = 0x2802,
    GL_TEXTURE_WRAP_T = 0x2803,
    GL_REPEAT = 0x2901,
    GL_CLAMP = 0x2900,
    GL_CLAMP_TO_EDGE = 0x812F,
    GL_BUFFER_SIZE = 0x8764,
    GL_FRAGMENT_PROGRAM_ARB = 0x8804,
    GL_PROGRAM_FORMAT_ASCII_ARB = 0x8875,
    GL_PROGRAM_ERROR_POSITION_ARB = 0x864B,
    GL_PROGRAM_ERROR_STRING_ARB = 0x8874,
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
int glutGetWindow(void);
void glutSetWindowTitle(const char* title);
void glutCloseFunc(void (*)(void));
void glutWMCloseFunc(void (*)(void));
void glutReportErrors(void);
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
const GLubyte* glGetString(GLenum);
void glGetIntegerv(GLenum, GLint*);
void glGenTextures(GLsizei count, GLuint* textures);
void glDeleteTextures(GLsizei count, const GLuint* textures);
void glBindTexture(GLenum target, GLuint texture);
void glTexParameteri(GLenum target, GLenum, GLint);
void glTexParameterf(GLenum target, GLenum, GLfloat);
void glTexImage2D(GLenum target, GLint level, GLint kept_as, GLsizei width, GLsizei height, GLint border, GLenum format,
                  GLenum type, const GLvoid* pixels);
void glTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                     const GLvoid* pixels);
void glBegin(GLenum mode);
void glEnd(void);
void glColor3f(GLfloat, GLfloat, GLfloat);
void glTexCoord2f(GLfloat, GLfloat);
void glVertex2f(GLfloat, GLfloat);
void glVertex3f(GLfloat, GLfloat, GLfloat);
void glDrawPixels(GLsizei width, GLsizei height, GLenum format, GLenum type, const GLvoid* pixels);
// As in OpenGL's headers, buffers are declared where GL_GLEXT_PROTOTYPES is defined; otherwise a program may have variables of
// their names, and asks for the functions.
#ifdef GL_GLEXT_PROTOTYPES
void glGetBufferParameteriv(GLenum target, GLenum what, GLint* value);
void glGenBuffers(GLsizei count, GLuint* buffers);
void glDeleteBuffers(GLsizei count, const GLuint* buffers);
void glBindBuffer(GLenum target, GLuint buffer);
void glBufferData(GLenum target, GLsizeiptr bytes, const GLvoid* data, GLenum usage);
#endif
void __warpwise_glGenBuffers(GLsizei, GLuint*);
void __warpwise_glDeleteBuffers(GLsizei, const GLuint*);
void __warpwise_glBindBuffer(GLenum, GLuint);
void __warpwise_glBufferData(GLenum, GLsizeiptr, const GLvoid*, GLenum);
void __warpwise_glGetBufferParameteriv(GLenum, GLenum, GLint*);
void __warpwise_glGenPrograms(GLsizei, GLuint*);
void __warpwise_glDeletePrograms(GLsizei, const GLuint*);
void __warpwise_glBindProgram(GLenum, GLuint);
void __warpwise_glProgramString(GLenum, GLenum, GLsizei, const GLvoid*);
void __warpwise_gl_missing(void);
#ifdef __cplusplus
}
#endif

#endif
