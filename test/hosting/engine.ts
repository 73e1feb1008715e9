/** Runs podman with its own images, containers and networks, apart from those of the machine's user. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { ROOT } from '../support/markdown.js';
import { FOLDER } from './folder.mjs';

const run = promisify(execFile);
const PULL_MS = 30_000;
/** Maximum time to build an image, in ms. */
const BUILD_MS = 900_000;
const IMAGES = join(import.meta.dirname, 'images');
const DEBIAN = 'docker.io/library/debian:bookworm-slim';
const NODE = 'docker.io/library/node:24-bookworm-slim';
/** Folders that Debian's slim images omit. */
const LEFT_OUT = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/info'];

/** Path of the certificates that this machine trusts. */
export const CERTIFICATES = process.env['SSL_CERT_FILE'] ?? '/etc/ssl/certs/ca-certificates.crt';

/** Name of the image that the documentation builds. */
export const IMAGE = 'localhost/metarun';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Writes the configuration of this podman and returns the environment that selects it. */
export function engineEnvironment(): Record<string, string> {
  for (const name of ['storage', 'run', 'networks', 'bin'])
    mkdirSync(join(FOLDER, name), { recursive: true });
  const storage = join(FOLDER, 'storage.conf');
  writeFileSync(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${FOLDER}/storage"\nrunroot = "${FOLDER}/run"\n`,
  );
  const containers = join(FOLDER, 'containers.conf');
  writeFileSync(containers, containersConf());
  const { PATH = '', HOME = '/' } = process.env;
  return { PATH, HOME, CONTAINERS_CONF: containers, CONTAINERS_STORAGE_CONF: storage };
}

/**
 * Returns the containers.conf. Without systemd there is no manager of control groups, and crun does not support a mix
 * of their versions. Only the netavark network lets containers find each other by name.
 */
function containersConf(): string {
  const unified = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const lines = ['[engine]'];
  if (!existsSync('/run/systemd/system')) lines.push('cgroup_manager = "cgroupfs"');
  if (!unified) lines.push('runtime = "runc"');
  // The default of podman exceeds what a user without CAP_SYS_RESOURCE may set.
  const [, files = '1024'] =
    /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const limits = `["nofile=${files}:${files}", "nproc=4096:4096"]`;
  return `${lines.join('\n')}\n[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${FOLDER}/networks"\n[containers]\ndefault_ulimits = ${limits}\n`;
}

/** Runs podman to its end with any exit code. */
export async function podman(args: readonly string[], timeout = 120_000): Promise<Ran> {
  try {
    const { stdout, stderr } = await run('podman', [...args], {
      env: engineEnvironment(),
      timeout,
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    return { code: typeof code === 'number' ? code : 1, stdout, stderr };
  }
}

/** Runs podman and returns its standard output without the final newline. Throws if it fails. */
export async function mustPodman(args: readonly string[], timeout?: number): Promise<string> {
  const { code, stdout, stderr } = await podman(args, timeout);
  if (code !== 0)
    throw new Error(`podman ${args.join(' ')}: exit code ${code}\n${stdout}${stderr}`);
  return stdout.trimEnd();
}

/** Returns build options: the network of the machine, and npm's configuration if there is one. */
export function buildOptions(): string[] {
  const npmrc = join(homedir(), '.npmrc');
  const secret = existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : [];
  return ['--network', 'host', ...secret];
}

/**
 * Provides the base images of deploy/ from their registry, or else from Debian's packages and files of this machine.
 * Prints which.
 */
export async function provideBases(): Promise<void> {
  await provide(DEBIAN, debian);
  await provide(NODE, async () => {
    const folder = context('node');
    copyFileSync(process.execPath, join(folder, 'node'));
    cpSync(npmFolder(), join(folder, 'npm'), { recursive: true, dereference: true });
    copyFileSync(CERTIFICATES, join(folder, 'certificates.pem'));
    await buildFrom(folder, 'node.Dockerfile', NODE);
  });
}

/** Provides the images of other services in the compose files of deploy/. */
export async function provideServices(): Promise<void> {
  const files = ['compose.yaml', 'compose.roles.yaml', 'compose.valkey.yaml'];
  const compose = files.map((file) => readFileSync(join(ROOT, 'deploy', file), 'utf8')).join('\n');
  const named = (part: string): string =>
    new RegExp(`image: (\\S*${part}\\S*)`).exec(compose)?.[1] ?? '';
  await provide(named('postgres'), async () => {
    const folder = context('postgres');
    copyFileSync(join(IMAGES, 'postgres.sh'), join(folder, 'postgres.sh'));
    await buildFrom(folder, 'postgres.Dockerfile', named('postgres'));
  });
  await provide(named('versitygw'), async () => {
    const folder = context('storage');
    await build({
      entryPoints: [join(IMAGES, 'storage.mjs')],
      outfile: join(folder, 'storage.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      // Some bundled packages are CommonJS and require Node's modules.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'error',
    });
    await buildFrom(folder, 'storage.Dockerfile', named('versitygw'));
  });
  await provide(named('haproxy'), () => buildHere('haproxy.Dockerfile', named('haproxy')));
  await provide(named('valkey'), () => buildHere('valkey.Dockerfile', named('valkey')));
}

/** False after a registry has failed to answer; no further pull is then tried. */
let registry = true;
async function provide(image: string, make: () => Promise<void>): Promise<void> {
  if ((await podman(['image', 'exists', image])).code === 0) return;
  registry &&= (await podman(['pull', '--quiet', image], PULL_MS)).code === 0;
  if (!registry) await make();
  say(`${image}: ${registry ? 'from its registry' : 'made here, since no registry has answered'}`);
}

/** Prints a line of progress at once; Jest holds back console output until a file ends. */
export function say(text: string): void {
  process.stderr.write(`metarun: ${text}\n`);
}

async function debian(): Promise<void> {
  const root = join(FOLDER, 'debian');
  say(`making Debian in ${root} …`);
  execFileSync('rm', ['-rf', root]);
  await run('debootstrap', ['--variant=minbase', 'bookworm', root], { timeout: BUILD_MS });
  const pack = spawn(
    'tar',
    [
      '-C',
      root,
      ...LEFT_OUT.map((path) => `--exclude=./${path}/*`),
      '--exclude=./var/cache/apt/*',
      '--exclude=./var/lib/apt/lists/*',
      '-c',
      '.',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const load = spawn('podman', ['import', '-', DEBIAN], {
    env: engineEnvironment(),
    stdio: [pack.stdout, 'ignore', 'pipe'],
  });
  const code = await new Promise((resolve) => load.on('close', resolve));
  execFileSync('rm', ['-rf', root]);
  if (code !== 0) throw new Error(`podman import: exit code ${String(code)}`);
}

/** Returns the folder of the npm on PATH. */
function npmFolder(): string {
  const program = execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], {
    encoding: 'utf8',
  });
  return dirname(dirname(program.trim()));
}

function context(name: string): string {
  const folder = join(FOLDER, 'contexts', name);
  execFileSync('rm', ['-rf', folder]);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Builds an image from a file of images/ that needs no other files. */
export async function buildHere(file: string, image: string): Promise<void> {
  await buildFrom(context(file), file, image);
}

async function buildFrom(folder: string, file: string, image: string): Promise<void> {
  const options = [...buildOptions(), '--tag', image, '--file', join(IMAGES, file), folder];
  await mustPodman(['build', ...options], BUILD_MS);
}
