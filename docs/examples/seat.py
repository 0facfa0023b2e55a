"""A seat for `bastide play --program`: places beside as many tiles as it can, and deploys while it has figures to spare."""

import json
import sys


def neighbours(option, tiles):
    """How many tiles lie around the cell of a placement."""
    x, y = map(int, option.split()[2].split(","))
    return sum(max(abs(t["x"] - x), abs(t["y"] - y)) == 1 for t in tiles)


def choose(asked):
    options = range(len(asked["options"]))
    places = [i for i in options if asked["options"][i].startswith("place ")]
    if places:
        return max(places, key=lambda i: neighbours(asked["options"][i], asked["tiles"]))
    mine = asked["supply"][asked["seat"] - 1]
    deploys = [i for i in options if asked["options"][i].startswith("deploy ")]
    roads = [i for i in deploys if "field" not in asked["options"][i]]
    if roads and sum(mine.values()) > 2:
        return roads[0]
    passes = [i for i in options if asked["options"][i] == "pass"]
    return passes[0] if passes else 0


for line in sys.stdin:
    print(json.dumps({"option": choose(json.loads(line))}), flush=True)
