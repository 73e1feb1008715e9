// Compares the pinned binary with the one that Node has published, for changes of the version:
// `node scripts/verify-node.mjs <node-v….tar.gz> <SHASUMS256.txt>`
// The list must contain the archive with its checksum, and the binary in the archive must match bin/node.sha256. The
// signature of the list is verified by `gpg --verify SHASUMS256.txt.asc`.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pinnedSums, sumOfFile } from './pinned-node.mjs';

function fail(text) {
  console.error(text);
  process.exit(1);
}

const [archive, list] = process.argv.slice(2);
if (archive === undefined || list === undefined)
  fail('usage: node scripts/verify-node.mjs <node-v….tar.gz> <SHASUMS256.txt>');
const name = basename(archive);
const [, folder, platform] = /^(node-v[\d.]+-(linux-\w+))\.tar\.(?:gz|xz)$/.exec(name) ?? [];
const path = `node-${platform}/bin/node`;
const pinned = pinnedSums().get(path);
if (pinned === undefined) fail(`bin/node.sha256 does not contain the platform of ${name}`);

const lines = readFileSync(list, 'utf8').split('\n');
const published = lines.map((line) => line.split('  ')).find(([, file]) => file === name)?.[0];
if (published === undefined) fail(`${list} does not contain ${name}`);
const sum = sumOfFile(archive);
if (sum !== published) fail(`${name} has the SHA-256 ${sum}; ${list} says ${published}`);

const tar = spawn('tar', ['-xOf', archive, `${folder}/bin/node`], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => tar.on('close', resolve));
const hash = createHash('sha256');
await pipeline(tar.stdout, hash);
const program = hash.digest('hex');
if ((await ended) !== 0) fail(`${name} has no ${folder}/bin/node`);
if (program !== pinned)
  fail(`bin/node in ${name} has the SHA-256 ${program}; bin/node.sha256 says ${pinned} of ${path}`);
console.log(`${name} matches the published checksum, and its binary matches the pinned ${path}.`);
