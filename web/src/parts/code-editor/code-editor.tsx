import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { MemberCompletions } from './completions.js';
import {
  editorState,
  type LineDiagnostic,
  withCompletions,
  withDiagnostics,
  withLanguage,
} from './editor-state.js';
import { languageSupport, type ScriptLanguage } from './languages.js';

/** Imperative methods of an editor. */
export interface EditorHandle {
  /** Moves the cursor to a line, numbered from 1, and scrolls to it. */
  goTo: (line: number, column?: number) => void;
}

/**
 * Editor of a script. It is rendered in a shadow root, which accepts its styles as style sheets; in the page they would
 * be a style element, which the content security policy refuses. A change of `language` or `revision` resets the editor
 * to `value`.
 */
export function CodeEditor({
  ref,
  value,
  revision,
  language,
  label,
  readOnly = false,
  diagnostics,
  completions,
  onChange,
  onRun,
  onSave,
}: {
  ref?: Ref<EditorHandle>;
  value: string;
  /** Changes when `value` has been changed outside the editor. */
  revision: number;
  language: ScriptLanguage;
  label: string;
  readOnly?: boolean;
  diagnostics: readonly LineDiagnostic[];
  completions: MemberCompletions;
  onChange: (text: string) => void;
  /** Called on Ctrl+Enter or Cmd+Enter. */
  onRun: () => void;
  /** Called on Ctrl+S or Cmd+S. */
  onSave: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  // The current props, since the editor outlives a render.
  const calls = useRef({ onChange, onRun, onSave, value, diagnostics, completions });
  useEffect(() => {
    calls.current = { onChange, onRun, onSave, value, diagnostics, completions };
  });
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: editorState({
        text: calls.current.value,
        language,
        label,
        readOnly,
        onChange: (text) => calls.current.onChange(text),
        onRun: () => calls.current.onRun(),
        onSave: () => calls.current.onSave(),
      }),
    });
    view.current = editor;
    void languageSupport(language).then((support) => {
      if (view.current === editor) editor.dispatch(withLanguage(support));
    });
    editor.dispatch(withCompletions(calls.current.completions));
    editor.dispatch(withDiagnostics(editor.state, calls.current.diagnostics));
    // Outside the shadow root, a key event does not show that the user is typing, so the shortcuts of the page must not
    // see it.
    const keep = (event: Event): void => event.stopPropagation();
    root.addEventListener('keydown', keep);
    return () => {
      root.removeEventListener('keydown', keep);
      editor.destroy();
      view.current = null;
    };
  }, [language, label, readOnly, revision]);
  useEffect(() => {
    const editor = view.current;
    if (editor) editor.dispatch(withDiagnostics(editor.state, diagnostics));
  }, [diagnostics]);
  useEffect(() => view.current?.dispatch(withCompletions(completions)), [completions]);
  useImperativeHandle(
    ref,
    () => ({
      goTo: (line, column = 1) => {
        const editor = view.current;
        if (editor === null) return;
        const at = editor.state.doc.line(Math.min(Math.max(1, line), editor.state.doc.lines));
        const anchor = Math.min(at.from + column - 1, at.to);
        const effects = EditorView.scrollIntoView(anchor, { y: 'center' });
        editor.dispatch({ selection: { anchor }, effects });
        editor.focus();
      },
    }),
    [],
  );
  return <div ref={place} className="code-editor" />;
}
