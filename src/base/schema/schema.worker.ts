/** The thread that processes users' schemas. A slow schema delays nothing else, and can be terminated at any time. */
import { parentPort } from 'node:worker_threads';
import type { ValidateFunction } from 'ajv';
import { LRUCache } from 'lru-cache';
import type { Json } from '../kernel/json.js';
import { checkSchema, explainThrown } from './check.js';
import { compile, resolveDraft } from './compile.js';
import { explain } from './explain.js';
import type { SchemaIssue } from './schema-issue.js';
import type { SchemaAnswer, SchemaJob } from './schema-job.js';

/** Compiled schemas by their text. Sizes are in characters; a compiled schema takes about 15 bytes for each. */
const compiled = new LRUCache<string, ValidateFunction>({
  max: 200,
  maxSize: 512 * 1024,
  sizeCalculation: (_validate, text) => text.length,
});

function validate(schemaText: string, valueText: string): SchemaIssue[] {
  try {
    const matches = compiled.get(schemaText) ?? compileText(schemaText);
    const value: Json = JSON.parse(valueText);
    return matches(value) === true ? [] : explain(matches.errors ?? []);
  } catch (error) {
    const { message } = explainThrown(error, JSON.parse(schemaText));
    return [{ pointer: '', message: `cannot be checked: its schema ${message}` }];
  }
}

function compileText(text: string): ValidateFunction {
  const schema: Json = JSON.parse(text);
  const draft = resolveDraft(schema);
  if (draft === null) throw new Error('its $schema is not supported');
  const matches = compile(schema, draft);
  compiled.set(text, matches);
  return matches;
}

function answer(job: SchemaJob): SchemaAnswer {
  const issues =
    job.kind === 'check' ? checkSchema(JSON.parse(job.schema)) : validate(job.schema, job.value);
  return { kind: 'issues', issues };
}

const port = parentPort;
if (port === null) throw new Error('schema.worker runs as a worker thread only');
port.on('message', (job: SchemaJob) => port.postMessage(answer(job)));
// Compiling the meta-schema takes 50 ms of CPU time, which must not count towards a user's limit.
checkSchema({});
port.postMessage({ kind: 'ready' } satisfies SchemaAnswer);
