import DOMPurify from 'dompurify';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/**
 * HTML in the text is escaped and links to scripts are emptied, as micromark does by default. An image stays the link that it is
 * written as: nothing is loaded from elsewhere.
 */
const OPTIONS = {
  extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
  htmlExtensions: [gfmHtml()],
};
/** The elements that Markdown makes, and nothing else. */
const ALLOWED = {
  ALLOWED_TAGS: (
    'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li strong em del code pre a ' +
    'table thead tbody tr th td'
  ).split(' '),
  ALLOWED_ATTR: ['href', 'title', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true as const,
};

/** Returns the elements of a text of Markdown, with headings that stand below the `level` of their place. */
export function markdownElements(text: string, level: number): DocumentFragment {
  const found = DOMPurify.sanitize(micromark(text, OPTIONS), ALLOWED);
  for (const link of found.querySelectorAll('a')) {
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
    const host = link.host;
    if (host !== '' && !(link.textContent ?? '').includes(host)) link.after(` (${host})`);
  }
  for (const heading of found.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const lower = document.createElement(`h${Math.min(6, Number(heading.tagName[1]) + level)}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
  return found;
}
