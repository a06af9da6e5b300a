#!/usr/bin/env python3
"""Plays any game of Agon at random: the smallest complete bot (docs/bot-protocol.md)."""

import json
import random
import sys


def say(kind, **fields):
    print(json.dumps({"type": kind, **fields}), flush=True)


def main():
    dice = random.Random()
    offered = []
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            # A bot that plays at random needs to see nothing; leave "wants" out to be told everything.
            say("hello", protocol=1, name="random.py", version="1", wants=[])
        elif kind == "setup":
            dice = random.Random(message["seed"])
            say("ready")
        elif kind == "decide":
            offered = message["actions"]
            say("action", id=message["id"], action=dice.choice(offered))
        elif kind == "refused":
            print("refused:", message["text"], file=sys.stderr)
            say("action", id=message["id"], action=dice.choice(offered))
        elif kind == "ping":
            say("pong", id=message["id"])
        elif kind == "error":
            print("error:", message["text"], file=sys.stderr)
        elif kind == "bye":
            break
        # "events", "end", "withdraw" and what later versions may add need no answer.


if __name__ == "__main__":
    main()
