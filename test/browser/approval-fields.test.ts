/** Tests that the fields of an approval are the same on the page behind a link and in the dashboard. */
import { expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatPayload } from '../../src/base/forms/form-answer.js';
import { formDefaults } from '../../src/base/forms/form-defaults.js';
import { formField } from '../../src/base/forms/form-field.js';
import type { Json, JsonObject } from '../../src/base/kernel/json.js';
import { fieldHtml } from '../../src/tasks/approvals/page/form-html.js';
import { AnswerFields } from '../../web/src/forms/answer-fields.js';
import { SHAPES } from '../support/params-shapes.js';

const FORMS: [string, Json][] = [
  ...SHAPES.map(({ name, schema, defs }): [string, Json] => [
    name,
    {
      type: 'object',
      required: ['value'],
      properties: { value: schema, 'more/of~it': schema },
      ...(defs !== undefined && { $defs: defs }),
    } as JsonObject,
  ]),
  ['a choice of many', { enum: ['a', 'b', 'c', 'd', 'e', 1, null] }],
  ['a choice of two', { title: 'Where', enum: ['website', 'newsletter'], default: 'website' }],
  [
    'groups in groups, with titles and defaults',
    {
      type: 'object',
      required: ['author'],
      properties: {
        author: {
          title: 'Author <b>',
          type: 'object',
          required: ['mail'],
          properties: {
            mail: { type: 'string', format: 'email', description: 'Of the office' },
            known: { type: 'boolean', default: true },
            home: { type: 'object', properties: { city: { type: 'string', maxLength: 500 } } },
          },
        },
        copies: { type: 'integer', minimum: 0, maximum: 9, default: 2 },
      },
    },
  ],
  ['nothing that fields can show', true],
];

/** Returns the names of a form's fields, their headings, and the values before them. */
function parseFormFields(html: string): { names: string[]; headings: string[]; held: string[] } {
  const all = (pattern: RegExp): string[] =>
    [...html.matchAll(pattern)].map(([, found = '']) =>
      found.replaceAll(/<[^>]*>|\s+/g, ' ').trim(),
    );
  return {
    names: [...new Set(all(/\sname="([^"]*)"/g))],
    headings: [
      ...all(/<legend[^>]*>([\s\S]*?)<\/legend>/g),
      ...all(/<label[^>]*for="[^"]*"[^>]*>([\s\S]*?)<\/label\s*>/g),
      ...all(/<label class="flag"[^>]*>([\s\S]*?)<\/label\s*>/g),
    ]
      .map((heading) => heading.replace(/ *(?:\(optional\)|\*)$/, ''))
      .sort(),
    held: all(/<input[^>]*type="(?:text|number|email|url|date)"[^>]*value="([^"]*)"/g),
  };
}

it.each(FORMS)(
  'a form with %s has the same fields on the link page and in the dashboard',
  (_name, form) => {
    const field = formField(form);
    const texts = formatPayload(field, formDefaults(form));
    const page = parseFormFields(fieldHtml(field, texts, new Map()).text);
    const dashboard = parseFormFields(
      renderToStaticMarkup(
        createElement(AnswerFields, { field, texts, errors: new Map(), onChange: () => undefined }),
      ),
    );
    expect(dashboard).toEqual(page);
    expect(page.names.length).toBeGreaterThan(0);
  },
);
