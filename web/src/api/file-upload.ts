import { SERVER } from './addresses.js';
import { type RequestError, toRequestError, unanswered } from './request-error.js';

/**
 * Time that the server may wait for the conversion of a document before it responds, in seconds. A conversion that
 * fails in this time fails the upload.
 */
const WAIT_SECONDS = '2';

export type UploadCondition = { is: 'new' } | { is: 'replaces'; etag: string } | { is: 'any' };

export interface FileUpload {
  project: string;
  ws: string;
  /** Target folder, which is created if it is missing. */
  folder: string;
  file: Blob;
  name: string;
  condition: UploadCondition;
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file by XMLHttpRequest, which unlike fetch reports progress. Throws a RequestError. */
export function uploadFile(upload: FileUpload): Promise<void> {
  const { project, ws, folder, file, name, condition, onProgress, signal } = upload;
  const form = new FormData();
  form.append('dir_path', folder);
  form.append('ws', ws);
  // The folder shows the progress of a conversion that takes longer.
  form.append('wait_seconds', WAIT_SECONDS);
  form.append('file', file, name);
  const request = new XMLHttpRequest();
  request.open('POST', new URL(`external/v1/projects/${project}/files/upload`, SERVER));
  if (condition.is === 'new') request.setRequestHeader('If-None-Match', '*');
  if (condition.is === 'replaces') request.setRequestHeader('If-Match', condition.etag);
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject: (error: RequestError) => void) => {
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('error', () => reject(unanswered()));
    request.addEventListener('abort', () => reject(unanswered()));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(readUploadError(request));
    });
    request.send(form);
  });
}

function readUploadError(request: XMLHttpRequest): RequestError {
  let body: unknown = null;
  try {
    body = JSON.parse(request.responseText);
  } catch {
    // A proxy between the browser and the server may respond with something other than JSON.
  }
  const { status, statusText } = request;
  return toRequestError(body, new Response(null, { status, statusText }));
}
