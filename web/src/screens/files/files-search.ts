import { flagParameter, oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';
import { lineRange, lineText } from '../../parts/line-range.js';

/** The parameters of the address of a file or folder. */
interface Parameters {
  /** The content that is shown, where it is not the present one. */
  version: string;
  /** The lines that the address leads to: `10` or `10-20`. */
  line: string | number;
  /** The anchor of the heading that it leads to. */
  heading: string;
  /** A text as it is, with the numbers of its lines. */
  as: 'text';
  /** True where a folder shows the files that were deleted there. */
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
