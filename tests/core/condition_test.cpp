#include "core/condition.hpp"
#include "core/axes.hpp"

#include <gmock/gmock.h>

namespace sortscope {
namespace {
TEST(AxisValue, ParsesNumbersElseTextsAndPrintsThemBack) {
    for (const auto& [text, value] : std::initializer_list<std::pair<const char*, AxisValue>>{
             {"256", 256}, {"-3", -3}, {"0.5", 0.5}, {"1e+30", 1e30}, {"uniform", "uniform"}}) {
        EXPECT_EQ(AxisValue::parse(text), value);
        EXPECT_EQ(value.text(), text);
    }
    EXPECT_EQ(AxisValue::parse("1e3"), AxisValue(1000.0));
    for (const auto* text : {"inf", "nan", "2^20", "", "12 bits"})
        EXPECT_EQ(AxisValue::parse(text), AxisValue(text));
}

TEST(AxisText, CountsOfKeysArePowers) {
    EXPECT_EQ(std::tuple(axis_text("n", 1 << 20), axis_text("block", 1 << 10)), std::tuple("2^20", "1024"));
    EXPECT_EQ(axis_text("max_keys", 1 << 20), "1048576");
}

TEST(CompareOn, OrdersValuesOfAnAxis) {
    const std::vector<std::pair<std::string, std::vector<AxisValue>>> ascending{
        {"n", {512, 1024, 1 << 20}},
        {"key", {"u32", "i32", "u64", "f32", "u32+u32"}},
        {"input",
         {"uniform", "uniform (seed 7)", "uniform (seed 10)", "sorted", "zero", "few (4 bits)",
          "few (10 bits)"}},
        {"ratio", {-1, 0.5, 1, 2.5, "auto", "full"}}};
    for (const auto& [axis, values] : ascending)
        for (size_t i = 0; i < values.size(); ++i)
            for (size_t j = 0; j < values.size(); ++j)
                EXPECT_EQ(compare_on(axis, values[i], values[j]), static_cast<std::weak_ordering>(i <=> j))
                    << values[i].text() << " and " << values[j].text();
}

TEST(Axes, AreFoundByName) {
    Axes axes{{"n", 1024}, {"input", "uniform"}};
    axes.set("max_keys", 16);
    axes.set("n", 2048);
    EXPECT_EQ(std::tuple(axes.size(), axes.integer("n"), axes.number("max_keys"), axes.integer("input")),
              std::tuple(3U, 2048, 16.0, std::nullopt));
    EXPECT_EQ(std::tuple(axes.text("input"), axes.text("block")), std::tuple("uniform", ""));
    axes.erase("n");
    EXPECT_FALSE(axes.contains("n"));
}

TEST(Axes, ListParametersFirst) {
    Axes axes{{"block", 256}, {"ways", 4}, {"input", "uniform"}, {"key", "u32"}, {"max_keys", 16}};
    std::vector<std::string> names;
    for (const auto& [name, value] : axes) names.push_back(name);
    EXPECT_THAT(names, testing::ElementsAre("max_keys", "ways", "key", "input", "block"));
    EXPECT_EQ(parameters_text(axes), "max_keys=16, ways=4");
    EXPECT_EQ(axes.parameters(), (Axes{{"max_keys", 16}, {"ways", 4}}));
    axes.erase_parameters();
    EXPECT_EQ(axes.size(), 3U);
}

struct Sort {
    Workload workload{.n = 1 << 20, .file = {}};
    LaunchConfig config{256, {{"tile", 4}}};
    CaseRecord record;

    Sort() {
        record.subject.name = "bitonic-b2";
        record.device.name = "NVIDIA H200";
        record.device.uuid = "GPU-1111";
        record.device.backend = record.backend = BackendKind::cupti;
        record.cache_state = "warm";
        record.time_mode = TimeMode::stream;
    }
    Condition condition() const {
        auto described = record;
        describe_sort(described, workload, config);
        return condition_of(described);
    }
};

struct Change {
    std::string part;
    void (*make)(Sort&);
};

/// One change or more of each part. Each change gives a different condition.
const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"variant", [](Sort& s) { s.record.subject.name = "bitonic-xor"; }},
        {"parameters", [](Sort& s) { s.config.params["tile"] = 8; }},
        {"tile", [](Sort& s) { s.config.params["tile"] = 2; }},
        {"key", [](Sort& s) { s.workload.key = KeyType::f32; }},
        {"n", [](Sort& s) { s.workload.n = 1 << 10; }},
        {"input", [](Sort& s) { s.workload.distribution = Distribution::zero; }},
        {"input", [](Sort& s) { s.workload.seed = 2; }},
        {"input", [](Sort& s) { s.workload.distribution = Distribution::few, s.workload.entropy_bits = 4; }},
        {"input", [](Sort& s) { s.workload.distribution = Distribution::few, s.workload.entropy_bits = 5; }},
        {"block", [](Sort& s) { s.config.block = 512; }},
        {"device", [](Sort& s) { s.record.device.uuid = "GPU-2222"; }},
        {"device", [](Sort& s) { s.record.device.uuid.clear(); }},
        {"output", [](Sort& s) { s.record.subject.promise = Promise::extremes; }},
        {"backend", [](Sort& s) { s.record.backend = BackendKind::simt; }},
        {"cache", [](Sort& s) { s.record.cache_state = "flushed"; }},
        {"time-mode", [](Sort& s) { s.record.time_mode = TimeMode::graph; }},
    };
    return all;
}

