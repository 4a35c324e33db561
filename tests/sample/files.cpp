#include "tests/sample/files.hpp"

#include "db/write/writer.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::sample {
void write_cases(const std::filesystem::path& path, const RunRecord& run,
                 const std::vector<CaseRecord>& cases) {
    db::Writer writer(path);
    const auto id = writer.begin_run(run);
    for (const auto& record : cases) writer.write_case(id, with_times_of_trials(record));
    writer.finish_run(id, run);
}

void write_sample(const std::filesystem::path& path) {
    write_cases(path, sample_run(),
                {gpu_case(1024, 256, 100000), gpu_case(4096, 256, 200000), gpu_case(4096, 512, 160000),
                 modelled_case(1024), cpu_case(1024, 40000), refused_case(1000)});
}

void write_file(const std::filesystem::path& path, int smallest_log2, int largest_log2) {
    const auto size = [](int log2_n) { return uint64_t{1} << log2_n; };
    std::vector<CaseRecord> on_gpu;
    for (int log2_n = smallest_log2; log2_n <= largest_log2; ++log2_n)
        for (const std::string variant : {"bitonic-b2", "bitonic-xor", "mu-semi"}) {
            Options options{variant, size(log2_n), 256, BackendKind::cupti, variant == "mu-semi"};
            on_gpu.push_back(make_case(options));
            if (log2_n != largest_log2) continue;
            for (const uint32_t block : {64U, 128U, 512U}) {
                options.block = block;
                auto& record = on_gpu.emplace_back(make_case(options));
                record.time->median_ns += record.time->median_ns / int64_t(block / 8);
            }
        }
    auto run = make_run();
    run.planned_cases = uint32_t(on_gpu.size());
    write_cases(path, run, on_gpu);

    std::vector<CaseRecord> on_host;
    for (int log2_n = smallest_log2; log2_n <= largest_log2; ++log2_n) {
        on_host.push_back(make_case({"bitonic-b2", size(log2_n), 256, BackendKind::simt, false}));
        on_host.push_back(make_case({"std-sort", size(log2_n), 0, BackendKind::cpu, false}));
    }
    auto& refused =
        on_host.emplace_back(make_case({"mu-semi", size(smallest_log2), 48, BackendKind::simt, false}));
    refused.launches.clear();
    refused.trials.clear();
    refused.status = CaseStatus::refused;
    refused.message = "The variant takes blocks that are powers of two from 32 to 1024; 48 is none.";
    run.command = "sortscope collect --backend simt,cpu";
    write_cases(path, run, on_host);
}
}
