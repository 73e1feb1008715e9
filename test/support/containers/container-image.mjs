// Builds an image from the interpreters of this machine, as no registry is available: python3, node, a shell and some
// programs, with their libraries. It is in a separate storage, so that the operator's images are not affected.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = ['sh', 'cat', 'echo', 'env', 'id', 'ls', 'mkdir', 'ps', 'sleep', 'true', 'yes'];
/** Large parts of Python's library that no test needs. */
const LEFT_OUT =
  /\/(test|tests|idlelib|tkinter|ensurepip|__pycache__|config-[^/]*|dist-packages|site-packages)$/;
const REFERENCE = 'localhost/metarun-test';
const DIRECTORIES = ['etc', 'proc', 'sys', 'dev', 'run', 'root', 'usr/bin', 'usr/lib', 'usr/lib64'];

/**
 * Returns the settings of a server that runs containers of the image, and its reference. Throws an Error that names
 * what is missing, as tests of containers must not pass without an engine. The engine is podman with a separate
 * storage, or TEST_CONTAINER_ENGINE with the arguments in TEST_CONTAINER_ARGS.
 */
export function containerImage() {
  const engine = process.env.TEST_CONTAINER_ENGINE ?? 'podman';
  const program = onPath(engine);
  if (program === null)
    throw new Error(
      `There is no ${engine} on PATH, which the tests of containers need: install podman and runc.`,
    );
  const { args, runArgs } = engine === 'podman' ? ofPodman() : ofOther();
  const reference = `${REFERENCE}:${contentKey()}`;
  try {
    execFileSync(program, [...args, 'image', 'inspect', reference], { stdio: 'ignore' });
  } catch {
    makeImage(program, args, reference);
  }
  return {
    engine,
    reference,
    args,
    runArgs,
    settings: {
      METARUN_CONTAINER_ENGINE: engine,
      METARUN_CONTAINER_ARGS: args.join(' '),
      METARUN_CONTAINER_RUN_ARGS: runArgs.join(' '),
    },
  };
}

function ofPodman() {
  // One name per copy of the repository, since tests count the containers.
  const copy = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 8);
  const storage = join(homedir(), '.cache', `metarun-containers-${copy}`);
  mkdirSync(storage, { recursive: true });
  const own = ['--root', join(storage, 'root'), '--runroot', join(storage, 'run')];
  return {
    args: [...own, '--cgroup-manager=cgroupfs'],
    runArgs: onPath('runc') === null ? [] : ['--runtime', 'runc'],
  };
}

function ofOther() {
  const words = process.env.TEST_CONTAINER_ARGS ?? '';
  return { args: words.split(' ').filter((word) => word !== ''), runArgs: [] };
}

function makeImage(program, args, reference) {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-image-'));
  try {
    const root = join(folder, 'root');
    for (const path of DIRECTORIES) mkdirSync(join(root, path), { recursive: true });
    mkdirSync(join(root, 'tmp'));
    chmodSync(join(root, 'tmp'), 0o1777);
    for (const name of ['bin', 'lib', 'lib64', 'sbin'])
      symlinkSync(`usr/${name}`, join(root, name));
    writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
    for (const program of PROGRAMS) copyProgram(root, onPath(program));
    const python = pythonFiles();
    copyProgram(root, python.executable, 'python3');
    for (const path of python.library) copyTree(root, path);
    copyProgram(root, process.execPath, 'node');
    // A package that only the image contains.
    const packages = join(root, 'usr/local/lib/node_modules/of-image');
    mkdirSync(packages, { recursive: true });
    writeFileSync(join(packages, 'package.json'), '{"name":"of-image","main":"index.js"}');
    writeFileSync(join(packages, 'index.js'), 'exports.answer = 42;\n');
    writeFileSync(join(root, python.packages, 'of_image.py'), 'answer = 42\n');
    const tar = join(folder, 'image.tar');
    execFileSync('tar', ['-C', root, '-cf', tar, '.']);
    const environment = ['--change', 'ENV PATH=/usr/bin:/bin'];
    const words = [...args, 'import', ...environment, tar, reference];
    // Progress is hidden; messages about a failure are in the error.
    execFileSync(program, words, { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies a program and its libraries to the image. */
function copyProgram(root, path, name) {
  if (path === null) return;
  const target = join(root, 'usr/bin', name ?? path.slice(path.lastIndexOf('/') + 1));
  cpSync(realpathSync(path), target, { dereference: true });
  chmodSync(target, 0o755);
  copyLibraries(root, path);
}

function copyLibraries(root, path) {
  for (const library of listLibraries(path)) {
    // /lib is a link to /usr/lib in the image.
    const place = library.replace(/^\/(lib|lib64)\//, '/usr/$1/');
    const target = join(root, place);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    cpSync(realpathSync(library), target);
  }
}

function copyTree(root, path) {
  cpSync(path, join(root, path), {
    recursive: true,
    dereference: true,
    filter: (source) => {
      if (LEFT_OUT.test(source) || !existsSync(source)) return false;
      if (source.endsWith('.so')) copyLibraries(root, source);
      return true;
    },
  });
}

/** Returns the libraries of a program or a library; empty if it is not dynamically linked. */
function listLibraries(path) {
  let text;
  try {
    text = execFileSync('ldd', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return [];
  }
  return [...text.matchAll(/(\/\S+) \(0x/g)].map(([, library]) => library);
}

function pythonFiles() {
  const program =
    'import json, sys, sysconfig; paths = sysconfig.get_paths(); print(json.dumps([sys.executable, paths["stdlib"], paths["platstdlib"], sys.version_info[:2]]))';
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
  const [executable, ...rest] = JSON.parse(
    execFileSync(python, ['-c', program], { encoding: 'utf8' }),
  );
  const version = rest.pop().join('.');
  return { executable, library: [...new Set(rest)], packages: rest[0].slice(1), version };
}

/** Returns a hash of the contents of the image. */
function contentKey() {
  const hash = createHash('sha256');
  for (const part of [
    readFileSync(fileURLToPath(import.meta.url)),
    process.version,
    pythonFiles().version,
  ])
    hash.update(part);
  return hash.digest('hex').slice(0, 16);
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
