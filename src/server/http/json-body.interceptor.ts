import { isUtf8 } from 'node:buffer';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { isJsonObject } from '../../base/kernel/json.js';
import { type MostValues, parseExactly } from '../../base/kernel/json-text.js';
import { readLargeBodyLimit } from '../../platform/wire/large-body.decorator.js';
import { findLinesBodyOptions } from '../../platform/wire/lines-body.decorator.js';
import { JSON_LINES, jsonError, LINES_FACTOR, readLines } from './json-lines.js';

/** Size in bytes above which bodies are parsed one at a time: 1 MiB of small members takes about 25 ms of CPU time. */
const LARGE = 64 * 1024;
/** Pause after each large body, as a multiple of its parsing time, in which its validation and writes take place. */
const REST = 3;

/**
 * Reads JSON bodies after the guards, so that a client without credentials cannot make the server read or parse
 * anything. Strict: UTF-8, a single object, nothing that could not be stored unchanged. Multipart bodies are left to
 * the upload handler.
 */
export class JsonBodyInterceptor implements NestInterceptor {
  /** Limit on the number of values in a body: V8 needs about 1 µs per object member, 50 ms for 2 MiB. */
  private readonly most: MostValues;
  private readonly large = new FairSlots(1);

  constructor(private readonly maxBytes: number) {
    this.most = { values: Math.ceil(maxBytes / 8), members: Math.ceil(maxBytes / 24) };
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (hasBody(request) && request.is('multipart/form-data') === false) {
      const lines =
        request.is(JSON_LINES) === false ? undefined : findLinesBodyOptions(context.getHandler());
      request.body = await (lines === undefined
        ? this.read(request, Math.max(this.maxBytes, readLargeBodyLimit(context.getHandler())))
        : this.readLines(request, lines));
    }
    return next.handle();
  }

  private async read(request: Request, most: number): Promise<unknown> {
    const bytes = await this.bytes(request, most);
    if (bytes.length === 0) return undefined;
    if (request.is('application/json') === false)
      throw new MetarunError(
        'unsupported_media_type',
        'Send the body with Content-Type: application/json.',
      );
    if (!isUtf8(bytes)) throw new MetarunError('malformed_json', 'The body is not valid UTF-8.');
    const read = await this.parse(request, bytes);
    if ('issue' in read) throw jsonError(read.issue);
    if (!isJsonObject(read.value)) throw invalidField('', 'must be a JSON object, in braces');
    return read.value;
  }

  private readLines(request: Request, lines: { member: string; most: number }): Promise<unknown> {
    const limits = { ...lines, lineBytes: this.maxBytes, values: this.most };
    return this.bounded(request, LINES_FACTOR * this.maxBytes, (body) => readLines(body, limits));
  }

  /** Parses a body. Large bodies of different callers take turns. */
  private async parse(request: Request, bytes: Buffer): Promise<ReturnType<typeof parseExactly>> {
    const parse = async (): Promise<ReturnType<typeof parseExactly>> =>
      parseExactly(bytes.toString('utf8'), this.most);
    return bytes.length <= LARGE
      ? parse()
      : this.large.runThenRest(
          request.get('authorization') ?? request.get('cookie') ?? '',
          parse,
          REST,
        );
  }

  private bytes(request: Request, most: number): Promise<Buffer> {
    return this.bounded(request, most, async (body) => {
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk);
      return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    });
  }

  /** Passes the body to `work`, limited to `most` bytes. */
  private async bounded<T>(
    request: Request,
    most: number,
    work: (body: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    if (request.get('content-encoding') !== undefined)
      throw new MetarunError('unsupported_media_type', 'Send the body without Content-Encoding.');
    if (Number(request.get('content-length') ?? 0) > most) throw tooLarge(most);
    try {
      return await work(readBodyChunks(request, most));
    } catch (error) {
      // The rest is read and discarded, so that the connection stays usable.
      request.resume();
      if (error instanceof MetarunError) throw error;
      throw new MetarunError('malformed_request', 'The body ended early.', { cause: error });
    }
  }
}

async function* readBodyChunks(request: Request, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  // Destroying a request that is too large would close the connection before the client has the response.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    yield chunk;
  }
}

function tooLarge(most: number): MetarunError {
  return new MetarunError(
    'too_large',
    `A JSON body may have ${most} bytes (METARUN_LIMITS.body_bytes): send less, or upload a file.`,
  );
}

function hasBody(request: Request): boolean {
  return (
    request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0
  );
}
