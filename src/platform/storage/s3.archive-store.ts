import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ArchiveStore } from '../../sandbox/runtime/archive-store.js';
import { PartBuffers } from './part-buffers.js';
import { s3Client, type S3Settings } from './s3-client.js';
import { asUnavailable, isMissingObject } from './s3-errors.js';
import { S3Upload } from './s3-upload.js';

/** Size of a part: with at most 10,000 parts, an archive has up to 78 GiB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Time without a read after which archives are removed (ms). */
const KEPT_MS = 90 * 24 * 3600 * 1000;
/** Age from which reading an archive renews it (ms). */
const OLD_MS = KEPT_MS / 3;

/** Archives as objects `<prefix>archives/<name>`, which listings of blobs ignore. */
export class S3ArchiveStore implements ArchiveStore {
  private readonly client: S3Client;
  private readonly buffers = new PartBuffers();
  private readonly bucket: string;
  private readonly prefix: string;

  constructor(settings: S3Settings) {
    this.client = s3Client(settings, settings.storageEndpoint);
    this.bucket = settings.storageBucket;
    this.prefix = `${settings.storagePrefix}archives/`;
  }

  async read(name: string): Promise<Readable | null> {
    const object = this.object(name);
    try {
      const { Body, LastModified } = await this.client.send(new GetObjectCommand(object));
      if (!(Body instanceof Readable)) throw new Error('the answer has no body');
      if (LastModified && Date.now() - LastModified.getTime() > OLD_MS) void this.renew(name);
      return Body;
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw asUnavailable(error);
    }
  }

  async write(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    await new S3Upload(this.client, this.object(name), this.buffers, PART_BYTES).store(content);
    await this.removeOld();
  }

  close(): void {
    this.client.destroy();
  }

  /** Removes archives that no server has read for long; called by a server that adds one. */
  private async removeOld(): Promise<void> {
    const where = { Bucket: this.bucket, Prefix: this.prefix };
    try {
      for await (const { Contents = [] } of paginateListObjectsV2({ client: this.client }, where))
        for (const { Key, LastModified } of Contents)
          if (LastModified && Date.now() - LastModified.getTime() > KEPT_MS)
            await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key }));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /**
   * Renews an archive by copying it onto itself, since S3 records no time of reading. If that fails, the archive is
   * merely recreated some day.
   */
  private async renew(name: string): Promise<void> {
    const { Bucket, Key } = this.object(name);
    const copy = { CopySource: `${Bucket}/${Key}`, MetadataDirective: 'REPLACE' } as const;
    await this.client.send(new CopyObjectCommand({ Bucket, Key, ...copy })).catch(() => undefined);
  }

  private object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + name };
  }
}
