"""Reads each line of a file with json.loads, and no more."""
import json
import sys

with open(sys.argv[1], "rb") as lines:
    for line in lines:
        json.loads(line)
