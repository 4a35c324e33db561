// A library, preloaded into a worker, that makes one CUDA driver call fail. The runtime and CUPTI look up
// driver functions by dlsym() and cuGetProcAddress(): this library returns stubs there. Functions of
// cuGetExportTable() have no stubs.
#include <dlfcn.h>

#include <array>
#include <atomic>
#include <cctype>
#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>

namespace {
constexpr size_t most = 1024;  ///< number of stubs, as in the assembly below
constexpr int unknown_error = 999;
std::atomic<long> calls_left{0};  ///< counts down to the call that fails; 0: none fails
std::atomic<long> calls{0};

using Lookup = void* (*)(void*, const char*);
using GetProcAddress = int (*)(const char*, void**, int, uint64_t, void*);
GetProcAddress get_proc_address = nullptr;
std::mutex mutex;
}  // namespace

extern "C" {
void* failing_driver_functions[most];
extern const char failing_driver_stubs[];

/// Each stub calls this first. Returns the error for the stub, or 0 to call the driver.
[[gnu::used]] int failing_driver_call() {
    ++calls;
    return calls_left > 0 && --calls_left == 0 ? unknown_error : 0;
}

/// Makes the `k`-th call from now fail; 0: none. Returns the number of calls since the previous use.
long fail_driver_call(long k) {
    calls_left = k;
    return calls.exchange(0);
}
}

// Stub i calls failing_driver_call(), then driver function i with its arguments.
asm(R"(
    .text
    .balign 16
    .globl failing_driver_stubs
failing_driver_stubs:
    .set number, 0
    .rept 1024
    .balign 16
    pushq $number
    jmp failing_driver_stub
    .set number, number + 1
    .endr
failing_driver_stub:
    push %rdi
    push %rsi
    push %rdx
    push %rcx
    push %r8
    push %r9
    call failing_driver_call@PLT
    pop %r9
    pop %r8
    pop %rcx
    pop %rdx
    pop %rsi
    pop %rdi
    pop %r11
    test %eax, %eax
    jnz 1f
    mov failing_driver_functions@GOTPCREL(%rip), %r10
    jmp *(%r10, %r11, 8)
1:  ret
)");

namespace {
void* stub_of(void* function) {
    static std::map<void*, size_t> stubs;
    const std::lock_guard lock(mutex);
    if (const auto at = stubs.find(function); at == stubs.end() && stubs.size() == most) return function;
    const auto [at, added] = stubs.try_emplace(function, stubs.size());
    if (added) failing_driver_functions[at->second] = function;
    return const_cast<char*>(failing_driver_stubs) + 16 * at->second;
}

int get_stub(const char* name, void** function, int version, uint64_t flags, void* status) {
    const int result = get_proc_address(name, function, version, flags, status);
    if (result != 0 || function == nullptr || *function == nullptr) return result;
    *function =
        std::string_view(name) == "cuGetProcAddress" ? reinterpret_cast<void*>(get_stub) : stub_of(*function);
    return result;
}
}  // namespace

extern "C" void* dlsym(void* library, const char* name) noexcept {
    static const auto look_up = reinterpret_cast<Lookup>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5"));
    void* const found = look_up(library, name);
    const std::string_view text(name);
    if (found == nullptr || text.size() < 3 || !text.starts_with("cu") || std::isupper(text[2]) == 0)
        return found;
    if (text == "cuGetProcAddress_v2") {
        get_proc_address = reinterpret_cast<GetProcAddress>(found);
        return reinterpret_cast<void*>(get_stub);
    }
    return text == "cuGetProcAddress" ? found : stub_of(found);
}
