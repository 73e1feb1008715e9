import { expect, it } from '@jest/globals';
import { attribute, markup } from './html.js';

it('a template escapes the text that is put into it', () => {
  const evil = `"><script>alert('1')</script>&amp;`;
  expect(markup`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  );
});

it('a template keeps HTML unescaped and leaves null out', () => {
  const items = [markup`<li>${1}</li>`, markup`<li>${'<'}</li>`, null];
  expect(markup`<ul>${items}</ul>`.text).toBe('<ul><li>1</li><li>&lt;</li></ul>');
  expect(markup`<i${attribute('min', null)}${attribute('max', '"')}>`.text).toBe(
    '<i max="&quot;">',
  );
});
