"""Where we use what a package does not promise to keep: its name here, and an upper bound of the package until somebody has looked again."""

from __future__ import annotations

import importlib
import importlib.util
import re
import tomllib
from functools import reduce
from pathlib import Path

import pytest

from ziggurat.kernel import PACKAGE

ROOT = PACKAGE.parents[1]
PRIVATE = {  # module or class, what of it, and the file of ours that uses it
    "numba": [
        ("numba.core.caching", "UserProvidedCacheLocator", "kernel.py"),
        ("numba.core.caching:UserProvidedCacheLocator", "get_cache_path", "kernel.py"),
        ("numba.core.caching:UserProvidedCacheLocator", "get_source_stamp", "kernel.py"),
        ("numba.core.caching:UserProvidedCacheLocator", "from_function", "kernel.py"),
        ("numba.core.config", "CACHE_LOCATOR_CLASSES", "kernel.py"),
        ("numba.core.dispatcher:Dispatcher", "get_call_template", "kernel.py"),
        ("numba.core.event", "Listener", "compile_notice.py"),
        ("numba.core.event", "register", "compile_notice.py"),
    ],
    "numba-cuda": [
        ("numba_cuda.numba.cuda.cudadrv.nvvm", "ADDRSPACE_CONSTANT", "batches/cuda_setup.py"),
        ("numba_cuda.numba.cuda.cudadrv.nvvm", "ADDRSPACE_GLOBAL", "batches/cuda_setup.py"),
        ("numba_cuda.numba.cuda.cudadrv.driver", "CudaAPIError", "batches/cuda_setup.py"),
    ],
    "websockets": [  # with what `PRIVATE_PARTS` of the same file names, which a test of its own looks for
        ("websockets.protocol:Protocol", "fail", "server/web/connection_limits.py"),
        ("websockets.server", "ServerProtocol", "server/web/connection_limits.py"),
    ],
    "typer": [("typer._completion_shared", "_completion_scripts", "cli/completion.py")],
    "uvicorn": [
        ("uvicorn.middleware.proxy_headers:ProxyHeadersMiddleware", "trusted_hosts", "server/web/connection_limits.py"),
        ("uvicorn.protocols.http.h11_impl:H11Protocol", "handle_websocket_upgrade", "server/web/connection_limits.py"),
        ("uvicorn.protocols.websockets.websockets_sansio_impl", "WebSocketsSansIOProtocol", "server/web/connection_limits.py"),
        ("uvicorn.server:Server", "on_tick", "server/serve.py"),
        ("uvicorn.server:Server", "handle_exit", "server/serve.py"),
        ("uvicorn.server:Server", "startup", "server/serve.py"),
    ],
}
WRITTEN = {"trusted_hosts", "ADDRSPACE_CONSTANT", "ADDRSPACE_GLOBAL", "CudaAPIError"}
"""What is looked up in the text of the package: what only objects have, and what lies in `numba.cuda`, which must not be imported without need."""
IMPORT = re.compile(r"""(?:from|import_module\()\s*"?((?:numba\.(?:core|cuda)|uvicorn)\.[\w.]+)"?(?:\s+import\s+(\w+))?""")


def requirements() -> list[str]:
    """Every requirement of `pyproject.toml`, of the package and of its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(line for lines in project["optional-dependencies"].values() for line in lines)]


@pytest.mark.parametrize("package", PRIVATE)
def test_a_package_whose_private_parts_we_use_has_an_upper_bound(package: str) -> None:
    (line,) = (line for line in requirements() if re.match(rf"{re.escape(package)}[<>=\[]", line))
    assert "<" in line.split(";")[0], line


@pytest.mark.parametrize(("where", "name", "file"), [part for parts in PRIVATE.values() for part in parts], ids=str)
def test_the_private_part_is_there_and_used(where: str, name: str, file: str) -> None:
    module, _, path = where.partition(":")
    if name in WRITTEN:
        top, *rest = module.split(".")
        spec = importlib.util.find_spec(top)
        assert spec is not None and spec.submodule_search_locations is not None
        source = Path(spec.submodule_search_locations[0]).joinpath(*rest).with_suffix(".py").read_text(encoding="utf-8")
        assert re.search(rf"^(class |\s+self\.)?{name}\b", source, re.MULTILINE)
    else:
        assert hasattr(reduce(getattr, filter(None, path.split(".")), importlib.import_module(module)), name)
    assert re.search(rf"\b{name}\b", (PACKAGE / file).read_text(encoding="utf-8"))


def test_every_private_part_that_is_imported_is_in_the_list() -> None:
    listed = {(where.partition(":")[0].removeprefix("numba_cuda."), name) for parts in PRIVATE.values() for where, name, _ in parts}
    modules = {module for module, _ in listed}
    found = 0
    for path in PACKAGE.rglob("*.py"):
        for module, name in IMPORT.findall(path.read_text(encoding="utf-8")):
            found += 1
            assert module in modules or f"{module}.{name}" in modules, f"{path.name}: {module} {name}: add it to PRIVATE"
    assert found >= 6
