import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic as Shown, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import {
  Compartment,
  EditorState,
  type Extension,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { completionsAt, type MemberCompletions, NO_COMPLETIONS } from './completions.js';
import { EDITOR_THEME } from './editor-theme.js';
import type { ScriptLanguage } from './languages.js';

/** A diagnostic of a line, numbered from 1. */
export interface LineDiagnostic {
  line: number;
  /** Column from 1; null for the whole line. */
  column: number | null;
  message: string;
  severity: 'error' | 'warning';
}

interface Options {
  text: string;
  language: ScriptLanguage;
  label: string;
  readOnly: boolean;
  onChange: (text: string) => void;
  onRun: () => void;
  onSave: () => void;
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--waiting)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null, tags.self], color: 'var(--cyan)' },
  { tag: [tags.comment, tags.docString], color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className], color: 'var(--warning)' },
  { tag: tags.function(tags.definition(tags.variableName)), color: 'var(--accent)' },
  { tag: tags.invalid, color: 'var(--failed)' },
]);

/** Placeholder for the language, which is loaded later. */
const support = new Compartment();

const setCompletions = StateEffect.define<MemberCompletions>();
const known = StateField.define<MemberCompletions>({
  create: () => NO_COMPLETIONS,
  update: (before, { effects }) =>
    effects.reduce((now, effect) => (effect.is(setCompletions) ? effect.value : now), before),
});

export function editorState({
  text,
  language,
  label,
  readOnly,
  onChange,
  onRun,
  onSave,
}: Options): EditorState {
  const doing = (action: () => void) => (): boolean => {
    action();
    return true;
  };
  const extensions: Extension[] = [
    known,
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of(language === 'python' ? '    ' : '  '),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: [completionSource] }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    lintGutter(),
    support.of([]),
    syntaxHighlighting(COLOURS),
    EDITOR_THEME,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
    keymap.of([
      { key: 'Mod-Enter', run: doing(onRun) },
      { key: 'Mod-s', run: doing(onSave), preventDefault: true },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      // Escape followed by Tab leaves the editor.
      indentWithTab,
    ]),
  ];
  return EditorState.create({ doc: text, extensions });
}

/** Returns the transaction that shows diagnostics. */
export function withDiagnostics(
  state: EditorState,
  diagnostics: readonly LineDiagnostic[],
): TransactionSpec {
  return setDiagnostics(
    state,
    diagnostics.map((diagnostic) => toShownDiagnostic(state, diagnostic)),
  );
}

/** Returns the transaction that replaces the completions. */
export function withCompletions(completions: MemberCompletions): TransactionSpec {
  return { effects: setCompletions.of(completions) };
}

/** Returns the transaction that sets the language. */
export function withLanguage(language: Extension): TransactionSpec {
  return { effects: support.reconfigure(language) };
}

function toShownDiagnostic(
  state: EditorState,
  { line, column, message, severity }: LineDiagnostic,
): Shown {
  // The checked text may have had more lines than the current one.
  const at = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  const from = column === null ? at.from : Math.min(at.from + column - 1, at.to);
  const renderMessage = (): Node => document.createTextNode(message);
  return { from, to: at.to, severity, message, renderMessage };
}

function completionSource(context: CompletionContext): CompletionResult | null {
  const { from, to, text } = context.state.doc.lineAt(context.pos);
  const found = completionsAt(text.slice(0, context.pos - from), context.state.field(known));
  if (found === null) return null;
  const options = found.options.map(({ label, detail }) => ({
    label,
    detail,
    type: detail.startsWith('(') ? 'method' : 'property',
  }));
  return { from: Math.min(to, context.pos - found.typed), options, validFor: /^\w*$/ };
}
