import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { shownJson } from '../../toolkit/print-json.js';
import { style } from '../../toolkit/terminal.js';
import type { PulledTask } from './pulled-task.js';
import type { Replayed, ReplayOptions } from './replay-task.js';
import { stderr } from '../../toolkit/output.js';

/** Maximum number of differences shown on a terminal. */
const SHOWN = 10;

/** Reports whether a replay had the same outcome as the task on the server, and sets the exit code. */
export function reportReplay(
  pulled: PulledTask,
  { task, differences, waits, network_off: isOff }: Replayed,
  options: ReplayOptions,
): void {
  const say = (text: string): boolean => stderr.write(`${text}\n`);
  if (isOff)
    say(
      'The replay had no network, which the meta-task may use: --network lets the script connect.',
    );
  if (waits !== null) {
    say(`… The replay has come to where it waits: ${plainText(waits)}.`);
    return;
  }
  if (differences.length === 0) {
    say(`${style('green', stderr)('✓')} It ended as on the server: ${task.status}.`);
    if (task.error_message !== null) say(indented(task.error_message));
    return;
  }
  process.exitCode = EXIT.failed;
  say(`${style('yellow', stderr)('≠')} It ended otherwise than on the server.`);
  for (const { pointer, server, here } of differences.slice(0, SHOWN)) {
    say(`  ${plainLine(pointer)}`);
    stderr.write(shownJson(server ?? null, '    server  '));
    stderr.write(shownJson(here ?? null, '    here    '));
  }
  if (differences.length > SHOWN) say(`  and at ${differences.length - SHOWN} more places: --json`);
  for (const reason of reasons(pulled, task, options)) say(`  ${reason}`);
}

/** Returns possible reasons for a difference. */
function reasons(pulled: PulledTask, here: Replayed['task'], { secrets }: ReplayOptions): string[] {
  const message = here.error_message ?? '';
  const missing = pulled.secrets.filter((name) => !secrets.has(name));
  return [
    ...(missing.length > 0 ? [`Secrets that were not given: ${missing.join(', ')}.`] : []),
    ...(pulled.task.attempt > 1
      ? [`On the server that was attempt ${pulled.task.attempt}; here it is the first.`]
      : []),
    ...(message.includes('replay_mismatch') || message.includes('where its record has')
      ? ['The script does not do between its steps what it did there.']
      : []),
  ];
}

function indented(text: string): string {
  return plainText(text).replaceAll(/^/gm, '  ');
}
