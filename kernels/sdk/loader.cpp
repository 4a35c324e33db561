#include "kernels/sdk/loader.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

#include "core/ranges.hpp"
#include "core/version.hpp"
#include "kernels/context/source_path.hpp"

namespace sortscope::kernels {
namespace {
constexpr size_t most_variants = 1000, longest_name = 64, longest_text = 4000;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw Error(ErrorKind::data, "The plug-in '" + path + "' cannot be used: " + why);
}

/// Returns dlopen()'s error without the file's path; most errors begin with the path.
std::string why_not_loaded(const std::string& path) {
    const char* const text = ::dlerror();
    std::string why = text == nullptr ? "unknown error" : text;
    if (why.starts_with(path + ": ")) why.erase(0, path.size() + 2);
    return why + ".";
}

const PluginTable& table_of(const std::string& path) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed)) refuse(path, "there is no such file.");
    // End the worker if a plug-in's initialiser throws: an exception through dlopen() would leave its lock
    // held. A volatile pointer, because compilers drop noexcept around a function declared not to throw.
    void* (*const volatile open)(const char*, int) = ::dlopen;
    void* const library = [&]() noexcept { return open(path.c_str(), RTLD_NOW | RTLD_LOCAL); }();
    if (library == nullptr) refuse(path, why_not_loaded(path));
    const auto entry = reinterpret_cast<const PluginTable* (*)()>(::dlsym(library, plugin_entry));
    if (entry == nullptr)
        refuse(path, std::string("it has no function ") + plugin_entry +
                         "(). sortscope_add_plugin() builds plug-ins.");
    const PluginTable* const table = entry();
    if (table == nullptr) refuse(path, std::string(plugin_entry) + "() returned null.");
    if (table->interface_version != plugin_interface)
        refuse(path, "it has interface " + std::to_string(table->interface_version) +
                         ", and sortscope has interface " + std::to_string(plugin_interface) +
                         ". Build it again with the SDK of sortscope " + std::string(program_version) + ".");
    if (table->layout != plugin_layout())
        refuse(path, "its types are laid out differently. Build it again with sortscope's compiler.");
    if (table->add_variants == nullptr) refuse(path, "it has no variants.");
    return *table;
}

bool is_name(const std::string& name, std::string_view more) {
    return !name.empty() && name.size() <= longest_name && std::ranges::all_of(name, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || more.find(c) != std::string_view::npos;
    });
}

/// Returns true for one line of printable ASCII.
bool is_text(const std::string& text) {
    return text.size() <= longest_text &&
           std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

template <class E>
bool is_value(E value) {
    return contains(EnumTable<E>::names(), value, &EnumName<E>::value);
}
}  // namespace

std::string defect_of(const VariantInfo& info) {
    if (!is_name(info.name, "-_.") || info.name == "all")
        return "a variant's name is 1 to 64 of a-z, 0-9, '-', '_' and '.', and not 'all'";
    const std::string who = "variant '" + info.name + "' ";
    if (info.kind != VariantKind::planned && info.kind != VariantKind::opaque)
        return who + "is of an unknown kind";
    if (!info.family.empty() && !is_name(info.family, "-_.")) return who + "has an unusable family";
    for (const auto* text :
         {&info.source, &info.section, &info.summary, &info.details, &info.block_rule.text, &info.slow.why})
        if (!is_text(*text)) return who + "has a text over 4000 characters, or not of printable ASCII";
    if (info.keys.empty() || !std::ranges::all_of(info.keys, is_value<KeyType>))
        return who + "has no key types, or unknown ones";
    if (!is_value(info.promise) || !std::ranges::all_of(info.slow.distributions, is_value<Distribution>))
        return who + "has an unknown promise or distribution";
    if (info.min_n < 1 || info.min_n > info.max_n || info.max_n > uint64_t{1} << 32)
        return who + "has impossible sizes";
    const bool blocks =
        info.min_block == 0 || (info.min_block <= info.default_block && info.default_block <= info.max_block);
    if (!blocks || info.max_block > 1024) return who + "has impossible block sizes";
    for (const auto& parameter : info.parameters)
        if (!is_name(parameter.name, "-_") || !is_text(parameter.summary) || parameter.values.size() > 1000)
            return who + "has an unusable parameter";
    return "";
}

