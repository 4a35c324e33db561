#!/usr/bin/env python3
"""Record programs that were not written for SortScope, and compare with Nsight Compute and with no profiler.

    record_programs.py SORTSCOPE RECORDED_PROGRAM [--only A,B] [--without-ncu]

RECORDED_PROGRAM is tests' recorded_program. Programs in Python are skipped if their package is absent.
Prints a line a program: launches recorded and counted, launches whose sectors, requests and instructions
equal ncu's, wall times. Kernels that look back at other blocks are not deterministic: they poll.
Then the cost of a launch, of a program without launches, and bitonic B2 beside the built-in sort.
Exits with 1 if a deterministic launch differs from ncu.
"""
import argparse
import csv
import importlib.util
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

# SortScope's counter -> ncu's metrics: the same instrumented instructions, then counters of the memory pipeline
# and the SM, which share nothing with ours, but add asynchronous copies to shared memory (LDGSTS).
LOOK_BACK = re.compile("onesweep|scan|lookback|look_back|select|unique|partition", re.I)
COMPARED = {
    "gld_sectors": ["smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
    "gst_sectors": ["smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "gld_requests": ["smsp__sass_inst_executed_op_global_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"],
    "gst_requests": ["smsp__sass_inst_executed_op_global_st.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
    "warp_instructions": ["smsp__sass_inst_executed.sum", "smsp__inst_executed.sum"],
}
TORCH = "import torch, os; c = torch.device('cuda'); torch.manual_seed(1); s = torch.cuda.synchronize\n"
PYTHON = {
    "torch.sort": ("torch", TORCH + "x = torch.randint(0, 1 << 30, (1 << 22,), dtype=torch.int32, device=c)\nfor i in range(3): torch.sort(x)\ns()"),
    "cuBLAS GEMM loop": ("torch", TORCH + "a = torch.randn(1024, 1024, device=c); b = torch.randn(1024, 1024, device=c)\nfor i in range(20): a = (a @ b) * 1e-2\ns()"),
    "four streams": ("torch", TORCH + "x = [torch.ones(1 << (16 + i), device=c) for i in range(4)]; t = [torch.cuda.Stream() for _ in x]; s()\n"
                     "for r in range(5):\n  for a, b in zip(x, t):\n    with torch.cuda.stream(b): a.mul_(1.5); a.cumsum_(0)\ns()"),
    "CUDA graph": ("torch", TORCH + "x = torch.ones(1 << 20, device=c); g = torch.cuda.CUDAGraph()\n"
                   "t = torch.cuda.Stream(); t.wait_stream(torch.cuda.current_stream())\n"
                   "with torch.cuda.stream(t): x.add_(1); x.mul_(2)\ntorch.cuda.current_stream().wait_stream(t)\n"
                   "with torch.cuda.graph(g):\n  for i in range(5): x.add_(1); x.mul_(2)\nfor i in range(3): g.replay()\ns()"),
    "two processes": ("torch", TORCH + "import subprocess, sys\nx = torch.arange(1 << 20, device=c).flip(0).contiguous(); x.sort(); s()\n"
                      "if len(sys.argv) < 2: subprocess.run([sys.executable, '-c', open('/proc/self/cmdline').read().split(chr(0))[2], 'child'], check=True)"),
    "abort half-way": ("torch", TORCH + "x = torch.ones(1 << 20, device=c)\nfor i in range(50): x.add_(1)\ns()\nos.abort()"),
    "Thrust sort (CuPy)": ("cupy", "import cupy\nx = (cupy.arange(1 << 21, dtype=cupy.uint32) * 2654435761) % 1000003\nfor i in range(3): cupy.sort(x)\ncupy.cuda.Device().synchronize()"),
    "XLA sort (JAX)": ("jax", "import os\nos.environ['XLA_PYTHON_CLIENT_PREALLOCATE'] = 'false'\nimport jax, jax.numpy as n\n"
                       "x = (n.arange(1 << 20, dtype=n.uint32) * n.uint32(2654435761)) % 1000003\nfor i in range(3): n.sort(x).block_until_ready()"),
}


def run(command, may_fail=False):
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 and not may_fail:
        raise RuntimeError(f"{' '.join(command)[:300]} ended with {done.returncode}:\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done, time.monotonic() - begin


def launches_of(sortscope, path, case=1):
    return json.loads(run([sortscope, "show", path, str(case), "--by", "launch", "--json"])[0].stdout)["launches"]


def record(sortscope, folder, program, *options):
    """(launches, standard error, seconds) of a recording."""
    path = os.path.join(folder, "r.db")
    if os.path.exists(path):
        os.remove(path)
    done, seconds = run([sortscope, "record", "-o", path, *options, "--", *program], may_fail=True)
    return (launches_of(sortscope, path) if os.path.exists(path) else []), done.stderr.strip(), seconds


def counters_of(launch):
    return (launch.get("counters") or {}).get("measured") or {}


def duration_of(launch):
    return launch["time"]["duration_ns"]


def ncu(program, metrics, *options):
    done, seconds = run(["ncu", "--csv", "--page", "raw", "--metrics", ",".join(metrics), *options, "--target-processes", "all",
                         "--graph-profiling", "node", "--clock-control", "none", "--cache-control", "none", "--print-units", "base", *program], may_fail=True)
    lines = done.stdout.splitlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if begin is None:
        raise RuntimeError("ncu printed no table: " + "\n".join((done.stdout + done.stderr).splitlines()[-6:]))
    rows = [row for row in csv.DictReader(lines[begin:]) if row["ID"]]
    rows.sort(key=lambda row: int(row["ID"]))
    return rows, seconds


def number(text):
    try:
        return float((text or "").replace(",", ""))
    except ValueError:
        return None


def numbers(text):
    return tuple(int(part) for part in re.findall(r"\d+", str(text)))


def shape(launch):
    """Grid and block as six numbers."""
    return tuple(launch[f"{what}_{axis}"] for what in ("grid", "block") for axis in "xyz")


def by_shape(launches, shape_of):
    groups = {}
    for launch in launches:
        groups.setdefault(shape_of(launch), []).append(launch)
    return groups


def ncu_shape(row):
    return ((numbers(row.get("Grid Size")) + (1, 1))[:3]) + ((numbers(row.get("Block Size")) + (1, 1))[:3])


def compare(launches, rows):
    """Counts of launches: compared, deterministic, equal, equal at the pipeline too, and the first difference."""
    ours, theirs = by_shape(launches, shape), by_shape(rows, ncu_shape)
    compared = deterministic = equal = also = 0
    difference = ""
    for at, group in ours.items():
        for launch, row in zip(group, theirs.get(at, [])):
            if not counters_of(launch):
                continue
            compared += 1
            if LOOK_BACK.search(launch["kernel"]):
                continue
            deterministic += 1
            mine = {name: counters_of(launch).get(name) for name in COMPARED}
            wrong = [[(metrics[i], mine[name], number(row.get(metrics[i]))) for name, metrics in COMPARED.items() if mine[name] != number(row.get(metrics[i]))]
                     for i in (0, 1)]
            equal += not wrong[0]
            also += not wrong[1]
            if wrong[0] and not difference:
                difference = f"{launch['kernel'][:60]} {at}: {wrong[0]}"
    return compared, deterministic, equal, also, difference


def programs(options):
    own = options.recorded
    yield "CUB sort (C++)", [own, "sort"]
    yield "threads and streams (C++)", [own, "streams", "10"]
    yield "CUDA graph (C++)", [own, "graph", "3"]
    for name, (package, text) in PYTHON.items():
        if importlib.util.find_spec(package) is not None:
            yield name, [sys.executable, "-c", text]
        else:
            print(f"{name}: {package} is absent")


def table(options, folder):
    failed = False
    metrics = sorted({metric for names in COMPARED.values() for metric in names})
    for name, program in programs(options):
        if options.only and not any(each in name for each in options.only.split(",")):
            continue
        try:
            first, said, seconds = record(options.sortscope, folder, program)
            counted = sum(1 for launch in first if counters_of(launch))
            line = f"{name}: {len(first)} launches, {counted} counted, {seconds:.2f} s"
            if not options.without_ncu:
                rows, ncu_s = ncu(program, metrics)
                compared, deterministic, equal, also, difference = compare(first, rows)
                failed |= equal != deterministic
                line += f"; ncu {len(rows)} in {ncu_s:.2f} s; {compared} compared, {deterministic} deterministic, {equal} equal, {also} at the pipeline, too {difference}"
            print(line)
            if "Recorded" not in said or "\n" in said:
                print("   ", said.replace("\n", "\n    "))
        except (RuntimeError, KeyError, ValueError) as error:
            print(f"{name}: {error}")
            failed = True
        sys.stdout.flush()
    return failed


def wall(command, times=5):
    return statistics.median(run(command, may_fail=True)[1] for _ in range(times))


def metrics_of_record(options, folder):
    """The hardware metrics behind the counters that `record` takes."""
    first, _, _ = record(options.sortscope, folder, [options.recorded, "launches", "1"])
    known = {one["id"]: one for one in json.loads(run([options.sortscope, "metrics", "--json"])[0].stdout)}
    return sorted({name for counter in counters_of(first[0]) if counter in known for name in known[counter]["hardware"]["names"].split(",")})


def costs(options, folder):
    own, many = options.recorded, 20000
    into = ["-q", "-o", os.path.join(folder, "cost.db")]
    for what in ("nothing", "idle"):
        print(f"{what}: alone {wall([own, what]):.4f} s, recorded {wall([options.sortscope, 'record', *into, '--', own, what]):.4f} s")
    print(f"record of a program that is absent: {wall([options.sortscope, 'record', *into, '--', '/nowhere']):.4f} s")
    loop = lambda command: statistics.median(float(re.search(r"loop ([\d.]+)", run(command)[0].stdout)[1]) for _ in range(3))
    alone, timed = loop([own, "launches", str(many)]), loop([options.sortscope, "record", "--time-only", *into, "--", own, "launches", str(many)])
    print(f"{many} launches: {alone:.2f} us each, {timed:.2f} us under record")
    few = 2000
    both = [wall([options.sortscope, "record", *into, "--", own, "launches", str(n)], 3) for n in (1, few)]
    once = [wall([options.sortscope, "record", "--time-only", *into, "--", own, "launches", str(n)], 3) for n in (1, few)]
    print(f"counters: {1e3 * ((both[1] - once[1]) - (both[0] - once[0])) / (few - 1):.4f} ms a launch, {both[0] - once[0]:.3f} s to set up and run again")
    for what, extra in (("stalls", ["--stalls"]), ("one launch in ten", ["--sample", "every=10"]), ("time only", ["--time-only"])):
        both = [wall([options.sortscope, "record", *into, *extra, "--", own, "launches", str(n)], 3) for n in (1, few)]
        print(f"{what}: {both[0]:.3f} s for one launch, {1e3 * (both[1] - both[0]) / (few - 1):.4f} ms for each more")
    by_stamps = lambda command: float(re.search(r"stamped ([\d.]+)", run(command)[0].stdout)[1])
    alone = statistics.median(by_stamps([own, "stamps", "200"]) for _ in range(5))
    done, _ = run([options.sortscope, "record", "--time-only", "--name", "stamps", "-o", os.path.join(folder, "stamps.db"), "--", own, "stamps", "200"])
    inside = float(re.search(r"stamped ([\d.]+)", done.stdout)[1])
    recorded = statistics.median(duration_of(launch) for launch in launches_of(options.sortscope, os.path.join(folder, "stamps.db"))) / 1e3
    print(f"a kernel by its own stamps: {alone:.3f} us alone, {inside:.3f} us under record ({100 * (inside / alone - 1):+.2f} %); record says {recorded:.3f} us ({100 * (recorded / alone - 1):+.2f} %)")
    if not options.without_ncu:
        _, short = run(["ncu", own, "launches", "20"])
        _, long = run(["ncu", own, "launches", "120"])
        print(f"ncu, its default set: {1e3 * (long - short) / 100:.1f} ms a launch, {short:.2f} s for 20")
        for what, metrics in (("five metrics", sorted({names[1] for names in COMPARED.values()})), ("the counters of record", metrics_of_record(options, folder))):
            _, short = ncu([own, "launches", "20"], metrics)
            _, long = ncu([own, "launches", "120"], metrics)
            print(f"ncu, {what} ({len(metrics)} metrics): {1e3 * (long - short) / 100:.1f} ms a launch, {short:.2f} s for 20")


def b2(options, folder):
    own = options.recorded
    for log in (24, 26):
        alone = [float(re.search(r"events ([\d.]+)", run([own, "b2", str(log)])[0].stdout)[1]) for _ in range(5)]
        plain, said, _ = record(options.sortscope, folder, [own, "b2", str(log)])
        plain = [launch for launch in plain if launch["label"] == "sort"]
        path = os.path.join(folder, "built.db")
        if os.path.exists(path):
            os.remove(path)
        run([options.sortscope, "collect", "-q", "--variant", "bitonic-b2", "--n", f"2^{log}", "--key", "u32", "--block", "256", "-o", path])
        built = launches_of(options.sortscope, path)
        same = sum(counters_of(a) == {name: value for name, value in counters_of(b).items() if name in counters_of(a)} and bool(counters_of(a))
                   for a, b in zip(plain, built))
        us = [sum(duration_of(launch) for launch in side) / 1e3 for side in (plain, built)]
        span = (max(launch["time"]["start_ns"] + duration_of(launch) for launch in plain) - min(launch["time"]["start_ns"] for launch in plain)) / 1e3
        off = sorted(abs(duration_of(a) / duration_of(b) - 1) for a, b in zip(plain, built) if duration_of(b) > 20000)
        print(f"b2 2^{log}: {len(plain)} and {len(built)} launches, {same} with equal counters ({len(counters_of(plain[0]))} counters); kernels take {us[0]:.1f} us, "
              f"built-in {us[1]:.1f} us ({100 * (us[0] / us[1] - 1):+.2f} %); first to last {span:.1f} us, "
              f"unprofiled by events {statistics.median(alone):.1f} us ({100 * (span / statistics.median(alone) - 1):+.2f} %); launches over 20 us differ by {100 * off[len(off) // 2] if off else 0:.2f} % in the middle")
        if same != len(built):
            pair = next(((a, b) for a, b in zip(plain, built) if counters_of(a) != counters_of(b)), None)
            if pair:
                mine, other = counters_of(pair[0]), counters_of(pair[1])
                print("   ", {name: (mine.get(name), other.get(name)) for name in set(mine) | set(other) if mine.get(name) != other.get(name)})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sortscope", type=os.path.abspath)
    parser.add_argument("recorded", type=os.path.abspath)
    parser.add_argument("--only", default="")
    parser.add_argument("--without-ncu", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for part in (costs, b2) if not options.only else (costs,) if "costs" in options.only.split(",") else ():
            try:
                part(options, folder)
            except (RuntimeError, KeyError, IndexError, TypeError) as error:
                print(f"{part.__name__}: {error!r}")
            sys.stdout.flush()
        sys.exit(table(options, folder))


if __name__ == "__main__":
    main()
