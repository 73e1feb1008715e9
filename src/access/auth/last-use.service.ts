import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

const RESOLUTION_MS = 60_000;

/** Records when a key, token or session was last used, to the minute, without holding up the request. */
@Injectable()
export class LastUse {
  /** Ids being written, so that a burst of requests writes once a minute. */
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
      // A lost record of use does no harm, and must not affect the request.
      .catch(() => undefined)
      .finally(() => this.writing.delete(id));
  }
}
