import type { DataSource } from 'typeorm';
import { getErrorMessage } from '../../base/kernel/errors.js';

/** Opens a data source. Throws an Error whose message starts with `failure`, followed by the reason. */
export async function connectSource(source: DataSource, failure: string): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (error) {
    throw new Error(`${failure}: ${getErrorMessage(error)}`, { cause: error });
  }
}
