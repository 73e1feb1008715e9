import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { PartBuffers } from './part-buffers.js';
import { asUnavailable } from './s3-errors.js';

/** Size of the buffer that collects small contents, in bytes. */
const SMALL = 64 * 1024;

export interface S3Object {
  Bucket: string;
  Key: string;
}

/**
 * Stores a content as one object: with one request if it fits into a part, otherwise part by part. Only one part is in
 * memory: data that arrives while a part is being sent waits in the socket.
 */
export class S3Upload {
  /** Buffer with the size of a part, or of {@link SMALL} at the beginning. */
  private buffer: Buffer = Buffer.allocUnsafe(SMALL);
  private filled = 0;
  private id: string | null = null;
  private readonly etags: string[] = [];

  constructor(
    private readonly client: S3Client,
    private readonly object: S3Object,
    private readonly buffers: PartBuffers,
    private readonly partBytes: number,
  ) {}

  /**
   * Stores the content, all or nothing. Rethrows errors of `content`; errors of the storage are MetarunError
   * `unavailable`.
   */
  async store(content: AsyncIterable<Buffer>): Promise<void> {
    try {
      for await (const chunk of content) await this.add(chunk);
      await this.finish();
    } catch (error) {
      await this.abort();
      throw error;
    } finally {
      if (this.buffer.length === this.partBytes) this.buffers.give(this.buffer);
    }
  }

  private async add(chunk: Buffer): Promise<void> {
    if (this.buffer.length < Math.min(this.filled + chunk.length, this.partBytes)) this.grow();
    for (let from = 0; from < chunk.length;) {
      if (this.filled === this.partBytes) await this.next();
      const copied = chunk.copy(this.buffer, this.filled, from);
      this.filled += copied;
      from += copied;
    }
  }

  private grow(): void {
    const small = this.buffer;
    this.buffer = this.buffers.take(this.partBytes);
    small.copy(this.buffer, 0, 0, this.filled);
  }

  /** Sends the collected part, which frees the buffer for the next one. */
  private async next(): Promise<void> {
    this.id ??= await this.begin();
    await this.send(this.id, this.buffer.subarray(0, this.filled));
    this.filled = 0;
  }

  private async begin(): Promise<string> {
    const { UploadId } = await this.asked(() =>
      this.client.send(new CreateMultipartUploadCommand(this.object)),
    );
    if (UploadId !== undefined) return UploadId;
    throw asUnavailable(new Error('the upload that was begun has no id'));
  }

  private async send(UploadId: string, Body: Buffer): Promise<void> {
    const PartNumber = this.etags.length + 1;
    const { ETag } = await this.asked(() =>
      this.client.send(new UploadPartCommand({ ...this.object, UploadId, PartNumber, Body })),
    );
    if (ETag === undefined) throw asUnavailable(new Error('a part that was sent has no ETag'));
    this.etags.push(ETag);
  }

  private async finish(): Promise<void> {
    const { id: UploadId } = this;
    if (UploadId === null) {
      const Body = this.buffer.subarray(0, this.filled);
      await this.asked(() => this.client.send(new PutObjectCommand({ ...this.object, Body })));
      return;
    }
    await this.next();
    const Parts = this.etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    await this.asked(() =>
      this.client.send(
        new CompleteMultipartUploadCommand({
          ...this.object,
          UploadId,
          MultipartUpload: { Parts },
        }),
      ),
    );
  }

  /** Aborts the upload. If that fails, the sweep removes the parts later. */
  private async abort(): Promise<void> {
    if (this.id === null) return;
    const abort = new AbortMultipartUploadCommand({ ...this.object, UploadId: this.id });
    await this.client.send(abort).catch(() => undefined);
  }

  private async asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw asUnavailable(error);
    }
  }
}
