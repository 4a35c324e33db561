// Checked calls of CUPTI and the CUDA driver (the runtime's are in kernels/cuda/check.hpp). An error names
// file, line, expression, the vendor's error and, if known, a remedy.
#pragma once

#include <cuda.h>

#include <source_location>
#include <string>
#include <string_view>

#include "collector/cupti/cupti_api.hpp"
#include "core/error.hpp"
#include "kernels/cuda/check.hpp"

namespace sortscope::cupti {

/// A failed CUPTI call: kind environment if a remedy is known, else internal.
class CuptiError : public Error {
 public:
    CuptiError(ErrorKind kind, const std::string& message, CUptiResult code)
        : Error(kind, message), code_(code) {}
    CUptiResult code() const noexcept { return code_; }

 private:
    CUptiResult code_;
};

/// The remedy for `code`; empty if unknown.
std::string_view remedy(CUptiResult code) noexcept;

/// The vendor's name of `code`, such as "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES".
std::string name_of_result(const Api& api, CUptiResult code);

/// Throws CuptiError unless `code` is CUPTI_SUCCESS.
void check_cupti(const Api& api, CUptiResult code, const char* expression,
                 std::source_location at = std::source_location::current());

/// Throws Error(internal) unless `code` is CUDA_SUCCESS.
void check_driver(CUresult code, const char* expression,
                  std::source_location at = std::source_location::current());

/// Calls `function` of the loaded library and checks it.
#define SORTSCOPE_CUPTI_CALL(api, function, ...) \
    ::sortscope::cupti::check_cupti((api), (api).function(__VA_ARGS__), #function "(" #__VA_ARGS__ ")")
#define SORTSCOPE_DRIVER_CALL(call) ::sortscope::cupti::check_driver((call), #call)

/// Declares CUPTI parameters `name` of type `Type`, zeroed, with their size set.
#define SORTSCOPE_CUPTI_PARAMS(Type, name) \
    Type name{};                           \
    name.structSize = Type##_STRUCT_SIZE

/// Driver functions for CUPTI's context handles, found by the runtime so that libcuda is not linked.
struct Driver {
    decltype(&::cuCtxGetCurrent) ctx_get_current = nullptr;
    decltype(&::cuDeviceGet) device_get = nullptr;
};

/// Throws Error(environment) without a driver.
Driver load_driver();

/// The primary context of GPU `ordinal`, which becomes current.
CUcontext current_context(const Driver& driver, int ordinal);

}  // namespace sortscope::cupti
