"""What other programs read of the site: a feed of publications, a map of its pages, and what robots may look at."""

from typing import TYPE_CHECKING
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from replay.answers.language import language, speaking, tr
from replay.site.folder import Make

if TYPE_CHECKING:
    from replay.site.build import Site

IN_FEED = 40  # publications
IN_MAP = 50_000  # pages in one file of the map, as sitemaps.org has it


def feed_files(site: "Site") -> dict[str, Make]:
    """The feed in each language, the site map, robots.txt."""
    made: dict[str, Make] = {}
    for code in site.settings.languages:
        with speaking(code):
            content = _feed(site).encode()
        made[f"{site.look.prefix(code)}publications.atom"] = _fixed(content)
    pages = ["index.html", "publications.html", *sorted(site.all_pages())]
    maps = [pages[start : start + IN_MAP] for start in range(0, len(pages), IN_MAP)]
    for number, part in enumerate(maps, 1):
        made[f"sitemap-{number}.xml"] = _fixed(_map(site, part).encode())
    made["sitemap.xml"] = _fixed(_index(site, len(maps)).encode())
    robots = f"User-agent: *\nDisallow: /proofs/\nSitemap: {site.settings.address}sitemap.xml\n"
    made["robots.txt"] = _fixed(robots.encode())
    return made


def _fixed(content: bytes) -> Make:
    return lambda: content


def _feed(site: "Site") -> str:
    """Publications, the newest first, with their days."""
    address = site.settings.address + site.look.prefix(language())
    newest_first = sorted(site.lists, key=lambda one: one.published.position, reverse=True)
    entries = []
    for one in newest_first[:IN_FEED]:
        link = f"{address}lists/{quote(one.stem)}.html"
        title = tr("{scheme}: list of {date}", scheme=tr(one.scheme.title), date=one.title)
        recorded = one.published.event.recorded
        assert recorded is not None
        entries.append(
            f"<entry><title>{escape(title)}</title><id>{escape(link)}</id><link href={quoteattr(link)}/>"
            f"<updated>{recorded:%Y-%m-%dT%H:%M:%SZ}</updated>"
            f"<summary>{escape(tr('{number} players', number=f'{len(one.made):,}'))}</summary></entry>\n"
        )
    updated = "1970-01-01T00:00:00Z"
    if newest_first:
        updated = f"{newest_first[0].published.event.recorded:%Y-%m-%dT%H:%M:%SZ}"
    name = escape(site.settings.title)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language()}">\n'
        f"<title>{name}</title><id>{escape(address)}</id><link href={quoteattr(address)}/>\n"
        f'<link rel="self" href={quoteattr(address + "publications.atom")}/>\n'
        f"<author><name>{name}</name></author><updated>{updated}</updated>\n{''.join(entries)}</feed>\n"
    )


def _map(site: "Site", pages: list[str]) -> str:
    address = site.settings.address
    lines = "".join(f"<url><loc>{escape(address + quote(name))}</loc></url>\n" for name in pages)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{lines}</urlset>\n'
    )


def _index(site: "Site", count: int) -> str:
    address = site.settings.address
    lines = "".join(
        f"<sitemap><loc>{escape(address)}sitemap-{number}.xml</loc></sitemap>\n"
        for number in range(1, count + 1)
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{lines}</sitemapindex>\n'
    )
