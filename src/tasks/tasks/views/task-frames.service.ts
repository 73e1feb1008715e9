import { Injectable } from '@nestjs/common';
import { type ErrorFrame, errorFrames } from '../../../base/languages/error-frames.js';
import { isScriptLanguage } from '../../../base/languages/index.js';
import { Database } from '../../../platform/database/database.js';
import { ScriptContents } from '../../meta-tasks/contents/script-contents.service.js';
import { readSources } from '../../../sandbox/runtime/sources/read-sources.js';

/** The frames of errors, with the source lines of the version that ran. */
@Injectable()
export class TaskFrames {
  constructor(
    private readonly database: Database,
    private readonly contents: ScriptContents,
  ) {}

  /** Returns the frames of each stack. Reads nothing without a stack. */
  async of(
    projectId: string,
    versionId: string,
    stacks: readonly (string | null)[],
  ): Promise<ErrorFrame[][]> {
    const parsed = stacks.map((stack) => (stack === null ? [] : errorFrames(stack)));
    if (parsed.every((frames) => frames.length === 0)) return parsed;
    const [version] = await this.database.query<{
      script: string | null;
      script_language: string;
      content_id: string | null;
    }>(
      'SELECT script, script_language, content_id FROM task_type_versions WHERE id = ? AND project_id = ?',
      [versionId, projectId],
    );
    if (version === undefined || !isScriptLanguage(version.script_language)) return parsed;
    const { content_id: contentId, script_language: language } = version;
    const script =
      contentId === null ? version.script : await this.contents.script(projectId, contentId);
    return readSources('frames', { script: script ?? '', language, frames: parsed });
  }
}
