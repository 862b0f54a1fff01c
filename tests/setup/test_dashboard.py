"""The dashboard for Grafana shows every metric, and none that there is not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prometheus_client import Metric

from bot.metrics import Metrics
from tests.helpers.tree import REPOSITORY

DASHBOARD = Path("docs/deploy/grafana-underhat.json")
OPERATIONS = "docs/operations.md"
NAME = re.compile(r"\b(?:underhat|process)_[a-z_]+")
GROUPED = re.compile(r"by \(([a-z, ]+)\) \((?:\w+\()?((?:underhat|process)_[a-z_]+)")
CHOSEN = re.compile(r"((?:underhat|process)_[a-z_]+)\{([^}]*)\}")
LEGEND = re.compile(r"\{\{(\w+)\}\}")
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}


def metered() -> list[Metric]:
    """Return all metrics of a bot that has served nothing yet."""
    return [*Metrics().registry.collect()]


def names(metric: Metric) -> set[str]:
    """Return the names of the series of a metric, whether there is a value yet or not."""
    return {metric.name + suffix for suffix in SUFFIXES.get(metric.type, ("",))}


def dashboard() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((REPOSITORY / DASHBOARD).read_text(encoding="utf-8"))
    return loaded


def queries() -> Iterator[str]:
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]
    for variable in dashboard()["templating"]["list"]:
        yield variable.get("definition", "")


def named() -> set[str]:
    return {name for query in queries() for name in NAME.findall(query)}


def test_every_metric_that_it_names_is_there() -> None:
    assert named() <= {name for metric in metered() for name in names(metric)}


def test_every_metric_of_ours_is_shown() -> None:
    shown = named()
    hidden = [metric.name for metric in metered() if not names(metric) & shown]
    assert [name for name in hidden if name.startswith("underhat_")] == []


def test_it_groups_by_labels_that_there_are() -> None:
    labels = {name: {"instance", "le", *_labels(metric)} for metric in metered() for name in names(metric)}
    grouped = [found for query in queries() for found in GROUPED.findall(query)]
    assert len(grouped) > 15
    for given, name in grouped:
        assert {label.strip() for label in given.split(",")} <= labels[name], name


def test_it_chooses_by_labels_that_there_are() -> None:
    labels = {name: {"instance", *_labels(metric)} for metric in metered() for name in names(metric)}
    chosen = [found for query in queries() for found in CHOSEN.findall(query)]
    assert len(chosen) > 15
    for name, given in chosen:
        assert {*re.findall(r"(\w+)[=!]", given)} <= labels[name], name


def test_legends_name_what_their_queries_leave() -> None:
    labels = {name: {"instance", *_labels(metric)} for metric in metered() for name in names(metric)}
    targets = [target for panel in dashboard()["panels"] for target in panel.get("targets", ())]
    for target in targets:
        grouped = GROUPED.findall(target["expr"])
        left = {label for given, _ in grouped for label in given.split(", ")}
        if not grouped and not target["expr"].startswith(("sum(", "max(")):
            left = {label for name in NAME.findall(target["expr"]) for label in labels[name]}
        assert {*LEGEND.findall(target["legendFormat"])} <= left, target["expr"]


def test_it_brings_no_data_source_of_its_own() -> None:
    """So it is provisioned from a folder as it is, and imported: Grafana chooses the data source."""
    assert dashboard().get("id") is None
    assert "__inputs" not in dashboard()
    [source] = [each["name"] for each in dashboard()["templating"]["list"] if each["type"] == "datasource"]
    for panel in dashboard()["panels"]:
        for each in (panel, *panel.get("targets", ())) if panel["type"] != "row" else ():
            assert each["datasource"] == {"type": "prometheus", "uid": f"${{{source}}}"}, panel["title"]


def _labels(metric: Metric) -> set[str]:
    """Return the labels of a metric: what its collector was made with, or its family."""
    made = Metrics().registry._names_to_collectors.get(metric.name)
    return {*getattr(made, "_labelnames", ()), *getattr(metric, "_labelnames", ())}


def test_panels_lie_beside_each_other_and_each_has_a_number_of_its_own() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    covered: set[tuple[int, int]] = set()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & covered, panel["title"]
        assert at["x"] + at["w"] <= 24
        covered |= cells


def test_operations_explain_every_metric_and_no_other() -> None:
    text = (REPOSITORY / OPERATIONS).read_text(encoding="utf-8")
    section = text.split("\n## Metrics\n", 1)[1].split("\n## ", 1)[0]
    rows = dict(re.findall(r"^\| `(underhat_\w+)` \|([^|]*)\|", section, re.MULTILINE))
    exposed = {
        next(iter(names(metric))) if metric.type == "counter" else metric.name: _labels(metric)
        for metric in metered()
        if metric.name.startswith("underhat_")
    }
    assert rows.keys() == exposed.keys()
    for name, labels in rows.items():
        assert {*re.findall(r"`(\w+)`", labels)} == exposed[name], name
