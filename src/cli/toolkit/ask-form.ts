import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { askChoice, askText } from './ask.js';
import { memberCheck } from './member-check.js';
import { plainLine, shownText } from './plain-text.js';
import {
  memberRule,
  readSchemaMembers,
  readRequiredMembers,
  buildRule,
  type ValueRule,
} from './schema-rule.js';
import { label, shown, typedValue } from './typed-value.js';

/** Value of the choice "none of these"; the other choices are indexes. */
const NONE = 'none';

/** A value to ask for. */
interface Question {
  name: string;
  rule: ValueRule;
  /** Flag that provides the value without a terminal. */
  flag: string;
  /** Returns an error message if the value is invalid beyond its type. */
  check?: (value: Json) => string | undefined;
}

/**
 * Asks for the values of a JSON Schema, field by field: texts, numbers and choices; lists and objects as JSON. Optional
 * fields may be left empty. Each value is validated when it is entered. `flagOf` returns the flag to name in the error
 * without a terminal; it throws CommandError. `earlier` are preset answers.
 */
export async function askForm(
  form: Json,
  flagOf: (name: string) => string,
  earlier: Json = null,
): Promise<Json> {
  const names = Object.keys(readSchemaMembers(form));
  if (!isJsonObject(form) || names.length === 0)
    return askValue({
      name: 'The answer',
      rule: withInitial(buildRule(form), earlier ?? undefined),
      flag: flagOf('value'),
    });
  const required = readRequiredMembers(form);
  const check = await memberCheck(form);
  const kept = isJsonObject(earlier) ? earlier : {};
  const answers: [string, Json][] = [];
  for (const name of names) {
    const rule = withInitial(memberRule(form, name), kept[name]);
    const question = { name, rule, flag: flagOf(name), check: (value: Json) => check(name, value) };
    if (required.includes(name)) answers.push([name, await askValue(question)]);
    else {
      const value = await askOptional(question);
      if (value !== undefined) answers.push([name, value]);
    }
  }
  return Object.fromEntries(answers);
}

/** Asks for a required value. */
export async function askValue(question: Question): Promise<Json> {
  const { rule, flag } = question;
  const message = messageFor(question);
  const choices = listChoices(rule);
  if (choices !== null) {
    const value = await askOneOf(choices, [], message, question);
    if (value === undefined) throw new Error('what must be chosen was left out');
    return value;
  }
  const answer = await askText({
    message,
    flag,
    initial: formatInitial(rule),
    check: (typed) => findTypedError(typed, question),
  });
  return resolveTypedValue(answer, rule);
}

/** Asks for an optional value. Returns undefined if it is left empty. */
async function askOptional(question: Question): Promise<Json | undefined> {
  const { rule, flag } = question;
  const message = `${messageFor(question)}, may be left empty`;
  const choices = listChoices(rule);
  if (choices !== null)
    return askOneOf(choices, [{ value: NONE, label: '(none)' }], message, question);
  const answer = await askText({
    message,
    flag,
    initial: formatInitial(rule),
    check: (typed) => (typed === '' ? undefined : findTypedError(typed, question)),
  });
  return answer === '' ? undefined : resolveTypedValue(answer, rule);
}

/**
 * Asks for one of `values`. Returns undefined if one of `others` is chosen. The rule's default is preselected unless
 * another value is given.
 */
async function askOneOf(
  values: readonly Json[],
  others: readonly { value: string; label: string }[],
  message: string,
  { rule, flag }: Question,
): Promise<Json | undefined> {
  const choices = values.map((value, index) => ({ value: String(index), label: label(value) }));
  const { initial } = rule;
  const at = initial === undefined ? -1 : values.findIndex((one) => shown(one) === shown(initial));
  const none = others[0]?.value;
  const preset = at === -1 ? none : String(at);
  const chosen = await askChoice({
    message,
    flag,
    choices: [...choices, ...others],
    initial: preset,
  });
  return chosen === NONE ? undefined : values[Number(chosen)];
}

function listChoices({ types, choices, isClosed }: ValueRule): readonly Json[] | null {
  if (isClosed) return choices;
  return types.length === 1 && types[0] === 'boolean' ? [true, false] : null;
}

function messageFor({ name, rule: { title, description, types } }: Question): string {
  const hint = description === null ? '' : ` (${plainLine(description)})`;
  const isJson = types.length > 0 && types.every((type) => type === 'array' || type === 'object');
  return `${plainLine(title ?? name)}${hint}${isJson ? ', as JSON' : ''}`;
}

function formatInitial({ initial }: ValueRule): string | undefined {
  return initial === undefined ? undefined : shownText(label(initial));
}

function withInitial(rule: ValueRule, earlier: Json | undefined): ValueRule {
  return earlier === undefined ? rule : { ...rule, initial: earlier };
}

function findTypedError(typed: string, { rule, check }: Question): string | undefined {
  const isPreset = rule.initial !== undefined && typed === formatInitial(rule);
  const value = isPreset ? { value: rule.initial ?? null } : typedValue(typed, rule);
  if ('error' in value) return typed === '' ? 'It is needed.' : `It ${value.error}.`;
  const wrong = check?.(value.value);
  if (wrong === undefined) return undefined;
  return typed === '' ? 'It is needed.' : `It ${plainLine(wrong)}.`;
}

function resolveTypedValue(typed: string, rule: ValueRule): Json {
  // An unchanged preset may have several lines or look like another type, such as "5".
  if (rule.initial !== undefined && typed === formatInitial(rule)) return rule.initial;
  const value = typedValue(typed, rule);
  return 'value' in value ? value.value : typed;
}
