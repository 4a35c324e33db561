// Plug-ins: sorts of users work like built-in sorts. A harmful plug-in costs only its own cases.
#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
class PlugIns : public testing::Test {
 protected:
    static std::string library(const std::string& name) {
        return std::string(SORTSCOPE_TEST_PLUGINS) + "/" + name + ".so";
    }
    static std::string plugin(const std::string& name) { return " --plugin " + library(name) + " "; }
    /// Runs `collect` in the interpreter. `environment` assigns variables.
    Outcome collect(const std::string& arguments, const std::string& environment = "") const {
        return folder.sortscope("collect --backend simt --quiet -o p.db " + arguments, environment);
    }
    json cases() const { return folder.json("list p.db")["cases"]; }
    json shown(const std::string& variant) const {
        for (const auto& one : cases())
            if (one["variant"] == variant)
                return folder.json("show p.db " + std::to_string(one["case_id"].get<int>()));
        ADD_FAILURE() << "no case of " << variant;
        return {};
    }
    /// The status of each case by the value of its parameter `fault`.
    std::map<int, json> by_fault() const {
        std::map<int, json> all;
        for (const auto& one : cases()) {
            const auto record = folder.json("show p.db " + std::to_string(one["case_id"].get<int>()));
            if (record.contains("parameters") && record["parameters"].contains("fault"))
                all[record["parameters"]["fault"]] = record;
        }
        return all;
    }
    Folder folder;
};

TEST_F(PlugIns, AreListedSweptAndDescribed) {
    const auto listed = folder.json("variants" + plugin("odd_even_merge"));
    EXPECT_TRUE(std::ranges::any_of(listed, [](const auto& one) { return one["name"] == "odd-even-merge"; }));
    EXPECT_EQ(folder.json("variants odd-even-merge" + plugin("odd_even_merge"))["key_types"],
              json({"u32", "f32"}));
    const auto checks = folder.json("doctor" + plugin("odd_even_merge") + plugin("no_entry"));
    std::vector<bool> found;
    for (const auto& check : checks)
        if (check["name"] == "Plug-in") found.push_back(check["ok"]);
    EXPECT_EQ(found, (std::vector<bool>{true, false}));
    // The variant is unknown without its plug-in.
    EXPECT_EQ(collect("--variant odd-even-merge --n 16").code, 2);
    // Presets include plug-ins' variants.
    const auto plan = json::parse(folder.text("collect --dry-run --json --backend simt --preset quick" +
                                              plugin("odd_even_merge")))["plan"];
    EXPECT_EQ(std::ranges::count_if(plan,
                                    [](const auto& one) {
                                        return one["case"].template get<std::string>().starts_with(
                                            "odd-even-merge");
                                    }),
              3);
}

