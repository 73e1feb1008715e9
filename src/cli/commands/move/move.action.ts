import { Move, type MovedTableResult } from '../../../server/installation/move/move.js';
import { readServerConfig } from '../../../server/core/config.js';
import { allTables } from '../../../server/core/tables.js';
import { usageError } from '../../toolkit/command-error.js';
import { printJson } from '../../toolkit/print-json.js';
import { progressLine } from '../../toolkit/progress-line.js';
import { stdout } from '../../toolkit/output.js';

export interface MoveCommandOptions {
  to?: string | undefined;
  from?: string | undefined;
  dryRun?: boolean | undefined;
  json?: boolean | undefined;
}

const DOCS = 'operations.md#move-to-another-database';

/** Runs `metarun move`. Progress goes to standard error. */
export async function runMove({
  to,
  from,
  dryRun = false,
  json = false,
}: MoveCommandOptions): Promise<void> {
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw usageError('Say where to: either --to or --from.', 'Give one of them.', DOCS);
  const shown = shownUrl(url, to === undefined ? '--from' : '--to');
  const config = readServerConfig();
  const show = progressLine();
  const move = new Move(config, allTables(), {
    url,
    direction: to === undefined ? 'to-sqlite' : 'to-postgres',
    dryRun,
    onProgress: ({ table, rows }) => show(`${table}: ${rows} rows`),
  });
  const tables = await move.run();
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const ends = { from: `SQLite in ${config.dataDir}`, to: shown };
  if (to === undefined) [ends.from, ends.to] = [ends.to, ends.from];
  if (json) return printJson({ ok: true, dry_run: dryRun, ...ends, rows, tables });
  stdout.write(formatMove(tables, rows, ends, dryRun));
}

function formatMove(
  tables: readonly MovedTableResult[],
  rows: number,
  { from, to }: { from: string; to: string },
  dryRun: boolean,
): string {
  const filled = tables.filter((table) => table.rows > 0);
  if (dryRun)
    return [
      `Would move ${rows} rows from ${from} to ${to}:`,
      ...filled.map((table) => `  ${table.table}  ${table.rows}`),
      '',
    ].join('\n');
  const next = to.startsWith('SQLite')
    ? 'Start the server without METARUN_DATABASE_URL.'
    : 'Start the server with METARUN_DATABASE_URL, on the same data folder.';
  return [
    `Moved ${rows} rows of ${filled.length} tables from ${from} to ${to}. All were read again and compared.`,
    `The old database keeps its rows, and is paused. ${next}`,
    '',
  ].join('\n');
}

/** Returns a database URL without its password. */
function shownUrl(url: string, option: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol))
    throw usageError(
      `${option} must be the address of a PostgreSQL database.`,
      `For example ${option} postgres://user:password@host:5432/metarun`,
      DOCS,
    );
  return `PostgreSQL ${parsed.host}${parsed.pathname}`;
}
