#include "collector/cupti/pc_sampling.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <tuple>

#include "collector/cupti/activity.hpp"
#include "core/kernel_name.hpp"
#include "kernels/context/site_counts.hpp"

namespace sortscope::cupti {
namespace {
constexpr size_t pcs_of_buffer = 4096;  // size of one read; reads go on until the buffer is empty

#define SORTSCOPE_PC_PARAMS(Type, name, ...) \
    Type name { .size = Type##Size, .ctx = context_ __VA_OPT__(, ) __VA_ARGS__ }

void CUPTIAPI module_loaded(void* user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
    if (domain != CUPTI_CB_DOMAIN_RESOURCE || id != CUPTI_CBID_RESOURCE_MODULE_LOADED) return;
    static_cast<LoadedModules*>(user)->add(*static_cast<const CUpti_ResourceData*>(data));
}
}  // namespace

/// CUPTI keeps pointers into this buffer.
struct PcSampler::Buffer {
    explicit Buffer(size_t reasons) : pcs(pcs_of_buffer), stalls(pcs_of_buffer * reasons) {
        for (size_t i = 0; i < pcs.size(); ++i) {
            pcs[i].size = sizeof pcs[i];
            pcs[i].stallReason = &stalls[i * reasons];
        }
        data.size = sizeof data;
        data.collectNumPcs = pcs.size();
        data.pPcData = pcs.data();
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    std::vector<CUpti_PCSamplingPCData> pcs;
    std::vector<CUpti_PCSamplingStallReason> stalls;
    CUpti_PCSamplingData data{};
};

PcSampler::PcSampler(SharedApi api, CUcontext context) : api_(std::move(api)), context_(context) {
    if (api_->cuptiPCSamplingEnable == nullptr)
        throw Error(ErrorKind::unsupported,
                    "This CUPTI has no PC sampling: install that of CUDA 12.6 or newer.");
    SORTSCOPE_PC_PARAMS(CUpti_PCSamplingEnableParams, enable);
    SORTSCOPE_CALL(*api_, cuptiPCSamplingEnable, &enable);
    try {
        name_reasons();
        configure();
    } catch (...) {
        SORTSCOPE_PC_PARAMS(CUpti_PCSamplingDisableParams, disable);
        api_->cuptiPCSamplingDisable(&disable);
        throw;
    }
}

PcSampler::~PcSampler() {
    if (running_) {
        SORTSCOPE_PC_PARAMS(CUpti_PCSamplingStopParams, stop);
        api_->cuptiPCSamplingStop(&stop);
    }
    SORTSCOPE_PC_PARAMS(CUpti_PCSamplingDisableParams, params);
    api_->cuptiPCSamplingDisable(&params);  // an error shows at the next enable
}

void PcSampler::name_reasons() {
    size_t count = 0;
    SORTSCOPE_PC_PARAMS(CUpti_PCSamplingGetNumStallReasonsParams, number, .numStallReasons = &count);
    SORTSCOPE_CALL(*api_, cuptiPCSamplingGetNumStallReasons, &number);
    std::vector<uint32_t> indices(count);
    std::vector<std::vector<char>> texts(count, std::vector<char>(CUPTI_STALL_REASON_STRING_SIZE));
    std::vector<char*> names;
    for (auto& text : texts) names.push_back(text.data());
    SORTSCOPE_PC_PARAMS(CUpti_PCSamplingGetStallReasonsParams, params, .numStallReasons = count,
                        .stallReasonIndex = indices.data(), .stallReasons = names.data());
    SORTSCOPE_CALL(*api_, cuptiPCSamplingGetStallReasons, &params);
    for (size_t i = 0; i < count; ++i) {
        if (reasons_.size() <= indices[i]) reasons_.resize(indices[i] + 1);
        reasons_[indices[i]] = names[i];
    }
    buffer_ = std::make_unique<Buffer>(reasons_.size());
}

void PcSampler::configure() {
    std::array<CUpti_PCSamplingConfigurationInfo, 4> attributes{};
    auto& [mode, control, format, buffer] = attributes;
    // Continuous sampling sums over all launches. Sampling by kernel costs 0.8 ms a launch on an H200.
    mode.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE;
    mode.attributeData.collectionModeData.collectionMode = CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS;
    control.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL;
    control.attributeData.enableStartStopControlData.enableStartStopControl = 1;
    format.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_OUTPUT_DATA_FORMAT;
    format.attributeData.outputDataFormatData.outputDataFormat = CUPTI_PC_SAMPLING_OUTPUT_DATA_FORMAT_PARSED;
    buffer.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER;
    buffer.attributeData.samplingDataBufferData.samplingDataBuffer = &buffer_->data;
    SORTSCOPE_PC_PARAMS(CUpti_PCSamplingConfigurationInfoParams, params, .numAttributes = attributes.size(),
                        .pPCSamplingConfigurationInfo = attributes.data());
    SORTSCOPE_CALL(*api_, cuptiPCSamplingSetConfigurationAttribute, &params);
}

void PcSampler::start() {
    SORTSCOPE_PC_PARAMS(CUpti_PCSamplingStartParams, params);
    SORTSCOPE_CALL(*api_, cuptiPCSamplingStart, &params);
    running_ = true;
}

CUptiResult PcSampler::end() {
    SORTSCOPE_PC_PARAMS(CUpti_PCSamplingStopParams, params);
    running_ = false;
    return api_->cuptiPCSamplingStop(&params);
}

PcSamples PcSampler::stop() {
    const cudaError_t finished = cudaDeviceSynchronize();
    if (finished != cudaSuccess) end();
    cuda::check(finished, "cudaDeviceSynchronize()");
    return finish();
}

void PcSampler::keep_flushed() { take(kept_); }

PcSamples PcSampler::finish() {
    const CUptiResult stopped = end();
    if (stopped == CUPTI_ERROR_UNKNOWN)  // seen on an H200 while ncu in another process held the counters
        throw CuptiError(
            ErrorKind::environment,
            "CUPTI could not sample (cuptiPCSamplingStop: CUPTI_ERROR_UNKNOWN): end other profilers of this "
            "GPU (Nsight, ncu), and collect again.",
            stopped);
    check_cupti(*api_, stopped, "cuptiPCSamplingStop");
    // Take the samples that stopping has put into the buffer, then fetch until none come: CUPTI's count of
    // remaining samples is unreliable.
    auto samples = std::exchange(kept_, {});
    take(samples);
    do {
        SORTSCOPE_PC_PARAMS(CUpti_PCSamplingGetDataParams, get, .pcSamplingData = &buffer_->data);
        const CUptiResult got = api_->cuptiPCSamplingGetData(&get);
        if (got == CUPTI_ERROR_OUT_OF_MEMORY) {
            samples.buffer_full = true;
            break;
        }
        check_cupti(*api_, got, "cuptiPCSamplingGetData");
    } while (take(samples) != 0);
    return samples;
}

/// Moves samples from the buffer to `into`. Returns their number of instructions.
size_t PcSampler::take(PcSamples& into) const {
    auto& data = buffer_->data;
    into.total += data.totalSamples;
    into.dropped += data.droppedSamples;
    into.foreign += data.nonUsrKernelsTotalSamples;
    into.buffer_full = into.buffer_full || data.hardwareBufferFull != 0;
    for (size_t i = 0; i < data.totalNumPcs; ++i) {
        const auto& pc = data.pPcData[i];
        for (size_t r = 0; r < pc.stallReasonCount; ++r) {
            const auto& stall = pc.stallReason[r];
            if (stall.samples == 0) continue;
            into.samples.push_back({pc.cubinCrc, pc.functionName == nullptr ? "" : pc.functionName,
                                    pc.pcOffset, reasons_.at(stall.pcSamplingStallReasonIndex),
                                    stall.samples});
        }
    }
    const size_t count = data.totalNumPcs;
    data.totalSamples = data.droppedSamples = data.nonUsrKernelsTotalSamples = 0;
    data.totalNumPcs = 0;
    return count;
}

std::vector<std::string> lost_samples(const PcSamples& samples) {
    std::vector<std::string> sentences;
    if (samples.buffer_full)
        sentences.emplace_back("The GPU's buffer of stall samples was full: samples are missing.");
    if (samples.dropped != 0)
        sentences.push_back(
            fmt::format("The GPU dropped {} of {} stall samples.", samples.dropped, samples.total));
    return sentences;
}

Stalls stall_records(const PcSamples& samples, const Modules* modules) {
    Stalls stalls;
    using Instruction = std::tuple<std::string, uint64_t, uint64_t>;  // key: function, module, offset
    std::map<Instruction, std::map<std::string, uint64_t>> sums;      // by reason
    for (const auto& sample : samples.samples)
        sums[{sample.function, sample.cubin_crc, sample.pc_offset}][sample.reason] += sample.samples;
    size_t without_line = 0;
    for (const auto& [instruction, reasons] : sums) {
        const auto& [symbol, module, offset] = instruction;
        const auto line = modules == nullptr ? std::nullopt : modules->line_of(module, symbol, offset);
        if (!line) without_line += reasons.size();
        for (const auto& [reason, count] : reasons)
            stalls.records.push_back({short_kernel_name(symbol), symbol, line ? line->file : "",
                                      line ? line->line : 0, offset, reason, count});
    }
    const auto note = [&](Severity severity, std::string text) {
        stalls.notes.push_back({severity, std::move(text)});
    };
    for (auto& sentence : lost_samples(samples)) note(Severity::lost, std::move(sentence));
    if (stalls.records.empty())
        note(Severity::warning, "No stall sample fell into the sort: its kernels are too short.");
    else if (without_line == stalls.records.size())
        note(Severity::info,
             "Stall samples have no source lines: the machine code has no line table (build option "
             "SORTSCOPE_LINE_INFO), or was loaded too early.");
    else if (without_line != 0)
        note(Severity::info,
             fmt::format("{} of {} stall records have no source line: their machine code has no line table.",
                         without_line, stalls.records.size()));
    return stalls;
}

Modules::Modules(SharedApi api) : api_(std::move(api)) {
    if (api_->cuptiSubscribe == nullptr || api_->cuptiGetCubinCrc == nullptr ||
        api_->cuptiGetSassToSourceCorrelation == nullptr)
        throw Error(ErrorKind::unsupported,
                    "This CUPTI has no source lines of instructions: install that of CUDA 12.6 or newer.");
}

LoadedModules::LoadedModules(SharedApi api) : Modules(std::move(api)) {
    SORTSCOPE_CALL(*api_, cuptiSubscribe, &subscriber_, module_loaded, this);
    const CUptiResult enabled = api_->cuptiEnableCallback(1, subscriber_, CUPTI_CB_DOMAIN_RESOURCE,
                                                          CUPTI_CBID_RESOURCE_MODULE_LOADED);
    if (enabled != CUPTI_SUCCESS) api_->cuptiUnsubscribe(subscriber_);
    check_cupti(*api_, enabled, "cuptiEnableCallback");
}

LoadedModules::~LoadedModules() { api_->cuptiUnsubscribe(subscriber_); }

void Modules::add(const CUpti_ResourceData& loaded) noexcept {
    const auto* module = static_cast<const CUpti_ModuleResourceData*>(loaded.resourceDescriptor);
    if (module != nullptr && module->pCubin != nullptr) add(module->pCubin, module->cubinSize);
}

void Modules::add(const void* cubin, size_t bytes) noexcept {
    CUpti_GetCubinCrcParams params{};
    params.size = CUpti_GetCubinCrcParamsSize;
    params.cubin = cubin;
    params.cubinSize = bytes;
    if (api_->cuptiGetCubinCrc(&params) != CUPTI_SUCCESS) return;
    try {
        const auto* begin = static_cast<const char*>(cubin);
        const std::lock_guard lock(mutex_);
        cubins_.try_emplace(params.cubinCrc, begin, begin + bytes);
    } catch (...) {  // out of memory: the module's lines stay unknown
    }
}

std::optional<SourceLine> Modules::line_of(uint64_t crc, const std::string& function,
                                           uint64_t pc_offset) const {
    auto line = full_line_of(crc, function, pc_offset);
    if (line) line->file = kernels::short_source_path(line->file);
    return line;
}

std::optional<SourceLine> Modules::full_line_of(uint64_t crc, const std::string& function,
                                                uint64_t pc_offset) const {
    const std::lock_guard lock(mutex_);
    const auto cubin = cubins_.find(crc);
    if (cubin == cubins_.end()) return std::nullopt;
    CUpti_GetSassToSourceCorrelationParams params{};
    params.size = CUpti_GetSassToSourceCorrelationParamsSize;
    params.cubin = cubin->second.data();
    params.cubinSize = cubin->second.size();
    params.functionName = function.c_str();
    params.pcOffset = pc_offset;
    const CUptiResult result = api_->cuptiGetSassToSourceCorrelation(&params);
    using Text = std::unique_ptr<char, void (*)(void*)>;
    const Text file(params.fileName, std::free), folder(params.dirName, std::free);
    if (result != CUPTI_SUCCESS || file == nullptr || params.lineNumber == 0) return std::nullopt;
    const std::filesystem::path path =
        std::filesystem::path(folder == nullptr ? "" : folder.get()) / file.get();
    return SourceLine{path.lexically_normal().string(), params.lineNumber};
}

std::string_view Modules::code(uint64_t crc) const {
    const std::lock_guard lock(mutex_);
    const auto cubin = cubins_.find(crc);
    return cubin == cubins_.end() ? std::string_view()
                                  : std::string_view(cubin->second.data(), cubin->second.size());
}

size_t Modules::size() const {
    const std::lock_guard lock(mutex_);
    return cubins_.size();
}
}
