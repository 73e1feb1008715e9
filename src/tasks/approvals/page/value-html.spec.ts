import { describe, expect, it } from '@jest/globals';
import { valueHtml } from './value-html.js';

const plain = (html: string): string => html.replaceAll(/\s+/g, ' ').replaceAll(/> </g, '><');

describe('a value on the page', () => {
  it('a value is shown as a list, a table of flat objects or names with values', () => {
    const value = {
      paths: ['/a', '/b'],
      rows: [{ id: 1, ok: true }, { id: 2 }],
      none: [],
      by: null,
    };
    const html = plain(valueHtml(value).text);
    expect(html).toContain('<dt>paths</dt><dd><ul><li>/a</li><li>/b</li></ul></dd>');
    expect(html).toContain('<th scope="col">id</th><th scope="col">ok</th>');
    expect(html).toContain('<tr><td>1</td><td>yes</td></tr><tr><td>2</td><td></td></tr>');
    expect(html).not.toContain('{');
  });

  it('the titles of the schema replace the names of the members', () => {
    const schema = {
      properties: {
        sum: { title: 'Total' },
        to: { type: 'object', properties: { city: { title: 'Place' } } },
      },
    };
    const html = plain(valueHtml({ sum: 5, to: { city: 'Oslo' }, other: 1 }, schema).text);
    expect([...html.matchAll(/<dt>(\w+)<\/dt>/g)].map(([, name]) => name)).toEqual([
      'Total',
      'to',
      'Place',
      'other',
    ]);
  });

  it('every part of a value is escaped', () => {
    const evil = '<script>';
    const { text } = valueHtml({ [evil]: [evil, { a: evil }], t: [{ [evil]: evil }, {}] });
    expect(text).not.toContain(evil);
  });

  it('a deeply nested value falls back to preformatted text', () => {
    let deep: unknown = 'end';
    for (let depth = 0; depth < 60; depth += 1) deep = [deep];
    expect(valueHtml(deep as never).text).toContain('<pre>');
  });
});
