"""Figures for those who watch over a desk."""

import re
from typing import Any

from tests.replay.web.conftest import Client

LINE = re.compile(r'rating_ledger_[a-z_]+(\{[a-z]+="[^"]*"\})? -?[0-9.e+-]+')


def figures(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in lines), text
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_a_program_on_this_machine_reads_figures_as_prometheus_does(site: Any) -> None:
    """Every figure has its meaning and its kind before it, and each line is a name and a number."""
    site.page("/health")
    answer = site.ask("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    known = figures(answer.text)
    assert known["rating_ledger_log_position"] == site.desk.log.head
    assert known["rating_ledger_published_lists"] == len(site.desk.log.published())
    names = {re.sub(r"(_bucket|_sum|_count)?(\{.*)?$", "", name) for name in known}
    for name in names:
        assert f"# HELP {name} " in answer.text and f"# TYPE {name} " in answer.text


def test_requests_are_counted_by_status_and_time(site: Any) -> None:
    before = figures(site.ask("/metrics").text)
    site.ask("/health")
    site.ask("/nowhere")
    after = figures(site.ask("/metrics").text)
    for status in (200, 404):
        name = f'rating_ledger_requests_total{{status="{status}"}}'
        assert after[name] > before.get(name, 0)
    total = after["rating_ledger_request_seconds_count"]
    assert total - before["rating_ledger_request_seconds_count"] >= 3
    assert after['rating_ledger_request_seconds_bucket{le="+Inf"}'] == total


def test_figures_name_nobody_and_strangers_behind_a_proxy_get_none(site: Any) -> None:
    """A proxy on this machine says for whom it asks: somebody elsewhere finds no such page."""
    assert "Castro" not in site.ask("/metrics").text
    answer = Client(site).open("/metrics", X_Forwarded_For="203.0.113.7")
    assert answer.status == 404


def test_whoever_is_signed_in_reads_them_from_anywhere(office: Any) -> None:
    client = Client(office)
    elsewhere = {"X_Forwarded_For": "203.0.113.7"}
    assert client.open("/metrics", **elsewhere).status == 404
    client.sign_in("Rita")
    assert client.open("/metrics", **elsewhere).status == 200
