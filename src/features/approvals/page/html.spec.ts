import { expect, it } from '@jest/globals';
import { attribute, markup } from './html.js';

it('what is put into a template is escaped', () => {
  const evil = `"><script>alert('1')</script>&amp;`;
  expect(markup`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  );
});

it('what is HTML already stays so, and null is nothing', () => {
  const items = [markup`<li>${1}</li>`, markup`<li>${'<'}</li>`, null];
  expect(markup`<ul>${items}</ul>`.text).toBe('<ul><li>1</li><li>&lt;</li></ul>');
  expect(markup`<i${attribute('min', null)}${attribute('max', '"')}>`.text).toBe(
    '<i max="&quot;">',
  );
});
