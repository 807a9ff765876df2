"""What mkdocs calls while it builds the site (mkdocs.yml).

A line `<!-- made: NAME -->` of a page is replaced by what one of the `MAKERS` returns. Tutorials become pages
by being run. A link to a file of the repository outside docs/ takes that file along.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the command `mkdocs` does not add the folder that it is started in

from handbook import commands, files, metrics, records, tutorials  # noqa: E402

MAKERS: Mapping[str, Callable[[], str]] = {
    "changes": lambda: _without_title("CHANGELOG.md"),
    "citation": lambda: f"```yaml\n{(ROOT / 'CITATION.cff').read_text(encoding='utf-8')}```",
    "commands": commands.markdown,
    "files": files.markdown,
    "metrics": metrics.markdown,
    "records": records.markdown,
}
PLACE = re.compile(r"^<!-- made: (\w+) -->$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def on_files(found: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the tutorials, with their pictures and as notebooks."""
    games = int(config.extra["tutorial_games"])
    for source in tutorials.sources():
        for uri, content in tutorials.pages(source, games).items():
            found.append(File.generated(config, uri, content=content))
    return found


def on_page_markdown(text: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return a page with what is made for it, and links that hold within the site."""
    text = PLACE.sub(lambda place: _made(place[1]), text)

    def linked(link: re.Match[str]) -> str:
        return f"]({_target(link[1], page.file.src_uri, config, files)}{link[2] or ''})"

    return "".join(
        part if part.startswith("```") else LINK.sub(linked, part)
        for part in re.split(r"(^```.*?^```)", text, flags=re.MULTILINE | re.DOTALL)
    )


def _made(name: str) -> str:
    if name not in MAKERS:
        raise PluginError(f"nothing makes {name!r}; there are {', '.join(MAKERS)}")
    return MAKERS[name]()


def _target(link: str, page: str, config: MkDocsConfig, files: Files) -> str:
    """Return the link to the same thing within the site. page: the path of the page that has it, in docs/."""
    aim = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), link))
    if aim.startswith("docs/tutorials/") and aim.endswith(".py"):
        return f"{link.removesuffix('.py')}.md"
    if aim.startswith(("docs/", "..")) or not (ROOT / aim).exists():
        return link
    aim = _shown(aim)
    if files.get_file_from_path(aim) is None:
        files.append(File(aim, str(ROOT), config.site_dir, use_directory_urls=False))
    return posixpath.relpath(aim, posixpath.dirname(page) or ".")


def _shown(aim: str) -> str:
    """Return the file to show for one: of a report in Markdown, its page."""
    page = posixpath.join(posixpath.dirname(aim), "index.html")
    return page if aim.endswith("/report.md") and (ROOT / page).is_file() else aim


def _without_title(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8").partition("\n")[2]
