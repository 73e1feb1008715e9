import { access, constants, mkdir } from 'node:fs/promises';
import { messageOf } from '../kernel/errors.js';
import { ConfigError } from './config.js';
import type { Config } from './settings.js';

/** Makes the data folder where it is missing. Throws {@link ConfigError} where it cannot be made or written. */
export async function prepareDataDir({ dataDir }: Config): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `METARUN_DATA_DIR is ${JSON.stringify(dataDir)}, which is no folder that can be made and written: ${messageOf(error)}`,
      { cause: error },
    );
  }
}
