/** Answers with the schemas of an OpenAPI document, in which each field can be a lie. */
import type { Json } from '../../../src/base/kernel/json.js';

export const ID = '0190f3a0-0000-7000-8000-000000000001';
export const AT = '2026-03-01T12:00:00.000Z';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

interface Operation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/**
 * Returns the value of a field, given its honest value. `field` is a name such as `Tasks_get error_message`, with `*`
 * for an item of a list. `isText` is true if any text is valid, so that a command continues.
 */
export type Lie = (field: string, honest: Json, isText: boolean) => Json;

export interface Shaped {
  /** Content type; null for an answer without a body. */
  type: string | null;
  body: string;
}

/** Content of every file. */
const FILE = 'hello\n';
/** Values of fields whose schemas do not restrict them enough, by name. */
const HONEST: Readonly<Record<string, Json>> = {
  name: 'it',
  identifier: 'asks',
  task_type: 'asks',
  task_type_identifier: 'asks',
  path: '/d/a.md',
  slug: 'default',
  script: 'def run(reporter):\n    pass\n',
  expires_at: null,
  conversion: null,
  truncated: false,
  draft: false,
  more: false,
  form: null,
  ended_at: null,
  archived_at: null,
  refused_count: 0,
  size: FILE.length,
};
/** Preferred values of enums, mostly those of finished items; the first allowed one is used. */
const LIKELY = ['success', 'active', 'script', 'python', 'file', 'done', 'converted', 'ready'];
const DEPTH = 12;

export class ShapedAnswers {
  private readonly operations: { method: string; pattern: RegExp; operation: Operation }[];

  constructor(
    private readonly document: ApiDocument,
    private readonly server: string,
  ) {
    this.operations = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
      )
      // Fixed words take precedence over parameters.
      .toSorted((one, other) => (one.path < other.path ? 1 : -1))
      .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
      .map(({ method, path, operation }) => {
        const words = path
          .replace(/\/$/, '')
          .replaceAll('.', '\\.')
          .replaceAll(/\{\w+\}/g, '[^/]+');
        return { method: method.toUpperCase(), pattern: new RegExp(`^${words}/?$`), operation };
      });
  }

  /** Returns the answer to a request; null if the document does not describe the request. */
  of(method: string, pathname: string, lie: Lie): Shaped | null {
    const found = this.operations.find(
      (one) => one.method === method && one.pattern.test(pathname),
    );
    if (found === undefined) return null;
    const { operationId = '', responses } = found.operation;
    const [status = ''] = Object.keys(responses).filter((code) => code.startsWith('2'));
    const [[type, { schema }] = [null, {}]] = Object.entries(responses[status]?.content ?? {});
    if (type === null) return { type, body: '' };
    if (type === 'text/event-stream') return { type, body: events(operationId, lie) };
    if (type === '*/*')
      return { type: 'text/plain', body: formatJsonValue(lie(`${operationId} body`, FILE, true)) };
    const value = this.sample(schema ?? {}, `${operationId} `, lie, 0);
    if (type === 'application/jsonl')
      return { type, body: `${JSON.stringify({ ...AUDITED, value })}\n` };
    return { type, body: JSON.stringify(value) };
  }

  private sample(given: Schema, field: string, lie: Lie, depth: number): Json {
    const schema = this.resolved(given);
    const { items, properties = {}, additionalProperties } = schema;
    const type = [schema.type ?? []].flat().find((one) => one !== 'null') ?? 'any';
    const name = field.split(/[ /]/).at(-1) ?? '';
    if (depth > DEPTH) return null;
    const known = name === 'url' ? `${this.server}/ui/login#code=c` : HONEST[name];
    if (known === null || (known !== undefined && type !== 'object' && type !== 'array'))
      return lie(field, known, type === 'string');
    if (type === 'array') return [this.sample(items ?? {}, `${field}/*`, lie, depth + 1)];
    if (type === 'object') {
      const members = Object.entries(properties).map(([key, each]) => [
        key,
        this.sample(each, `${field}/${key}`.replace(' /', ' '), lie, depth + 1),
      ]);
      if (additionalProperties) {
        const key = formatJsonValue(lie(`${field}/(name)`, 'key', true));
        const each = additionalProperties === true ? {} : additionalProperties;
        members.push([key, this.sample(each, `${field}/(value)`, lie, depth + 1)]);
      }
      return Object.fromEntries(members) as Json;
    }
    const value = honest(schema, type, name);
    return lie(field, value, value === TEXT);
  }

  /** Resolves references and choices, taking the first alternative that is not null. */
  private resolved(schema: Schema): Schema {
    const { $ref, anyOf, oneOf, allOf } = schema;
    if ($ref !== undefined)
      return this.resolved(this.document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
    const choice = (anyOf ?? oneOf)?.find(({ type }) => type !== 'null');
    if (choice !== undefined) return this.resolved(choice);
    if (allOf === undefined) return schema;
    const parts = allOf.map((part) => this.resolved(part));
    const all = parts.map(({ properties }) => properties ?? {});
    return { ...Object.assign({}, ...parts), properties: Object.assign({}, ...all) };
  }
}

function formatJsonValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function honest(schema: Schema, type: string, name: string): Json {
  const { format, enum: values } = schema;
  if (schema.const !== undefined) return schema.const;
  if (values !== undefined)
    return LIKELY.find((one) => values.includes(one)) ?? values.find((one) => one !== null) ?? null;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (format === 'uuid' || name === 'id' || name.endsWith('_id')) return ID;
  if (format === 'date-time' || name.endsWith('_at')) return AT;
  return TEXT;
}

const TEXT = 'text';

const AUDITED = { at: AT, action: 'a' };

/** Members of events that do not accept any text. */
const FIXED = new Set(['task_id', 'time', 'attempt', 'status', 'level', 'kind', 'id', 'progress']);

/** Returns the event stream of a task, with all kinds of events up to its end. */
function events(operation: string, lie: Lie): string {
  const step = { id: ID, kind: 'step', name: 'pay', attempts: 1, error_message: 'No luck.' };
  const approval = { approval_id: ID, prompt: 'Publish?', expires_at: null, automatic: false };
  const happened: [type: string, data: Record<string, Json>][] = [
    ['status', { status: 'running', progress: 0 }],
    ['phase', { phase: 'Load' }],
    ['progress', { progress: 50 }],
    ['log', { level: 'warning', text: 'a line' }],
    ['step', { ...step, status: 'failed' }],
    ['step', { ...step, status: 'waiting' }],
    ['approval', { ...approval, status: 'pending', decided_by: null }],
    ['approval', { ...approval, status: 'approved', decided_by: 'Ada' }],
    ['text', { step_id: null, kind: 'text', text: 'words\n' }],
    ['status', { status: 'pending', progress: 0, error_code: 'e', error_message: 'm', run_at: AT }],
    ['status', { status: 'success', progress: 100 }],
  ];
  return happened
    .map(([type, data], index) => {
      const all = { task_id: ID, time: AT, attempt: 1, ...data };
      const members = Object.entries(all).map(([name, value]) => [
        name,
        name === 'status' && value === 'success'
          ? value
          : lie(`${operation} ${type}/${name}`, value, !FIXED.has(name)),
      ]);
      const text = JSON.stringify(Object.fromEntries(members));
      return `id: ${index + 1}\nevent: ${type}\ndata: ${text}\n\n`;
    })
    .join('');
}
