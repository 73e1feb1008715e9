import { escapePointer, type Json } from '../../base/kernel/json.js';
import { compile } from '../../base/schema/compile.js';
import { explain } from '../../base/schema/explain.js';
import { includesJson, sameJson, shownJson, selectMentioned, textDifference } from './matching.js';
import type {
  CallExpectation,
  ChildExpectation,
  Expectations,
  MemoryExpectation,
  Mismatch,
  Observed,
  StepExpectation,
  TextMatch,
} from './test-case.js';

const AT = '/expect';

/** Returns the differences between a run and the expectations of a case, except for files. */
export function collectMismatches(expected: Expectations, observed: Observed): Mismatch[] {
  const results = hasWantedStatus(expected, observed)
    ? [
        ...valueMismatches(expected, observed.result, AT, 'the result'),
        ...schemaMismatches(expected, observed.result),
      ]
    : statusMismatches(expected, observed);
  return [
    ...results,
    ...errorMismatches(expected, observed),
    ...phaseMismatches(expected, observed),
    ...progressMismatches(expected, observed),
    ...logMismatches(expected, observed),
    ...listMismatches('steps', expected.steps, observed.steps, stepMismatches),
    ...listMismatches('calls', expected.calls, observed.calls, callMismatches),
    ...listMismatches('children', expected.children, observed.children, childMismatches),
    ...listMismatches('memories', expected.memories, observed.memories, memoryMismatches),
  ];
}

/** Returns the differences between a value and `result` and `result_includes`. */
export function valueMismatches(
  wanted: { result?: Json; result_includes?: Json },
  actual: Json,
  pointer: string,
  what: string,
): Mismatch[] {
  return [
    ...exactly(wanted.result, actual, `${pointer}/result`, what),
    ...including(wanted.result_includes, actual, `${pointer}/result_includes`, what),
  ];
}

export function exactly(
  wanted: Json | undefined,
  actual: Json,
  pointer: string,
  what: string,
): Mismatch[] {
  if (wanted === undefined || sameJson(wanted, actual)) return [];
  const difference = { expected: shownJson(wanted), actual: shownJson(actual) };
  return [{ pointer, message: `${what} is another`, difference }];
}

export function including(
  wanted: Json | undefined,
  actual: Json,
  pointer: string,
  what: string,
): Mismatch[] {
  if (wanted === undefined || includesJson(actual, wanted)) return [];
  const difference = {
    expected: shownJson(wanted),
    actual: shownJson(selectMentioned(actual, wanted)),
  };
  return [{ pointer, message: `${what} does not have all of it`, difference }];
}

/** Returns the difference of two texts without their equal parts. */
export function textMismatch(
  actual: string,
  match: TextMatch,
  pointer: string,
  what: string,
): Mismatch[] {
  const mismatch = textDifference(actual, match);
  if (mismatch === null) return [];
  const expected = match.equals ?? match.contains ?? match.matches ?? '';
  return [{ pointer, message: `${what} ${mismatch}`, difference: { expected, actual } }];
}

/** Returns the expected status; a case without one has a default. */
export function expectedStatus({ status, error }: Expectations): string {
  return status ?? (error === undefined ? 'success' : 'failed');
}

/**
 * Returns whether the status is the expected one. A task that was never created counts as failed if an error is
 * expected and no status.
 */
export function hasWantedStatus(expected: Expectations, { status }: Observed): boolean {
  const wanted = expectedStatus(expected);
  if (status === wanted) return true;
  return status === 'refused' && expected.status === undefined && wanted === 'failed';
}

function statusMismatches(expected: Expectations, { status, error }: Observed): Mismatch[] {
  const wanted = expectedStatus(expected);
  const why = error === null ? '' : `: ${error.code}: ${error.message}`;
  const ended = status === 'refused' ? 'was refused' : `ended as ${status}`;
  return [
    {
      pointer: expected.status === undefined ? AT : `${AT}/status`,
      message: `the task ${ended}, not as ${wanted}${why}`,
    },
  ];
}

function errorMismatches({ error: wanted }: Expectations, { error }: Observed): Mismatch[] {
  if (wanted === undefined) return [];
  const pointer = `${AT}/error`;
  // The status already shows that there is none.
  if (error === null) return [];
  const actualText = `${error.code}: ${error.message}`;
  if (typeof wanted === 'string')
    return actualText.includes(wanted)
      ? []
      : [
          {
            pointer,
            message: 'the error is another',
            difference: { expected: wanted, actual: actualText },
          },
        ];
  const { code, message } = wanted;
  const codes: Mismatch[] =
    code === undefined || code === error.code
      ? []
      : [
          {
            pointer: `${pointer}/code`,
            message: `the error is ${error.code}, not ${code}: ${error.message}`,
          },
        ];
  if (message === undefined) return codes;
  const match = typeof message === 'string' ? { contains: message } : message;
  return [...codes, ...textMismatch(error.message, match, `${pointer}/message`, 'the message')];
}

function schemaMismatches({ result_schema: schema }: Expectations, result: Json): Mismatch[] {
  if (schema === undefined) return [];
  const validate = compile(schema, '2020-12');
  if (validate(result) === true) return [];
  return explain(validate.errors ?? []).map(({ pointer, message }) => ({
    pointer: `${AT}/result_schema`,
    message: `result${pointer} ${message}`,
  }));
}

