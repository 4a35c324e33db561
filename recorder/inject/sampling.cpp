#include "recorder/inject/sampling.hpp"

#include <climits>
#include <optional>
#include <utility>

#include "recorder/inject/driver.hpp"

namespace sortscope::recorder::inject {
StallSampling::StallSampling(cupti::SharedApi api, Spool& spool)
    : api_(std::move(api)), spool_(spool), modules_(api_) {}

void StallSampling::start() {
    CUpti_SubscriberHandle subscriber{};
    SORTSCOPE_CALL(*api_, cuptiSubscribe, &subscriber, on_callback, this);
    cupti::enable_callbacks(
        *api_, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
        std::array{CUPTI_CBID_RESOURCE_CONTEXT_CREATED, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING,
                   CUPTI_CBID_RESOURCE_MODULE_LOADED});
}

void StallSampling::on_callback(void* self, CUpti_CallbackDomain, CUpti_CallbackId id, const void* data) {
    if (OwnWork::is_active()) return;
    auto& sampling = *static_cast<StallSampling*>(self);
    const auto& resource = *static_cast<const CUpti_ResourceData*>(data);
    if (id == CUPTI_CBID_RESOURCE_CONTEXT_CREATED)
        sampling.begin(resource.context);
    else if (id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING)
        sampling.end(resource.context);
    else
        sampling.load(resource);
}

void StallSampling::begin(CUcontext context) {
    const OwnWork own;
    try {
        auto sampler = std::make_unique<cupti::PcSampler>(api_, context);
        sampler->start();
        const std::lock_guard lock(mutex_);
        samplers_[context] = std::move(sampler);
    } catch (const Error& error) {
        spool_.lose(std::string("Stalled warps were not sampled. ") + error.what());
    }
}

void StallSampling::load(const CUpti_ResourceData& loaded) {
    modules_.add(loaded);
    const std::lock_guard lock(mutex_);
    if (const auto at = samplers_.find(loaded.context); at != samplers_.end()) at->second->keep_flushed();
}

void StallSampling::end(CUcontext context) {
    Samplers::node_type ended;
    {
        const std::lock_guard lock(mutex_);
        ended = samplers_.extract(context);
    }
    if (ended) collect(context, std::move(ended.mapped()));
}

void StallSampling::finish() {
    Samplers ended;
    {
        const std::lock_guard lock(mutex_);
        ended = std::exchange(samplers_, {});
    }
    for (auto& [context, sampler] : ended) collect(context, std::move(sampler));
}

void StallSampling::collect(CUcontext context, std::unique_ptr<cupti::PcSampler> sampler) {
    const OwnWork own;
    const CurrentContext current(context);
    if (!current) return spool_.lose("Stalled warps were not sampled to the end: their context is gone.");
    const auto gpu = current_gpu();
    wait_for_current_context();  // if a kernel failed, its samples are still there
    try {
        send(gpu, sampler->finish());
    } catch (const Error& error) {
        spool_.lose(std::string("Stalled warps were not sampled to the end. ") + error.what());
    }
    sampler.reset();  // needs its context
}

void StallSampling::send(uint32_t gpu, const cupti::PcSamples& samples) {
    {
        const std::lock_guard lock(mutex_);
        describe_gpu(gpu);
    }
    std::optional<cupti::SourceLine> line;
    const cupti::PcSample* newest = nullptr;  // an instruction's reasons follow each other
    for (const auto& sample : samples.samples) {
        if (newest == nullptr || sample.cubin_crc != newest->cubin_crc ||
            sample.function != newest->function || sample.pc_offset != newest->pc_offset)
            line = modules_.full_line_of(sample.cubin_crc, sample.function, sample.pc_offset);
        newest = &sample;
        spool_.add(StallSamples{.symbol = spool_.symbol(sample.function.c_str()),
                                .gpu = gpu,
                                .line = line ? line->line : 0,
                                .module = sample.cubin_crc,
                                .pc_offset = sample.pc_offset,
                                .samples = sample.samples,
                                .file = line ? line->file.substr(0, PATH_MAX) : std::string(),
                                .reason = sample.reason});
    }
    for (const auto& sample : samples.samples) send_code(sample.cubin_crc);
    for (auto& sentence : cupti::lost_samples(samples)) spool_.lose(std::move(sentence));
}

void StallSampling::send_code(uint64_t module) {
    const std::lock_guard lock(mutex_);  // parts of one module follow each other
    if (!sent_.insert(module).second) return;
    const auto code = modules_.code(module);
    for (size_t at = 0; at < code.size(); at += CubinPart::most_bytes)
        spool_.add(CubinPart{module, code.size(), std::string(code.substr(at, CubinPart::most_bytes))});
}
}
