// Checks the Python files by ruff, with the rules in runtimes/pyproject.toml. `lint-python.mjs --write` formats them
// first. Prints each finding and the number of files, and exits with 1 if there is a finding.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import { parse } from 'smol-toml';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { tool } = parse(readFileSync('runtimes/pyproject.toml', 'utf8'));
const workspace = new Workspace(tool.ruff, PositionEncoding.Utf32);

/** Returns the findings in a file, one per line. The format is checked only if there are no others. */
function check(file) {
  const text = readFileSync(file, 'utf8');
  const found = workspace.check(text);
  if (found.length === 0 && workspace.format(text) !== text)
    return [`${file}:1:1 format differs from ruff's; --write corrects it`];
  return found.map(
    ({ code, message, start_location: { row, column } }) =>
      `${file}:${row}:${column} ${code ?? 'syntax'} ${message}`,
  );
}

const files = globSync('{runtimes,scripts}/**/*.py').sort();
if (process.argv.includes('--write'))
  for (const file of files) writeFileSync(file, workspace.format(readFileSync(file, 'utf8')));
const findings = files.flatMap(check);
for (const finding of findings) console.log(finding);
console.log(`${files.length} files`);
process.exitCode = findings.length > 0 || files.length === 0 ? 1 : 0;
