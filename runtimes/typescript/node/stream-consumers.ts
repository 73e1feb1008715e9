import { Buffer } from './buffer.js';

type Source = AsyncIterable<string | Uint8Array>;

async function buffer(source: Source): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source)
    parts.push(typeof part === 'string' ? Buffer.from(part) : Buffer.from(part));
  return Buffer.concat(parts);
}

async function text(source: Source): Promise<string> {
  return (await buffer(source)).toString();
}

async function json(source: Source): Promise<unknown> {
  return JSON.parse(await text(source));
}

async function arrayBuffer(source: Source): Promise<ArrayBuffer> {
  return new Uint8Array(await buffer(source)).buffer;
}

async function blob(source: Source): Promise<Blob> {
  return new Blob([await arrayBuffer(source)]);
}

export default { arrayBuffer, blob, buffer, json, text };
