#ifdef __cplusplus
extern "C" {
#endif
int twice(int);
#ifdef __cplusplus
}
void scale(float*, int);
void shift(float*, int);
#endif
