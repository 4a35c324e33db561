#!/usr/bin/env python3
"""Writes docs/variants.md: every variant with what it takes, and its rate on the GPU of a SortScope file.

usage: variants_table.py SORTSCOPE FILE > docs/variants.md
"""
import json
import subprocess
import sys
import textwrap

PROGRAM, FILE = sys.argv[1:3]
PREFERRED_KEYS = ("u32", "f32", "u32+u32")


def ask(*arguments):
    return json.loads(subprocess.run([PROGRAM, *arguments, "--json"], check=True, capture_output=True, text=True).stdout)


def power(n):
    return f"2^{n.bit_length() - 1}" if n >= 1024 and n & (n - 1) == 0 else str(n)


def rate_text(rate):
    return f"{rate:,.0f}" if rate >= 1000 else f"{rate:.4g}"


variants = ask("variants")
listing = ask("list", FILE)
cases = listing["cases"]


def fastest(variant):
    """The fastest uniform case of each size: {n: case}, of the first key type that has any."""
    for key in PREFERRED_KEYS:
        found = {}
        for case in cases:
            if (case["variant"], case["key"], case["input"], case["status"]) != (variant, key, "uniform", "ok"):
                continue
            if "time" not in case:
                continue
            best = found.get(case["n"])
            if best is None or case["time"]["rate_mkeys_per_s"] > best["time"]["rate_mkeys_per_s"]:
                found[case["n"]] = case
        if found:
            return key, found
    return None, {}


def row(variant):
    key, found = fastest(variant["name"])
    cell = lambda n: rate_text(found[n]["time"]["rate_mkeys_per_s"]) if n in found else "-"
    n = max(found, default=1 << 20)
    largest = cell(1 << 26)
    if largest == "-" and n != 1 << 20:
        largest = f"{cell(n)} at {power(n)}"
    notes = [] if key in (None, "u32") else [key]
    types = variant["key_types"]
    if len(types) < 10:
        notes.append("records only" if "+" in types[0] else "no records")
    name = f"`{variant['name']}`" + (f" ({'; '.join(notes)})" if notes else "")
    blocks = f"{variant['min_block_threads']}..{variant['max_block_threads']}" if "min_block_threads" in variant else "-"
    sizes = f"{power(variant['min_keys'])}..{power(variant['max_keys'])}"
    return f"| {name} | {variant['summary']} | {sizes} | {blocks} | {cell(1 << 20)} | {largest} |"


devices = sorted({f"{c['device']['name']}, driver {c['device'].get('driver_version', '?')}" for c in cases if c["backend"] == "cupti"})
cpus = sorted({c["device"]["name"] for c in cases if c["backend"] == "cpu"})
print("""# Variants and their rates

`sortscope variants` lists the sorts that SortScope runs; `sortscope variants NAME` explains one.
`docs/measurements/variants_table.py` makes this page from [examples/h200.db](../examples/h200.db),
recorded by `sortscope collect --preset sources`.
""")
print(f"GPU: {'; '.join(devices)}. CPU: {'; '.join(cpus)}.\n")
print("""- Rates are measured, in Mkey/s: N / 10^6 / median time. L2 is warm, keys are uniform u32 unless
  noted. Each rate is that of the fastest recorded configuration.
- `-` marks a size without a recording. A rate "at" another size: the largest recorded one.
- Every variant sorts `u32`, `i32`, `u64`, `f32`, `f64` and records of each unless noted.
- *Sizes* are numbers of keys, *blocks* threads, in powers of two.
- A variant with "each block" sorts each tile of keys separately. `butterfly-minmax` finds minimum
  and maximum only.""")
sources = []
for source in [variant["source"] for variant in variants] + [also["source"] for variant in variants for also in variant["also"]]:
    if source not in sources:
        sources.append(source)
for source in sources:
    own = [variant for variant in variants if variant["source"] == source]
    others = [variant["name"] for variant in variants if source in [also["source"] for also in variant["also"]]]
    print(f"\n## {source}\n")
    if own:
        print("| variant | summary | sizes | blocks | 2^20 | 2^26 |")
        print("|---|---|---|---|---|---|")
        for variant in own:
            print(row(variant))
    if others:
        line = ("Also: " if own else "See ") + ", ".join(f"`{name}`" for name in others) + "."
        print(("\n" if own else "") + textwrap.fill(line, 98, break_on_hyphens=False))

print("""
## Kernels with one fault

`sortscope variants --family faults` describes them. They run only by name, or all by
`--variant faults`. Each `fault-` kernel has one fault; its `mended-` twin does the same work
without it. Tests check that [advise](advice.md) finds the fault.
[Measurements](measurements/README.md) has their times.

| `fault-`, `mended-` | the fault |
|---|---|""")
faults = {variant["name"]: variant["summary"] for variant in ask("variants", "--family", "faults")}
for name, summary in faults.items():
    if name.startswith("fault-"):
        print(f"| `{name.removeprefix('fault-')}` | {summary} |")
print()
for name, summary in faults.items():
    if not name.startswith(("fault-", "mended-")):
        print(f"- `{name}`: {summary}.")
