// A picture of floats, as courses' ray tracers and renderers of circles draw it, within a projection that fills the window.
#include <GL/freeglut.h>
#include <GL/glext.h>

float pixels[2][4][4];  // rows, columns, red to alpha

void draw() {
    glDisable(GL_DEPTH_TEST);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glOrtho(0, 4, 0, 2, -1, 1);
    glMatrixMode(GL_MODELVIEW);
    glRasterPos2i(0, 0);
    glDrawPixels(4, 2, GL_RGBA, GL_FLOAT, pixels);
    glutSwapBuffers();
}

int main(int count, char** words) {
    pixels[0][0][0] = 0.5F;
    pixels[0][0][1] = 2;
    pixels[1][0][2] = -1;
    glutInit(&count, words);
    glutCreateWindow("floats");
    glutDisplayFunc(draw);
    glutMainLoop();
}
