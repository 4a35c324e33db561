// A plug-in with faults. $SORTSCOPE_HOSTILE chooses one for its loading, the parameter `fault` one for a
// case.
#pragma once

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string_view>

#include "kernels/variants/bitonic/bitonic_b2.hpp"

namespace sortscope::kernels {
[[noreturn]] inline void hang() {
    while (true) ::pause();
}

inline bool is_hostile(std::string_view way) {
    const char* const wanted = std::getenv("SORTSCOPE_HOSTILE");
    return wanted != nullptr && way == wanted;
}

inline const int hostile_initialiser = [] {
    if (is_hostile("exit")) std::exit(0);
    if (is_hostile("crash")) std::abort();
    if (is_hostile("hang")) hang();
    if (is_hostile("throw")) throw 7;
    return 0;
}();

/// BitonicB2Step with a fault in thread 3, or in all threads (fault 6).
template <class Key>
struct HostileStep {
    using key = Key;
    static constexpr std::string_view name = "hostile_step";
    static constexpr auto buffers() { return std::tuple{&HostileStep::keys}; }

    Global<Key> keys;
    uint32_t inc = 0;
    uint32_t dir = 0;
    uint32_t fault = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        if (fault != 0 && c.global_thread() == 3) {
            if (fault == 1) c.store(keys, keys.size, Key{});
#ifndef __CUDACC__
            if (fault == 2) {
                ::signal(SIGSEGV, SIG_DFL);  // else a sanitizer ends the process with an exit code
                ::raise(SIGSEGV);
            }
            if (fault == 3) hang();
            if (fault == 4) throw "no std::exception";
            if (fault == 5) ::_exit(0);
#endif
            if (fault == 2) *static_cast<volatile uint32_t*>(nullptr) = 1;
        }
        if (fault == 6) return;  // sorts nothing
        BitonicB2Step<Key>{.keys = keys, .inc = inc, .dir = dir}(c);
    }
};

/// Faults 1 to 6 are in the kernel, 10 to 14 in plan(), 20 to 22 in VariantInfo::refuses.
struct Hostile {
    using keys = TypeList<uint32_t>;
    template <class Key>
    using kernels = TypeList<HostileStep<Key>>;

    static int64_t fault_of(const LaunchConfig& config) { return config.params.at("fault"); }

    static VariantInfo info() {
        auto info = BitonicB2::info();
        info.name = is_hostile("taken name")  ? "bitonic-b2"
                    : is_hostile("bad name")  ? "a\nb"
                    : is_hostile("no family") ? "all"
                                              : "hostile";
        if (is_hostile("bad keys")) info.promise = static_cast<Promise>(99);
        if (is_hostile("bad sizes")) info.max_n = ~uint64_t{0};
        info.parameters = {{"fault", "what goes wrong", {}, 0}};
        info.block_rule = {"none", [](uint64_t) -> uint32_t { std::abort(); }};
        info.refuses = [](const Workload&, const LaunchConfig& config) -> std::optional<std::string> {
            if (fault_of(config) == 20) std::abort();
            if (fault_of(config) == 21) throw 7;
            if (fault_of(config) == 22) return "No.";
            return std::nullopt;
        };
        return info;
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        const auto fault = fault_of(config);
        if (fault == 10) throw 7;
        if (fault == 11) std::abort();
        if (fault == 12) return void(plan.buffer<Key>("keys", n / 2));
        const auto data = plan.buffer<Key>("keys", n);
        if (fault == 13) return plan.output(Global<Key>{nullptr, n, 7});
        plan_each_step(plan, n, n / 2, config.block, dir_inc, [&](const NetworkPhase& phase) {
            auto place = data;
            if (fault == 14) place.buffer = 5;
            return HostileStep<Key>{
                .keys = place, .inc = phase.distance32(), .dir = phase.length32(), .fault = uint32_t(fault)};
        });
    }
};
}
