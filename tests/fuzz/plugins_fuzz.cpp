// Fuzzes variants and plans that plug-ins describe: each is refused, or is safe to list and run. The first
// byte chooses between variants and a plan.
#include "collector/worker/messages.hpp"
#include "core/printable.hpp"
#include "kernels/sdk/loader.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {
using namespace sortscope;
using namespace sortscope::kernels;

void check_variants(const std::string& body) {
    for (const auto& [info, refuses, has_block_rule] :
         collector::unpack<collector::PluginDescription>(body).variants) {
        if (!defect_of(info).empty()) continue;
        fuzz::require(is_printable(info.name) && is_printable(info.summary) && is_printable(info.details));
        fuzz::require(!info.keys.empty() && info.min_n >= 1 && info.min_n <= info.max_n);
        for (const auto key : info.keys) fuzz::require(key_bytes(key) > 0);
    }
}

void check_plan(const std::string& body) {
    const auto plan = collector::unpack<Plan>(body);
    Workload workload;
    workload.n = 64;
    if (!defect_of(plan, workload).empty()) return;
    fuzz::require(plan.buffers.at(plan.output).count >= workload.n);
    for (const auto& buffer : plan.buffers) fuzz::require(buffer.count <= UINT64_MAX / buffer.element_bytes);
    for (const auto& launch : plan.launches) fuzz::require(launch.block.count() <= 1024);
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string body(data + 1, data + size);
    fuzz::may_refuse([&] { data[0] % 2 == 0 ? check_variants(body) : check_plan(body); },
                     {ErrorKind::internal, ErrorKind::environment});
    return 0;
}