TEST(DeviceKeyOf, DistinguishesByUuidElseNameAndNumberElseThreads) {
    const auto key = [](BackendKind backend, const char* name, const char* uuid, int number = 0) {
        Device device;
        device.backend = backend;
        device.name = name;
        device.uuid = uuid;
        (backend == BackendKind::cpu ? device.multiprocessors : device.ordinal) = number;
        return device_key(device);
    };
    using enum BackendKind;
    EXPECT_EQ(key(cupti, "H200", "GPU-1", 1), key(cupti, "H200 141GB", "GPU-1")) << "a driver renamed it";
    EXPECT_NE(key(cupti, "H200", "GPU-1"), key(cupti, "H200", "GPU-2"));
    EXPECT_NE(key(cupti, "H200", "", 1), key(cupti, "H200", ""));
    EXPECT_NE(key(cupti, "H200", ""), key(cupti, "H100", ""));
    EXPECT_EQ(key(cpu, "Xeon", "").id, "#0");
    EXPECT_EQ(key(cpu, "Xeon", "", 16).id, "#16 threads");
    EXPECT_FALSE(key(cpu, "Xeon", "", 16).has_uuid());
    EXPECT_NE(key(cpu, "Xeon", "", 16), key(cpu, "Xeon", "", 2));
    EXPECT_EQ(key(simt, "Xeon", "").id, "#0");
}

TEST(ConditionOf, EveryPartMatters) {
    std::set<Condition> conditions{Sort().condition()};
    std::set<std::string> parts;
    for (const auto& change : changes()) {
        Sort sort;
        change.make(sort);
        EXPECT_TRUE(conditions.insert(sort.condition()).second) << change.part;
        parts.insert(change.part);
    }
    for (const auto part : condition_parts) EXPECT_TRUE(parts.contains(std::string(part))) << part;
}

TEST(ConditionOf, MeasurementsDoNotMatter) {
    Sort sort;
    const auto base = sort.condition();
    sort.record.id = CaseId{7};
    sort.record.run = RunId{3};
    sort.record.status = CaseStatus::failed;
    sort.record.time = TimeSummary{100, 90, 110, 0.1, 5, "rounds"};
    sort.record.launch_count = 12;
    sort.record.device.driver_version = "580.65.06";  // a new driver does not change the device
    sort.record.device.ordinal = 1;                   // enumeration may have another order
    EXPECT_EQ(sort.condition(), base);
}

TEST(OutputOf, NamesWhatIsLeftInOrder) {
    using Output = std::pair<std::string, uint64_t>;
    const auto output = [](Promise promise, uint64_t n, bool program = false) {
        Sort sort;
        sort.workload.n = n;
        describe_sort(sort.record, sort.workload, sort.config);
        sort.record.subject.promise = promise;
        if (program) sort.record.subject.kind = Subject::Kind::program;
        return Output(output_of(sort.record), sorted_run(sort.record));
    };
    EXPECT_EQ(output(Promise::sorted, 1024), Output("", 1024));
    EXPECT_EQ(output(Promise::in_blocks, 1024), Output("tiles of 256", 256));
    EXPECT_EQ(output(Promise::in_blocks, 256), Output("", 256)) << "one run is the whole sort";
    EXPECT_EQ(output(Promise::extremes, 1024), Output("minimum, maximum", 0));
    EXPECT_EQ(output(Promise::extremes, 1024, true).first, "");
}

TEST(Condition, AFreePartDoesNotMatter) {
    const auto base = Sort().condition();
    for (const auto& change : changes()) {
        Sort sort;
        change.make(sort);
        const auto changed = sort.condition();
        EXPECT_EQ(changed.leaving_free({change.part}), base.leaving_free({change.part})) << change.part;
        for (const auto part : condition_parts) {
            if (part == change.part || (part == "parameters" && change.part == "tile")) continue;
            const PartNames free{std::string(part)};
            EXPECT_NE(changed.leaving_free(free), base.leaving_free(free))
                << change.part << " with free " << part;
        }
    }
}

