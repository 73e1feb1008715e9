import { readFileSync } from 'node:fs';
import { packagePath } from '../../base/kernel/package-root.js';
import type { Diagnostic } from '../../base/kernel/guided-error.js';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import { compile } from '../../base/schema/compile.js';
import { explain } from '../../base/schema/explain.js';
import type { ExecutionMode } from '../../tasks/meta-tasks/fields.js';
import { type CalledHere, fieldIssue, pathText } from './field-words.js';
import type { MetaTaskFields } from './meta-task-fields.js';
import type { ScheduleInFile } from './schedule-in-file.js';
import type { YamlText } from '../../base/yaml/yaml-text.js';

/** Name of the file that makes a folder a meta-task. */
export const META_TASK_FILE = 'metatask.yaml';
/** JSON Schema of the file, also for editors; a path below the package's folder. */
export const META_TASK_SCHEMA = 'schemas/metatask.schema.json';

/** The content of `metatask.yaml`, as in its JSON Schema. */
export interface MetaTaskContent extends Omit<
  MetaTaskFields,
  'script_language' | 'params_schema' | 'result_schema'
> {
  identifier?: string | null;
  language?: ScriptLanguage | null;
  execution_mode?: ExecutionMode | null;
  /** File, relative to the folder. */
  script?: string | null;
  workspace?: string | null;
  agent?: string | null;
  docker_image?: string | null;
  /** A schema, or the name of a file that contains it. */
  params_schema?: JsonObject | string | null;
  result_schema?: JsonObject | string | null;
  schedules?: ScheduleInFile[] | null;
}

/** Names of the API or other tools, with the names in the file. */
const CALLED_HERE: CalledHere = {
  script_language: 'language',
  runtime: 'language',
  mode: 'execution_mode',
  workspace_id: 'workspace',
  workspace_name: 'workspace',
  agent_id: 'agent',
  docker_image_id: 'docker_image',
  image: 'docker_image',
  timeout: 'timeout_seconds',
  memory: 'memory_mb',
  retries: 'max_attempts',
  hosts: 'allowed_hosts',
  schedule: 'schedules',
  timezone: 'time_zone',
  tz: 'time_zone',
  interval_seconds: 'every_seconds',
  interval: 'every_seconds',
};

let matches: ReturnType<typeof compile> | undefined;

/** Returns the content of `metatask.yaml`, or its errors with their places. */
export function readContent(
  yaml: YamlText,
): { content: MetaTaskContent } | { diagnostics: Diagnostic[] } {
  const { value, locatePointer } = yaml;
  if (isContent(value)) return { content: value };
  const diagnostics = explain(matches?.errors ?? []).map((issue) => {
    const { pointer, message } = fieldIssue(issue, CALLED_HERE);
    return {
      message: `${pathText(pointer, 'the file')} ${message}`,
      pointer,
      ...locatePointer(pointer),
    };
  });
  return { diagnostics };
}

function isContent(value: Json): value is Json & MetaTaskContent {
  matches ??= compile(JSON.parse(readFileSync(packagePath(META_TASK_SCHEMA), 'utf8')), '2020-12');
  return matches(value) === true;
}
