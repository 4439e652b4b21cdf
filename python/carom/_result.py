"""What calls return: the result of a study, its tables, and batches of impacts."""

import numpy

try:
    import pandas
except ImportError:
    pandas = None


class Table(dict):
    """Columns by their headings, where pandas is not installed: numpy arrays of numbers, lists of texts."""

    def __init__(self, columns, title=""):
        super().__init__(columns)
        self.title = title

    @property
    def columns(self):
        """Headings, in order."""
        return list(self)

    def __len__(self):
        return len(next(iter(self.values()))) if dict.__len__(self) else 0


def table(columns, title=""):
    """A DataFrame where pandas is there, else a Table."""
    if pandas is None:
        return Table(columns, title)
    frame = pandas.DataFrame(columns)
    frame.attrs["title"] = title
    return frame


class Result:
    """The result of a study: its fields as in result.json (docs/results.md), with lists of numbers as numpy arrays."""

    def __init__(self, study, data, tables):
        self.study = study
        self.data = data
        self._tables = tables
        self._made = {}

    def __getattr__(self, name):
        if name.startswith("_") or name not in self.data:
            raise AttributeError(f"a result of kind {self.data.get('kind')} has no {name}; it has {', '.join(self.data)}")
        return self.data[name]

    def __getitem__(self, name):
        return self.data[name]

    def __contains__(self, name):
        return name in self.data

    def __dir__(self):
        return sorted({*super().__dir__(), *self.data})

    def __repr__(self):
        return f"<carom.Result of kind {self.data.get('kind')}: {self.data.get('title')}>"

    @property
    def table_names(self):
        """Names of the tables."""
        return [entry["name"] for entry in self._tables]

    def table(self, name):
        """A table by its name, such as ``impacts`` or ``series``: a DataFrame where pandas is there."""
        if name not in self._made:
            found = next((entry for entry in self._tables if entry["name"] == name), None)
            if found is None:
                raise KeyError(f"there is no table {name}; there are {', '.join(self.table_names)}")
            columns = {column["heading"]: column["values"] for column in found["columns"]}
            self._made[name] = table(columns, found["title"])
        return self._made[name]

    @property
    def runs(self):
        """All runs of a sweep, one row each: a DataFrame where pandas is there."""
        if "table" not in self.data:
            raise AttributeError("only the result of a sweep has runs")
        return table(self.data["table"], "Runs")


class Impacts:
    """What became of many impacts, row by row."""

    def __init__(self, answer, count):
        #: On the first body: tangent 1, tangent 2, normal, N s; (n, 3).
        self.impulse = answer["impulse"].reshape(count, 3)
        #: After the impact: tangent 1, tangent 2, normal, m/s; (n, 3).
        self.velocity = answer["velocity"].reshape(count, 3)
        #: Change of the kinetic energy, J, <= 0; (n,).
        self.energy_change = answer["energyChange"]
        #: Work of sliding friction, J; (n,).
        self.friction_loss = answer["frictionLoss"]
        #: Stored in compression and not given back, J; (n,).
        self.restitution_loss = answer["restitutionLoss"]
        #: True where a row could not be solved: its numbers are NaN; (n,).
        self.failed = answer["failed"].astype(bool)
        self._slip = answer["slip"]
        self._outcomes = numpy.array(answer["slipOutcomes"])
        self._events = answer["events"]
        self._words = {float(code): tuple(kinds) for code, kinds in answer["words"]}

    @property
    def slip(self):
        """What the slip of each row did: slides, sticks, restarts, frictionless or untouched."""
        return self._outcomes[self._slip]

    def events(self, row):
        """The events of a row in their order, such as ``("compression-end", "stick")``."""
        return self._words.get(float(self._events[row]), ())

    def __len__(self):
        return len(self.failed)

    def __repr__(self):
        return f"<carom.Impacts: {len(self)} rows, {int(self.failed.sum())} failed>"
