import { type Diagnostic, GuidedError } from '../kernel/guided-error.js';
import { shownPath } from './author-path.js';

/** The page that tells how a meta-task's folder looks. */
export const FOLDER_PAGE = 'meta-task-folder.md';

/** What is wrong with a meta-task on disk. `faults` are of `file` (absolute) where they name none. */
export function invalidMetaTask(
  file: string,
  faults: readonly Diagnostic[],
  fix?: string,
): GuidedError {
  const shown = shownPath(file);
  const placed = faults.map((fault) => ({ file: shown, ...fault }));
  const [first] = placed;
  const message =
    first !== undefined && placed.length === 1
      ? `${[first.file, first.line, first.column].filter((part) => part !== undefined).join(':')}: ${first.message}`
      : `${shown} has ${placed.length} faults.`;
  return new GuidedError(message, {
    code: 'invalid_meta_task',
    docs: FOLDER_PAGE,
    diagnostics: placed,
    fix,
  });
}
