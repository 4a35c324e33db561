// A plug-in that uses a function which nobody has.
int nobody_has_this();
extern "C" const void* sortscope_plugin() { return nobody_has_this() == 0 ? nullptr : ""; }
