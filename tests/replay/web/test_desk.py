"""The desk as a whole: it starts and stops, answers many at once, says what is wrong, and sends safe headers."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from ledger import open_log
from ledger.events import PlayerRegistered
from replay.commands.main import run
from replay.web import desk
from tests.replay.web.conftest import without_position


def started(ledger: Path, *words: str) -> subprocess.Popen[str]:
    arguments = ["rating-ledger", "--ledger", str(ledger), "serve", *words]
    code = f"import sys; from replay.commands.main import main; sys.argv = {arguments!r}; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_serve_prints_the_address_and_stops_with_ctrl_c(sample: Path) -> None:
    import urllib.request

    for number in (signal.SIGINT, signal.SIGTERM):
        with started(sample, "--port", "0") as process:
            assert process.stdout is not None
            told = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/", told)
            assert found, told
            with urllib.request.urlopen(f"{found[0]}health", timeout=60) as answer:
                assert json.load(answer)["alive"] is True
            process.send_signal(number)
            _, said = process.communicate()
            *lines, last = said.splitlines()
            assert (process.returncode, last) == (0, "stopped")
            assert [line.split()[1:5] for line in lines] == [["request", "GET", "/health", "200"]]


def test_a_port_that_is_taken_is_refused_with_a_remedy(site: Any, capsys: Any) -> None:
    port = site.address.rstrip("/").rpartition(":")[2]
    assert run(["--ledger", str(site.folder), "serve", "--port", port]) == 2
    said = capsys.readouterr().err
    assert f"port {port}" in said and "--port" in said


def test_the_desk_says_that_it_is_alive(site: Any) -> None:
    with open_log(site.folder) as log:
        known = {"alive": True, "origin": "ratings.example.org/desk", "position": log.head}
    assert json.loads(site.page("/health")) == known


def test_the_first_page_names_every_scheme_and_the_published_list(site: Any) -> None:
    text = site.page("/")
    for address in (
        "/lists/fide-standard",
        "/lists/cxa-rapid",
        "/lists/malaysia",
        "/lists/cxa-rapid/2026-01-01",
    ):
        assert f'href="{address}"' in text


def test_a_list_says_which_games_are_counted(site: Any) -> None:
    assert "games: rated games on this list" in site.page("/lists/fide-standard/2025-11-01")
    assert "games: all rated games so far" in site.page("/lists/malaysia/2026-01-10")
    assert "all rated games so far" in site.page("/schemes/malaysia")


def test_a_broken_regulation_is_named_and_every_other_page_is_there(growing: Any) -> None:
    """A file of the ledger that declares nothing that can be read."""
    (growing.folder / "schemes").mkdir()
    file = growing.folder / "schemes" / "broken.toml"
    file.write_text('title = "Broken"\nunit = "year"\n')
    for address in ("/", "/lists", "/schemes", "/compare"):
        assert f"{file}:2: unit cannot be" in growing.page(address), address
    for address in (
        "/players/F05",
        "/tournaments/harbour-2025",
        "/compare/cxa-rapid",
        "/whatif/cxa-rapid/2026-01-01",
    ):
        growing.page(address)
    for address in ("/lists.csv", "/schemes.csv", "/index.csv"):
        assert "broken" not in growing.ask(address).text
    assert growing.ask("/lists/broken").status == 400
    file.unlink()
    assert "unit cannot be" not in growing.page("/")


def test_a_player_is_found_without_accents_and_in_another_script(site: Any) -> None:
    assert (
        site.page("/find.csv?q=ines+castro").splitlines()[1].startswith('player,F05,"Castro, Inés"')
    )
    assert 'href="/players/F05"' in site.page("/find?q=ines+castro")
    assert 'href="/tournaments/river-cup-2025"' in site.page("/find?q=river")
    assert json.loads(site.page("/find.json?q=F05"))[0]["id"] == "F05"


def test_a_tournament_is_found_with_days_in_words_and_its_regulation_by_title(site: Any) -> None:
    tournament = unescape(site.page("/find?q=river+cup"))
    assert "15–16 Nov 2025, 杭州, CXA rapid" in tournament
    assert "2025年11月15日至16日，杭州，" in site.page("/find?q=river+cup&language=zh-Hans")


def test_what_is_not_found_is_told_with_the_nearest(site: Any) -> None:
    """One wrong letter finds whom it may mean; what is like nobody's name finds nothing."""
    assert '<a href="/players/F05">Castro, Inés</a>' in site.page("/find?q=castor")
    assert "Castro" not in site.page("/find?q=qqqqqq")


def test_pages_have_no_inline_script_and_headers_that_forbid_it(site: Any) -> None:
    for path in ("/", "/find?q=castro", "/nowhere", "/health", "/assets/style.css"):
        answer = site.ask(path)
        policy = answer.headers["content-security-policy"]
        assert (
            "script-src 'self'" in policy
            and "unsafe" not in policy
            and "frame-ancestors 'none'" in policy
        )
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert not re.search(r"<script(?![^>]* src=)|\son\w+=|\sstyle=|<style", answer.text)


