"""Notes the commit of the sources in what is built, because an installed package has no git to ask."""

import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface):
    """Adds the file that `mazarbul.sim.version.commit` reads, unless there is no checkout, or one in use."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to a build. version: `standard`, or `editable` if the sources stay in place."""
        found = runpy.run_path(str(Path(self.root, "sim", "version.py")))
        commit = found["commit"]() if Path(self.root, ".git").exists() else None
        if commit is None or version == "editable":
            return
        file = Path(tempfile.mkdtemp(), found["COMMIT_FILE"])
        file.write_text(f"{commit}\n", encoding="utf-8")
        build_data["force_include"][str(file)] = f"mazarbul/sim/{file.name}"
