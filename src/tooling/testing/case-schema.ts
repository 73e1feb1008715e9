import { readFileSync } from 'node:fs';
import { packagePath } from '../../base/kernel/package-root.js';
import { escapePointer, isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { checkSchema } from '../../base/schema/check.js';
import { compile } from '../../base/schema/compile.js';
import { explain } from '../../base/schema/explain.js';
import { PatternError, safePattern } from '../../base/schema/safe-pattern.js';
import { issuesAt, type SchemaIssue } from '../../base/schema/schema-issue.js';
import { type CalledHere, fieldIssue } from '../authoring/field-words.js';
import type { TestCase } from './test-case.js';

/** JSON Schema of case files, also for editors; a path below the package's folder. */
const CASE_SCHEMA = 'schemas/case.schema.json';
const BODIES = ['text', 'json', 'base64', 'from', 'error'] as const;

/** Names of other tools, with the names in cases. */
const CALLED_HERE: CalledHere = {
  input: 'params',
  title: 'name',
  expected: 'expect',
  output: 'result',
  workspace: 'files',
  body: 'text" or "json',
  response: 'status", "headers" and "json',
  timeout: 'time',
};

let matches: ReturnType<typeof compile> | undefined;

/** Returns a case, or its issues, by pointers into `value`. */
export function parseCase(value: Json): { given: TestCase } | { issues: SchemaIssue[] } {
  if (!isCase(value))
    return {
      issues: explain(matches?.errors ?? []).map((issue) => fieldIssue(issue, CALLED_HERE)),
    };
  const issues = [...contradictions(value), ...unusable(value)];
  return issues.length === 0 ? { given: value } : { issues };
}

function isCase(value: Json): value is Json & TestCase {
  matches ??= compile(schemaOfOneCase(), '2020-12');
  return matches(value) === true;
}

function schemaOfOneCase(): JsonObject {
  const schema: unknown = JSON.parse(readFileSync(packagePath(CASE_SCHEMA), 'utf8'));
  const definitions = isJsonObject(schema) ? schema['$defs'] : undefined;
  if (definitions === undefined) throw new Error(`${CASE_SCHEMA} has no $defs`);
  return { $ref: '#/$defs/case', $defs: definitions };
}

/** Returns issues that the schema allows and no run can satisfy. */
function contradictions({
  memories = [],
  stubs,
  model = [],
  approvals = [],
  expect = {},
}: TestCase): SchemaIssue[] {
  const http = Array.isArray(stubs?.http) ? stubs.http : [];
  const bodies = http.flatMap((stub, index) => {
    const given = BODIES.filter((name) => stub[name] !== undefined);
    if (given.length > 1)
      return [{ pointer: `/stubs/http/${index}`, message: `has ${listed(given)}: give one` }];
    if (stub.error !== undefined && (stub.status ?? stub.headers) !== undefined)
      return [
        { pointer: `/stubs/http/${index}/error`, message: 'goes without status and headers' },
      ];
    return [];
  });
  const tools = (stubs?.mcp ?? []).flatMap((stub, index) =>
    stub.error !== undefined && (stub.text ?? stub.structured ?? stub.is_error) !== undefined
      ? [{ pointer: `/stubs/mcp/${index}/error`, message: 'goes without a result' }]
      : [],
  );
  const turns = model.flatMap((turn, index) => {
    const given = typeof turn === 'string' ? [] : Object.keys(turn);
    const isWhole = given.length < 2 || (given.includes('calls') && given.includes('text'));
    return isWhole
      ? []
      : [{ pointer: `/model/${index}`, message: `has ${listed(given)}: give one` }];
  });
  const expired = approvals.flatMap((answer, index) =>
    typeof answer === 'object' &&
    answer.decision !== 'approve' &&
    (answer.payload !== undefined || (answer.decision === 'expire' && answer.comment !== undefined))
      ? [
          {
            pointer: `/approvals/${index}`,
            message: `"${answer.decision}" goes without ${answer.payload === undefined ? 'a comment' : 'a payload'}`,
          },
        ]
      : [],
  );
  const files = Object.entries(expect.files ?? {}).flatMap(([path, wanted]) =>
    typeof wanted === 'object' && wanted.absent === true && Object.keys(wanted).length > 1
      ? [
          {
            pointer: `/expect/files/${escapePointer(path)}`,
            message: '"absent" goes alone',
          },
        ]
      : [],
  );
  const noError =
    expect.status === 'success' && expect.error !== undefined
      ? [{ pointer: '/expect/error', message: 'does not go with the status "success"' }]
      : [];
  return [
    ...subjectIssues(memories),
    ...bodies,
    ...tools,
    ...turns,
    ...expired,
    ...files,
    ...noError,
  ];
}

function subjectIssues(memories: NonNullable<TestCase['memories']>): SchemaIssue[] {
  return memories.flatMap((memory, index) => {
    if (typeof memory === 'string') return [];
    const isOfSubject = memory.scope === 'subject';
    if (isOfSubject === (memory.subject !== undefined)) return [];
    const message = isOfSubject
      ? 'has the scope "subject": give a "subject"'
      : 'has a "subject": give it the scope "subject"';
    return [{ pointer: `/memories/${index}`, message }];
  });
}

/** Returns issues of patterns and schemas that cannot be compiled. */
function unusable({ expect = {} }: TestCase): SchemaIssue[] {
  const schema =
    expect.result_schema === undefined
      ? []
      : issuesAt('/expect/result_schema', checkSchema(expect.result_schema));
  const { error } = expect;
  const message = typeof error === 'object' ? error.message : undefined;
  const texts: [string, unknown][] = [
    ['/expect/error/message', message],
    ...(expect.calls ?? []).map((call, at): [string, unknown] => [
      `/expect/calls/${at}/answer`,
      typeof call === 'string' ? undefined : call.answer,
    ]),
    ...(expect.memories ?? []).map((memory, at): [string, unknown] => [
      `/expect/memories/${at}/text`,
      typeof memory === 'string' ? undefined : memory.text,
    ]),
    ...(expect.logs ?? []).map((log, at): [string, unknown] => [`/expect/logs/${at}`, log]),
    ...Object.entries(expect.files ?? {}).map(([path, file]): [string, unknown] => [
      `/expect/files/${escapePointer(path)}`,
      file,
    ]),
  ];
  return [...schema, ...texts.flatMap(([pointer, match]) => patternIssues(pointer, match))];
}

function patternIssues(pointer: string, match: unknown): SchemaIssue[] {
  const pattern = isJsonObject(match) ? match['matches'] : undefined;
  if (typeof pattern !== 'string') return [];
  try {
    safePattern(pattern);
    return [];
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return [{ pointer: `${pointer}/matches`, message: error.message }];
  }
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ');
}
