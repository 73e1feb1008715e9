import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';

const read = (html: string) =>
  convert(Buffer.from(`<!doctype html>${html}`), 'a.html', { mediaPath: 'm/', fallback: false });
const convertToMarkdown = async (html: string) => (await read(html)).markdown.trimEnd();

describe('forms', () => {
  it('labels, controls and their values are kept, and none is glued to another', async () => {
    const html =
      '<p><label>Name</label><input value="Ada"><label>Town</label><textarea>Turin\nRome</textarea><button>Send</button><button>Stop</button>, <input placeholder="Notes"><input type=password value=no><input type=hidden value=no><input type=submit value=Go>.';
    expect(await convertToMarkdown(html)).toBe('Name Ada Town Turin  \nRome Send Stop, Notes Go.');
  });

  it('check boxes show their states, in items of lists as those of a task', async () => {
    const html =
      '<p><input type=checkbox checked>yes<input type=radio>no<ul><li><input type=checkbox checked> done</li><li><label><input type=checkbox>open</label></li></ul>';
    expect(await convertToMarkdown(html)).toBe('☒ yes ☐ no\n\n- [x] done\n- [ ] open');
  });

  it('the chosen option of a list is kept and the others reported, of an open list all are kept', async () => {
    const { markdown, warnings } = await read(
      '<p><select><option>one<option selected>two<optgroup label=More><option>three</optgroup></select><select multiple><option selected>four<optgroup label=Rest><option label=five>x</optgroup></select><input list=l value=six><datalist id=l><option>seven</datalist>',
    );
    expect(markdown).toBe('two ☒ four ☐ Rest five six\n');
    expect(warnings).toEqual([
      'Options that are not chosen were left out: "one", "More: three", "seven".',
    ]);
  });
});

describe('what a page shows without scripts, players and frames', () => {
  it('fallbacks are kept, and pictures in them once', async () => {
    const html =
      '<p><object data=x>one</object><video>two</video><audio>three</audio><canvas>four</canvas><noscript>five <img src="https://example.com/a.png" alt="P"></noscript><img data-src="https://example.com/b.png" alt="Q"><noscript><img src="https://example.com/b.png" alt="Q"></noscript>';
    expect(await convertToMarkdown(html)).toBe(
      'one two three four five ![P](https://example.com/a.png)![Q](https://example.com/b.png)',
    );
    expect(await convertToMarkdown('<frameset><frame><noframes><p>no <b>frames')).toBe(
      'no **frames**',
    );
  });

  it('pages in a page are read, to a depth', async () => {
    const nested = (html: string, depth: number): string =>
      depth === 0
        ? html
        : `<iframe srcdoc="${nested(html, depth - 1)
            .replaceAll('&', '&amp;')
            .replaceAll('"', '&quot;')}">none</iframe>`;
    expect(await convertToMarkdown(nested('<h1>In</h1><p title="T&amp;">x', 4))).toBe(
      '# In\n\nx\n\n(T&)',
    );
    const { warnings } = await read(`<p>a${nested('<p>deep', 5)}`);
    expect(warnings).toEqual(['Pages in 4 others were left out: "<p>deep".']);
  });

  it('a declared shadow tree is shown with what its slots take, and the rest is reported', async () => {
    const { markdown, warnings } = await read(
      '<my-card><template shadowrootmode="open"><style>p{}</style><h2><slot name="title">none</slot></h2><p>By <slot></slot></p><slot name="more">more</slot></template><span slot="title">Card</span>Ada<i slot="none">unseen</i></my-card><template><p>inert</p></template>',
    );
    expect(markdown).toBe('## Card\n\nBy Ada\n\nmore\n');
    expect(warnings).toEqual(['Hidden text was left out: after "more"; in 2 places in all.']);
  });
});

describe('what stands beside the text', () => {
  it('titles are kept once, where they say more than their text', async () => {
    const html =
      '<p title="Tip">The <abbr title="World Health">WH</abbr> of <span title="the world">the world</span> <a href="https://example.com/" title="L">link</a> <a href="javascript:x" title="J">call</a> <img alt="A" title="M"></p><table><tr title="R"><td title="C">x<td>y<tr><td>1<td>2</table><ul><li title="I">one</ul>';
    expect(await convertToMarkdown(html)).toBe(
      'The WH (World Health) of the world [link](https://example.com/ "L") call (J) A (M)\n\n(Tip)\n\n(R)\n\n| x<br>(C) | y   |\n| -------- | --- |\n| 1        | 2   |\n\n- one\n\n  (I)',
    );
  });

  it('readings of characters, and texts of drawings and areas are kept apart', async () => {
    const html =
      '<p><ruby>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby><svg><title>Plan</title><text><tspan x=1>a</tspan><tspan x=2>b</tspan></text><foreignObject><div>c</div></foreignObject></svg><map><area href="https://example.com/" alt="gate"><area alt="wall"></map>';
    expect(await convertToMarkdown(html)).toBe(
      '京 (きょう) Plan a b c [gate](https://example.com/) wall',
    );
  });

  it('boxes that are laid out side by side are not one word', async () => {
    const html =
      '<div style="display:flex"><span>a</span><span>b</span>c</div><span style="display: inline-block">d</span><span style="display:inline-block">e</span><span style="display:block">f</span>g<pre><div>h</div><div>i</div></pre>';
    expect(await convertToMarkdown(html)).toBe('a b c\n\nd e\n\nf\n\ng\n\n```\nh\ni\n```');
  });

  it('sheets of the page say what is laid out side by side', async () => {
    const sheet =
      '/* x */ .row, ul.tabs > li { display: flex } @media print { b { display: block } } i.chip { color: red; display: inline-block } .gone { display: none } span:hover { display: block }';
    const html = `<style>${sheet}</style><div class="a row"><span>a</span><span>b</span></div><i class=chip>c</i><i class=chip>d</i><b>e</b><b>f</b><span class=gone>g</span>`;
    expect(await convertToMarkdown(html)).toBe('a b\n\n*c d* **ef**g');
  });

  it('elements of a list beside its items are read as any others', async () => {
    const html = '<ul><script>no()</script><img alt="P"><li>a<pre>b</pre></ul>';
    expect(await convertToMarkdown(html)).toBe('- P\n\n- a\n\n  ```\n  b\n  ```');
  });
});

describe('the count of words', () => {
  it('text of an element that no reader knows is reported', async () => {
    const { markdown, warnings } = await read(
      '<p title="Tip">seen <svg><g><odd-text>two words</odd-text></g></svg>',
    );
    expect(markdown).toBe('seen\n\n(Tip)\n');
    expect(warnings).toEqual(['Text of an unknown kind was left out: "two words" in the page.']);
  });
});
