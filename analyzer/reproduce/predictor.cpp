#include "analyzer/reproduce/predictor.hpp"

#include <algorithm>

#include "analyzer/predict.hpp"
#include "core/error.hpp"

namespace sortscope::analyzer::reproduce {

Predictor device_predictor() {
    return [](const std::string& device, const CaseRecord& record, const std::vector<LaunchRecord>& launches) -> std::optional<double> {
        const auto* model = find_device_model(device);
        if (model == nullptr || launches.empty()) return std::nullopt;
        try {
            PredictionCaseBuilder builder(record, model->cc_major);
            for (const auto& launch : launches) builder.add(launch);
            const auto one = builder.take();
            if (!std::ranges::all_of(one.demands, &LaunchDemand::complete)) return std::nullopt;
            return predicted_sort_ns(*model, one);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::usage) throw;
            return std::nullopt;  // a block of this size does not fit on that device
        }
    };
}

}  // namespace sortscope::analyzer::reproduce
