// Nothing of its own: what is built with it is the precompiled header of the tests.
