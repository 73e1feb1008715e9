import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ScriptContents } from '../../meta-tasks/contents/script-contents.service.js';
import { readSources } from '../../../sandbox/runtime/sources/read-sources.js';
import type { AuthorPlace, CompiledPlace } from '../../../sandbox/runtime/sources/source-jobs.js';

const PLACE = /^(?<file>[^:]+):(?<line>\d+)(?::(?<column>\d+))?$/;

/** Finds the places of scripts' calls of their steps. */
@Injectable()
export class StepPlaces {
  constructor(
    private readonly database: Database,
    private readonly contents: ScriptContents,
  ) {}

  /** Returns the place of each step in the author's files; null if unknown. Reads nothing if no step has a place. */
  async of(
    projectId: string,
    versionId: string,
    steps: readonly { codeAt: string | null }[],
  ): Promise<(AuthorPlace | null)[]> {
    const places = steps.map(({ codeAt }) => parsePlace(codeAt));
    if (places.every((place) => place === null)) return places.map(() => null);
    const map = await this.loadSourceMap(projectId, versionId);
    if (map === null) return places.map((place) => place && { file: place.file, line: place.line });
    return readSources('places', { map, places });
  }

  private async loadSourceMap(projectId: string, versionId: string): Promise<string | null> {
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

function parsePlace(text: string | null): (AuthorPlace & CompiledPlace) | null {
  const { file = '', line, column = 1 } = PLACE.exec(text ?? '')?.groups ?? {};
  return line === undefined ? null : { file, line: Number(line), column: Number(column) };
}
