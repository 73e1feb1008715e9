import { readSearch, textParameter, wholeParameter } from '../../parts/search-parameters.js';

/** Which version is begun with, and which line of it is shown. */
export function editorSearch(parameters: Record<string, unknown>) {
  return readSearch<{ from?: number; line?: number }>(parameters, {
    from: wholeParameter,
    line: wholeParameter,
  });
}

/** The script that a new meta-task is begun with. */
export function newEditorSearch(parameters: Record<string, unknown>) {
  return readSearch<{ template?: string; language?: string }>(parameters, {
    template: textParameter,
    language: textParameter,
  });
}
