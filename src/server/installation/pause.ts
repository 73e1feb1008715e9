import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** Reason why an installation is paused. */
export type PauseReason = 'restored' | 'operator';

export interface PauseState {
  /** ISO 8601. */
  since: string;
  reason: PauseReason;
}

/**
 * Statement that pauses an installation, with {@link pauseValue} as its parameter. Has no effect on an existing pause.
 */
export const PAUSE =
  "INSERT INTO installation (name, value) VALUES ('paused', ?) ON CONFLICT (name) DO NOTHING";

export const END_PAUSE = "DELETE FROM installation WHERE name = 'paused'";

/** Returns the stored form of a pause: `<reason> <time>`. */
export function pauseValue(reason: PauseReason): string {
  return `${reason} ${new Date().toISOString()}`;
}

/**
 * The pause of an installation, stored as a row of its database: servers that start during a pause serve the API but do
 * no background work.
 */
@Injectable()
export class Pause {
  constructor(private readonly database: Database) {}

  /** Returns the pause; null if the installation is not paused. */
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

  /** Ends the pause and returns whether there was one. */
  async end(): Promise<boolean> {
    const ended = await this.database.execute(`${END_PAUSE} RETURNING name`);
    return ended.length > 0;
  }
}
