import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CliAnswer, runCli } from './cli.js';
import { newFolder, writeFiles } from './folders.js';

export class CaseFolder {
  readonly path = newFolder({ '.git/config': '' });

  write(files: Record<string, string>): void {
    writeFiles(this.path, files);
  }

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

export function parseTests({ stdout }: CliAnswer): Map<string, Tested> {
  const { tests } = JSON.parse(stdout) as { tests: Tested[] };
  return new Map(tests.map((one) => [one.name, one]));
}
