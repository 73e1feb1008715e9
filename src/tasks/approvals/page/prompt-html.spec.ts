import { describe, expect, it } from '@jest/globals';
import { promptHtml, promptTitle } from './prompt-html.js';

describe('the prompt on the page', () => {
  it('a prompt of one line becomes the heading of the page, with its Markdown', () => {
    expect(promptHtml('Publish **Winter** in `main`?').text).toBe(
      '<h1>Publish <strong>Winter</strong> in <code>main</code>?</h1>',
    );
  });

  it('a longer prompt shows lists, quotes and headings below the heading of the page', () => {
    const { text } = promptHtml('# Release 5\n\n- one\n- two\n\n> sure');
    expect(text).toContain('<h1 class="aside">Your decision</h1>');
    expect(text).toContain('<h2>Release 5</h2>');
    expect(text).toMatch(/<ul>\s*<li>one<\/li>/);
    expect(text).toContain('<blockquote>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'see <b onclick="x()">this</b>\n\n<iframe src="https://evil.example"></iframe>',
    '![picture](https://evil.example/pixel.png)',
    '![a][b]\n\n[b]: https://evil.example/pixel.png',
  ])('a prompt adds no HTML of its own and loads nothing: %j', (prompt) => {
    expect(promptHtml(prompt).text).not.toMatch(/<(script|img|iframe|b )|src=["']?https/);
  });

  it.each(['[go](javascript:alert(1))', '<javascript:alert(1)>', '[x](data:text/html,hi)'])(
    'a prompt contains no link that runs a script: %j',
    (prompt) => {
      expect(promptHtml(prompt).text).not.toMatch(/href="(?:javascript|data):/);
    },
  );

  it('the title of the page shows the prompt as plain text', () => {
    expect(promptTitle('# Publish **Winter**?\nMore')).toBe('Publish Winter?');
  });
});
