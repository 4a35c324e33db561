// main() without libFuzzer: runs the test on each file of a folder.
#include <iostream>

#include "tests/fuzz/fuzz.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    size_t inputs = 0;
    for (const auto& file : std::filesystem::directory_iterator(argv[1])) {
        std::ifstream in(file.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(in), {}};
        std::cout << file.path().filename().string() << std::endl;
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
        ++inputs;
    }
    return inputs > 0 ? 0 : 1;
}
