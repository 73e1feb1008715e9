import { containerName } from '../../sandbox/containers/container-engine.js';
import type { ContainerEngine } from '../../sandbox/containers/container-engine.js';
import { QUESTION_LIMITS, QUESTION_MS } from '../../sandbox/containers/container-spec.js';
import { EngineError } from '../../sandbox/containers/engine-error.js';
import type { Finding, Probe } from './image.js';

/** Oldest versions that the guests support. Node 20.16 is the first with `process.getBuiltinModule`. */
const LEAST_PYTHON = [3, 9];
const LEAST_NODE = [20, 16];
const MODULES = ['json', 'socket', 'ssl', 'threading'];

/** Error messages of engines about a program that the image does not have. */
const NO_PROGRAM = /executable file|not found|no such file/i;

/**
 * Script that prints lines `name=value`. Any Python 3 can run it; it imports the modules that it checks only to see
 * whether they exist.
 */
const PYTHON = `
import sys
lines = ["version=%d.%d.%d" % sys.version_info[:3]]
missing = []
for name in ${JSON.stringify(MODULES)}:
    try:
        __import__(name)
    except Exception:
        missing.append(name)
lines.append("missing=" + " ".join(missing))
try:
    import os
    lines.append("user=%d" % os.getuid())
    if any(name.startswith("ld-musl-") for name in os.listdir("/lib")):
        lines.append("libc=musl")
    else:
        lines.append("libc=" + os.confstr("CS_GNU_LIBC_VERSION"))
except Exception:
    pass
print("\\n".join(lines))
`;

const NODE = `
const lines = ['version=' + process.versions.node, 'user=' + process.getuid()];
process.report.excludeNetwork = true;
const { glibcVersionRuntime: glibc } = process.report.getReport().header;
lines.push('libc=' + (glibc ? 'glibc ' + glibc : 'musl'));
const { existsSync } = require('node:fs');
if ((process.env.PATH ?? '').split(':').some((folder) => existsSync(folder + '/sh'))) lines.push('sh=yes');
console.log(lines.join('\\n'));
`;

/**
 * Finds out which scripts an image can run, in containers with the flags of a run. Rejects with EngineError if no
 * container can be started.
 */
export async function probeImage(
  engine: Pick<ContainerEngine, 'runOnce'>,
  image: string,
  signal: AbortSignal,
): Promise<Probe> {
  const ask = (...command: [string, ...string[]]): Promise<Answer> =>
    askContainer(engine, image, command, signal);
  const python = await ask('python3', '-I', '-c', PYTHON);
  const node = await ask('node', '-e', NODE);
  const user = Number(python.facts.get('user') ?? node.facts.get('user') ?? Number.NaN);
  return {
    python: pythonFinding(python),
    node: nodeFinding(node),
    libc: python.facts.get('libc') ?? node.facts.get('libc') ?? null,
    user: Number.isInteger(user) ? user : null,
  };
}

/** Returns the reason why no script can run on an image, and what to install; null if some can. */
export function unusableBy({ python, node }: Probe): string | null {
  if (python.issue === null || node.issue === null) return null;
  return `No script can run on it. Python: ${python.issue}. TypeScript: ${node.issue}`;
}

/** Output of a probe: its facts, or the reason why there are none. */
interface Answer {
  facts: ReadonlyMap<string, string>;
  /** Error of the program: null if the image does not have it, '' if it has succeeded. */
  failure: string | null;
}

async function askContainer(
  engine: Pick<ContainerEngine, 'runOnce'>,
  image: string,
  command: readonly [string, ...string[]],
  signal: AbortSignal,
): Promise<Answer> {
  const spec = { image, name: containerName(), command, limits: QUESTION_LIMITS };
  try {
    const { code, stdout, stderr } = await engine.runOnce(spec, { timeoutMs: QUESTION_MS, signal });
    if (code === 0) return { facts: parseFacts(stdout), failure: '' };
    const line = stderr.trim().split('\n').at(-1) ?? '';
    return { facts: new Map(), failure: line.slice(0, 300) || `it ends with exit code ${code}` };
  } catch (error) {
    if (!(error instanceof EngineError) || error.problem !== 'failed') throw error;
    if (!NO_PROGRAM.test(error.message)) throw error;
    return { facts: new Map(), failure: null };
  }
}

function parseFacts(text: string): Map<string, string> {
  const pairs = text.split('\n').map((line): [string, string] => {
    const at = line.indexOf('=');
    return at === -1 ? ['', ''] : [line.slice(0, at), line.slice(at + 1).slice(0, 100)];
  });
  return new Map(pairs.filter(([name, value]) => name !== '' && value !== ''));
}

function pythonFinding({ facts, failure }: Answer): Finding {
  if (failure === null)
    return { version: null, issue: 'there is no python3; install Python 3.9 or later' };
  const version = facts.get('version') ?? null;
  if (version === null) return { version, issue: `python3 does not run: ${failure}` };
  if (!isAtLeast(version, LEAST_PYTHON))
    return { version, issue: `python3 is ${version}; install Python 3.9 or later` };
  const missing = facts.get('missing');
  if (missing === undefined) return { version, issue: null };
  const modules = missing.split(' ').join(', ');
  return {
    version,
    issue: `python3 is there, but has no module ${modules}; install python3, not python3-minimal`,
  };
}

function nodeFinding({ facts, failure }: Answer): Finding {
  if (failure === null)
    return { version: null, issue: 'there is no node; install Node 20.16 or later' };
  const version = facts.get('version') ?? null;
  if (version === null) return { version, issue: `node does not run: ${failure}` };
  if (!isAtLeast(version, LEAST_NODE))
    return { version, issue: `node is ${version}; install Node 20.16 or later` };
  // The shell starts the guest, so that output of a script cannot mix with the protocol.
  if (facts.has('sh')) return { version, issue: null };
  return { version, issue: 'node is there, but no sh; install a shell' };
}

/** Returns whether a version is at least another, comparing only major and minor numbers. */
function isAtLeast(version: string, [major = 0, minor = 0]: readonly number[]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
