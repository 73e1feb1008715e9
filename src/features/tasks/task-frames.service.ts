import { type ErrorFrame, errorFrames, withSources } from '../../base/languages/error-frames.js';
import { isScriptLanguage } from '../../base/languages/index.js';
import type { Database } from '../../platform/database/database.js';
import { scriptSources } from '../../sandbox/bundling/script-sources.js';

/** The frames of errors, with the lines of the version that was run. */
export class TaskFrames {
  constructor(private readonly database: Database) {}

  /** Returns the frames of each stack. Without any stack nothing is read. */
  async of(
    projectId: string,
    versionId: string,
    stacks: readonly (string | null)[],
  ): Promise<ErrorFrame[][]> {
    const parsed = stacks.map((stack) => (stack === null ? [] : errorFrames(stack)));
    if (parsed.every((frames) => frames.length === 0)) return parsed;
    const [version] = await this.database.query<{ script: string | null; script_language: string }>(
      'SELECT script, script_language FROM task_type_versions WHERE id = ? AND project_id = ?',
      [versionId, projectId],
    );
    if (version === undefined || !isScriptLanguage(version.script_language)) return parsed;
    const { script, script_language: language } = version;
    const { files, areWritten } = scriptSources(script ?? '', language);
    const sources = areWritten ? files : new Map<string, string>();
    return parsed.map((frames) => withSources(frames, language, sources));
  }
}