function phaseMismatches({ phases }: Expectations, observed: Observed): Mismatch[] {
  return exactly(phases, observed.phases, `${AT}/phases`, 'the list of phases');
}

function progressMismatches({ progress }: Expectations, observed: Observed): Mismatch[] {
  if (progress === undefined || progress === observed.progress) return [];
  const message = `the progress is ${observed.progress}, not ${progress}`;
  return [{ pointer: `${AT}/progress`, message }];
}

function logMismatches({ logs = [] }: Expectations, observed: Observed): Mismatch[] {
  return logs.flatMap((wanted, index): Mismatch[] => {
    const match = typeof wanted === 'string' ? { contains: wanted } : wanted;
    const found = observed.logs.some(
      ({ level, text }) =>
        (match.level === undefined || match.level === level) &&
        textDifference(text, match) === null,
    );
    if (found) return [];
    const message = `no line of the log is ${JSON.stringify(wanted)}`;
    return [{ pointer: `${AT}/logs/${index}`, message }];
  });
}

/** Compares lists of events, which must be complete and in order; a text is the name of one. */
function listMismatches<
  W extends object,
  O extends { name: string } | { task: string } | { text: string },
>(
  field: 'steps' | 'calls' | 'children' | 'memories',
  wanted: readonly (string | W)[] | undefined,
  observed: readonly O[],
  compareOne: (wanted: string | W, observed: O, pointer: string) => Mismatch[],
): Mismatch[] {
  if (wanted === undefined) return [];
  const pointer = `${AT}/${field}`;
  const names = observed.map((one) => describeItem(one));
  if (wanted.length !== names.length) {
    const expected = wanted.map((one) => describeItem(one)).join('\n');
    return [
      {
        pointer,
        message: `there are ${names.length} ${field}, not ${wanted.length}`,
        difference: { expected, actual: names.join('\n') },
      },
    ];
  }
  return observed.flatMap((one, index) => {
    const given = wanted[index];
    return given === undefined ? [] : compareOne(given, one, `${pointer}/${index}`);
  });
}

function describeItem(one: string | object): string {
  if (typeof one === 'string') return one;
  const { name, task, text, kind } = one as Partial<Record<string, Json>>;
  const known = [name, task, text, kind].find((value) => typeof value === 'string');
  return typeof known === 'string' ? known : JSON.stringify(one);
}

function stepMismatches(
  wanted: string | StepExpectation,
  step: Observed['steps'][number],
  pointer: string,
): Mismatch[] {
  const asked = typeof wanted === 'string' ? { name: wanted } : wanted;
  return [
    ...memberMismatches(asked, step, ['name', 'kind', 'status', 'attempts'], pointer),
    ...valueMismatches(asked, step.result, pointer, `the result of ${JSON.stringify(step.name)}`),
  ];
}

function callMismatches(
  wanted: string | CallExpectation,
  call: Observed['calls'][number],
  pointer: string,
): Mismatch[] {
  const asked = typeof wanted === 'string' ? { name: wanted } : wanted;
  const what = `of ${JSON.stringify(call.name)}`;
  const { input, input_includes: some, answer } = asked;
  const match = typeof answer === 'string' ? { contains: answer } : answer;
  return [
    ...memberMismatches(asked, call, ['name', 'status'], pointer),
    ...exactly(input, call.input, `${pointer}/input`, `the input ${what}`),
    ...including(some, call.input, `${pointer}/input_includes`, `the input ${what}`),
    ...(match === undefined
      ? []
      : textMismatch(call.answer, match, `${pointer}/answer`, `the answer ${what}`)),
  ];
}

function childMismatches(
  wanted: string | ChildExpectation,
  child: Observed['children'][number],
  pointer: string,
): Mismatch[] {
  const asked = typeof wanted === 'string' ? { task: wanted } : wanted;
  const what = `of ${JSON.stringify(child.task)}`;
  const { params, params_includes: some } = asked;
  return [
    ...memberMismatches(asked, child, ['task', 'status'], pointer),
    ...exactly(params, child.params, `${pointer}/params`, `the params ${what}`),
    ...including(some, child.params, `${pointer}/params_includes`, `the params ${what}`),
    ...valueMismatches(asked, child.result, pointer, `the result ${what}`),
  ];
}

function memoryMismatches(
  wanted: string | MemoryExpectation,
  memory: Observed['memories'][number],
  pointer: string,
): Mismatch[] {
  const asked = typeof wanted === 'string' ? { text: wanted } : wanted;
  const { text } = asked;
  const match = typeof text === 'string' ? { contains: text } : text;
  const at = typeof wanted === 'string' ? pointer : `${pointer}/text`;
  return [
    ...(match === undefined ? [] : textMismatch(memory.text, match, at, 'the memory')),
    ...memberMismatches(asked, memory, ['kind', 'scope', 'status', 'trust', 'origin'], pointer),
  ];
}

function memberMismatches<K extends string>(
  wanted: Partial<Record<K, Json>>,
  actual: Record<K, Json>,
  names: readonly K[],
  pointer: string,
): Mismatch[] {
  return names.flatMap((name): Mismatch[] => {
    const value = wanted[name];
    if (value === undefined || value === actual[name]) return [];
    const message = `${name} is ${JSON.stringify(actual[name])}, not ${JSON.stringify(value)}`;
    return [{ pointer: `${pointer}/${escapePointer(name)}`, message }];
  });
}
