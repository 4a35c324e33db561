#include "analyzer/reproduce/predictor.hpp"

#include "analyzer/model/predict.hpp"
#include "core/error.hpp"

namespace sortscope::analyzer::reproduce {

Predictor device_predictor() {
    return [](const std::string& device, const CaseRecord& record, const std::vector<LaunchRecord>& launches,
              std::span<const TransferRecord> transfers) -> std::optional<double> {
        const auto* model = find_device_model(device);
        if (model == nullptr || launches.empty()) return std::nullopt;
        try {
            const auto each = [&](const auto& take) {
                for (const auto& launch : launches)
                    if (!take(launch)) return;
            };
            const auto one = prediction_case(record, model->cc_major, each, transfers);
            if (!one.counted()) return std::nullopt;
            return predicted_sort_ns(*model, one);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::usage) throw;
            return std::nullopt;  // a block of this size does not fit on that device
        }
    };
}

}  // namespace sortscope::analyzer::reproduce
