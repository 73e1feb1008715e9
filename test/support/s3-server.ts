import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { startFauxqs } from 'fauxqs';
import { answerAs, listen, sendOn, serve } from './local-server.js';

/** A failure of a request: an error answer, a cut connection, or an answer that is cut after this many bytes. */
export type S3Failure = { status: number; code: string } | 'cut' | { cutAnswerAfter: number };

export interface S3Request {
  method: string;
  /** Path with the query string. */
  path: string;
}

export interface S3Server {
  readonly url: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** METARUN_STORAGE_… settings for this server. */
  readonly settings: Record<string, string>;
  readonly requests: S3Request[];
  /** Returns the failure of a request, or null for a regular answer. */
  failure: (request: S3Request) => S3Failure | null;
  /** Uploads that were neither completed nor aborted. */
  readonly unfinished: Map<string, { key: string; initiated: Date }>;
  /** Keys of objects that are listed as very old. */
  readonly aged: Set<string>;
  /** Refuses connections until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the S3 server of an npm package, with a bucket, behind a proxy that checks the access key and fails requests
 * on demand. The proxy also answers the one request that the server does not support: the list of unfinished uploads.
 */
export async function startS3(): Promise<S3Server> {
  const storage = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  const bucket = 'test-files';
  const accessKeyId = 'AKIATESTTESTTESTTEST';
  const secretAccessKey = 'secret/of+the-test-storage/0123456789abc';
  storage.createBucket(bucket);
  const http = createServer();
  const { port, url, close } = await serve(respond, http);

  const server: S3Server = {
    url,
    bucket,
    accessKeyId,
    secretAccessKey,
    settings: {
      METARUN_STORAGE: 's3',
      METARUN_STORAGE_ENDPOINT: url,
      METARUN_STORAGE_BUCKET: bucket,
      METARUN_STORAGE_ACCESS_KEY_ID: accessKeyId,
      METARUN_STORAGE_SECRET_ACCESS_KEY: secretAccessKey,
    },
    requests: [],
    failure: () => null,
    unfinished: new Map(),
    aged: new Set(),
    down: close,
    up: async () => void (await listen(http, port)),
    stop: async () => {
      if (http.listening) await close();
      await storage.stop();
    },
  };

  async function respond(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = incoming;
    server.requests.push({ method, path });
    const { pathname, searchParams: query } = new URL(path, url);
    const failure = server.failure({ method, path });
    if (failure === 'cut') return void incoming.socket.destroy();
    if (failure !== null && 'status' in failure)
      return refuse(answer, failure.status, failure.code);
    const signed = incoming.headers.authorization ?? query.get('X-Amz-Credential') ?? '';
    if (!signed.includes(`${accessKeyId}/`)) return refuse(answer, 403, 'InvalidAccessKeyId');
    if (method === 'GET' && query.has('uploads')) return list(answer, query.get('prefix') ?? '');
    const inner = await sendOn(incoming, answer, `http://127.0.0.1:${storage.port}`);
    const { statusCode = 502, headers } = inner;
    // The upload is completed or aborted.
    if (method !== 'PUT') server.unfinished.delete(query.get('uploadId') ?? '');
    if (query.has('uploads') || query.has('list-type')) {
      const body = await text(inner);
      const key = decodeURIComponent(pathname.slice(bucket.length + 2));
      const [, id] = /<UploadId>([^<]+)/.exec(body) ?? [];
      if (id !== undefined) server.unfinished.set(id, { key, initiated: new Date() });
      return void answer.writeHead(statusCode, headers).end(withAges(body));
    }
    if (failure === null) return answerAs(inner, answer);
    const { cutAnswerAfter: most } = failure;
    const all = await buffer(inner);
    answer.writeHead(statusCode, headers);
    if (all.length <= most) answer.end(all);
    else answer.write(all.subarray(0, most), () => answer.destroy());
  }

  /** Makes the `aged` objects of a list old. The length of the answer stays the same. */
  function withAges(body: string): string {
    return body.replaceAll(
      /(<Key>([^<]+)<\/Key>.*?<LastModified>)[^<]+/g,
      (all: string, before: string, key: string) =>
        server.aged.has(key) ? `${before}2020-01-01T00:00:00.000Z` : all,
    );
  }

  function list(answer: ServerResponse, prefix: string): void {
    const uploads = [...server.unfinished].map(([id, { key, initiated }]) =>
      key.startsWith(prefix)
        ? `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`
        : '',
    );
    const head = `<Bucket>${bucket}</Bucket><IsTruncated>false</IsTruncated>`;
    const name = 'ListMultipartUploadsResult';
    xml(answer, 200, `<${name}>${head}${uploads.join('')}</${name}>`);
  }

  return server;
}

function refuse(answer: ServerResponse, status: number, code: string): void {
  xml(answer, status, `<Error><Code>${code}</Code><Message>made by the test</Message></Error>`);
}

function xml(answer: ServerResponse, status: number, body: string): void {
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
}
