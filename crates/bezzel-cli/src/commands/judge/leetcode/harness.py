# Calls one function of a LeetCode answer as LeetCode does: a new Solution for each call, all calls in
# one process. Arguments: the answer, the file for the results, the function, and each n.
import json
import sys

answer, results, function, *sizes = sys.argv[1:]
names = {"__name__": "answer"}
# What LeetCode imports for Python.
exec(
    "import bisect, collections, copy, functools, heapq, itertools, math, operator, random, re, string, sys\n"
    "from bisect import *\nfrom collections import *\nfrom functools import *\nfrom heapq import *\n"
    "from itertools import *\nfrom math import *\nfrom operator import *\nfrom typing import *\n",
    names,
)
with open(answer, encoding="utf-8-sig") as file:
    exec(compile(file.read(), answer, "exec"), names)
owner = names.get("Solution")
if not hasattr(owner, function) and not callable(names.get(function)):
    sys.exit(3)
with open(results, "w", encoding="utf-8") as out:
    for size in sizes:
        print("call", size, file=out, flush=True)
        call = getattr(owner(), function) if hasattr(owner, function) else names[function]
        value = call(int(size))
        try:
            text = json.dumps(value)
        except TypeError:
            text = json.dumps(repr(value))
        print("value", text, file=out, flush=True)
