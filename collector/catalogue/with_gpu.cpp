// A build with CUDA.
#include "collector/catalogue/catalogue.hpp"
#include "collector/cupti/metrics.hpp"
#include "collector/cupti/support.hpp"
#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::collector {
std::vector<Device> gpu_devices() { return cupti::list_gpus(); }

std::unique_ptr<Backend> make_gpu_backend(int ordinal) { return cupti::make_cupti_backend(ordinal); }

GpuCode gpu_code() {
    constexpr bool optimised = SORTSCOPE_GPU_CODE_OPTIMISED != 0;
    return {std::string(optimised ? "optimised, for " : "not optimised (SORTSCOPE_QUICK_WITHOUT_GPU), for ") +
                SORTSCOPE_GPU_CODE_BY,
            optimised};
}

ChipPlan plan_on_chip(const std::string& chip, const CounterRequest& request) {
    const auto api = cupti::load_api();
    const auto chips = cupti::known_chips(*api);
    if (!contains(chips, chip)) {
        const std::vector<std::string_view> known(chips.begin(), chips.end());
        throw failure(ErrorKind::usage, "CUPTI knows no chip called '{}'.{} Known are: {}.", chip,
                      nearest_sentence(chip, known), fmt::join(known, ", "));
    }
    const cupti::ChipMetrics metrics(api, chip);
    return cupti::describe_plan(chip, cupti::plan_passes(request, cupti::questions_to(metrics)));
}

std::vector<Check> gpu_checks() {
    auto checks = cupti::check_support();
    checks.insert(checks.begin(), {"CUDA build", true,
                                   "CUDA runtime " + cupti::runtime_version() +
                                       ", linked into the program; GPU code " + gpu_code().text,
                                   ""});
    return checks;
}
}
