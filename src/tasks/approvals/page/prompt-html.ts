import { micromark } from 'micromark';
import { Html, markup } from './html.js';

/**
 * HTML in the text is escaped and links to scripts are emptied, as micromark does by default. An image stays the link that it is
 * written as: nothing may be loaded from elsewhere.
 */
const OPTIONS = { extensions: [{ disable: { null: ['labelStartImage'] } }] };
/** One paragraph on one line. */
const ONE_LINE = /^<p>(.*)<\/p>\n?$/;

/** Returns a prompt as HTML: its Markdown, with the page's heading, which is the prompt itself where that is one line. */
export function promptHtml(prompt: string): Html {
  const html = micromark(prompt, OPTIONS);
  const line = ONE_LINE.exec(html)?.[1];
  if (line !== undefined) return markup`<h1>${new Html(line)}</h1>`;
  // Below the page's own heading.
  const body = html.replaceAll(
    /<(\/?)h([1-6])>/g,
    (_whole, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + 1)}>`,
  );
  return markup`<h1 class="aside">Your decision</h1>
    <div class="prompt">${new Html(body)}</div>`;
}

/** Returns a prompt as one line of plain text, for the title of the page. */
export function promptTitle(prompt: string): string {
  const [first = ''] = prompt.trim().split('\n');
  return first
    .replace(/^#+\s*/, '')
    .replaceAll(/[*_`]{1,3}/g, '')
    .slice(0, 100)
    .toWellFormed();
}
