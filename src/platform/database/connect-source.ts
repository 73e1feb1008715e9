import type { DataSource } from 'typeorm';
import { messageOf } from '../../base/kernel/errors.js';

/** Opens a data source. Throws an Error whose message starts with `failure`, followed by the reason. */
export async function connectSource(source: DataSource, failure: string): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (error) {
    throw new Error(`${failure}: ${messageOf(error)}`, { cause: error });
  }
}
