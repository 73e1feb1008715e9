import { extname } from 'node:path/posix';
import mime from 'mime-types';

const UNKNOWN = 'application/octet-stream';

/** Media types of scripts. The registry maps `.ts` to a video format and lacks the others. */
const SOURCES: Readonly<Record<string, string>> = {
  '.ts': 'text/x-typescript; charset=utf-8',
  '.mts': 'text/x-typescript; charset=utf-8',
  '.tsx': 'text/x-typescript; charset=utf-8',
  '.py': 'text/x-python; charset=utf-8',
};

/** Returns the media type for the extension of a name, with the charset for text. */
export function resolveMimeType(name: string): string {
  const extension = extname(name).toLowerCase();
  if (extension === '') return UNKNOWN;
  return SOURCES[extension] ?? (mime.contentType(extension) || UNKNOWN);
}
