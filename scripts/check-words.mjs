// Rejects coined words and dialect in code and documentation, as a step of `npm run lint`. For each word,
// scripts/words.json contains the term to `use` instead, the `scope` of a file that is read (`prose`: documentation,
// comments and docstrings), and the `allowed` folders, which still have hits. A hit in another folder is an error, and
// so is an allowed folder without hits; `node scripts/check-words.mjs --shrink` removes such folders from the list.
// `--counts` prints the remaining hits by folder.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LIST = 'scripts/words.json';
const ENDINGS = '{ts,tsx,mts,mjs,cjs,js,py,pyi,md,yaml,sh,html}';
const FILES = [
  `{src,runtimes,packages,web,bin,scripts,templates,docs,test}/**/*.${ENDINGS}`,
  '*.md',
  'bin/*',
];
/** Files whose text is not ours: corpora, and output that is generated from checked sources. */
const LEFT_OUT = [
  /^(?:test\/fixtures|scripts\/licences)\//,
  /(?:^|\/)(?:node_modules|__pycache__)\//,
  /^packages\/client\/src\/openapi\.ts$/,
  /^packages\/[a-z-]+\/dist\//,
];
/** Depth to which folders are counted separately, by top-level folder. */
const DEPTHS = { src: 2, runtimes: 1, packages: 1, test: 1, docs: 1 };
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#)|\s\/\/ /;
const TEST = /\.(?:spec|test)\.ts$/;

/** Returns the folder that a file is counted in: `src/workflow/engine`, `templates`, or `.` for the root. */
export function findFolder(file) {
  const [top, ...rest] = file.split('/');
  if (rest.length === 0) return '.';
  return [top, ...rest.slice(0, -1).slice(0, DEPTHS[top] ?? 0)].join('/');
}

/** Returns the lines of a file that a scope covers, with their numbers from 1. */
export function selectLines(file, text, scope) {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  if (scope === 'tests') return TEST.test(file) ? lines : [];
  if (scope === 'all' || file.endsWith('.md')) return lines;
  let inDocstring = false;
  return lines.filter(({ line }) => {
    const quotes = file.endsWith('.py') ? line.split('"""').length - 1 : 0;
    const covered = inDocstring || quotes > 0 || COMMENT.test(line);
    if (quotes % 2 === 1) inDocstring = !inDocstring;
    return covered;
  });
}

/** Returns all hits of the words in files, which are given as `[path, text]`. */
export function findHits(words, files) {
  const compiled = words.map((entry) => ({ ...entry, regex: new RegExp(entry.pattern) }));
  const hits = [];
  for (const [file, text] of files)
    for (const { word, use, scope, regex } of compiled)
      for (const { line, number } of selectLines(file, text, scope)) {
        const [found] = regex.exec(line) ?? [];
        if (found !== undefined)
          hits.push({ word, use, file, number, found: found.trim(), folder: findFolder(file) });
      }
  return hits;
}

/** Returns the errors: hits outside the allowed folders, and allowed folders without hits. */
export function listErrors(words, hits) {
  const errors = [];
  for (const { word, allowed } of words) {
    const own = hits.filter((hit) => hit.word === word);
    for (const { file, number, found, use, folder } of own)
      if (!allowed.includes(folder)) errors.push(`${file}:${number}  "${found}": use ${use}`);
    for (const folder of allowed)
      if (!own.some((hit) => hit.folder === folder))
        errors.push(`${LIST}: "${word}" has no hits left in ${folder}: take it off "allowed"`);
  }
  return errors;
}

function filesToCheck(root) {
  return [...new Set(globSync(FILES, { cwd: root }))]
    .filter((file) => !LEFT_OUT.some((pattern) => pattern.test(file)))
    .sort()
    .map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]);
}

/** Returns the words without the allowed folders that no longer have hits. */
export function shrunk(words, hits) {
  const has = (word, folder) => hits.some((hit) => hit.word === word && hit.folder === folder);
  return words.map((entry) => ({
    ...entry,
    allowed: entry.allowed.filter((folder) => has(entry.word, folder)),
  }));
}

function printCounts(words, hits) {
  for (const { word, use } of words) {
    const counts = new Map();
    for (const hit of hits.filter((each) => each.word === word))
      counts.set(hit.folder, (counts.get(hit.folder) ?? 0) + 1);
    if (counts.size === 0) continue;
    const folders = [...counts].map(([folder, count]) => `${folder} ${count}`).join(', ');
    console.log(`${word} (${use}): ${folders}`);
  }
}

function main(argument) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const words = JSON.parse(readFileSync(`${root}/${LIST}`, 'utf8'));
  const hits = findHits(words, filesToCheck(root));
  if (argument === '--counts') return printCounts(words, hits);
  if (argument === '--shrink')
    return writeFileSync(`${root}/${LIST}`, `${JSON.stringify(shrunk(words, hits), null, 2)}\n`);
  const errors = listErrors(words, hits);
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2]);