std::string defect_of(const Plan& plan, const Workload& workload) {
    const auto fits = [&](const Buffer& buffer) {
        return buffer.element_bytes == key_bytes(workload.key) && buffer.count >= workload.n;
    };
    if (plan.buffers.empty() || !fits(plan.buffers.front())) return "its first buffer does not hold the keys";
    if (plan.output >= plan.buffers.size() || !fits(plan.buffers[plan.output]))
        return "its output buffer does not hold the keys";
    for (const auto& buffer : plan.buffers)
        if (buffer.element_bytes == 0 || buffer.element_bytes > 64 || buffer.count > uint64_t{1} << 40)
            return "buffer '" + buffer.name + "' has an impossible size";
    for (const auto& launch : plan.launches) {
        const auto [x, y, z] = launch.block;
        if (launch.grid.count() == 0 || launch.block.count() == 0 || x > 1024 || y != 1 || z != 1 ||
            launch.grid.y != 1 || launch.grid.z != 1)
            return "kernel " + launch.kernel + " has an impossible grid or block";
        if (launch.arguments.last_buffer() >= plan.buffers.size())
            return "kernel " + launch.kernel + " uses a buffer that the plan lacks";
    }
    return "";
}

LoadedPlugin::LoadedPlugin(const std::string& path) : table_(&table_of(path)) {
    PluginFile file{path, table_->gpu_code};
    plugin_sources() = {table_->folder, table_->name};
    const std::filesystem::path folder(table_->folder);
    for (const auto& source : std::span(table_->sources, table_->source_count))
        file.sources.push_back({short_source_path((folder / source.name).lexically_normal().string()),
                                std::string(source.text)});
    file_ = std::make_shared<const PluginFile>(std::move(file));
    table_->add_variants(variants_, host_kernels_);
    if (variants_.empty() || variants_.size() > most_variants)
        refuse(path, "it has " + std::to_string(variants_.size()) + " variants.");
    if (table_->set_gpu_sorts != nullptr) table_->set_gpu_sorts(variants_);
    for (auto& variant : variants_) {
        if (const auto defect = defect_of(variant.info); !defect.empty()) refuse(path, defect + ".");
        const bool planned = variant.info.kind == VariantKind::planned;
        if (planned && !variant.plan) refuse(path, "variant '" + variant.info.name + "' has no plan.");
        for (const auto& other : variants_)
            if (&other != &variant && other.info.name == variant.info.name)
                refuse(path, "two variants are called '" + variant.info.name + "'.");
        variant.plugin = file_;
        if (!planned) continue;
        variant.plan = [plan = std::move(variant.plan), info = variant.info](const Workload& workload,
                                                                             const LaunchConfig& config) {
            auto made = plan(workload, config);
            if (const auto defect = defect_of(made, workload); !defect.empty())
                throw Error(ErrorKind::verification,
                            "The plan of variant '" + info.name + "' cannot be run: " + defect + ".");
            return made;
        };
    }
}

const Variant& LoadedPlugin::find(std::string_view name) const {
    for (const auto& variant : variants_)
        if (variant.info.name == name) return variant;
    throw Error(ErrorKind::data, "The plug-in '" + file_->path + "' has no variant '" + std::string(name) +
                                     "' any more. Was it changed while in use?");
}

cuda::KernelTable LoadedPlugin::gpu_kernels() const {
    cuda::KernelTable kernels;
    if (table_->add_gpu_kernels == nullptr) return kernels;
    if (const char* error = table_->add_gpu_kernels(kernels); error != nullptr)
        throw Error(ErrorKind::environment, "The GPU code of the plug-in '" + file_->path +
                                                "' cannot be loaded: " + error + ". It is for " +
                                                file_->gpu_code + ".");
    return kernels;
}
}
