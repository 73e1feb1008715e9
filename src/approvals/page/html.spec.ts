import { expect, test } from '@jest/globals';
import { attribute, html } from './html.js';

test('what is put into a template is escaped', () => {
  const evil = `"><script>alert('1')</script>&amp;`;
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  );
});

test('what is HTML already stays so, and null is nothing', () => {
  expect(
    html`<ul>
      ${[html`<li>${1}</li>`, html`<li>${'<'}</li>`, null]}
    </ul>`.text,
  ).toBe('<ul><li>1</li><li>&lt;</li></ul>');
  expect(
    html`<i${attribute('min', null)}${attribute('max', '"')}></i${attribute('min', null)}${attribute('max', '"')}>`
      .text,
  ).toBe('<i max="&quot;">');
});
