#!/usr/bin/env python3
"""A bot for `pyramid bot`, with Python's standard library only.

It removes cards whenever it can, from the tableau first, and draws when it cannot:

    pyramid bot --deals seed:1..101 -- python3 examples/bot.py
"""

import json
import re
import sys

CARD = re.compile("[A2-9TJQK][cdhs]")


def choose(state):
    """The token of the move to play."""
    tableau = state["position"].split(" | ")[0]

    def rank(token):
        if token[0] in "><":
            return (0, 0)
        if token[0] == "^":
            return (-1, 0)
        cards = CARD.findall(token)
        return (len(cards), sum(card in tableau for card in cards))

    return max(state["legal"], key=rank)


def main():
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"id": question["id"], "play": choose(question["state"])}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
