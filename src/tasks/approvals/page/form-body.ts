import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { findJsonIssue } from '../../../base/kernel/json.js';
import { MetarunError, getErrorMessage } from '../../../base/kernel/errors.js';

const MAX_FIELDS = 1_000;
const MAX_NAME_BYTES = 4_096;
const MAX_FIELD_BYTES = 256 * 1024;
const MAX_BYTES = 1024 * 1024;

/**
 * Returns the fields of a multipart/form-data body. Throws MetarunError for a body that no browser sends for this page.
 */
export async function readForm(request: IncomingMessage): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  let size = 0;
  const parser = openParser(request);
  // The parser may fail before and after the listener below is set; an unhandled error would end the process.
  parser.on('error', () => undefined);
  try {
    await new Promise<void>((done, fail) => {
      parser.on('field', (name: string | undefined, value, { valueTruncated, nameTruncated }) => {
        size += value.length;
        if (valueTruncated || nameTruncated || size > MAX_BYTES) fail(tooLarge());
        else fields.set(name ?? '', lines(value));
      });
      parser.on('file', (_name, stream) => {
        stream.on('error', () => undefined);
        stream.resume();
        fail(new MetarunError('malformed_request', 'This form takes no files.'));
      });
      parser.on('fieldsLimit', () => fail(tooLarge()));
      parser.on('error', (error) => fail(cutOff(getErrorMessage(error))));
      parser.on('close', done);
      request.on('close', () => {
        if (!request.complete) parser.destroy(new Error('the connection ended early'));
      });
      request.pipe(parser);
    });
  } catch (error) {
    request.unpipe(parser);
    parser.destroy();
    request.resume();
    throw error;
  }
  for (const text of fields.values()) {
    const error = findJsonIssue(text);
    if (error !== null) throw new MetarunError('malformed_request', `A text ${error.message}.`);
  }
  return fields;
}

function openParser(request: IncomingMessage): busboy.Busboy {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new MetarunError('unsupported_media_type', 'Send the form as multipart/form-data.');
  if (Number(request.headers['content-length'] ?? 0) > 2 * MAX_BYTES) throw tooLarge();
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, fieldNameSize: MAX_NAME_BYTES },
    });
  } catch (error) {
    throw cutOff(getErrorMessage(error));
  }
}

/** Returns the text with LF line breaks; browsers send CR LF. */
function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function tooLarge(): MetarunError {
  return new MetarunError('too_large', `An answer may have ${MAX_BYTES} bytes.`);
}

function cutOff(reason: string): MetarunError {
  return new MetarunError('malformed_request', `The form cannot be read: ${reason}.`);
}
