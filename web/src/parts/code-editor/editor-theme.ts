import { EditorView } from '@codemirror/view';

const MONO = 'ui-monospace, monospace';

/** Theme with the colours of the page, whose CSS variables are inherited by the shadow root. */
export const EDITOR_THEME = EditorView.theme({
  '&': { backgroundColor: 'var(--paper)', color: 'var(--ink)', blockSize: '100%' },
  // The pseudo-class applies immediately; the focus class of the editor follows with a delay.
  '&:has(.cm-content:focus)': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: MONO, fontSize: '0.9rem', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--raised)',
    color: 'var(--quiet)',
    borderInlineEnd: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--selected) 45%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--selected)' },
  '.cm-matchingBracket': { outline: '1px solid var(--accent)', backgroundColor: 'transparent' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: MONO },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--selected)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal', marginInlineStart: '1ch' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-diagnostic-error': { borderInlineStartColor: 'var(--failed)' },
  '.cm-diagnostic-warning': { borderInlineStartColor: 'var(--warning)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--failed)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warning)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': {
    content: 'none',
    inlineSize: '0.7em',
    blockSize: '0.7em',
    marginBlock: '0.4em',
  },
  '.cm-lint-marker-error': { backgroundColor: 'var(--failed)', borderRadius: '50%' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warning)' },
});
