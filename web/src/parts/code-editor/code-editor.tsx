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

/** The requests that an editor takes. */
export interface EditorHandle {
  /** Shows a line, from 1, with the cursor in it. */
  goTo: (line: number, column?: number) => void;
}

/**
 * An editor of a script. It stands in a shadow root, where its styles are sheets of that root: in the page they would be an element that
 * the policy refuses. A change of `language` or of `revision` begins again with `value`.
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
  /** Another number where `value` comes from elsewhere than from the editor. */
  revision: number;
  language: ScriptLanguage;
  label: string;
  readOnly?: boolean;
  diagnostics: readonly LineDiagnostic[];
  completions: MemberCompletions;
  onChange: (text: string) => void;
  /** By Ctrl or Cmd with Enter. */
  onRun: () => void;
  /** By Ctrl or Cmd with S. */
  onSave: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  // The newest ones, for an editor that lives longer than they do.
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
    // The keys of the page are none while one writes; outside of the shadow root nothing shows that one does.
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
