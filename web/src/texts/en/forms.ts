import { counted } from './format.js';

/** Texts of form fields, and their validation messages. */
export const texts = {
  yes: 'Yes',
  answer: 'Answer',
  optional: '(optional)',
  asJson: 'Enter JSON.',
  modes: 'Input mode',
  form: 'Form',
  json: 'JSON',
  params: 'Params',
  loading: 'Loading the form…',
  jsonOnly: 'These params cannot be edited in a form. Enter them as JSON.',
  noSchema: 'This meta-task has no params schema. Enter the params as JSON.',
  noParams: 'This meta-task takes no params.',
  notJson: (why: string) => `This is not valid JSON: ${why}`,
  notObject: 'Params must be an object: { "name": value }.',
  wrong: (count: number) => counted(count, 'field is invalid', 'fields are invalid'),
  whole: 'The value',
  add: 'Add',
  addTo: (what: string) => `Add to ${what}`,
  remove: 'Remove',
  up: 'Move up',
  down: 'Move down',
  copy: 'Copy',
  clear: 'Clear',
  item: (number: number) => `Item ${number}`,
  name: (of: string) => `Name of ${of}`,
  kinds: {
    string: 'a string',
    number: 'a number',
    integer: 'an integer',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  },
  issues: {
    required: 'is required',
    type: (names: readonly string[]) => `must be ${names.map(formatKind).join(' or ')}`,
    enum: (values: readonly string[]) => `must be one of ${values.join(', ')}`,
    const: (value: string) => `must be ${value}`,
    pattern: (pattern: string) => `must match ${pattern}`,
    format: (format: string) => `must be ${FORMATS[format] ?? `in the format ${format}`}`,
    minimum: (least: number) => `must be ${least} or more`,
    maximum: (most: number) => `must be ${most} or less`,
    exclusiveMinimum: (above: number) => `must be greater than ${above}`,
    exclusiveMaximum: (below: number) => `must be less than ${below}`,
    multipleOf: (step: number) => `must be a multiple of ${step}`,
    minLength: (least: number) => `must have at least ${counted(least, 'character', 'characters')}`,
    maxLength: (most: number) => `must have at most ${counted(most, 'character', 'characters')}`,
    minItems: (least: number) => `must have at least ${counted(least, 'item', 'items')}`,
    maxItems: (most: number) => `must have at most ${counted(most, 'item', 'items')}`,
    minProperties: (least: number) =>
      `must have at least ${counted(least, 'property', 'properties')}`,
    maxProperties: (most: number) => `must have at most ${counted(most, 'property', 'properties')}`,
    uniqueItems: 'must not contain duplicate items',
    anyOf: 'does not match any of the choices',
    oneOf: 'must match exactly one of the choices',
    not: 'is not allowed',
    false: 'is not a known property',
    other: (keyword: string) => `does not match "${keyword}"`,
  },
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  'date-time': 'a time with a time zone, such as 2026-01-31T08:00:00Z',
  email: 'an email address',
  uri: 'a URL such as https://example.com/',
  uuid: 'a UUID',
  time: 'a time of day with a time zone, such as 08:00:00Z',
};

function formatKind(name: string): string {
  return name in texts.kinds ? texts.kinds[name as keyof typeof texts.kinds] : name;
}
