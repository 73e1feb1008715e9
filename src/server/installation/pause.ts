import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** Why an installation is paused. */
export type PauseReason = 'restored' | 'operator';

export interface PauseState {
  /** ISO 8601. */
  since: string;
  reason: PauseReason;
}

/** The statement that pauses an installation, which takes the value of {@link pauseValue}. It is paused once. */
export const PAUSE =
  "INSERT INTO installation (name, value) VALUES ('paused', ?) ON CONFLICT (name) DO NOTHING";

export const END_PAUSE = "DELETE FROM installation WHERE name = 'paused'";

/** Returns `<reason> <time>`. */
export function pauseValue(reason: PauseReason): string {
  return `${reason} ${new Date().toISOString()}`;
}

/**
 * The pause of an installation, a row of its database: servers that start on it serve the API, and do nothing by themselves
 * until it ends.
 */
@Injectable()
export class Pause {
  constructor(private readonly database: Database) {}

  /** Null if the installation is not paused. */
  async state(): Promise<PauseState | null> {
    const [row] = await this.database.query<{ value: string }>(
      "SELECT value FROM installation WHERE name = 'paused'",
    );
    if (row === undefined) return null;
    const [reason, since = ''] = row.value.split(' ');
    return { since, reason: reason === 'restored' ? reason : 'operator' };
  }

  async begin(): Promise<void> {
    await this.database.execute(PAUSE, [pauseValue('operator')]);
  }

  /** Returns whether it was paused. */
  async end(): Promise<boolean> {
    const ended = await this.database.execute(`${END_PAUSE} RETURNING name`);
    return ended.length > 0;
  }
}
