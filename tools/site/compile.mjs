// Compiles the Python files of wheels with the Pyodide that will run them: node compile.mjs RELEASE
// FROM TO
//
// The sources of futoshiki_lab stay beside what is compiled, since notebooks show them. What jedi,
// which completes code, knows of Django and of Python 2 is left out: a third of all files, which
// each start would unpack.

import { resolve } from "node:path";

const [release, from, to] = process.argv.slice(2).map(path => resolve(path));
const { loadPyodide } = await import(`${release}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${release}/` });
for (const [place, root] of [
  ["/from", from],
  ["/to", to],
]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
await python.runPythonAsync(`
import marshal, re, warnings
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

LEFT_OUT = re.compile("jedi/third_party/(django-stubs|typeshed/(stdlib/2|third_party/2(and3)?))/")
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # whatever the source's time and hash (PEP 552)

def compile_files(old, new, keep):
    for info in old.infolist():
        name, data = info.filename, old.read(info)
        if LEFT_OUT.match(name):
            continue
        if not name.endswith(".py"):
            new.writestr(name, data)
            continue
        code = compile(data, f"/lib/python3.12/site-packages/{name}", "exec", dont_inherit=True)
        if keep:
            new.writestr(name, data)
        compiled = cache_from_source(name) if keep else f"{name}c"
        new.writestr(compiled, MAGIC_NUMBER + UNCHECKED + marshal.dumps(code))

warnings.simplefilter("ignore")  # of what others have written
for path in Path("/from").iterdir():
    part = Path("/to", f"{path.name}.part")
    with ZipFile(path) as old, ZipFile(part, "w", ZIP_DEFLATED, compresslevel=9) as new:
        compile_files(old, new, "futoshiki_lab" in path.name)
    part.rename(Path("/to", path.name))
`);
