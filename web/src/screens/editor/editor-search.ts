import { readSearch, textParameter, wholeParameter } from '../../parts/search-parameters.js';

/** Returns the version to start from and the line to show. */
export function editorSearch(parameters: Record<string, unknown>) {
  return readSearch<{ from?: number; line?: number }>(parameters, {
    from: wholeParameter,
    line: wholeParameter,
  });
}

/** Returns the template and language that a new meta-task starts from. */
export function newEditorSearch(parameters: Record<string, unknown>) {
  return readSearch<{ template?: string; language?: string }>(parameters, {
    template: textParameter,
    language: textParameter,
  });
}
