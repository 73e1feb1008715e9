import type { Database } from '../../platform/database/database.js';
import { placeMapper } from '../../sandbox/runtime/typescript/stack.js';

/** A line of the author's files; it counts from 1. */
export interface CodePlace {
  file: string;
  line: number;
}

const PLACE = /^(?<file>[^:]+):(?<line>\d+)(?::(?<column>\d+))?$/;

/** Where scripts ask for their steps. */
export class StepPlaces {
  constructor(private readonly database: Database) {}

  /** Returns the place of each step in the author's files; null where it is not known. Reads nothing where no step has any. */
  async of(
    projectId: string,
    versionId: string,
    steps: readonly { codeAt: string | null }[],
  ): Promise<(CodePlace | null)[]> {
    const places = steps.map(({ codeAt }) => PLACE.exec(codeAt ?? '')?.groups ?? null);
    if (places.every((place) => place === null)) return places.map(() => null);
    const [version] = await this.database.query<{ program_source_map: string | null }>(
      'SELECT program_source_map FROM task_type_versions WHERE id = ? AND project_id = ?',
      [versionId, projectId],
    );
    const map = version?.program_source_map ?? null;
    const mapped = map === null ? null : placeMapper(map);
    return places.map((place) => {
      if (place === null) return null;
      const { file = '', line, column } = place;
      if (mapped === null) return { file, line: Number(line) };
      return mapped(Number(line), Number(column ?? 1));
    });
  }
}
