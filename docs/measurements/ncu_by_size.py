#!/usr/bin/env python3
"""Is the difference between ncu and SortScope constant for a launch? Prints it for each metric and size.

    ncu_by_size.py SORTSCOPE [--variant bitonic-b2] [--n 2^10,2^12,...,2^24] [--block 256] [--launches 2]
                   [--groups range,waits] [--replay-mode kernel]

Needs a GPU, ncu on PATH and the permission to read counters; four seconds for a size and group. Both tools count
the same metrics of the same launches in the middle of each sort. A group fits one pass, so ncu replays no kernel.
Neither flushes caches or fixes clocks.
"""
import argparse
import json
import os
import tempfile

from compare_with_ncu import count_of, ncu_launches, number, run

GROUPS = {
    # L2 of all units; L2 requested by the SMs' L1, the launch's own; the SMs.
    "range": ["lts__t_sectors.sum", "lts__t_sectors_srcunit_tex.sum", "lts__t_tag_requests.sum", "lts__t_tag_requests_hit.sum", "dram__bytes_read.sum", "dram__bytes_write.sum",
              "smsp__cycles_active.sum", "smsp__warps_active.sum", "smsp__warps_eligible.sum", "smsp__inst_issued.sum"],
    # Cycles that warps waited for instructions, constants (both caches are the SM's own) and memory.
    "waits": ["smsp__warps_issue_stalled_no_instruction.sum", "smsp__warps_issue_stalled_imc_miss.sum", "smsp__warps_issue_stalled_long_scoreboard.sum",
              "sm__icc_requests_lookup_miss.sum"],
}
DEFAULT_SIZES = ",".join(f"2^{log2}" for log2 in range(10, 25, 2))


def sortscope_cases(program, folder, options, metrics):
    """{keys: launches} with the vendor's metrics of each launch by name."""
    path = os.path.join(folder, "cases.db")
    run([program, "collect", "--quiet", "--variant", options.variant, "--n", options.n, "--block", options.block, "--key", "u32", "--backend", "cupti",
         "--no-limits", "--min-trials", "1", "--max-trials", "1", "--activity-trials", "1", "--counters", ",".join(metrics), "--output", path])
    cases = {}
    listed = json.loads(run([program, "list", path, "--json"])[0])["cases"]
    for case in listed:
        shown = json.loads(run([program, "show", path, str(case["case_id"]), "--by", "launch", "--json"])[0])
        cases[case["n"]] = shown["launches"]
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--variant", default="bitonic-b2")
    parser.add_argument("--n", default=DEFAULT_SIZES)
    parser.add_argument("--block", default="256")
    parser.add_argument("--launches", type=int, default=2)
    parser.add_argument("--groups", default="range,waits")
    parser.add_argument("--replay-mode", default="kernel")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    groups = {name: GROUPS[name] for name in options.groups.split(",")}
    with tempfile.TemporaryDirectory() as folder:
        ours = sortscope_cases(program, folder, options, [metric for metrics in groups.values() for metric in metrics])
        rows = {}
        for size in options.n.split(","):
            launches = ours[count_of(size)]
            count = min(options.launches, len(launches))
            skip = (len(launches) - count) // 2
            launches = launches[skip:skip + count]
            case = ["--variant", options.variant, "--n", size, "--block", options.block, "--key", "u32", "--backend", "cupti"]
            # One group a process; application replay runs the program once for each pass of all groups.
            asked = [sum(groups.values(), [])] if options.replay_mode == "application" else list(groups.values())
            for metrics in asked:
                theirs, _ = ncu_launches(program, folder, case, metrics, skip, count, options.replay_mode)
                for metric in metrics:
                    pairs = [(launch.get("vendor", {}).get(metric), number(row.get(metric))) for launch, row in zip(launches, theirs)]
                    if any(one is None or other is None for one, other in pairs):
                        continue
                    rows.setdefault(metric, []).append((size, sum(one for one, _ in pairs) / count, sum(other for _, other in pairs) / count))
    print(f"{options.variant}, u32, block {options.block}, {options.launches} launches in the middle of each sort; ncu's replay mode: {options.replay_mode}")
    for metric, values in rows.items():
        print(f"\n{metric}\n| keys | SortScope | ncu | ncu - SortScope, a launch | % of ncu |\n|---|---|---|---|---|")
        for size, one, other in values:
            part = f"{100 * (other - one) / other:+.2f} %" if other else "-"
            print(f"| {size} | {one:,.6g} | {other:,.6g} | {other - one:+,.6g} | {part} |")
    missing = [metric for metrics in groups.values() for metric in metrics if metric not in rows]
    if missing:
        print("\nnot in both:", ", ".join(missing))


if __name__ == "__main__":
    main()
