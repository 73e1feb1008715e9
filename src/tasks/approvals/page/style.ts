import { createHash } from 'node:crypto';
import { Html } from './html.js';

/** Styles of the page. It loads no web fonts and no images. */
const CSS = `
:root { color-scheme: light dark; --back: #f4f5f7; --card: #fff; --text: #1b1f27; --soft: #5a6372; --line: #d5dae2; --field: #8a93a3;
  --go: #14703a; --go-text: #fff; --stop: #a3202c; --stop-back: #fff; --error: #a3202c; --focus: #1f5fd6; --code: #f0f2f5; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14171c; --card: #1d2128; --text: #e8ebf0; --soft: #a3adbb; --line: #353c47; --field: #6c7686;
    --go: #3fb56f; --go-text: #0b1a11; --stop: #ff8f96; --stop-back: #1d2128; --error: #ff8f96; --focus: #7fabff; --code: #15181d; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; white-space: pre-wrap; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; }
.aside { font-size: 0.9rem; font-weight: 600; color: var(--soft); }
.prompt { overflow-wrap: anywhere; }
.prompt > :first-child { margin-top: 0; }
.prompt p, .prompt li { white-space: pre-wrap; }
.prompt p { margin: 0.5rem 0; }
.prompt :is(h2, h3, h4, h5, h6) { margin: 1rem 0 0.25rem; font-size: 1.125rem; line-height: 1.25; }
.prompt :is(ul, ol), dd ul, main > ul { margin: 0.25rem 0; padding-left: 1.5rem; }
blockquote { margin: 0.5rem 0; padding-left: 1rem; border-left: 0.25rem solid var(--line); }
a { color: var(--focus); }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
dd dl { padding-left: 1rem; border-left: 2px solid var(--line); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.none { color: var(--soft); font-style: italic; }
.about, .note, small { color: var(--soft); font-size: 0.9rem; }
.error { color: var(--error); font-weight: 600; }
.alert { margin: 1.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--error); border-left-width: 0.375rem; border-radius: 0.375rem; }
.outcome { margin: 1.5rem 0 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-left: 0.375rem solid var(--soft); border-radius: 0.375rem; }
.outcome.approved { border-left-color: var(--go); }
.outcome.rejected { border-left-color: var(--stop); }
.outcome p:first-child { font-weight: 600; }
.said { white-space: pre-wrap; }
time { white-space: nowrap; }
dl { margin: 0; }
dt { color: var(--soft); font-size: 0.9rem; margin-top: 0.625rem; overflow-wrap: anywhere; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { margin: 0.25rem 0; padding: 0.75rem; background: var(--code); border-radius: 0.375rem; max-height: 24rem; overflow: auto; font: 0.875rem/1.45 ui-monospace, monospace; }
pre.text { font-family: inherit; font-size: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
fieldset { margin: 0.5rem 0 1rem; padding: 0.25rem 1rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; min-width: 0; }
legend { padding: 0 0.375rem; font-weight: 600; }
.field { margin-top: 0.875rem; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; overflow-wrap: anywhere; }
label.flag { display: flex; gap: 0.5rem; align-items: center; }
input, select, textarea { width: 100%; padding: 0.5rem 0.625rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--field); border-radius: 0.375rem; }
input[type=checkbox] { width: 1.125rem; height: 1.125rem; flex: none; }
input[aria-invalid], select[aria-invalid], textarea[aria-invalid] { border-color: var(--error); border-width: 2px; }
textarea { resize: vertical; }
.code { font-family: ui-monospace, monospace; font-size: 0.875rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button { padding: 0.625rem 1.5rem; font: inherit; font-weight: 600; border-radius: 0.375rem; cursor: pointer; border: 2px solid var(--go); background: var(--go); color: var(--go-text); }
button.reject { border-color: var(--stop); background: var(--stop-back); color: var(--stop); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
details { margin-top: 1.5rem; color: var(--soft); font-size: 0.9rem; }
details pre, details p { color: var(--text); }
summary { cursor: pointer; }
@media (max-width: 30rem) { body { padding: 0; } main { border: 0; border-radius: 0; padding: 1.25rem; } button { flex: 1; } }
`;

export const STYLE = new Html(`<style>${CSS}</style>`);

/** Script that shows times in the reader's time zone. Without it, they are in UTC. */
const SCRIPT = `for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }) +
    ' (' + Intl.DateTimeFormat().resolvedOptions().timeZone + ')';`;

export const LOCAL_TIMES = new Html(`<script>${SCRIPT}</script>`);

function buildHashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Content security policy: only that script runs, nothing is loaded, no site may frame the page, and the form posts to
 * its own origin.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${buildHashSource(CSS)}`,
  `script-src ${buildHashSource(SCRIPT)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
