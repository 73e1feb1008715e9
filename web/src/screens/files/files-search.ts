import { flagParameter, oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';
import { lineRange, lineText } from '../../parts/line-range.js';

/** Search parameters of the address of a file or folder. */
interface Parameters {
  /** Id of the version to show, if it is not the present one. */
  version: string;
  /** Lines to mark: `10` or `10-20`. */
  line: string | number;
  /** Anchor of the heading to mark. */
  heading: string;
  /** Shows the file as plain text with line numbers. */
  as: 'text';
  /** True if a folder shows its deleted files. */
  deleted: boolean;
}
export type FilesSearch = Partial<Parameters> & { unknown?: string };

export function filesSearch(parameters: Record<string, unknown>): FilesSearch {
  return readSearch<Parameters>(parameters, {
    version: textParameter,
    line: (value) => {
      const lines = lineRange(value);
      return lines && lineText(lines);
    },
    heading: textParameter,
    as: oneOf('text'),
    deleted: flagParameter,
  });
}
