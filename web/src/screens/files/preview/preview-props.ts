import type { FileVersion } from '../../../api/types.js';
import type { FilePlace } from '../use-workspace.js';

/** Version of a file to preview. */
export interface PreviewProps {
  place: FilePlace;
  version: FileVersion;
  /** True if the version is the present content of the file. */
  isPresent: boolean;
}
