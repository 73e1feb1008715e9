import { isJsonObject } from '../../../base/kernel/json.js';
import { compile } from '../../../base/schema/compile.js';
import { explain } from '../../../base/schema/explain.js';
import { shownPath } from '../author-path.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { readText } from '../text-file.js';
import { parseYaml } from '../yaml-file.js';
import { type CheckDiagnostic, diagnosticsOf, error } from './check-diagnostic.js';

/** The tools that an agent may be allowed: the capabilities of scripts. A test compares them with what features register. */
export const AGENT_TOOLS = [
  'files.read',
  'files.read_lines',
  'files.read_section',
  'files.write',
  'files.list',
  'files.glob',
  'files.search',
  'files.outline',
  'files.delete',
  'files.exists',
  'http.request',
  'secrets.get',
  'task.run',
  'approval.ask',
  'event.wait',
  'sleep',
];

const FRONT_MATTER = {
  type: 'object',
  additionalProperties: false,
  required: ['goal'],
  properties: {
    goal: { type: 'string', minLength: 1, maxLength: 2000 },
    tools: { type: 'array', items: { enum: AGENT_TOOLS }, uniqueItems: true },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        max_steps: { type: 'integer', minimum: 1, maximum: 1000 },
        max_tokens: { type: 'integer', minimum: 1, maximum: 100_000_000 },
        timeout_seconds: { type: 'integer', minimum: 1 },
      },
    },
  },
};

let matches: ReturnType<typeof compile> | undefined;

/** The contract of an agent: its front matter, which says goal, tools and limits, and the instructions below it. */
export async function checkAgent({ scriptFile }: MetaTaskFolder): Promise<CheckDiagnostic[]> {
  const file = shownPath(scriptFile);
  let text: string;
  try {
    text = (await readText(scriptFile)).replaceAll('\r\n', '\n');
  } catch (thrown) {
    return diagnosticsOf(thrown);
  }
  const [, front, body = ''] = /^---\n([\s\S]*?)^---[ \t]*(?:\n([\s\S]*))?$/m.exec(text) ?? [];
  if (front === undefined || !text.startsWith('---\n'))
    return [
      error({ file, line: 1, column: 1, message: 'begins with no front matter (--- … ---)' }),
    ];
  const diagnostics = frontMatterDiagnostics(front).map((diagnostic) =>
    // The first line is the mark.
    error({ file, ...diagnostic, line: diagnostic.line + 1 }),
  );
  if (body.trim() === '') {
    const line = text.split('\n').length;
    diagnostics.push(
      error({ file, line, column: 1, message: 'has no instructions below its front matter' }),
    );
  }
  return diagnostics;
}

function frontMatterDiagnostics(
  front: string,
): { message: string; line: number; column: number }[] {
  const yaml = parseYaml(front);
  if ('diagnostics' in yaml)
    return yaml.diagnostics.map(({ message, line = 1, column = 1 }) => ({ message, line, column }));
  matches ??= compile(FRONT_MATTER, '2020-12');
  if (!isJsonObject(yaml.value))
    return [
      { message: 'the front matter must be fields: goal, tools, limits', line: 1, column: 1 },
    ];
  if (matches(yaml.value) === true) return [];
  return explain(matches.errors ?? []).map(({ pointer, message }) => ({
    message: `${pointer.slice(1).replaceAll('/', '.')} ${message.replace('property', 'field')}`,
    ...yaml.placeOf(pointer),
  }));
}
