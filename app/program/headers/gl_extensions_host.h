// Functions of OpenGL that a program asks for by name, as NVIDIA's helper_gl.h does: their types, and the few that are here. The
// others are found, too, so that a program that only might call them runs; a call of one is told as not supported.
typedef char GLchar;
typedef void (*PFNGLGENBUFFERSPROC)(GLsizei, GLuint*);
typedef void (*PFNGLDELETEBUFFERSPROC)(GLsizei, const GLuint*);
typedef void (*PFNGLBINDBUFFERPROC)(GLenum, GLuint);
typedef void (*PFNGLBUFFERDATAPROC)(GLenum, GLsizeiptr, const GLvoid*, GLenum);
typedef PFNGLGENBUFFERSPROC PFNGLGENBUFFERSARBPROC;
typedef PFNGLDELETEBUFFERSPROC PFNGLDELETEBUFFERSARBPROC;
typedef PFNGLBINDBUFFERPROC PFNGLBINDBUFFERARBPROC;
typedef PFNGLBUFFERDATAPROC PFNGLBUFFERDATAARBPROC;
typedef void (*PFNGLGETBUFFERPARAMETERIVPROC)(GLenum, GLenum, GLint*);
typedef PFNGLGETBUFFERPARAMETERIVPROC PFNGLGETBUFFERPARAMETERIVARBPROC;
typedef void (*PFNGLBUFFERSUBDATAPROC)(GLenum, GLintptr, GLsizeiptr, const GLvoid*);
typedef GLvoid* (*PFNGLMAPBUFFERPROC)(GLenum, GLenum);
typedef GLboolean (*PFNGLUNMAPBUFFERPROC)(GLenum);
typedef void (*PFNGLGENPROGRAMSARBPROC)(GLsizei, GLuint*);
typedef void (*PFNGLDELETEPROGRAMSARBPROC)(GLsizei, const GLuint*);
typedef void (*PFNGLBINDPROGRAMARBPROC)(GLenum, GLuint);
typedef void (*PFNGLPROGRAMSTRINGARBPROC)(GLenum, GLenum, GLsizei, const GLvoid*);
typedef GLuint (*PFNGLCREATEPROGRAMPROC)(void);
typedef void (*PFNGLDELETEPROGRAMPROC)(GLuint);
typedef void (*PFNGLGETPROGRAMINFOLOGPROC)(GLuint, GLsizei, GLsizei*, GLchar*);
typedef void (*PFNGLGETPROGRAMIVPROC)(GLuint, GLenum, GLint*);
typedef void (*PFNGLPROGRAMPARAMETERIEXTPROC)(GLuint, GLenum, GLint);
typedef void (*PFNGLLINKPROGRAMPROC)(GLuint);
typedef void (*PFNGLUSEPROGRAMPROC)(GLuint);
typedef void (*PFNGLATTACHSHADERPROC)(GLuint, GLuint);
typedef GLuint (*PFNGLCREATESHADERPROC)(GLenum);
typedef void (*PFNGLSHADERSOURCEPROC)(GLuint, GLsizei, const GLchar* const*, const GLint*);
typedef void (*PFNGLCOMPILESHADERPROC)(GLuint);
typedef void (*PFNGLDELETESHADERPROC)(GLuint);
typedef void (*PFNGLGETSHADERINFOLOGPROC)(GLuint, GLsizei, GLsizei*, GLchar*);
typedef void (*PFNGLGETSHADERIVPROC)(GLuint, GLenum, GLint*);
typedef GLint (*PFNGLGETUNIFORMLOCATIONPROC)(GLuint, const GLchar*);
typedef void (*PFNGLUNIFORM1IPROC)(GLint, GLint);
typedef void (*PFNGLUNIFORM1FPROC)(GLint, GLfloat);
typedef void (*PFNGLUNIFORM2FPROC)(GLint, GLfloat, GLfloat);
typedef void (*PFNGLUNIFORM3FPROC)(GLint, GLfloat, GLfloat, GLfloat);
typedef void (*PFNGLUNIFORM4FPROC)(GLint, GLfloat, GLfloat, GLfloat, GLfloat);
typedef void (*PFNGLUNIFORM1FVPROC)(GLint, GLsizei, const GLfloat*);
typedef PFNGLUNIFORM1FVPROC PFNGLUNIFORM2FVPROC;
typedef PFNGLUNIFORM1FVPROC PFNGLUNIFORM3FVPROC;
typedef PFNGLUNIFORM1FVPROC PFNGLUNIFORM4FVPROC;
typedef void (*PFNGLUNIFORMMATRIX4FVPROC)(GLint, GLsizei, GLboolean, const GLfloat*);
typedef void (*PFNGLSECONDARYCOLOR3FVPROC)(const GLfloat*);
typedef void (*PFNGLGENFRAMEBUFFERSEXTPROC)(GLsizei, GLuint*);
typedef void (*PFNGLDELETEFRAMEBUFFERSEXTPROC)(GLsizei, const GLuint*);
typedef void (*PFNGLBINDFRAMEBUFFEREXTPROC)(GLenum, GLuint);
typedef GLenum (*PFNGLCHECKFRAMEBUFFERSTATUSEXTPROC)(GLenum);
typedef void (*PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVEXTPROC)(GLenum, GLenum, GLenum, GLint*);
typedef void (*PFNGLFRAMEBUFFERTEXTURE1DEXTPROC)(GLenum, GLenum, GLenum, GLuint, GLint);
typedef PFNGLFRAMEBUFFERTEXTURE1DEXTPROC PFNGLFRAMEBUFFERTEXTURE2DEXTPROC;
typedef void (*PFNGLFRAMEBUFFERTEXTURE3DEXTPROC)(GLenum, GLenum, GLenum, GLuint, GLint, GLint);
typedef void (*PFNGLGENERATEMIPMAPEXTPROC)(GLenum);
typedef void (*PFNGLGENRENDERBUFFERSEXTPROC)(GLsizei, GLuint*);
typedef void (*PFNGLDELETERENDERBUFFERSEXTPROC)(GLsizei, const GLuint*);
typedef void (*PFNGLBINDRENDERBUFFEREXTPROC)(GLenum, GLuint);
typedef void (*PFNGLRENDERBUFFERSTORAGEEXTPROC)(GLenum, GLenum, GLsizei, GLsizei);
typedef void (*PFNGLFRAMEBUFFERRENDERBUFFEREXTPROC)(GLenum, GLenum, GLenum, GLuint);
typedef void (*PFNGLCLAMPCOLORARBPROC)(GLenum, GLenum);
typedef void (*PFNGLBINDFRAGDATALOCATIONEXTPROC)(GLuint, GLuint, const GLchar*);
typedef void (*PFNGLACTIVETEXTUREPROC)(GLenum);
typedef void (*__GLXextFuncPtr)(void);

