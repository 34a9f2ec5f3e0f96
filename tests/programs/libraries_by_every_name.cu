// Headers of one library by all of their names, and what programs compare their results with.
#include <GL/glut.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <cublas_api.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusolver_common.h>
#include <cusparse.h>
#include <cusparse_v2.h>
#include <helper_functions.h>
#include <helper_image.h>
#include <cstdio>

const char* name(cufftResult result) {
    switch (result) {
        case CUFFT_INCOMPLETE_PARAMETER_LIST: return "incomplete parameter list";
        case CUFFT_PARSE_ERROR: return "parse error";
        case CUFFT_LICENSE_ERROR: return "licence";
        default: return "another";
    }
}

int main() {
    std::printf("%s %d\n", name(static_cast<cufftResult>(10)), GL_DEPTH_TEST);
}
// prints: incomplete parameter list 2929
