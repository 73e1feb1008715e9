import type { FileEntity } from '../tree/file.entity.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { conversionOfRow } from '../content/file-content.js';
import { FILE_ERRORS } from '../errors.js';

/** The time that a client waits before its next request, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** Why a file holds nothing: its document is being converted, or could not be. */
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
