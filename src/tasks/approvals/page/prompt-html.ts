import { micromark } from 'micromark';
import { Html, markup } from './html.js';

/**
 * micromark escapes HTML in the text and empties links to scripts by default. Images become links: the page must not
 * load anything from elsewhere.
 */
const OPTIONS = { extensions: [{ disable: { null: ['labelStartImage'] } }] };
/** HTML of a single paragraph on one line. */
const ONE_LINE = /^<p>(.*)<\/p>\n?$/;

/**
 * Returns a prompt as HTML: a one-line prompt is the heading of the page, a longer one is Markdown below a fixed
 * heading.
 */
export function promptHtml(prompt: string): Html {
  const html = micromark(prompt, OPTIONS);
  const line = ONE_LINE.exec(html)?.[1];
  if (line !== undefined) return markup`<h1>${new Html(line)}</h1>`;
  // The headings of the prompt are one level below the page's heading.
  const body = html.replaceAll(
    /<(\/?)h([1-6])>/g,
    (_whole, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + 1)}>`,
  );
  return markup`<h1 class="aside">Your decision</h1>
    <div class="prompt">${new Html(body)}</div>`;
}

/** Returns the first line of a prompt as plain text, for the title of the page. */
export function promptTitle(prompt: string): string {
  const [first = ''] = prompt.trim().split('\n');
  return first
    .replace(/^#+\s*/, '')
    .replaceAll(/[*_`]{1,3}/g, '')
    .slice(0, 100)
    .toWellFormed();
}
