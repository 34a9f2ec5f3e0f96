#include "gl/draw_timer.h"

#include <epoxy/gl.h>

#include "gl/handle.h"

namespace warpwise::gl {
namespace {

struct QueryKind {
    static GLuint create() {
        GLuint name = 0;
        glGenQueries(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteQueries(1, &name); }
};

}  // namespace

std::optional<double> time_draw(const std::function<void()>& draw) {
    GLint bits = 0;
    glGetQueryiv(GL_TIME_ELAPSED, GL_QUERY_COUNTER_BITS, &bits);
    if (bits == 0) {
        draw();
        return std::nullopt;
    }
    const auto query = Handle<QueryKind>::make();
    glBeginQuery(GL_TIME_ELAPSED, query.get());
    draw();
    glEndQuery(GL_TIME_ELAPSED);
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(query.get(), GL_QUERY_RESULT, &nanoseconds);
    return static_cast<double>(nanoseconds) / 1e6;
}

void wait_until_drawn() { glFinish(); }

}  // namespace warpwise::gl
