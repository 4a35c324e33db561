// A plug-in that uses an undefined function.
int nobody_has_this();
extern "C" const void* sortscope_plugin() { return nobody_has_this() == 0 ? nullptr : ""; }
