import type { FileEntity } from '../tree/file.entity.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { conversionOfRow } from '../content/file-content.js';
import { FILE_ERRORS } from '../errors.js';

/** Delay before the client's next request, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Returns the error for reading a file without content: its document is still being converted, or its conversion
 * failed.
 */
export function notConverted(row: Pick<FileEntity, 'path' | 'conversion'>): MetarunError {
  const state = conversionOfRow(row);
  if (state?.status === 'failed')
    return new MetarunError(
      'unreadable_document',
      `The document of "${row.path}" could not be converted: ${state.error ?? ''} Its original can be downloaded.`,
    );
  return new MetarunError(
    FILE_ERRORS.document_converting,
    `The document of "${row.path}" is still being converted.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
