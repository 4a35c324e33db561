#include "collector/cupti/pc_sampling.hpp"

#include <gmock/gmock.h>

#include <cstring>

#include "tests/core/expect_error.hpp"

namespace sortscope::cupti {
namespace {
using sortscope::test::expect_error;
using ::testing::_;
using ::testing::ElementsAre;
using ::testing::FieldsAre;
using ::testing::HasSubstr;

TEST(PcSampling, RecordsAreSummedOverLaunches) {
    PcSamples samples;
    samples.samples = {{7, "_Z4stepPj", 0x20, "wait", 3},
                       {7, "_Z4stepPj", 0x10, "wait", 1},
                       {7, "_Z4stepPj", 0x20, "wait", 4},
                       {7, "_Z4stepPj", 0x20, "barrier", 2}};
    const auto stalls = stall_records(samples, nullptr);
    EXPECT_THAT(stalls.records, ElementsAre(StallRecord{"step", "_Z4stepPj", "", 0, 0x10, "wait", 1},
                                            StallRecord{"step", "_Z4stepPj", "", 0, 0x20, "barrier", 2},
                                            StallRecord{"step", "_Z4stepPj", "", 0, 0x20, "wait", 7}));
    EXPECT_THAT(stalls.notes, ElementsAre(FieldsAre(_, HasSubstr("no source lines"))));
}

TEST(PcSampling, WhatIsLostIsSaid) {
    PcSamples samples;
    samples.buffer_full = true;
    samples.dropped = 5;
    samples.total = 100;
    const auto stalls = stall_records(samples, nullptr);
    EXPECT_THAT(stalls.notes,
                ElementsAre(FieldsAre(_, HasSubstr("full")), FieldsAre(_, HasSubstr("5 of 100")),
                            FieldsAre(Severity::warning, _)));
}

// Callback of LoadedModules; tests call it in place of the driver.
CUpti_CallbackFunc callback = nullptr;
void* callback_user = nullptr;

Api api_with_lines() {
    Api api;
    api.cuptiSubscribe = [](CUpti_SubscriberHandle*, CUpti_CallbackFunc function, void* user) {
        callback = function;
        callback_user = user;
        return CUPTI_SUCCESS;
    };
    api.cuptiUnsubscribe = [](CUpti_SubscriberHandle) { return CUPTI_SUCCESS; };
    api.cuptiEnableCallback = [](uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain, CUpti_CallbackId) {
        return CUPTI_SUCCESS;
    };
    api.cuptiGetCubinCrc = [](CUpti_GetCubinCrcParams* params) {
        params->cubinCrc = params->cubinSize;
        return CUPTI_SUCCESS;
    };
    api.cuptiGetSassToSourceCorrelation = [](CUpti_GetSassToSourceCorrelationParams* params) {
        if (std::strcmp(params->functionName, "_Z4stepPj") != 0 || params->pcOffset != 0x20)
            return CUPTI_ERROR_UNKNOWN;
        params->lineNumber = 12;
        params->fileName = strdup("step.hpp");
        params->dirName = strdup("/home/a/sortscope/kernels/variants/x");
        return CUPTI_SUCCESS;
    };
    return api;
}

TEST(LineTable, LinesOfTheModulesThatWereSeen) {
    const LoadedModules modules(std::make_shared<Api>(api_with_lines()));
    EXPECT_EQ(modules.size(), 0u);
    const std::string cubin = "machine code";
    CUpti_ModuleResourceData module{1, cubin.size(), cubin.data()};
    CUpti_ResourceData resource{};
    resource.resourceDescriptor = &module;
    callback(callback_user, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED, &resource);
    EXPECT_EQ(modules.size(), 1u);
    EXPECT_EQ(modules.line_of(cubin.size(), "_Z4stepPj", 0x20),
              (SourceLine{"kernels/variants/x/step.hpp", 12}));
    EXPECT_EQ(modules.line_of(cubin.size(), "_Z4stepPj", 0x30), std::nullopt)
        << "no line for this instruction";
    EXPECT_EQ(modules.line_of(99, "_Z4stepPj", 0x20), std::nullopt) << "a module that was not seen";

    PcSamples samples;
    samples.samples = {{cubin.size(), "_Z4stepPj", 0x20, "wait", 3},
                       {cubin.size(), "_Z4stepPj", 0x30, "wait", 4}};
    const auto stalls = stall_records(samples, &modules);
    EXPECT_THAT(stalls.records, ElementsAre(StallRecord{"step", "_Z4stepPj", "kernels/variants/x/step.hpp",
                                                        12, 0x20, "wait", 3},
                                            StallRecord{"step", "_Z4stepPj", "", 0, 0x30, "wait", 4}));
    EXPECT_THAT(stalls.notes, ElementsAre(FieldsAre(_, HasSubstr("1 of 2"))));
}

TEST(LineTable, ARefusalIsASentence) {
    auto api = api_with_lines();
    const auto watch = [&] { LoadedModules modules(std::make_shared<Api>(api)); };
    api.cuptiSubscribe = [](CUpti_SubscriberHandle*, CUpti_CallbackFunc, void*) {
        return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    };
    expect_error(ErrorKind::environment, "Another CUPTI client", watch);
    api = {};
    expect_error(ErrorKind::unsupported, "source line", watch);
}

CUpti_PCSamplingData* sampling_buffer = nullptr;
bool is_enabled = false;

TEST(PcSampling, ARefusalIsASentenceAndLeavesNothingOn) {
    Api api;
    const auto sample = [&] { PcSampler sampler(std::make_shared<Api>(api), nullptr); };
    expect_error(ErrorKind::unsupported, "no PC sampling", sample);
    api.cuptiPCSamplingEnable = [](CUpti_PCSamplingEnableParams*) {
        return CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED;
    };
    expect_error(ErrorKind::environment, "virtual GPU", sample);
    api.cuptiPCSamplingEnable = [](CUpti_PCSamplingEnableParams*) {
        is_enabled = true;
        return CUPTI_SUCCESS;
    };
    api.cuptiPCSamplingDisable = [](CUpti_PCSamplingDisableParams*) {
        is_enabled = false;
        return CUPTI_SUCCESS;
    };
    api.cuptiPCSamplingGetNumStallReasons = [](CUpti_PCSamplingGetNumStallReasonsParams* params) {
        *params->numStallReasons = 2;
        return CUPTI_SUCCESS;
    };
    api.cuptiPCSamplingGetStallReasons = [](CUpti_PCSamplingGetStallReasonsParams*) {
        return CUPTI_ERROR_NOT_SUPPORTED;
    };
    expect_error(ErrorKind::environment, "does not offer it", sample);
    EXPECT_FALSE(is_enabled);
    api.cuptiPCSamplingGetStallReasons = [](CUpti_PCSamplingGetStallReasonsParams* params) {
        params->stallReasonIndex[0] = 5;
        std::strcpy(params->stallReasons[0], "barrier");
        params->stallReasonIndex[1] = 3;
        std::strcpy(params->stallReasons[1], "wait");
        return CUPTI_SUCCESS;
    };
    api.cuptiPCSamplingSetConfigurationAttribute = [](CUpti_PCSamplingConfigurationInfoParams* params) {
        for (const auto& info : std::span(params->pPCSamplingConfigurationInfo, params->numAttributes))
            if (info.attributeType == CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER)
                sampling_buffer = static_cast<CUpti_PCSamplingData*>(
                    info.attributeData.samplingDataBufferData.samplingDataBuffer);
        return CUPTI_SUCCESS;
    };
    {
        PcSampler sampler(std::make_shared<Api>(api), nullptr);
        EXPECT_TRUE(is_enabled);
        ASSERT_NE(sampling_buffer, nullptr);
        EXPECT_GT(sampling_buffer->collectNumPcs, 0u);
    }
    EXPECT_FALSE(is_enabled);
}
}  // namespace
}
