import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { askChoice, askText } from './ask.js';
import { plainLine } from './plain-text.js';
import { memberRule, membersOf, requiredOf, ruleOf, type ValueRule } from './schema-rule.js';
import { label, shown, typedValue } from './typed-value.js';

/** A choice that is the index of none. */
const NONE = 'none';

/** A value that is asked for. */
interface Question {
  name: string;
  rule: ValueRule;
  /** The flag that gives it without a terminal. */
  flag: string;
}

/**
 * Asks for what a JSON Schema wants, field by field: texts, numbers, choices; lists and objects as JSON. A field that may
 * be left out may be left empty. `flag`: what gives it where there is no terminal; that throws CommandError.
 */
export async function askForm(form: Json, flag: string): Promise<Json> {
  const names = Object.keys(membersOf(form));
  if (!isJsonObject(form) || names.length === 0)
    return askValue({ name: 'The answer', rule: ruleOf(form), flag });
  const required = requiredOf(form);
  const answers: [string, Json][] = [];
  for (const name of names) {
    const question = { name, rule: memberRule(form, name), flag };
    if (required.includes(name)) answers.push([name, await askValue(question)]);
    else {
      const value = await askOptional(question);
      if (value !== undefined) answers.push([name, value]);
    }
  }
  return Object.fromEntries(answers);
}

/** Asks for a value that has to be given. */
export async function askValue(question: Question): Promise<Json> {
  const { rule, flag } = question;
  const message = messageFor(question);
  const choices = choicesOf(rule);
  if (choices !== null) {
    const value = await askOneOf(choices, [], message, question);
    if (value === undefined) throw new Error('what must be chosen was left out');
    return value;
  }
  const answer = await askText({
    message,
    flag,
    initial: initialOf(rule),
    check: (typed) => errorOf(typed, rule),
  });
  return valueOf(answer, rule);
}

/** Undefined where it is left empty. */
async function askOptional(question: Question): Promise<Json | undefined> {
  const { rule, flag } = question;
  const message = `${messageFor(question)}, may be left empty`;
  const choices = choicesOf(rule);
  if (choices !== null)
    return askOneOf(choices, [{ value: NONE, label: '(none)' }], message, question);
  const answer = await askText({
    message,
    flag,
    initial: initialOf(rule),
    check: (typed) => (typed === '' ? undefined : errorOf(typed, rule)),
  });
  return answer === '' ? undefined : valueOf(answer, rule);
}

/** Undefined for one of `others`. What the rule says is preset counts where nothing else is. */
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

function choicesOf({ types, choices, isClosed }: ValueRule): readonly Json[] | null {
  if (isClosed) return choices;
  return types.length === 1 && types[0] === 'boolean' ? [true, false] : null;
}

function messageFor({ name, rule: { title, description, types } }: Question): string {
  const hint = description === null ? '' : ` (${plainLine(description)})`;
  const isJson = types.length > 0 && types.every((type) => type === 'array' || type === 'object');
  return `${plainLine(title ?? name)}${hint}${isJson ? ', as JSON' : ''}`;
}

function initialOf({ initial }: ValueRule): string | undefined {
  return initial === undefined ? undefined : label(initial);
}

function errorOf(typed: string, rule: ValueRule): string | undefined {
  if (rule.initial !== undefined && typed === initialOf(rule)) return undefined;
  const value = typedValue(typed, rule);
  if (!('error' in value)) return undefined;
  return typed === '' ? 'It is needed.' : `It ${value.error}.`;
}

function valueOf(typed: string, rule: ValueRule): Json {
  // What was left as it stood may be on several lines, or a text like "5".
  if (rule.initial !== undefined && typed === initialOf(rule)) return rule.initial;
  const value = typedValue(typed, rule);
  return 'value' in value ? value.value : typed;
}
