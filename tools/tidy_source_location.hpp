// std::source_location for clang-tidy before 16, which cannot use libstdc++'s class. Only preset tidy
// includes this file.
#if defined(__clang__) && __clang_major__ < 16
#include <cstdint>

namespace std {

struct source_location {
    static consteval source_location current() noexcept { return {}; }
    constexpr source_location() noexcept = default;
    constexpr uint32_t line() const noexcept { return 0; }
    constexpr uint32_t column() const noexcept { return 0; }
    constexpr const char* file_name() const noexcept { return ""; }
    constexpr const char* function_name() const noexcept { return ""; }

 private:
    const void* place_ = nullptr;
};

}
#endif
