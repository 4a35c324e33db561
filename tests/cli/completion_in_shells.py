"""Completes command lines as a person does: zsh in a pseudo-terminal, with TAB; fish by its own 'complete -C'.

usage: completion_in_shells.py SHELL SCRIPT < LINES

A line of LINES is "typed<TAB>expected": what is typed, and what must stand there after TAB (zsh) or be offered (fish). Ends with 77 and a sentence where
there is no such shell, with 1 and what was seen where a line is not completed so.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time

PATIENCE_S = 20
READY = "now-ready"


def plain(text):
    """What a terminal would show, near enough: without escapes, bells and padding; a backspace takes a letter."""
    text = re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])", "", text).replace("\x07", "").replace("\0", "")
    shown = []
    for letter in text:
        if letter == "\b":
            del shown[-1:]
        else:
            shown.append(letter)
    return "".join(shown)


class Zsh:
    def __init__(self, script):
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.environ.update(TERM="vt100", COLUMNS="300", LINES="200", PS1="> ")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        # Lists as they are, without a question; no word is put in by guess.
        self.type("setopt no_beep; LISTMAX=10000; autoload -U compinit; compinit -u -D; source '%s'; echo now-''ready\n" % script)
        self.until(READY)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def until(self, wanted):
        seen = ""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            ready, _, _ = select.select([self.terminal], [], [], 0.2)
            if ready:
                try:
                    seen += os.read(self.terminal, 65536).decode(errors="replace")
                except OSError:
                    break
                if wanted in plain(seen):
                    return seen
        return None if wanted not in plain(seen) else seen

    def offers(self, typed, expected):
        self.type(typed + "\t")
        found = self.until(expected) is not None
        self.type("\x15")  # forgets the line
        self.type("echo now-''ready\n")
        self.until(READY)
        return found


class Fish:
    def __init__(self, script):
        self.script = script

    def offers(self, typed, expected):
        seen = subprocess.run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", self.script, typed], capture_output=True, text=True, timeout=60, check=False)
        if seen.stderr:
            print(seen.stderr)
            return False
        return expected in [line.split("\t")[0] for line in seen.stdout.splitlines()]


def main():
    shell, script = sys.argv[1:]
    if shutil.which(shell) is None:
        print(f"There is no {shell} here (Debian package {shell}).")
        return 77
    session = {"zsh": Zsh, "fish": Fish}[shell](script)
    failed = 0
    for line in sys.stdin:
        typed, expected = line.rstrip("\n").split("\t")
        if not session.offers(typed, expected):
            print(f"{shell}: '{typed}' did not become, or offer, '{expected}'.")
            failed = 1
    return failed


sys.exit(main())
