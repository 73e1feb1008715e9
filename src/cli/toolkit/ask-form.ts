import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { askChoice, askText } from './ask.js';
import { memberCheck } from './member-check.js';
import { plainLine, shownText } from './plain-text.js';
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
  /** Returns what is wrong with a value beyond its type. */
  check?: (value: Json) => string | undefined;
}

/**
 * Asks for what a JSON Schema wants, field by field: texts, numbers, choices; lists and objects as JSON. A field that may
 * be left out may be left empty. Each is checked as it is given. `flagOf`: what gives a field where there is no terminal; that
 * throws CommandError. `earlier`: the answers of a first time, which are kept unless they are changed.
 */
export async function askForm(
  form: Json,
  flagOf: (name: string) => string,
  earlier: Json = null,
): Promise<Json> {
  const names = Object.keys(membersOf(form));
  if (!isJsonObject(form) || names.length === 0)
    return askValue({
      name: 'The answer',
      rule: withInitial(ruleOf(form), earlier ?? undefined),
      flag: flagOf('value'),
    });
  const required = requiredOf(form);
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
    check: (typed) => errorOf(typed, question),
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
    check: (typed) => (typed === '' ? undefined : errorOf(typed, question)),
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
  return initial === undefined ? undefined : shownText(label(initial));
}

function withInitial(rule: ValueRule, earlier: Json | undefined): ValueRule {
  return earlier === undefined ? rule : { ...rule, initial: earlier };
}

function errorOf(typed: string, { rule, check }: Question): string | undefined {
  const isPreset = rule.initial !== undefined && typed === initialOf(rule);
  const value = isPreset ? { value: rule.initial ?? null } : typedValue(typed, rule);
  if ('error' in value) return typed === '' ? 'It is needed.' : `It ${value.error}.`;
  const wrong = check?.(value.value);
  if (wrong === undefined) return undefined;
  return typed === '' ? 'It is needed.' : `It ${plainLine(wrong)}.`;
}

function valueOf(typed: string, rule: ValueRule): Json {
  // What was left as it stood may be on several lines, or a text like "5".
  if (rule.initial !== undefined && typed === initialOf(rule)) return rule.initial;
  const value = typedValue(typed, rule);
  return 'value' in value ? value.value : typed;
}
