import type { FileVersion } from '../../../api/types.js';
import type { FilePlace } from '../use-workspace.js';

/** The content of a file that is shown. */
export interface PreviewProps {
  place: FilePlace;
  version: FileVersion;
  /** True where it is what the file holds now. */
  isPresent: boolean;
}
