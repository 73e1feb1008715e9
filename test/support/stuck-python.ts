import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a Python interpreter in `folder` that answers `-c` with the facts about itself, and stops itself when it is
 * asked to run a file, so that it uses no CPU time. `tries` decides whether the trial of the sandbox succeeds. Returns
 * the path for METARUN_PYTHON.
 */
export function stuckPython(folder: string, { tries }: { tries: boolean }): string {
  const path = join(folder, 'stuck-python');
  const answer = { version: [3, 11, 0], executable: path, folders: [], programs: [], abi: '' };
  const script = `#!/bin/sh
case "$*" in
  *' -c '*) echo '${JSON.stringify(answer)}' ;;
  *' --try '*) ${tries ? 'exit 0' : 'kill -STOP $$'} ;;
  *) kill -STOP $$ ;;
esac
`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

/**
 * Creates a Python interpreter in `folder` that waits silently, without using CPU time, until `wake` is called. After
 * that it runs the interpreter of the machine.
 */
export function silentPython(folder: string): { path: string; wake: () => void } {
  const path = join(folder, 'silent-python');
  const awake = join(folder, 'awake');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const script = `#!/bin/sh
[ -e ${awake} ] || read -r line < ${pipe}
exec /usr/bin/python3 "$@"
`;
  writeFileSync(path, script, { mode: 0o755 });
  const wake = (): void => {
    writeFileSync(awake, '');
    try {
      closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    } catch {
      // No interpreter is waiting.
    }
  };
  return { path, wake };
}
