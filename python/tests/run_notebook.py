"""Runs the code cells of a notebook one after the other, where jupyter is not there. Usage: run_notebook.py NOTEBOOK..."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def run(path):
    notebook = json.loads(Path(path).read_text())
    names = {"__name__": "__main__"}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        if cell["outputs"]:
            raise SystemExit(f"{path}: cell {number} holds outputs: clear them")
        source = "".join(cell["source"])
        exec(compile(source, f"{path}, cell {number}", "exec"), names)


for argument in sys.argv[1:]:
    run(argument)
    print(f"{argument}: in order")
