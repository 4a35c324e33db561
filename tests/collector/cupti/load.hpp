// Skips tests without libcupti or a GPU.
#pragma once

#include <gtest/gtest.h>

#include "collector/cupti/cupti_api.hpp"
#include "collector/cupti/support.hpp"
#include "core/error.hpp"

namespace sortscope::cupti {
/// Null without libcupti; `why` gets the reason.
inline SharedApi load_or_explain(std::string& why) {
    try {
        return load_api();
    } catch (const Error& error) {
        why = error.what();
        return nullptr;
    }
}

#define SORTSCOPE_LOAD_OR_SKIP(api)                                  \
    std::string api##_why;                                           \
    const auto api = ::sortscope::cupti::load_or_explain(api##_why); \
    if (api == nullptr) GTEST_SKIP() << api##_why

#define SORTSCOPE_GPU_OR_SKIP() \
    if (::sortscope::cupti::list_gpus().empty()) GTEST_SKIP() << "No NVIDIA GPU here."
}
