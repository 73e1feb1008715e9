import { answerOf, type components } from '@metarun/client';
import { printOne } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { table } from '../../toolkit/table.js';
import { bytesText, relativeTime } from '../../toolkit/units.js';
import { stderr, stdout } from '../../toolkit/output.js';

type Installation = components['schemas']['InstallationDto'];

export async function runInstallation(options: ApiOptions): Promise<void> {
  const { api } = await session(options);
  const one = answerOf(await api.GET('/installation', {}));
  const { disk, sandbox, slots, agent_slots: agents, rates } = one;
  printOne(
    one,
    {
      version: `${one.version}, Node ${one.node}`,
      host: one.host,
      started: relativeTime(one.started_at),
      paused: one.paused === null ? null : `since ${one.paused.since}`,
      database: `${one.database.kind}, ${bytesText(one.database.bytes)}`,
      disk:
        disk === null
          ? 'unknown'
          : `${bytesText(disk.free_bytes)} of ${bytesText(disk.total_bytes)} free`,
      sandbox: `level ${sandbox.level} of 3 (${sandbox.kind})`,
      slots: `${slots.used} of ${slots.of}, for agents ${agents.used} of ${agents.of}`,
      'tasks ended': `${rateText(rates.m1)} a minute, ${rateText(rates.m5)} over 5, ${rateText(rates.m15)} over 15`,
    },
    options,
  );
  if (options.json) return;
  const busy = one.projects.filter((each) => each.pending + each.running + each.waiting > 0);
  const rows = busy.map(({ slug, pending, running, waiting }) =>
    [slug, pending, running, waiting].map((cell) => plainLine(String(cell))),
  );
  if (rows.length > 0)
    stdout.write(`\n${table(['PROJECT', 'PENDING', 'RUNNING', 'WAITING'], rows, Infinity)}`);
  if (one.workers.length > 1) stdout.write(`\n${workersTable(one.workers)}`);
  for (const { at, text } of one.warnings)
    stderr.write(`warning: ${plainLine(text)} (since ${relativeTime(at)})\n`);
}

function rateText(rate: number): string {
  return String(Math.round(rate * 10) / 10);
}

/** Returns a table of the servers that share the database. */
function workersTable(workers: Installation['workers']): string {
  const rows = workers.map((one) => [
    plainLine(one.host),
    describeWorkerState(one),
    plainLine(one.version),
    one.roles.join(','),
    `${one.running} of ${one.slots + one.agent_slots}`,
    relativeTime(one.started_at),
    relativeTime(one.last_seen_at),
  ]);
  const columns = ['SERVER', 'STATE', 'VERSION', 'ROLES', 'RUNNING', 'STARTED', 'SEEN'];
  return table(columns, rows, Infinity);
}

function describeWorkerState({ self, alive, draining }: Installation['workers'][number]): string {
  if (!alive) return 'silent';
  if (draining) return 'stopping';
  return self ? 'answers' : 'alive';
}
