import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  ListObjectsV2Command,
  type MultipartUpload,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ConfigError } from '../../base/config/config.js';
import { isBlobId } from './blob-id.js';
import {
  type BlobInfo,
  BlobMissingError,
  BlobStore,
  BlobTooLargeError,
  type ByteRange,
  type DownloadHeaders,
  MARK,
  type StoredBlob,
} from './blob-store.js';
import { PartBuffers } from './part-buffers.js';
import { resumed } from './resumed.js';
import { s3Client, type S3Settings } from './s3-client.js';
import { asUnavailable, isMissingObject, isNotImplemented } from './s3-errors.js';
import { S3Upload } from './s3-upload.js';

/** Minimum size of a part in S3. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
/** Time in which a presigned URL can begin a download, in seconds. */
const URL_SECONDS = 300;

/**
 * Blobs as objects `<prefix><first two digits of the id>/<id>`, the same names as on disk. An object appears when its
 * upload is complete. Equal contents are several objects: S3 does not count the names of an object, and without a
 * count, a removal could not be distinguished from a simultaneous put.
 */
export class S3BlobStore extends BlobStore {
  private readonly client: S3Client;
  /** Signs URLs; sends nothing. */
  private readonly signer: S3Client;
  private readonly buffers = new PartBuffers();
  private readonly bucket: string;
  private readonly prefix: string;
  private readonly redirectBytes: number;

  private constructor(settings: S3Settings) {
    super();
    const { storageEndpoint: endpoint, storagePublicEndpoint: publicEndpoint } = settings;
    this.client = s3Client(settings, endpoint);
    this.signer =
      publicEndpoint === '' || publicEndpoint === endpoint
        ? this.client
        : s3Client(settings, publicEndpoint);
    this.bucket = settings.storageBucket;
    this.prefix = settings.storagePrefix;
    this.redirectBytes =
      settings.storageRedirectBytes === 0 ? Infinity : settings.storageRedirectBytes;
  }

  /** Opens the store. Throws {@link ConfigError} if the bucket does not answer as required. */
  static async open(settings: S3Settings): Promise<S3BlobStore> {
    const store = new S3BlobStore(settings);
    try {
      await store.client.send(
        new ListObjectsV2Command({ Bucket: store.bucket, Prefix: store.prefix, MaxKeys: 1 }),
      );
      return store;
    } catch (error) {
      const { cause } = asUnavailable(error);
      store.close();
      throw new ConfigError(
        `METARUN_STORAGE is "s3", but the bucket "${store.bucket}" at ${settings.storageEndpoint || `Amazon S3 in ${settings.storageRegion}`} cannot be listed: ${String(cause)}`,
        { cause },
      );
    }
  }

  put(content: Buffer | Readable, { maxBytes }: { maxBytes: number }): Promise<StoredBlob> {
    return this.store(randomUUID(), content, maxBytes);
  }

  putAs(id: string, content: Readable, size: number): Promise<StoredBlob> {
    return this.store(id, content, size);
  }

  async open(id: string, range?: ByteRange): Promise<Readable> {
    const key = this.key(id);
    const first = await this.get(key, range);
    return resumed(first, (offset) =>
      this.get(key, { start: (range?.start ?? 0) + offset, ...(range ? { end: range.end } : {}) }),
    );
  }

  async size(id: string): Promise<number> {
    return this.send(this.key(id), async (key) => {
      const { ContentLength } = await this.client.send(new HeadObjectCommand(key));
      return ContentLength ?? 0;
    });
  }

  async remove(id: string): Promise<void> {
    if (!isBlobId(id)) return;
    await this.send(this.key(id), (key) => this.client.send(new DeleteObjectCommand(key)));
  }

