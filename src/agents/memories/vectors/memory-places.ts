import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { MemoryPlace } from '../memory.js';
import { MemoryVectors } from './memory-vectors.js';

/** The known parts of places. */
export type PlaceFilter = { [K in keyof MemoryPlace]?: string | undefined };

/** Maximum number of projects whose places are cached. */
const PROJECTS = 1_000;

/** Cached places of projects with vectors, the most recently used ones. */
@Injectable()
export class MemoryPlaces {
  private readonly known = new LRUCache<string, { version: number; places: MemoryPlace[] }>({
    max: PROJECTS,
  });

  constructor(private readonly vectors: MemoryVectors) {}

  /** Returns the places that match the filters. `version`: version of the project's vectors. */
  async of(
    projectId: string,
    version: number,
    where: readonly MemoryPlace[] | PlaceFilter,
  ): Promise<readonly MemoryPlace[]> {
    if (isList(where)) return where;
    let known = this.known.get(projectId);
    if (known === undefined || known.version !== version) {
      known = { version, places: await this.vectors.places(projectId) };
      this.known.set(projectId, known);
    }
    const { scope, scopeId, subjectHash } = where;
    return known.places.filter(
      (place) =>
        (scope === undefined || place.scope === scope) &&
        (scopeId === undefined || place.scopeId === scopeId) &&
        (subjectHash === undefined || place.subjectHash === subjectHash),
    );
  }
}

function isList(where: readonly MemoryPlace[] | PlaceFilter): where is readonly MemoryPlace[] {
  return Array.isArray(where);
}
