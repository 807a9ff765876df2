"""What a wheel has beyond the sources: the commit that they are of and, if asked, kernels made in advance."""

import os
import runpy
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Set when a wheel is built, it has the kernels for this Python, numba and kind of machine.
WITH_KERNELS = "MAZARBUL_KERNELS"


class WheelHook(BuildHookInterface):
    """Adds these files to a build."""

    def dependencies(self) -> list[str]:
        """Return what must be installed to build: to make kernels, games are played."""
        if not os.environ.get(WITH_KERNELS):
            return []
        core = self.metadata.core
        return [*core.dependencies, *core.optional_dependencies["agents"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to a build. version: `standard`, or `editable` if the sources stay in place."""
        if version == "editable":
            return
        self._made = tempfile.TemporaryDirectory()
        folder = Path(self._made.name)
        self._add_commit(folder, build_data)
        if self.target_name == "wheel" and os.environ.get(WITH_KERNELS):
            self._add_kernels(folder, build_data)

    def finalize(
        self,
        version: str,
        build_data: dict[str, Any],  # noqa: ARG002  (hatchling's signature)
        artifact_path: str,  # noqa: ARG002
    ) -> None:
        """Remove the files, which the build has copied."""
        if version != "editable":
            self._made.cleanup()

    def _add_commit(self, folder: Path, build_data: dict[str, Any]) -> None:
        """Add the file that `mazarbul.sim.version.commit` reads: an installed package has no git to ask."""
        found = runpy.run_path(str(Path(self.root, "sim", "version.py")))
        commit = found["commit"]() if Path(self.root, ".git").exists() else None
        if commit is not None:
            file = folder / found["COMMIT_FILE"]
            file.write_text(f"{commit}\n", encoding="utf-8")
            home = "mazarbul/sim" if self.target_name == "wheel" else "sim"
            build_data["force_include"][str(file)] = f"{home}/{file.name}"

    def _add_kernels(self, folder: Path, build_data: dict[str, Any]) -> None:
        """Add the kernels; the wheel is then for this Python and this kind of machine."""
        script = Path(self.root, "release", "kernels.py")
        subprocess.run([sys.executable, script, folder / "kernels"], check=True, stdout=sys.stderr)
        build_data["force_include"][str(folder / "kernels")] = "mazarbul/sim/kernels"
        build_data["pure_python"] = False
        machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        # the code links no library of the system: as numba's own, it is for every Linux with a glibc
        machine = machine.replace("linux_", "manylinux2014_")
        build_data["tag"] = f"cp{sysconfig.get_config_var('py_version_nodot')}-none-{machine}"