TEST(Condition, FreePartsHaveNoText) {
    const auto base = Sort().condition();
    const auto free = base.leaving_free({"n", "device"});
    EXPECT_NE(free, base);
    EXPECT_TRUE(free.is_free("n"));
    EXPECT_FALSE(free.is_free("block"));
    EXPECT_TRUE(base.leaving_free({"parameters"}).is_free("tile"));
    EXPECT_EQ(std::tuple(free.text("n"), free.text("device"), free.keys()), std::tuple("", "", 0U));
    EXPECT_EQ(free.parts().size(), condition_parts.size() - 2);
    EXPECT_EQ(free.label(), "bitonic-b2 u32 uniform, block 256, tile=4");
    EXPECT_EQ(base.leaving_free({"n"}).leaving_free({"device"}), free);
}

TEST(Condition, PartsAsText) {
    Sort sort;
    const auto base = sort.condition();
    EXPECT_THAT(
        base.parts(),
        ::testing::ElementsAre(std::pair("variant", "bitonic-b2"), std::pair("parameters", "tile=4"),
                               std::pair("key", "u32"), std::pair("n", "2^20"), std::pair("input", "uniform"),
                               std::pair("block", "256"), std::pair("output", ""),
                               std::pair("device", "NVIDIA H200"), std::pair("backend", "cupti"),
                               std::pair("cache", "warm"), std::pair("time-mode", "stream")));
    EXPECT_EQ(std::tuple(base.text("tile"), base.text("no-such")), std::tuple("4", ""));
    EXPECT_EQ(base.label(), "bitonic-b2 u32 2^20 uniform, block 256, tile=4, NVIDIA H200");
    EXPECT_EQ(base.label({"device", "parameters"}), "bitonic-b2 u32 2^20 uniform, block 256");
    sort.record.cache_state = "flushed";
    sort.record.time_mode = TimeMode::graph;
    sort.workload.seed = 7;
    EXPECT_EQ(sort.condition().label(),
              "bitonic-b2 u32 2^20 uniform (seed 7), block 256, tile=4, L2 flushed, graph, NVIDIA H200");
}

TEST(Condition, OrdersByVariantThenAxesAsListed) {
    std::vector<Condition> conditions;
    for (void (*change)(Sort&) : std::initializer_list<void (*)(Sort&)>{
             [](Sort&) {}, [](Sort& s) { s.config.block = 1024; }, [](Sort& s) { s.workload.seed = 2; },
             [](Sort& s) { s.workload.n *= 2; }, [](Sort& s) { s.workload.key = KeyType::i32; },
             [](Sort& s) { s.config.params["tile"] = 16; },
             [](Sort& s) { s.record.subject.name = "bitonic-xor"; }}) {
        Sort sort;
        change(sort);
        conditions.push_back(sort.condition());
    }
    EXPECT_TRUE(std::ranges::is_sorted(conditions));
}

TEST(ConditionOf, AnInputFileIsItsDigest) {
    const auto with = [](const char* file, const char* digest, uint64_t seed = 1) {
        Sort sort;
        sort.workload.distribution = Distribution::file;
        sort.workload.file = file;
        sort.workload.file_digest = digest;
        sort.workload.seed = seed;
        return sort.condition();
    };
    const auto base = with("keys.bin", "fnv1a:1");
    EXPECT_EQ(with("copy-of-keys.bin", "fnv1a:1"), base) << "the same keys under another name";
    EXPECT_NE(with("keys.bin", "fnv1a:2"), base) << "other keys under the same name";
    EXPECT_EQ(with("keys.bin", "fnv1a:1", 9), base) << "a file has no seed";
    EXPECT_EQ(base.text("input"), "file fnv1a:1");
}

TEST(ConditionOf, CpuSortsHaveNoBlockAndProgramsAxesOfTheirOwn) {
    Sort sort;
    sort.record.backend = BackendKind::cpu;
    EXPECT_FALSE(sort.condition().axes.contains("block"));
    EXPECT_EQ(sort.condition().text("block"), "");
    CaseRecord record;
    record.subject = Subject::program("nbody");
    EXPECT_EQ(condition_of(record).label(), "nbody");
    record.axes = {{"bodies", 4096}, {"solver", "tree"}};
    const auto condition = condition_of(record);
    EXPECT_EQ(condition.label(), "nbody, bodies=4096, solver=tree");
    EXPECT_EQ(condition.leaving_free({"bodies"}).label(), "nbody, solver=tree");
    EXPECT_EQ(condition.text("n"), "");
    EXPECT_FALSE(condition.key());
}

TEST(Condition, ASeedMattersIfItDecidesTheKeys) {
    Sort a, b;
    b.workload.seed = 2;
    for (const auto& row : EnumTable<Distribution>::names()) {
        a.workload.distribution = b.workload.distribution = row.value;
        EXPECT_EQ(a.condition() == b.condition(), !has_seed(row.value)) << row.name;
    }
}
}  // namespace
}
