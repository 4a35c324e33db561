// NVTX calls this library as its profiler: each thread keeps a stack of pushed ranges.
#include <array>
#include <cwchar>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/locale/encoding_utf.hpp>

// Declares types for a tool, without the functions that programs call.
#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

#include "recorder/inject/spool.hpp"

namespace sortscope::recorder::inject {
namespace {
/// Greatest depth of nested ranges. Launches in deeper ranges belong to the range at this depth.
constexpr size_t deepest = 1000;

struct Pushed {
    const void* domain;
    uint32_t path;
};

/// True once the thread has destroyed its stack: a later destructor may still push.
thread_local bool thread_ended = false;
struct Stack {
    std::vector<Pushed> ranges;
    std::unordered_map<const void*, int> depths;  ///< by domain
    ~Stack() { thread_ended = true; }
};
thread_local Stack stack;

/// Handle of a domain or a registered string; never freed, as programs keep handles.
struct Handle {
    std::string text;
};

std::string narrow(const wchar_t* text) {
    constexpr size_t longest = 1024;
    if (text == nullptr) return {};
    return boost::locale::conv::utf_to_utf<char>(text, text + ::wcsnlen(text, longest));
}
std::string text_of(const char* text) { return text == nullptr ? "" : text; }

std::string message_of(const nvtxEventAttributes_t* attributes) {
    if (attributes == nullptr) return {};
    switch (attributes->messageType) {
        case NVTX_MESSAGE_TYPE_ASCII:
            return text_of(attributes->message.ascii);
        case NVTX_MESSAGE_TYPE_UNICODE:
            return narrow(attributes->message.unicode);
        case NVTX_MESSAGE_TYPE_REGISTERED: {
            const auto* handle = reinterpret_cast<const Handle*>(attributes->message.registered);
            return handle == nullptr ? std::string() : handle->text;
        }
        default:
            return {};
    }
}

/// Returns the depth from 0 within the domain, as NVTX defines it.
int push(const void* domain, const std::string& name) {
    if (thread_ended) return NVTX_NO_PUSH_POP_TRACKING;
    note_ranges();
    const auto around = current_path();
    stack.ranges.push_back(
        {domain, stack.ranges.size() < deepest ? Spool::instance().path(around, name) : around});
    return stack.depths[domain]++;
}

int pop(const void* domain) {
    if (thread_ended) return NVTX_NO_PUSH_POP_TRACKING;
    for (auto each = stack.ranges.rbegin(); each != stack.ranges.rend(); ++each) {
        if (each->domain != domain) continue;
        stack.ranges.erase(std::next(each).base());
        return --stack.depths[domain];
    }
    return -1;  // a pop without its push
}

template <class NvtxHandle>
NvtxHandle make_handle(std::string text) {
    return reinterpret_cast<NvtxHandle>(new Handle{std::move(text)});
}

struct Entry {
    unsigned index;
    NvtxFunctionPointer function;
};
template <class F>
Entry entry(unsigned index, F* function) {
    return {index, reinterpret_cast<NvtxFunctionPointer>(function)};
}

bool set_functions(const NvtxExportTableCallbacks& callbacks, NvtxCallbackModule module,
                   std::initializer_list<Entry> entries) {
    NvtxFunctionTable table = nullptr;
    unsigned size = 0;
    if (callbacks.GetModuleFunctionTable(module, &table, &size) == 0 || table == nullptr) return false;
    for (const auto& [index, function] : entries)
        if (index < size && table[index] != nullptr) *table[index] = function;
    return true;
}
}  // namespace

uint32_t current_path() { return thread_ended || stack.ranges.empty() ? 0 : stack.ranges.back().path; }
}

/// Called by each copy of NVTX in the program at its first use. Result 0 makes NVTX do nothing.
extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(
    NvtxGetExportTableFunc_t export_table) {
    using namespace sortscope::recorder::inject;
    if (!Spool::instance().connected()) return 0;
    const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(export_table(NVTX_ETID_CALLBACKS));
    if (callbacks == nullptr) return 0;
    using Attributes = const nvtxEventAttributes_t*;
    using Domain = nvtxDomainHandle_t;
    const bool core = set_functions(
        *callbacks, NVTX_CB_MODULE_CORE,
        {entry(
             NVTX_CBID_CORE_RangePushEx, +[](Attributes range) { return push(nullptr, message_of(range)); }),
         entry(
             NVTX_CBID_CORE_RangePushA, +[](const char* text) { return push(nullptr, text_of(text)); }),
         entry(
             NVTX_CBID_CORE_RangePushW, +[](const wchar_t* text) { return push(nullptr, narrow(text)); }),
         entry(
             NVTX_CBID_CORE_RangePop, +[] { return pop(nullptr); })});
    set_functions(
        *callbacks, NVTX_CB_MODULE_CORE2,
        {entry(
             NVTX_CBID_CORE2_DomainRangePushEx,
             +[](Domain domain, Attributes range) { return push(domain, message_of(range)); }),
         entry(
             NVTX_CBID_CORE2_DomainRangePop, +[](Domain domain) { return pop(domain); }),
         entry(
             NVTX_CBID_CORE2_DomainRegisterStringA,
             +[](Domain, const char* text) { return make_handle<nvtxStringHandle_t>(text_of(text)); }),
         entry(
             NVTX_CBID_CORE2_DomainRegisterStringW,
             +[](Domain, const wchar_t* text) { return make_handle<nvtxStringHandle_t>(narrow(text)); }),
         entry(
             NVTX_CBID_CORE2_DomainCreateA,
             +[](const char* name) { return make_handle<Domain>(text_of(name)); }),
         entry(
             NVTX_CBID_CORE2_DomainCreateW,
             +[](const wchar_t* name) { return make_handle<Domain>(narrow(name)); })});
    return core ? 1 : 0;
}
