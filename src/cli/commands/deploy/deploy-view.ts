import { shownPath } from '../../../tooling/authoring/author-path.js';
import {
  changesAnything,
  type Deployed,
  type DeploymentPlan,
} from '../../../tooling/authoring/deployment.js';
import type { FieldChange } from '../../../tooling/authoring/field-change.js';
import type { FilesPlan } from '../../toolkit/author-files.js';
import type { Connection } from '../../toolkit/connection.js';
import type { Skipped } from './deploy-document.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { placed } from '../../toolkit/report-error.js';
import { measureColumns, style } from '../../toolkit/terminal.js';
import { shellWord } from '../../toolkit/shell-word.js';
import { textDiff } from '../../toolkit/text-diff.js';
import { cut, measureTextWidth } from '../../toolkit/text-width.js';
import { ownCommand } from '../../../base/config/own-command.js';
import { countText } from '../../toolkit/units.js';
import { stderr, stdout } from '../../toolkit/output.js';

/** Maximum number of lines shown of a script's diff. */
const MOST_LINES = 60;
/** Matches an inline source map, which is left out of diffs. */
const INLINE_MAP = /\/\/# sourceMappingURL=data:application\/json;base64,[\w+/=]+\s*$/;

/** Shows the changes of a plan field by field, and the script's as a diff of lines. */
export function showPlan(
  plan: DeploymentPlan,
  files: FilesPlan | undefined,
  { url, project }: Connection,
): void {
  const { metaTask, current, notes, newWorkspaces, restored, schedules } = plan;
  const what = `${metaTask.identifier} (${shownPath(metaTask.folder)})`;
  for (const note of notes) stderr.write(`note: ${placed(note)}\n`);
  if (!changesAnything(plan)) {
    line(`${style('dim', stdout)('=')} ${what}: version ${current?.current_version} is the same`);
  } else if (current === null) {
    line(`${style('green', stdout)('+')} ${what}: new in ${url}, project ${project}`);
  } else {
    const by = `version ${current.current_version}, of ${plainLine(current.created_by)}`;
    line(`${style('yellow', stdout)('~')} ${what}: differs from ${by}`);
  }
  if (restored) line('    archived: will be brought back');
  for (const name of newWorkspaces) line(`    workspace "${plainLine(name)}": will be made`);
  showChanges(plan.changes, current === null, '    ');
  for (const { name, id, changes } of schedules.changed) {
    line(`    schedule "${plainLine(name)}"${id === null ? ': new' : ''}`);
    showChanges(changes, id === null, '      ');
  }
  for (const { path } of files?.added ?? []) line(`    file ${plainLine(path)}: new`);
  for (const { path } of files?.changed ?? []) line(`    file ${plainLine(path)}: changed`);
  for (const name of schedules.leftAlone)
    line(
      style(
        'dim',
        stdout,
      )(
        `    schedule "${plainLine(name)}" is not in ${shownPath(metaTask.file ?? metaTask.scriptFile)}: it stays as it is`,
      ),
    );
}

export function showSkipped({ metaTask: { identifier, folder }, why }: Skipped): void {
  stderr.write(`left out: ${identifier} (${shownPath(folder)}): ${why}\n`);
}

/**
 * Shows the outcome of the plans and what to try next. `files` and `left` count the files that were uploaded and those
 * that were not, by identifier.
 */
export function showDeployed(
  deployed: readonly Deployed[],
  plans: readonly DeploymentPlan[],
  files: ReadonlyMap<string, number>,
  left: ReadonlyMap<string, number>,
  { client }: Connection,
): void {
  const green = style('green', stdout);
  for (const { identifier, version, outcome, schedules } of deployed) {
    const extra =
      schedules.length === 0 ? '' : `, schedules: ${schedules.map(plainLine).join(', ')}`;
    const brought = counted(files.get(identifier) ?? 0);
    const state = outcome === 'unchanged' ? 'already' : `now (${outcome})`;
    line(`${green('✓')} ${identifier} is version ${version} ${state}${extra}${brought}`);
  }
  for (const plan of plans) {
    const count = left.get(plan.metaTask.identifier) ?? 0;
    if (count === 0 || !deployed.some(({ identifier }) => identifier === plan.metaTask.identifier))
      continue;
    const upload = ownCommand(`deploy ${shellWord(shownPath(plan.metaTask.folder))} --with-files`);
    const what = `${countText(count, 'file')} of ${shownPath(plan.metaTask.folder)}/workspace`;
    line(`  ${what} stayed here; this uploads ${count === 1 ? 'it' : 'them'}: ${upload}`);
  }
  const [first] = deployed.filter(({ outcome }) => outcome !== 'unchanged');
  if (first === undefined) return;
  const plan = plans.find(({ metaTask }) => metaTask.identifier === first.identifier);
  const example = plan?.metaTask.exampleParams ?? null;
  const params = example === null ? '' : ` --params ${shellWord(shownPath(example))}`;
  const command = ownCommand(`tasks create ${first.identifier}${params}`);
  line(style('dim', stdout)(`  try: ${command} (project ${client.project})`));
}

function counted(files: number): string {
  return files === 0 ? '' : `, and has ${countText(files, 'file')}`;
}

function showChanges(changes: readonly FieldChange[], isNew: boolean, indent: string): void {
  for (const { field, from, to } of changes) {
    if (field === 'script') showScript(removeInlineMap(from), removeInlineMap(to), isNew, indent);
    else if (isNew) line(cut(`${indent}${field}: ${formatValue(to)}`, measureColumns(stdout)));
    else showChange(`${indent}${field}: `, formatValue(from), formatValue(to));
  }
}

function showChange(head: string, from: string, to: string): void {
  const space = measureColumns(stdout) - measureTextWidth(head) - 4;
  if (measureTextWidth(from) + measureTextWidth(to) <= space) line(`${head}${from} → ${to}`);
  else {
    const wide = measureColumns(stdout) - 8;
    line(head.trimEnd());
    line(style('red', stdout)(`      - ${cut(from, wide)}`));
    line(style('green', stdout)(`      + ${cut(to, wide)}`));
  }
}

function showScript(from: string, to: string, isNew: boolean, indent: string): void {
  const { length } = to.split('\n');
  if (isNew) {
    line(`${indent}script: ${length - (to.endsWith('\n') ? 1 : 0)} lines`);
    return;
  }
  const colours = {
    '+': style('green', stdout),
    '-': style('red', stdout),
    '@': style('cyan', stdout),
  } as const;
  const diff = textDiff(from, to).flatMap(({ header, lines }) => [header, ...lines]);
  line(`${indent}script:`);
  for (const text of diff.slice(0, MOST_LINES)) {
    const [kind = ' '] = text;
    const colour = kind === '+' || kind === '-' || kind === '@' ? colours[kind] : String;
    line(indent + colour(plainText(text)));
  }
  if (diff.length > MOST_LINES)
    line(`${indent}… ${diff.length - MOST_LINES} more lines: --json has the whole script`);
}

function removeInlineMap(value: unknown): string {
  return typeof value === 'string' ? value.replace(INLINE_MAP, '') : '';
}

function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : plainLine(JSON.stringify(value));
}

function line(text: string): void {
  stdout.write(`${text}\n`);
}
