import { expect, it } from '@jest/globals';
import { compile, parse, postprocess, preprocess } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { collectBlocks } from './markdown-blocks.js';

const TEXT = `# One

Some text
of two lines.

[a]: /x
[b]: /y
After definitions.

Title
=====

- a

  > nested
- b

<div>
html
</div>

> quote

| a | b |
| - | - |
| 1 | 2 |

\`\`\`js
# no heading
\`\`\`

    code

1. x
2. y

***

[^1]: A note.

The end[^1].
`;

it('every top-level block has its lines, in the order of the elements', () => {
  const events = postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(preprocess()(TEXT, undefined, true)),
  );
  const blocks = collectBlocks(events).map(({ from, to }) => `${from}-${to}`);
  expect(blocks).toEqual([
    '1-1',
    '3-4',
    '8-8',
    '10-11',
    '13-16',
    '22-22',
    '24-26',
    '28-30',
    '32-32',
    '34-35',
    '37-37',
    '41-41',
  ]);
  const html = compile({ htmlExtensions: [gfmHtml()] })(events);
  const tops = [...html.matchAll(/^<(h1|p|ul|ol|hr|blockquote|table|pre)/gm)];
  expect(tops.map(([, name]) => name).slice(0, 4)).toEqual(['h1', 'p', 'p', 'h1']);
});