  async *list(): AsyncIterable<BlobInfo> {
    const pages = paginateListObjectsV2(
      { client: this.client },
      { Bucket: this.bucket, Prefix: this.prefix },
    );
    try {
      for await (const { Contents = [] } of pages)
        for (const { Key = '', LastModified } of Contents) {
          const id = this.parseBlobId(Key);
          if (LastModified && id !== null) yield { id, storedAt: LastModified.getTime() };
        }
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async removeUnfinished(before: number): Promise<number> {
    let removed = 0;
    try {
      for await (const { Key, UploadId, Initiated } of this.unfinished()) {
        if (!Initiated || Initiated.getTime() >= before) continue;
        await this.client.send(
          new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }),
        );
        removed += 1;
      }
    } catch (error) {
      // Such a server removes them by itself or by a rule of the bucket.
      if (!isNotImplemented(error)) throw asUnavailable(error);
    }
    return removed;
  }

  get markPlace(): string {
    return `s3://${this.bucket}/${this.prefix}${MARK}`;
  }

  async readMark(): Promise<string | null> {
    try {
      const body = await this.get(`${this.prefix}${MARK}`);
      return Buffer.concat(await body.toArray())
        .toString()
        .trim();
    } catch (error) {
      if (error instanceof BlobMissingError) return null;
      throw error;
    }
  }

  async writeMark(id: string): Promise<void> {
    await this.send(`${this.prefix}${MARK}`, (object) =>
      this.client.send(new PutObjectCommand({ ...object, Body: `${id}\n` })),
    );
  }

  override get givesUrls(): boolean {
    return this.redirectBytes < Infinity;
  }

  override async directUrl(
    id: string,
    size: number,
    headers: DownloadHeaders,
  ): Promise<string | null> {
    if (size < this.redirectBytes) return null;
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: this.key(id),
      ResponseContentType: headers.contentType,
      ResponseContentDisposition: headers.contentDisposition,
      ResponseCacheControl: headers.cacheControl,
    });
    try {
      return await getSignedUrl(this.signer, command, { expiresIn: URL_SECONDS });
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  override close(): void {
    this.client.destroy();
    this.signer.destroy();
  }

  private async get(key: string, range?: { start: number; end?: number }): Promise<Readable> {
    return this.send(key, async (object) => {
      const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
      const { Body } = await this.client.send(
        new GetObjectCommand(Range === undefined ? object : { ...object, Range }),
      );
      if (Body instanceof Readable) return Body;
      throw new Error('the answer has no body');
    });
  }

  private async store(
    id: string,
    content: Buffer | Readable,
    maxBytes: number,
  ): Promise<StoredBlob> {
    const hash = createHash('sha256');
    let size = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      const chunks: AsyncIterable<Buffer> | Buffer[] = Buffer.isBuffer(content)
        ? [content]
        : content;
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
        hash.update(chunk);
        yield chunk;
      }
    }
    const partBytes = Math.max(MIN_PART_BYTES, Math.ceil(maxBytes / MAX_PARTS));
    const object = { Bucket: this.bucket, Key: this.key(id) };
    await new S3Upload(this.client, object, this.buffers, partBytes).store(counted());
    return { id, size, sha256: hash.digest('hex') };
  }

  /** Yields uploads that were never completed. */
  private async *unfinished(): AsyncGenerator<MultipartUpload> {
    let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
    while (marker !== null) {
      const page: ListMultipartUploadsCommandOutput = await this.client.send(
        new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: this.prefix, ...marker }),
      );
      for (const upload of page.Uploads ?? [])
        if (this.parseBlobId(upload.Key ?? '') !== null) yield upload;
      marker = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : null;
    }
  }

  private async send<T>(
    key: string,
    work: (object: { Bucket: string; Key: string }) => Promise<T>,
  ): Promise<T> {
    try {
      return await work({ Bucket: this.bucket, Key: key });
    } catch (error) {
      if (isMissingObject(error))
        throw new BlobMissingError(`object ${key} is missing`, {
          cause: asUnavailable(error).cause,
        });
      throw asUnavailable(error);
    }
  }

  /** Returns the id in a key; null for an object that is not a blob, which a bucket may also contain. */
  private parseBlobId(key: string): string | null {
    const id = key.slice(key.lastIndexOf('/') + 1);
    return isBlobId(id) && key === this.key(id) ? id : null;
  }

  private key(id: string): string {
    if (!isBlobId(id)) throw new BlobMissingError(`"${id}" is not the id of a blob`);
    return `${this.prefix}${id.slice(0, 2)}/${id}`;
  }
}
