#!/usr/bin/env python3
"""Compare the gains that `sortscope advise` predicts for planted faults with the measured ones.

    gains.py SORTSCOPE FILE ...

FILEs come from docs/measurements/faults. Prints a row for each fault and size: the gain shown by the twin without
the fault, the predicted gain, and the planted fault's place among the findings. Then lists findings on kernels
without a fault.
"""
import json
import subprocess
import sys

# Rules with another name than their fault.
RULES = {"strided-loads": "excess_load_sectors", "strided-stores": "excess_store_sectors", "misaligned-loads": "misaligned",
         "shared-occupancy": "shared_memory", "redundant-reads": "redundant_traffic"}


def ask(program, *arguments):
    return json.loads(subprocess.run([program, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: gains.py SORTSCOPE FILE ...")
    program = sys.argv[1]
    cases, silent, false_findings = {}, 0, []
    for path in sys.argv[2:]:
        for case in ask(program, "list", path)["cases"]:
            if case["status"] == "ok" and "time" in case:
                cases[case["n"], case["variant"]] = (path, case)
    print("| keys | fault | sort, us | without, us | gain, us | predicted, us | error | place |\n|---|---|---|---|---|---|---|---|")
    for (n, variant), (path, case) in sorted(cases.items()):
        findings = ask(program, "advise", path, str(case["case_id"]))["findings"]
        keys = "2^%d" % (n.bit_length() - 1)
        if not variant.startswith("fault-"):
            silent += not findings
            false_findings += [f"{keys} {variant}: {finding['fault']}" for finding in findings]
            continue
        name = variant.removeprefix("fault-")
        rule = RULES.get(name, name.replace("-", "_"))
        sort, without = case["time"]["median_ns"] / 1e3, cases[n, "mended-" + name][1]["time"]["median_ns"] / 1e3
        places = [place for place, finding in enumerate(findings, 1) if finding["fault"] == rule]
        predicted = findings[places[0] - 1]["gain_ns"] / 1e3 if places else 0
        gain = sort - without
        print("| %s | `%s` | %.1f | %.1f | %.1f | %.1f | %+.0f %% | %s |" % (keys, name, sort, without, gain, predicted, 100 * (predicted / gain - 1), places[0] if places else "-"))
    print("\n%d kernels without a fault have no finding. %s" % (silent, "; ".join(false_findings)))


if __name__ == "__main__":
    main()
