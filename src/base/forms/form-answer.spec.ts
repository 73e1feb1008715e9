import { describe, expect, it } from '@jest/globals';
import type { Json } from '../kernel/json.js';
import { parsePayload, formatPayload } from './form-answer.js';
import { formField } from './form-field.js';

const FORM = {
  type: 'object',
  required: ['title', 'channel', 'agreed'],
  properties: {
    title: { type: 'string' },
    subtitle: { type: 'string' },
    copies: { type: 'integer' },
    price: { type: 'number' },
    channel: { enum: ['web', 2, null] },
    agreed: { type: 'boolean' },
    'a/b~c': { type: 'string' },
    author: {
      type: 'object',
      properties: { name: { type: 'string' }, known: { type: 'boolean' } },
    },
    tags: { type: 'array' },
  },
};

describe('the payload of a form', () => {
  it.each<[string, Record<string, string>, Json]>([
    ['of nothing holds what is needed', {}, { title: '', agreed: false }],
    [
      'has the types of its fields',
      {
        title: 'T',
        copies: '3',
        price: '-1.5',
        channel: '1',
        agreed: 'on',
        'a~1b~0c': 'x',
        'author/name': 'Ada',
        tags: '["a", 1]',
      },
      {
        title: 'T',
        copies: 3,
        price: -1.5,
        channel: 2,
        agreed: true,
        'a/b~c': 'x',
        author: { name: 'Ada', known: false },
        tags: ['a', 1],
      },
    ],
    [
      'keeps other values for the form to refuse',
      { copies: 'many', tags: '[', channel: '7' },
      { title: '', agreed: false, copies: 'many', tags: '[' },
    ],
    [
      'keeps numbers that would become others for the form to refuse',
      { copies: '9007199254740993', tags: '[1e400]' },
      { title: '', agreed: false, copies: '9007199254740993', tags: '[1e400]' },
    ],
    [
      'distinguishes null from nothing',
      { channel: '2' },
      { title: '', agreed: false, channel: null },
    ],
  ])('the payload of a form %s', (_what, given, expected) => {
    const texts = new Map(Object.entries(given).map(([name, text]) => [`/payload/${name}`, text]));
    expect(parsePayload(formField(FORM), texts)).toEqual(expected);
  });

  it.each<Json>([
    {
      title: 'T',
      copies: 0,
      channel: null,
      agreed: true,
      author: { name: 'A', known: true },
      tags: [],
    },
    { title: '', channel: 'web', agreed: false },
  ])('a payload survives the way through the texts of its form: %j', (payload) => {
    const field = formField(FORM);
    expect(parsePayload(field, formatPayload(field, payload))).toEqual(payload);
  });

  it.each([
    [
      { type: 'string', format: 'email' },
      { kind: 'text', input: 'email' },
    ],
    [
      { type: 'string', maxLength: 500 },
      { kind: 'text', input: 'lines' },
    ],
    [{ type: 'integer' }, { kind: 'number', whole: true }],
    [{ enum: [{}] }, { kind: 'json' }],
    [{ type: ['string', 'null'] }, { kind: 'json' }],
    [{ type: 'object', properties: {}, oneOf: [] }, { kind: 'json' }],
    [{ type: 'object', properties: {}, required: ['other'] }, { kind: 'json' }],
    [true, { kind: 'json' }],
  ])('the schema %j maps to its kind of field', (form, kind) => {
    expect(formField(form)).toMatchObject(kind);
  });
});
