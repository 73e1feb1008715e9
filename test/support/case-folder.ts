import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CliAnswer, runCli } from './cli.js';

/** A repository of meta-tasks in a temporary folder. */
export class CaseFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'metarun-cases-'));

  constructor() {
    mkdirSync(join(this.path, '.git'));
  }

  write(files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.path, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  /** Runs `metarun test …` in it. */
  run(...args: string[]): Promise<CliAnswer> {
    return runCli(['test', ...args], { cwd: this.path });
  }

  remove(name = '.'): void {
    rmSync(join(this.path, name), { recursive: true });
  }
}

/** A test in the output of `--json`. */
interface Tested {
  name: string;
  status: string;
  line: number | null;
  failures: { message: string; line?: number; column?: number; file?: string; actual?: string }[];
  logs: string[];
  error_stack: string | null;
  hint: string | null;
}

/** Returns the results of the tests by name. */
export function testsOf({ stdout }: CliAnswer): Map<string, Tested> {
  const { tests } = JSON.parse(stdout) as { tests: Tested[] };
  return new Map(tests.map((one) => [one.name, one]));
}
