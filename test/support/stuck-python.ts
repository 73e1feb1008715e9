import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes an interpreter in `folder` that answers what it is asked by `-c`, and stops itself as soon as it is to run a file: it then has
 * no CPU time any more. `tries`: the trial of the sandbox succeeds. Returns its path, for METARUN_PYTHON.
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
 * Makes an interpreter in `folder` that waits without a word, and without CPU time, until `wake` is called: from then on it is the
 * machine's.
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
      // No one waits at the moment.
    }
  };
  return { path, wake };
}
