import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findRepositoryRoot, shownPath } from '../../../tooling/authoring/author-path.js';
import { identifiersAround } from '../../../tooling/authoring/identifiers-around.js';
import { Checker, type CheckReport } from '../../../tooling/authoring/checker.js';
import { likelyLanguages } from '../../../tooling/authoring/likely-languages.js';
import { META_TASK_FILE } from '../../../tooling/authoring/meta-task-file.js';
import {
  findMetaTasks,
  type MetaTaskFolder,
  openMetaTask,
} from '../../../tooling/authoring/meta-task-folder.js';
import { readServerConfig } from '../../../server/core/config.js';
import { usageError } from '../../toolkit/command-error.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { placed } from '../../toolkit/report-error.js';
import { reported } from '../../toolkit/report-wait.js';
import { style } from '../../toolkit/terminal.js';
import { countText } from '../../toolkit/units.js';
import { stderr, stdout } from '../../toolkit/output.js';

interface Options {
  all?: boolean;
  strict?: boolean;
  json?: boolean;
}

type Diagnostic = CheckReport['diagnostics'][number];

/** A checked meta-task and its report. */
interface Checked {
  path: string;
  identifier: string | null;
  report: CheckReport;
}

/** Runs `metarun check`. A folder without a `metatask.yaml` stands for the meta-tasks below it. */
export async function runCheck(
  paths: readonly string[],
  { all = false, strict = false, json = false }: Options,
): Promise<void> {
  const targets = await resolveTargets(paths, all);
  const checker = new Checker(readServerConfig());
  try {
    checker.warm(targets.flatMap(likelyLanguages));
    const opened = await Promise.all(targets.map((path) => openMetaTask(path).catch(() => null)));
    const own = opened.flatMap((metaTask) => metaTask?.identifier ?? []);
    const around = remembered(async (root) => [...own, ...(await identifiersAround(root))]);
    const checked = await reported(
      `the check of ${countText(targets.length, 'meta-task')}`,
      Promise.all(
        targets.map((path, index) => check(checker, path, opened[index] ?? null, around)),
      ),
    );
    const twins = sameIdentifiers(checked);
    const diagnostics = [...checked.flatMap(({ report }) => report.diagnostics), ...twins];
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
    const warnings = diagnostics.length - errors;
    const ok = errors === 0 && !(strict && warnings > 0);
    if (json) {
      const metaTasks = checked.map(({ path, identifier, report }) => ({
        path,
        identifier,
        ok: report.ok,
      }));
      const answer = { ok, errors, warnings, meta_tasks: metaTasks, faults: diagnostics };
      stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    } else {
      for (const diagnostic of diagnostics) stdout.write(`${formatDiagnostic(diagnostic)}\n`);
      stderr.write(`${summary(checked.length, errors, warnings, ok)}\n`);
    }
    if (!ok) process.exitCode = 1;
  } finally {
    await checker.close();
  }
}

/** Returns the paths of the meta-tasks to check, as the author would type them. */
async function resolveTargets(paths: readonly string[], all: boolean): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => null);
      if (found === null)
        throw usageError(
          `There is no file or folder ${path}.`,
          'Name one that is there.',
          'check.md',
        );
      const folder = found.isDirectory();
      if (!folder || (!all && existsSync(join(path, META_TASK_FILE)))) return [resolve(path)];
      const below = await findMetaTasks(path);
      // This throws an error that names what is missing and how to create it.
      if (below.length === 0 && !all) await openMetaTask(path);
      return below;
    }),
  );
  const targets = [...new Set(found.flat())];
  if (targets.length === 0)
    throw usageError(
      `There is no ${META_TASK_FILE} at or below ${paths.join(', ')}.`,
      'Name a folder that has one, or make one with `metarun new`.',
      'check.md',
    );
  return targets;
}

async function check(
  checker: Checker,
  path: string,
  metaTask: MetaTaskFolder | null,
  identifiersOf: (folder: string) => Promise<string[]>,
): Promise<Checked> {
  const shown = shownPath(path);
  if (metaTask === null)
    return { path: shown, identifier: null, report: await checker.check(path) };
  // A single script file belongs to no repository of meta-tasks.
  const identifiers = metaTask.file === null ? null : await identifiersOf(metaTask.folder);
  const report = await checker.checkOpened(metaTask, { identifiers });
  return { path: shown, identifier: metaTask.identifier, report };
}

/** Caches the results of `look` by repository, so that each one is searched once. */
function remembered(
  look: (folder: string) => Promise<string[]>,
): (folder: string) => Promise<string[]> {
  const found = new Map<string, Promise<string[]>>();
  return (folder) => {
    const root = findRepositoryRoot(folder);
    const known = found.get(root) ?? look(folder);
    found.set(root, known);
    return known;
  };
}

/** Reports folders that would become the same meta-task on a server. */
function sameIdentifiers(checked: readonly Checked[]): Diagnostic[] {
  const first = new Map<string, string>();
  return checked.flatMap(({ path, identifier }) => {
    const other = identifier === null ? undefined : first.get(identifier);
    if (identifier !== null && other === undefined) first.set(identifier, path);
    if (other === undefined) return [];
    const file = join(path, META_TASK_FILE);
    const message = `the identifier "${identifier}" is that of ${other} as well; give either an identifier of its own`;
    return [{ severity: 'error', file, line: 1, column: 1, message }];
  });
}

function formatDiagnostic({ severity, message, ...place }: Diagnostic): string {
  const color = style(severity === 'error' ? 'red' : 'yellow', stdout);
  return placed({ ...place, message: `${color(`${severity}:`)} ${plainLine(message)}` });
}

function summary(count: number, errors: number, warnings: number, ok: boolean): string {
  const what = count === 1 ? '1 meta-task' : `${count} meta-tasks`;
  const parts = [
    ...(errors > 0 ? [countText(errors, 'error')] : []),
    ...(warnings > 0 ? [countText(warnings, 'warning')] : []),
  ];
  const color = style(ok ? 'green' : 'red', stderr);
  return `${color(ok ? '✓' : '✗')} ${what} checked: ${parts.length === 0 ? 'nothing is wrong' : parts.join(', ')}`;
}
