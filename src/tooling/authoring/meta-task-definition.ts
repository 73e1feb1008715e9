import { GuidedError, type Diagnostic } from '../../base/kernel/guided-error.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { DEFINITIONS } from '../../tasks/meta-tasks/definition.js';
import { ownFile } from './author-path.js';
import { readObjectFile } from './json-file.js';
import type { MetaTaskDefinition } from './meta-task-fields.js';
import type { MetaTaskContent } from './meta-task-file.js';
import type { ScriptFile } from './script-file.js';
import type { YamlText } from '../../base/yaml/yaml-text.js';

/** A diagnostic without a file belongs to `metatask.yaml`, at its `pointer`. */
type Read<T> = T | { diagnostics: readonly Diagnostic[] };

/** A file that contains a schema. */
interface SchemaFile {
  path: string;
  yaml: YamlText;
}

/** The schemas in files of their own. */
export type SchemaFiles = { [field in 'params_schema' | 'result_schema']?: SchemaFile };

/** Returns the API's fields of a meta-task by its `metatask.yaml`, complete and spelt as by a server. */
export async function readDefinition(
  folder: string,
  content: MetaTaskContent,
  { mode, language }: ScriptFile,
): Promise<Read<{ definition: MetaTaskDefinition; schemas: SchemaFiles }>> {
  const params = await readSchema(folder, 'params_schema', content.params_schema);
  const result = await readSchema(folder, 'result_schema', content.result_schema);
  const diagnostics = [params, result].flatMap((read) =>
    'diagnostics' in read ? read.diagnostics : [],
  );
  if ('diagnostics' in params || 'diagnostics' in result) return { diagnostics };
  const given = {
    ...content,
    execution_mode: mode,
    script_language: language,
    params_schema: params.schema,
    result_schema: result.schema,
  };
  try {
    const {
      script: _script,
      workspace_id: _workspace,
      agent_id: _agent,
      docker_image_id: _image,
      ...definition
    } = DEFINITIONS.created(given);
    const schemas = {
      ...(params.file === undefined ? {} : { params_schema: params.file }),
      ...(result.file === undefined ? {} : { result_schema: result.file }),
    };
    return { definition, schemas };
  } catch (error) {
    if (!(error instanceof MetarunError)) throw error;
    return {
      diagnostics: error.errors.map(({ pointer, message }) => ({
        pointer,
        message: `allowed_hosts: ${message}`,
      })),
    };
  }
}

async function readSchema(
  folder: string,
  field: 'params_schema' | 'result_schema',
  given: JsonObject | string | null | undefined,
): Promise<Read<{ schema: JsonObject | null; file?: SchemaFile }>> {
  if (typeof given !== 'string') return { schema: given ?? null };
  const pointer = `/${field}`;
  const file = await ownFile(folder, given);
  if ('refused' in file)
    return { diagnostics: [{ message: `${field}: ${given} ${file.refused}`, pointer }] };
  try {
    const { object, yaml } = await readObjectFile(file.path);
    return { schema: object, file: { path: file.path, yaml } };
  } catch (error) {
    if (!(error instanceof GuidedError)) throw error;
    if (error.diagnostics.length > 0) return { diagnostics: error.diagnostics };
    return { diagnostics: [{ message: `${field}: ${error.message}`, pointer }] };
  }
}
