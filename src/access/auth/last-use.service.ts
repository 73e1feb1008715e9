import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

const RESOLUTION_MS = 60_000;

/** Records when a key, token or session was last used, to the minute, without holding up the request. */
@Injectable()
export class LastUse {
  /** Ids being written: a burst at the turn of a minute writes once. */
  private readonly writing = new Set<string>();

  constructor(private readonly database: Database) {}

  note(
    table: 'api_keys' | 'access_tokens' | 'sessions',
    id: string,
    before: number | null,
    now: number,
  ): void {
    if (this.writing.has(id) || (before !== null && now - before < RESOLUTION_MS)) return;
    this.writing.add(id);
    this.database
      .execute(`UPDATE ${table} SET last_used_at = ? WHERE id = ?`, [now, id])
      // A lost record of use does no harm, and the request has nothing to do with it.
      .catch(() => undefined)
      .finally(() => this.writing.delete(id));
  }
}
