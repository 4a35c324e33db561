#!/usr/bin/env python3
"""What `sortscope advise` says of the kernels made to have one fault, against what removing the fault gives: the twin without it.

    gains.py SORTSCOPE FILE ...

The files are those that docs/measurements/faults records. A row a fault and size: the planted fault's place among the findings, the gain that advice
tells and the one that the twin shows, in us; and how many twins and clean kernels advice finds fault with.
"""
import json
import subprocess
import sys

# The rule that finds each fault, where its name is not the fault's own.
RULES = {"strided-loads": "excess_load_sectors", "strided-stores": "excess_store_sectors", "misaligned-loads": "misaligned",
         "shared-occupancy": "shared_memory", "redundant-reads": "redundant_traffic"}


def ask(program, *arguments):
    return json.loads(subprocess.run([program, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: gains.py SORTSCOPE FILE ...")
    program = sys.argv[1]
    cases, silent, heard = {}, 0, []
    for path in sys.argv[2:]:
        for case in ask(program, "list", path)["cases"]:
            if case["status"] == "ok" and "time" in case:
                cases[case["n"], case["variant"]] = (path, case)
    print("| keys | fault | sort, us | without, us | gain, us | told, us | error | place |\n|---|---|---|---|---|---|---|---|")
    for (n, variant), (path, case) in sorted(cases.items()):
        findings = ask(program, "advise", path, str(case["case_id"]))["findings"]
        keys = "2^%d" % (n.bit_length() - 1)
        if not variant.startswith("fault-"):
            silent += not findings
            heard += [f"{keys} {variant}: {finding['fault']}" for finding in findings]
            continue
        name = variant.removeprefix("fault-")
        rule = RULES.get(name, name.replace("-", "_"))
        sort, without = case["time"]["median_ns"] / 1e3, cases[n, "mended-" + name][1]["time"]["median_ns"] / 1e3
        places = [place for place, finding in enumerate(findings, 1) if finding["fault"] == rule]
        told = findings[places[0] - 1]["gain_ns"] / 1e3 if places else 0
        gain = sort - without
        print("| %s | `%s` | %.1f | %.1f | %.1f | %.1f | %+.0f %% | %s |" % (keys, name, sort, without, gain, told, 100 * (told / gain - 1), places[0] if places else "-"))
    print("\n%d kernels without a fault: nothing said. %s" % (silent, "; ".join(heard)))


if __name__ == "__main__":
    main()
