import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Default for the maximum duration of the commands of a block, in ms. */
const TIMEOUT_MS = 240_000;
const MARK = '\u0001end of block\u0001';

/** A bash process for all blocks of a page, so that they share variables. */
export class Shell {
  private readonly bash: ChildProcessByStdio<Writable, Readable, Readable>;
  private output = '';
  private errors = '';
  private onOutput: () => void = () => undefined;
  private count = 0;

  constructor(
    private readonly folder: string,
    env: Record<string, string>,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    this.bash = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.bash.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
      this.onOutput();
    });
    this.bash.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.bash.stdin.write(`set -E; trap 'failed=$BASH_COMMAND' ERR\n`);
  }

  /** Runs commands one after the other and returns their output; rejects if one of them fails. */
  async run(commands: string): Promise<string> {
    this.count += 1;
    const file = join(this.folder, `.block-${this.count}`);
    writeFileSync(file, commands);
    this.output = '';
    this.errors = '';
    this.bash.stdin.write(`failed=; . ${file} </dev/null; printf '${MARK}%s\\n' "$failed"\n`);
    const end = new RegExp(`${MARK}(.*)\\n$`, 's');
    const failed = await new Promise<string>((resolve, reject) => {
      const output = (): string => `${this.output}\n${this.errors}`;
      const timer = setTimeout(
        () => reject(new Error(`no end of:\n${commands}\n${output()}`)),
        this.timeoutMs,
      );
      this.onOutput = () => {
        const command = end.exec(this.output)?.[1];
        if (command === undefined) return;
        clearTimeout(timer);
        resolve(command);
      };
      this.bash.on('exit', () => {
        clearTimeout(timer);
        reject(new Error(`the shell ended at:\n${commands}\n${output()}`));
      });
    });
    const printed = this.output.replace(end, '');
    if (failed !== '')
      throw new Error(`this command failed: ${failed}\n${printed}\n${this.errors}`);
    return printed;
  }

  end(): void {
    if (this.bash.pid !== undefined && this.bash.exitCode === null && this.bash.signalCode === null)
      process.kill(-this.bash.pid, 'SIGKILL');
  }
}
