import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import { shownPath } from './author-path.js';

/** The page about the folder of a meta-task. */
export const FOLDER_PAGE = 'meta-task-folder.md';

/** Returns the error of a meta-task on disk. Diagnostics without a file belong to `file` (absolute). */
export function invalidMetaTask(
  file: string,
  diagnostics: readonly Diagnostic[],
  fix?: string,
): GuidedError {
  const shown = shownPath(file);
  const placed = diagnostics.map((diagnostic) => ({ file: shown, ...diagnostic }));
  const [first] = placed;
  const message =
    first !== undefined && placed.length === 1
      ? `${[first.file, first.line, first.column].filter((part) => part !== undefined).join(':')}: ${first.message}`
      : `${shown} has ${placed.length} errors.`;
  return new GuidedError(message, {
    code: 'invalid_meta_task',
    docs: FOLDER_PAGE,
    diagnostics: placed,
    fix,
  });
}