def test_what_somebody_types_comes_back_as_text(site: Any) -> None:
    text = site.page("/find?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in text and "&lt;script&gt;alert" in text


def test_errors_are_pages_with_what_to_do(site: Any) -> None:
    lost = site.ask("/nowhere")
    assert lost.status == 404 and "There is no such page" in lost.text
    wrong = site.ask("/?known=yesterday")
    assert (
        wrong.status == 400
        and "neither a day, a time nor a position" in wrong.text
        and "2026-11-30" in wrong.text
    )
    later = site.ask("/find.json?q=x&known=%23999999")
    assert (
        later.status == 400
        and "there is no position 999999 yet" in json.loads(later.text)["problems"][0]["what"]
    )
    longer = site.ask("/?known=%23" + "9" * 5000)
    assert longer.status == 400 and "is not a position" in longer.text
    unmeant = site.ask("/?version=2024")
    assert unmeant.status == 400 and "scheme=NAME" in unmeant.text


def test_nothing_can_be_sent_to_the_desk(site: Any) -> None:
    import urllib.error
    import urllib.request

    import pytest

    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(site.address, data=b"x=1", timeout=60)
    with refused.value as error:
        assert error.code == 405


def test_links_keep_what_is_known_then_and_a_banner_says_so(site: Any) -> None:
    text = site.page("/?known=%2320")
    assert "As known at #20." in text and 'href="/lists/malaysia?known=%2320"' in text
    assert 'name="known" value="#20"' in text
    assert "As known" not in re.sub(r"<footer.*", "", site.page("/"), flags=re.DOTALL)


def test_a_log_that_grows_is_read_by_the_next_page(growing: Any) -> None:
    from datetime import date

    assert "Nothing fits" in growing.page("/find?q=newcomer")
    with open_log(growing.folder) as log:
        log.append([PlayerRegistered(player="N1", name="Newcomer", sex="F", date=date(2026, 1, 1))])
        head = log.head
    assert 'href="/players/N1"' in growing.page("/find?q=newcomer")
    assert "Nothing fits" in growing.page(f"/find?q=newcomer&known=%23{head - 1}")


def test_many_readers_at_once_get_the_answers_of_one(site: Any) -> None:
    paths = ["/", "/find?q=castro", "/find?q=river", "/?known=%2350", "/find?q=a&known=%2330"]
    alone = {path: site.page(path) for path in paths}
    with ThreadPoolExecutor(20) as pool:
        for path, text in zip(paths * 10, pool.map(site.page, paths * 10), strict=True):
            assert text == alone[path]


def test_readers_lose_nothing_while_the_log_grows(growing: Any) -> None:
    """Every answer is whole, and is that of some position the log had."""
    from datetime import date

    with open_log(growing.folder) as log, ThreadPoolExecutor(8) as pool:
        asked = []
        for number in range(10):
            log.append(
                [
                    PlayerRegistered(
                        player=f"G{number}", name=f"Grown {number}", sex="M", date=date(2026, 1, 1)
                    )
                ]
            )
            asked += [
                pool.submit(growing.page, path)
                for path in ("/find.csv?q=grown", "/lists/cxa-rapid/2026-01-01")
            ]
        counts = [each.result().count("\nplayer,G") for each in asked[::2]]
        assert all(0 <= count <= 10 for count in counts)
        assert len({without_position(each.result()) for each in asked[1::2]}) == 1
    assert growing.page("/find.csv?q=grown").count("\nplayer,G") == 10


def test_a_desk_that_is_stopped_while_it_starts_leaves_no_thread_behind(
    growing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on for ever, and the process with it."""
    followers = []

    class Interrupted(threading.Thread):
        def start(self) -> None:
            followers.append(self)
            super().start()
            raise KeyboardInterrupt

    monkeypatch.setattr(desk, "Thread", Interrupted)
    with pytest.raises(KeyboardInterrupt), growing.desk.following():
        raise AssertionError("it was interrupted before")
    assert [thread.is_alive() for thread in followers] == [False]


def test_serve_with_an_office_file_says_so_and_takes_a_sign_in(
    sample: Path, tmp_path: Path
) -> None:
    from tests.replay.web.conftest import Client, Site, write_office

    file = write_office(tmp_path / "office.toml", ("Paula", "publisher"))
    file.chmod(0o644)
    with started(
        sample, "--port", "0", "--office", str(file), "--allow-host", "ratings.example.org"
    ) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", told)
        assert (
            found
            and "with sign-in" in told
            and "reverse proxy with TLS" in process.stdout.readline()
        )
        client = Client(Site(found[0], sample, None))
        assert client.open("/", host="ratings.example.org").status == 200
        assert client.sign_in("Paula").url.endswith("/office")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 0 and "chmod 600" in said


def test_serve_listens_where_it_is_told(sample: Path) -> None:
    """On another address of this machine, and on no other: 127.0.0.1 does not answer there."""
    with started(sample, "--port", "0", "--host", "127.0.0.2") as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.2:(\d+)/", process.stdout.readline())
        assert found
        with urlopen(found[0]) as page:
            assert page.status == 200
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(found[1])))
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 0


def test_serve_refuses_an_office_file_that_lets_nobody_in(
    sample: Path, tmp_path: Path, capsys: Any
) -> None:
    empty = tmp_path / "office.toml"
    empty.touch(mode=0o600)
    for file, told in (
        (empty, "nobody is in the office file"),
        (tmp_path / "none.toml", "add NAME --role publisher"),
    ):
        assert run(["--ledger", str(sample), "serve", "--port", "0", "--office", str(file)]) == 2
        assert told in capsys.readouterr().err
    assert run(["--ledger", str(sample), "serve", "--port", "0", "--upload-mb", "0"]) == 2


def test_the_menu_has_the_regulations_that_the_ledger_uses_and_the_way_to_all_others(
    site: Any,
) -> None:
    """The demo has tournaments for three of them; glicko-2 is in the menu of its own page alone."""
    menu = site.page("/log").partition("</nav>")[0]
    lists = re.findall(r'href="/lists/([^"]+)"', menu)
    assert list(dict.fromkeys(lists)) == ["cxa-rapid", "fide-standard", "malaysia"]
    assert 'href="/schemes"' in menu and 'href="/lists/glicko-2"' not in site.page("/")
    assert 'href="/schemes/glicko-2"' in site.page("/schemes")
    assert 'href="/lists/glicko-2" aria-current="page"' in site.page("/lists/glicko-2")
