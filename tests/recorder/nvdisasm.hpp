// A program in place of NVIDIA's nvdisasm, which most test machines lack.
#pragma once

#include <stdlib.h>
#include <filesystem>
#include <fstream>
#include <string>

namespace sortscope::test {
/// Is in its own temporary folder.
class FakeNvdisasm {
 public:
    /// Runs `checks`, lines for the shell, before it prints a listing of kernels "_Z5localPj" and
    /// "_Z5mergePj".
    explicit FakeNvdisasm(const std::string& checks = "") {
        std::string folder = (std::filesystem::temp_directory_path() / "nvdisasm-XXXXXX").string();
        folder_ = ::mkdtemp(folder.data());
        std::ofstream(path()) << "#!/bin/sh\n" << checks << "\ncat <<'END'\n" << listing << "END\n";
        std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
    }
    ~FakeNvdisasm() { std::filesystem::remove_all(folder_); }
    FakeNvdisasm(const FakeNvdisasm&) = delete;
    FakeNvdisasm& operator=(const FakeNvdisasm&) = delete;
    std::filesystem::path path() const { return folder_ / "nvdisasm"; }

 private:
    /// As nvdisasm -c -ndf prints it.
    static constexpr const char* listing =
        "\t.headerflags\t@\"EF_CUDA_TEXMODE_UNIFIED EF_CUDA_64BIT_ADDRESS EF_CUDA_SM90 "
        "EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)\"\n"
        "\t.elftype\t@\"ET_EXEC\"\n"
        "\n\n"
        "//--------------------- .text._Z5localPj           --------------------------\n"
        "\t.section\t.text._Z5localPj,\"ax\",@progbits\n"
        "\t.sectioninfo\t@\"SHI_REGISTERS=8\"\n"
        "\t.align\t128\n"
        "        .global         _Z5localPj\n"
        "_Z5localPj:\n"
        ".text._Z5localPj:\n"
        "        /*0000*/                   EXIT ;\n"
        ".L_x_1:\n"
        "\n\n"
        "//--------------------- .text._Z5mergePj           --------------------------\n"
        "\t.section\t.text._Z5mergePj,\"ax\",@progbits\n"
        "\t.sectioninfo\t@\"SHI_REGISTERS=10\"\n"
        "\t.align\t128\n"
        "        .global         _Z5mergePj\n"
        "        .type           _Z5mergePj,@function\n"
        "        .size           _Z5mergePj,(.L_x_2 - _Z5mergePj)\n"
        "        .other          _Z5mergePj,@\"STO_CUDA_ENTRY STV_DEFAULT\"\n"
        "_Z5mergePj:\n"
        ".text._Z5mergePj:\n"
        "        /*0000*/                   LDC R1, c[0x0][0x37c] ;\n"
        "        /*0010*/                   S2R R0, SR_TID.X ;\n"
        ".L_x_0:\n"
        "        /*0020*/                   LDG.E R3, desc[UR4][R2.64] ;\n"
        "        /*0030*/              @!P0 EXIT ;\n"
        "        /*0040*/                   BRA 0x20 ;\n"
        "\n\n"
        "//--------------------- .nv.constant0._Z5mergePj   --------------------------\n"
        "\t.section\t.nv.constant0._Z5mergePj,\"a\",@progbits\n"
        "        /*0000*/ \t.byte\t0x00, 0x00\n";
    std::filesystem::path folder_;
};
}
