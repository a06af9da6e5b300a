"""Bots that are wrong on purpose: `broken.py WAY`. Without a way it is sound and takes the first action."""

import json
import os
import subprocess
import sys
import time

way = sys.argv[1] if len(sys.argv) > 1 else "sound"
note = sys.argv[2] if len(sys.argv) > 2 else None
# Where it writes down what it heard of setups and ends.
heard = sys.argv[3] if len(sys.argv) > 3 else None


def say(kind, **fields):
    print(json.dumps({"type": kind, **fields}), flush=True)


def hang():
    while True:
        time.sleep(60)


def decide(message, count):
    act = {"id": message["id"], "action": message["actions"][0]}
    if way == "crash-later" and count == 2:
        print("something burst", file=sys.stderr, flush=True)
        os._exit(3)
    elif way == "malformed":
        print("my move is 5", flush=True)
    elif way == "malformed-once" and count == 1:
        print("{not json", flush=True)
    elif way == "unknown-type":
        say("resign")
    elif way == "chatter":
        while True:
            say("log", text="thinking")
    elif way == "some-chatter":
        for _ in range(50):
            say("log", text="thinking")
    elif way == "huge-line":
        print("x" * 1_000_000, flush=True)
    elif way == "endless-line":
        while True:
            sys.stdout.write("x" * 4096)
    elif way == "wrong-id":
        act["id"] += 1000
        say("action", **act)
        return
    elif way == "illegal":
        while True:
            say("action", id=message["id"], action="no such thing")
            if json.loads(sys.stdin.readline())["type"] == "bye":
                sys.exit()
    elif way == "bad-index":
        say("action", id=message["id"], index=9999)
        return
    elif way == "neither":
        say("action", id=message["id"])
        return
    elif way == "blanks" and count == 1:
        act["action"] += " "
    elif way in ("float-index", "negative-index", "text-index"):
        act = {"id": message["id"], "index": {"f": 0.0, "n": -1, "t": "0"}[way[0]]}
        if way == "float-index" and count > 1:
            act["index"] = 0
        say("action", **act)
        return
    elif way == "gives-up-bouts" and act["action"].startswith("send "):
        act["action"] = "concede bout"
    elif way == "slow":
        time.sleep(0.8)
    elif way == "slow-sender" and act["action"].startswith("send "):
        time.sleep(0.1)
    elif way == "never-sends" and act["action"].startswith("send "):
        return
    elif way == "slow-once" and count == 1:
        time.sleep(0.8)
    elif way == "slow-second" and count == 2:
        time.sleep(0.8)
    elif way == "never-answers":
        return
    elif way == "stops-reading" and count == 2:
        hang()
    elif way == "close-output":
        os.close(1)
        hang()
    elif way == "stubborn":
        os.close(1)
        while True:
            try:
                hang()
            except BaseException:
                pass
    elif way == "heir" and count == 2:
        child = subprocess.Popen(["sleep", "300"])
        if note:
            with open(note, "w") as file:
                file.write(str(child.pid))
        os._exit(0)
    elif way == "twice":
        say("action", **act)
    elif way == "many-hellos":
        say("hello", protocol=1, name="again")
    say("action", **act)


def main():
    if way == "crash":
        print("cannot find my brain", file=sys.stderr, flush=True)
        sys.exit(7)
    if way in ("silent", "never-reads"):
        hang()
    if way == "no-newline":
        sys.stdout.write('{"type":"hello","protocol":1,"name":"x"}')
        sys.stdout.flush()
        hang()
    if way == "noisy-errors":
        sys.stderr.write("y" * 1_000_000)
    count = 0
    offered = []
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if heard and kind in ("setup", "end"):
            with open(heard, "a") as file:
                file.write(line)
        if kind == "hello":
            name = "  broken\nname" if way == "odd-name" else "broken"
            wants = {"wants-all": ["view", "events", "files"], "wants-odd": ["everything"]}.get(way)
            more = {"wants": wants} if wants else {}
            say("hello", **more, protocol=2 if way == "other-protocol" else 1, name=name)
        elif kind == "setup":
            if way == "deaf":
                hang()
            if way == "contribute":
                say("ready", contribution=note)
            elif way == "contribute-again":
                say("ready", contribution="x" * 65)
                say("ready", contribution="x" * 64)
            elif way != "not-ready":
                say("ready")
        elif kind == "decide":
            count += 1
            offered = message["actions"]
            decide(message, count)
        elif kind == "refused" and way != "gives-up-when-refused":
            say("action", id=message["id"], action=offered[0])
        elif kind == "ping" and way != "no-pong":
            say("pong", id=message["id"])
        elif kind == "end" and way == "one-game":
            break
        elif kind == "bye" and way == "stays":
            hang()
        elif kind == "bye":
            break


main()
