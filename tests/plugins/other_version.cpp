// A plug-in of another interface version. Only the first two members of its table exist in every version.
struct Table {
    unsigned interface_version;
    const char* version;
};

extern "C" const Table* sortscope_plugin() {
    static const Table table{99, "9.9.9"};
    return &table;
}
