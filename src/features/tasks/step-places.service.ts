import type { Database } from '../../platform/database/database.js';
import type { ScriptContents } from '../meta-tasks/contents/script-contents.service.js';
import { placeMapper } from '../../sandbox/runtime/typescript/stack.js';

/** A line of the author's files; it counts from 1. */
export interface CodePlace {
  file: string;
  line: number;
}

const PLACE = /^(?<file>[^:]+):(?<line>\d+)(?::(?<column>\d+))?$/;

/** Where scripts ask for their steps. */
export class StepPlaces {
  constructor(
    private readonly database: Database,
    private readonly contents: ScriptContents,
  ) {}

  /** Returns the place of each step in the author's files; null where it is not known. Reads nothing where no step has any. */
  async of(
    projectId: string,
    versionId: string,
    steps: readonly { codeAt: string | null }[],
  ): Promise<(CodePlace | null)[]> {
    const places = steps.map(({ codeAt }) => PLACE.exec(codeAt ?? '')?.groups ?? null);
    if (places.every((place) => place === null)) return places.map(() => null);
    const map = await this.mapOf(projectId, versionId);
    const mapped = map === null ? null : placeMapper(map);
    return places.map((place) => {
      if (place === null) return null;
      const { file = '', line, column } = place;
      if (mapped === null) return { file, line: Number(line) };
      return mapped(Number(line), Number(column ?? 1));
    });
  }

  private async mapOf(projectId: string, versionId: string): Promise<string | null> {
    const [version] = await this.database.query<{
      program_source_map: string | null;
      content_id: string | null;
    }>(
      'SELECT program_source_map, content_id FROM task_type_versions WHERE id = ? AND project_id = ?',
      [versionId, projectId],
    );
    if (version === undefined) return null;
    const { program_source_map: map, content_id: contentId } = version;
    return contentId === null
      ? map
      : (await this.contents.program(projectId, contentId)).source_map;
  }
}