static inline __GLXextFuncPtr glXGetProcAddress(const GLubyte* name) {
    const char* asked = (const char*)name;
    const __SIZE_TYPE__ length = __builtin_strlen(asked);
    // Buffers have had their names as an extension, too.
    const int is_extension = length > 3 && __builtin_strcmp(asked + length - 3, "ARB") == 0;
#define __WARPWISE_GL(here)                                                                                                   \
    if (__builtin_strncmp(asked, #here, length - (is_extension ? 3 : 0)) == 0 && #here[length - (is_extension ? 3 : 0)] == 0) \
        return (__GLXextFuncPtr)__warpwise_##here;
    __WARPWISE_GL(glGenBuffers)
    __WARPWISE_GL(glDeleteBuffers)
    __WARPWISE_GL(glBindBuffer)
    __WARPWISE_GL(glBufferData)
    __WARPWISE_GL(glGetBufferParameteriv)
    __WARPWISE_GL(glGenPrograms)
    __WARPWISE_GL(glDeletePrograms)
    __WARPWISE_GL(glBindProgram)
    __WARPWISE_GL(glProgramString)
#undef __WARPWISE_GL
    return asked[0] == 'g' && asked[1] == 'l' ? (__GLXextFuncPtr)__warpwise_gl_missing : 0;
}
static inline __GLXextFuncPtr glXGetProcAddressARB(const GLubyte* name) { return glXGetProcAddress(name); }
