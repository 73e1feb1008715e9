import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { compile } from '../../base/schema/compile.js';
import { explain } from '../../base/schema/explain.js';
import { parseYaml, type Place } from '../../base/yaml/yaml-text.js';
import type { ContractIssue } from './agent-tools.js';
import { type Contract, toContractLimits } from './contract.js';
import { type FrontMatter, frontMatterSchema, LIMITS_SCHEMA } from './contract-fields.js';
import { type ContractPlace, contractIssues } from './contract-rules.js';

/** An issue of a contract with its location; line and column start at 1. */
export type PlacedIssue = Place & Omit<ContractIssue, 'pointer'>;

export type CompiledContract =
  | { ok: true; contract: Contract }
  /** `model`: model named in the contract; null without one, or if it cannot be read. */
  | { ok: false; issues: PlacedIssue[]; model: string | null };

/** Maximum length of front matter in characters: parsing this much YAML blocks the server for about 30 ms. */
const MAX_FRONT = 16 * 1024;

let matches: ReturnType<typeof compile> | undefined;

/** Compiles the text of a contract: front matter between two lines of `---`, followed by instructions in Markdown. */
export async function compileContract(
  text: string,
  place: ContractPlace,
): Promise<CompiledContract> {
  const lines = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [, front, body = ''] =
    /^---[ \t]*\n([\s\S]*?)^---[ \t]*(?:\n([\s\S]*))?$/m.exec(lines) ?? [];
  if (front === undefined || !/^---[ \t]*\n/.test(lines))
    return {
      ...failed([{ line: 1, column: 1, message: 'begins with no front matter (--- … ---)' }]),
      model: null,
    };
  const read = front.length > MAX_FRONT ? failed([tooLong(front)]) : readFrontMatter(front);
  const issues = 'issues' in read ? read.issues : await placedIssues(read, place);
  if (body.trim() === '') {
    const line = lines.split('\n').length;
    issues.push({ ...NO_INSTRUCTIONS, line, column: 1 });
  }
  if ('issues' in read) return { ok: false, issues, model: null };
  const { value } = read;
  if (issues.length > 0) return { ok: false, issues, model: value.model ?? null };
  const contract: Contract = {
    loopVersion: 1,
    goal: value.goal,
    model: value.model ?? null,
    tools: value.tools ?? null,
    knowledge: value.knowledge ?? null,
    citations: value.citations ?? false,
    approve: value.approve ?? null,
    onRejected: value.on_rejected ?? null,
    limits: toContractLimits(value.limits),
    instructions: body.trim(),
  };
  return { ok: true, contract };
}

function tooLong(front: string): Place & { message: string } {
  return {
    line: 1,
    column: 1,
    message: `has a front matter of ${front.length} characters; ${MAX_FRONT} are allowed: put text into the instructions, and name directories in knowledge`,
  };
}

const NO_INSTRUCTIONS = {
  kind: 'invalid',
  message: 'has no instructions below its front matter',
} as const;

interface Read {
  value: FrontMatter;
  locatePointer: (pointer: string) => Place;
}

function readFrontMatter(front: string): Read | { issues: PlacedIssue[] } {
  const yaml = parseYaml(front);
  if ('diagnostics' in yaml)
    return failed(
      yaml.diagnostics.map(({ line = 1, column = 1, message }) => ({
        ...below({ line, column }),
        message,
      })),
    );
  const locatePointer = (pointer: string): Place => below(yaml.locatePointer(pointer));
  if (!isJsonObject(yaml.value))
    return failed([
      { line: 2, column: 1, message: 'the front matter must be fields: goal, tools, limits' },
    ]);
  if (isFrontMatter(yaml.value)) return { value: yaml.value, locatePointer };
  return failed(
    explain(matches?.errors ?? []).map(({ pointer, message }) => ({
      ...locatePointer(pointer),
      message: `${formatPointer(pointer)} ${message.replace('property', 'field')}`,
    })),
  );
}

function isFrontMatter(value: Json): value is Json & FrontMatter {
  matches ??= compile(asJson(frontMatterSchema()), '2020-12');
  return matches(value) === true;
}

/** Converts a location in the front matter to one in the text, whose first line is the mark. */
function below({ line, column }: Place): Place {
  return { line: line + 1, column };
}

function formatPointer(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}

async function placedIssues(
  { value, locatePointer }: Read,
  place: ContractPlace,
): Promise<PlacedIssue[]> {
  const issues = await contractIssues(value, place);
  return issues.map(({ pointer, message, kind }) => ({
    ...locatePointer(pointer),
    message: `${formatPointer(pointer)}: ${message}`,
    kind,
  }));
}

function failed(issues: (Place & { message: string })[]): { ok: false; issues: PlacedIssue[] } {
  return { ok: false, issues: issues.map((issue) => ({ ...issue, kind: 'invalid' })) };
}

let limitsMatch: ReturnType<typeof compile> | undefined;

/** Returns the issues of an agent's limits, with pointers into them. */
export function limitIssues(limits: Json): { pointer: string; message: string }[] {
  limitsMatch ??= compile(asJson(LIMITS_SCHEMA), '2020-12');
  return limitsMatch(limits) === true ? [] : explain(limitsMatch.errors ?? []);
}

/** Casts a constant schema with readonly arrays to JSON. */
function asJson(schema: object): Json {
  return schema as Json;
}
