// A shared library that is no plug-in.
extern "C" int sortscope_something_else() { return 1; }
