import { computeVectorBytes } from './embedding.js';
import type { Comparison, VectorBlock } from './nearest.js';

/** Initial number of vectors in a block, and the factor by which a block grows until it is full. */
const SPACE = 16;
const GROWTH = 1.25;
/** Size of a full block in bytes; copying more would block the event loop. */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** The vectors of one place, in blocks that another thread can read. */
export class VectorPack {
  /** Version of the newest change that is included. */
  version = 0;
  size = 0;
  private readonly blocks: VectorBlock[] = [];
  private readonly indexes = new Map<number, number>();
  /** Number of vectors in a full block. */
  private readonly ofBlock: number;

  /** `length`: length of each vector; `most`: maximum number of vectors. */
  constructor(
    private readonly length: number,
    private readonly most = Number.POSITIVE_INFINITY,
  ) {
    this.ofBlock = Math.max(SPACE, Math.floor(BLOCK_BYTES / computeVectorBytes(length)));
  }

  get bytes(): number {
    return this.blocks.reduce(
      (sum, { values }) => sum + values.byteLength,
      computeVectorBytes(SPACE),
    );
  }

  /** Blocks in the form for comparisons, valid until the next change. */
  get compared(): Comparison['blocks'] {
    return this.blocks.map((block, index) => ({
      block,
      count: Math.min(this.ofBlock, this.size - index * this.ofBlock),
    }));
  }

  /** Sets the vector of a number. Bytes of another length remove the vector. */
  put(number: number, bytes: Uint8Array): void {
    if (bytes.byteLength !== computeVectorBytes(this.length)) {
      this.remove(number);
      return;
    }
    let index = this.indexes.get(number);
    if (index === undefined) {
      if (this.size >= this.most) return;
      index = this.size;
      this.size += 1;
      this.indexes.set(number, index);
    }
    const { block, at } = this.reservePlace(index);
    block.numbers[at] = number;
    new Uint8Array(block.values.buffer).set(bytes, computeVectorBytes(at * this.length));
  }

  remove(number: number): void {
    const index = this.indexes.get(number);
    if (index === undefined) return;
    this.indexes.delete(number);
    this.size -= 1;
    // The last vector fills the gap.
    const last = this.reservePlace(this.size);
    const gap = this.reservePlace(index);
    const moved = last.block.numbers[last.at] ?? number;
    if (moved !== number) {
      gap.block.numbers[gap.at] = moved;
      const from = last.at * this.length;
      gap.block.values.set(
        last.block.values.subarray(from, from + this.length),
        gap.at * this.length,
      );
      this.indexes.set(moved, index);
    }
    if (last.at === 0) this.blocks.pop();
  }

  /** Returns the block and position of an index, and grows the block if necessary. */
  private reservePlace(index: number): { block: VectorBlock; at: number } {
    const [which, at] = [Math.floor(index / this.ofBlock), index % this.ofBlock];
    const there = this.blocks[which];
    if (there !== undefined && at < there.numbers.length) return { block: there, at };
    const space = Math.min(this.ofBlock, Math.max(SPACE, Math.ceil((at + 1) * GROWTH)));
    const block = createBlock(which === 0 ? space : this.ofBlock, this.length);
    if (there !== undefined) {
      block.values.set(there.values);
      block.numbers.set(there.numbers);
    }
    this.blocks[which] = block;
    return { block, at };
  }
}

function createBlock(space: number, length: number): VectorBlock {
  return {
    values: new Float32Array(new SharedArrayBuffer(computeVectorBytes(space * length))),
    numbers: new Float64Array(new SharedArrayBuffer(space * Float64Array.BYTES_PER_ELEMENT)),
  };
}
