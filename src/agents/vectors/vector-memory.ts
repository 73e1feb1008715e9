import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { JobThread } from '../../base/threads/job-thread.js';
import type { Comparison, Near } from './nearest.js';
import type { VectorPack } from './vector-pack.js';

/** Maximum size of all vectors in a server's memory, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * The vectors that this server has used last, and the thread that compares them. Both are created at the first search.
 */
@Injectable()
export class VectorMemory {
  readonly packs = new LRUCache<string, VectorPack>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  private readonly thread = new JobThread<Comparison, Near[]>('vectors.worker.js');

  /** Returns the vectors nearest to a vector, the nearest first. */
  nearest(
    packs: readonly VectorPack[],
    vector: Float32Array,
    most: number,
    only: readonly number[] | null,
  ): Promise<Near[]> {
    const blocks = packs.flatMap(({ compared }) => compared);
    if (blocks.length === 0) return Promise.resolve([]);
    return this.thread.run({ vector, blocks, most, only });
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
