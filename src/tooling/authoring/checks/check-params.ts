import { getErrorMessage } from '../../../base/kernel/errors.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parsePointer,
} from '../../../base/kernel/json.js';
import { checkSchema } from '../../../base/schema/check.js';
import { compile, resolveDraft } from '../../../base/schema/compile.js';
import { explain } from '../../../base/schema/explain.js';
import { shownPath } from '../author-path.js';
import { readText } from '../text-file.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { parseYaml } from '../../../base/yaml/yaml-text.js';
import { type CheckDiagnostic, diagnosticAt, toDiagnostics, error } from './check-diagnostic.js';

/**
 * Checks params.example.json and the params of schedules against the schema of params. `inferred`: the schema by the
 * script's types.
 */
export async function checkParams(
  metaTask: MetaTaskFolder,
  inferred: JsonObject | null,
): Promise<CheckDiagnostic[]> {
  const schema = metaTask.definition.params_schema ?? inferred;
  const matches = createMatcher(schema);
  const scheduled = metaTask.schedules.flatMap(({ params }, index) =>
    matches(params ?? {}).map(({ pointer, message }) =>
      error(
        diagnosticAt(
          metaTask,
          ['schedules', index, 'params', ...parsePointer(pointer)],
          `schedules[${index}].params${pointer} ${message}`,
        ),
      ),
    ),
  );
  const { exampleParams } = metaTask;
  return exampleParams === null
    ? scheduled
    : [...scheduled, ...(await checkExample(exampleParams, matches))];
}

type Matches = (value: Json) => { pointer: string; message: string }[];

function createMatcher(schema: JsonObject | null): Matches {
  // Errors of the schema itself are reported elsewhere.
  const draft = schema === null || checkSchema(schema).length > 0 ? null : resolveDraft(schema);
  if (schema === null || draft === null) return () => [];
  const validate = compile(schema, draft);
  return (value) => (validate(value) === true ? [] : explain(validate.errors ?? []));
}

async function checkExample(file: string, matches: Matches): Promise<CheckDiagnostic[]> {
  const shown = shownPath(file);
  let text: string;
  try {
    text = await readText(file);
  } catch (thrown) {
    return toDiagnostics(thrown);
  }
  const yaml = parseYaml(text);
  if ('diagnostics' in yaml)
    return yaml.diagnostics.map((diagnostic) => error({ file: shown, ...diagnostic }));
  try {
    JSON.parse(text);
  } catch (thrown) {
    // The text is YAML, and other readers of this file require JSON.
    return [error({ file: shown, ...jsonPlace(getErrorMessage(thrown)) })];
  }
  if (!isJsonObject(yaml.value))
    return [error({ file: shown, message: 'params are a JSON object', ...yaml.locatePointer('') })];
  return matches(yaml.value).map(({ pointer, message }) =>
    error({
      file: shown,
      pointer,
      message: `params${pointer} ${message}`,
      ...yaml.locatePointer(pointer),
    }),
  );
}

function jsonPlace(message: string): { message: string; line: number; column: number } {
  const [, line = '1', column = '1'] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return {
    message: `is not JSON: ${message.replace(/ in JSON at position.*$/, '')}`,
    line: Number(line),
    column: Number(column),
  };
}