TEST_F(PlugIns, SortEveryInputAndShowTheirSource) {
    const auto ran = collect(
        "--variant odd-even-merge --n 2,3,100,2^10 --input all --key u32,f32 --block "
        "32,256" +
        plugin("odd_even_merge"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    for (const auto& one : cases()) EXPECT_EQ(one["status"], "ok") << one;
    const auto record = shown("odd-even-merge");
    EXPECT_FALSE(record["launches"][0]["sites"].empty());
    has(folder.text("show p.db 1 --source odd_even_merge.hpp"),
        {"odd_even_merge/odd_even_merge.hpp", "c.load("});
    EXPECT_TRUE(folder.json("verify p.db")["findings"].empty());
    const auto runs = folder.text("query p.db \"SELECT text FROM run_note\"");
    has(runs, {"odd_even_merge.so", "fnv1a:"});
}

TEST_F(PlugIns, ATwinOfABuiltInSortHasItsCounters) {
    ASSERT_EQ(collect("--variant bitonic-b2,bitonic-b2-twin --n 2^10,3000 --key u32" + plugin("twin")).code,
              0);
    std::map<std::string, json> launches;
    for (const auto& one : cases()) {
        const auto record = folder.json("show p.db " + std::to_string(one["case_id"].get<int>()));
        auto& all = launches[record["variant"].get<std::string>()];
        for (const auto& launch : record["launches"]) all.push_back(launch["counters"]);
    }
    ASSERT_EQ(launches.size(), 2U);
    EXPECT_EQ(launches["bitonic-b2"].size(), 55U + 78U);
    EXPECT_EQ(launches["bitonic-b2"], launches["bitonic-b2-twin"]);
}

TEST_F(PlugIns, OpaqueSortsAreListedAndNeedAGpu) {
    const auto both = plugin("plain_bitonic") + plugin("cub_plugin");
    for (const std::string variant : {"plain-bitonic", "cub-plugin"})
        EXPECT_EQ(folder.json("variants " + variant + both)["kind"], "opaque");
    const auto ran = collect("--variant plain-bitonic,cub-plugin,bitonic-b2 --n 64 --key u32" + both);
    EXPECT_EQ(ran.code, 0) << ran.err;
    has(ran.err, {"'plain-bitonic' runs on a GPU", "'cub-plugin' runs on a GPU"});
    EXPECT_EQ(cases().size(), 1U);
    EXPECT_EQ(collect("--variant cub-plugin --n 64" + both).code, 3);
}

TEST_F(PlugIns, TheVariableNamesMoreAndTuneTakesThem) {
    const auto variable =
        "SORTSCOPE_PLUGINS=" + library("twin") + "::" + library("odd_even_merge") + ":" + library("twin");
    const auto ran = collect("--variant odd-even-merge,bitonic-b2-twin --n 64 --key u32", variable);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(cases().size(), 2U);
    const auto tuned = folder.sortscope(
        "tune bitonic-b2-twin --backend simt --n 256 --block 32,64 --quiet "
        "-o t.db --json" +
        plugin("twin"));
    EXPECT_EQ(tuned.code, 0) << tuned.err;
    EXPECT_EQ(json::parse(tuned.out)["file"], "t.db");
}

TEST_F(PlugIns, AFileThatIsNoneIsNamedAndTheRestRuns) {
    struct Case {
        std::string arguments, environment, word;
    };
    const auto hostile = plugin("hostile");
    for (const auto& [arguments, environment, word] : {
             Case{plugin("other_version"), "", "interface 99"},
             Case{plugin("no_entry"), "", "sortscope_plugin"},
             Case{plugin("missing_symbol"), "", "nobody_has_this"},
             Case{" --plugin nothing.so ", "", "no such file"},
             Case{" --plugin . ", "", "no such file"},
             Case{" --plugin p.txt ", "", "p.txt"},
             Case{hostile, "SORTSCOPE_HOSTILE=exit", "exit code 0"},
             Case{hostile, "SORTSCOPE_HOSTILE=crash", "signal 6"},
             Case{hostile, "SORTSCOPE_HOSTILE=throw", "signal 6"},
             Case{hostile, "SORTSCOPE_HOSTILE=hang", "did not answer"},
             Case{hostile, "SORTSCOPE_HOSTILE='taken name'", "'bitonic-b2'"},
             Case{hostile, "SORTSCOPE_HOSTILE='bad name'", "name"},
             Case{hostile, "SORTSCOPE_HOSTILE='no family'", "'all'"},
             Case{hostile, "SORTSCOPE_HOSTILE='bad keys'", "promise"},
             Case{hostile, "SORTSCOPE_HOSTILE='bad sizes'", "sizes"},
         }) {
        folder.write("p.txt", "not a library");
        const auto ran = collect("--variant bitonic-b2 --n 16 --key u32" + arguments, environment);
        EXPECT_EQ(ran.code, 3) << arguments << environment << ran.err;
        has(ran.err, {word});
        EXPECT_EQ(cases().size(), 1U) << "the built-in sort ran";
        EXPECT_EQ(cases()[0]["status"], "ok");
        std::filesystem::remove(folder.path() / "p.db");
    }
    // The message names both versions.
    has(collect("--variant bitonic-b2 --n 16" + plugin("other_version")).err,
        {"interface 99", "interface 2"});
    folder.refuses("collect --in-process --variant odd-even-merge --n 16" + plugin("odd_even_merge"), 2,
                   "--in-process");
}

TEST_F(PlugIns, AFaultCostsItsCase) {
    const auto ran = collect(
        "--variant hostile,bitonic-b2,odd-even-merge --n 64 --key u32 --case-limit 8 "
        "--param fault=0,1,2,3,4,5,6,10,11,12,13,14,22" +
        plugin("hostile") + plugin("odd_even_merge"));
    EXPECT_EQ(ran.code, 3) << ran.err;
    auto all = by_fault();
    EXPECT_EQ(all.size(), 12U) << "a refused case is not recorded";
    for (const auto& [fault, record] : all)
        EXPECT_EQ(record["status"], fault == 0 ? "ok" : fault == 6 ? "unverified" : "failed") << fault;
    const auto says = [&](int fault, const char* word) {
        EXPECT_THAT(all[fault]["message"].get<std::string>(), HasSubstr(word));
    };
    says(1, "hostile.hpp:");
    says(2, "signal 11");
    says(3, "--case-limit");
    says(5, "exit code 0");
    says(11, "signal 6");
    says(12, "first buffer");
    says(13, "output buffer");
    says(14, "buffer");
    EXPECT_EQ(shown("bitonic-b2")["status"], "ok");
    EXPECT_EQ(shown("odd-even-merge")["status"], "ok");
    EXPECT_TRUE(folder.json("verify p.db")["findings"].empty());
}

TEST_F(PlugIns, AQuestionThatEndsItsWorkerLeavesItsCaseOut) {
    const auto ran =
        collect("--variant hostile,bitonic-b2 --n 64 --key u32 --param fault=0,20,21" + plugin("hostile"));
    EXPECT_EQ(ran.code, 3) << ran.err;
    has(ran.err, {"signal 6", "Left out"});
    const auto all = by_fault();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all.begin()->second["status"], "ok");
    EXPECT_EQ(shown("bitonic-b2")["status"], "ok");
    EXPECT_EQ(collect("--variant hostile --n 64 --key u32 --block source" + plugin("hostile")).code, 3);
}
}  // namespace
}
