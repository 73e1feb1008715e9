import type { Config } from '../../../base/config/settings.js';
import { type JsonObject, parsePointer } from '../../../base/kernel/json.js';
import { checkSchema } from '../../../base/schema/check.js';
import { findCapIssue } from '../../../base/schema/schema-caps.js';
import { definitionErrors } from '../../../tasks/meta-tasks/definition-rules.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { type CheckDiagnostic, diagnosticAt, error, warning } from './check-diagnostic.js';

/** Returns diagnostics of the fields that a server would refuse. */
export function checkDefinition(metaTask: MetaTaskFolder, config: Config): CheckDiagnostic[] {
  return [...rules(metaTask, config), ...schemas(metaTask)];
}

function* rules(metaTask: MetaTaskFolder, config: Config): Generator<CheckDiagnostic> {
  for (const { kind, field, message } of definitionErrors(metaTask.definition, config)) {
    const diagnostic = diagnosticAt(metaTask, [field], `${field}: ${message}`);
    // The target server may have other settings than this machine.
    if (kind === 'limit')
      yield warning({ ...diagnostic, message: `${diagnostic.message}${ELSEWHERE}` });
    else yield error(diagnostic);
  }
}

const ELSEWHERE = ' (METARUN_MAX_…); a server with other settings may allow more';

function* schemas(metaTask: MetaTaskFolder): Generator<CheckDiagnostic> {
  for (const field of ['params_schema', 'result_schema'] as const) {
    const schema = metaTask.definition[field];
    if (schema === null) continue;
    for (const { pointer, message } of schemaIssues(schema))
      yield error(
        diagnosticAt(metaTask, [field, ...parsePointer(pointer)], `${field}${pointer} ${message}`),
      );
  }
}

function schemaIssues(schema: JsonObject): { pointer: string; message: string }[] {
  const issue = findCapIssue(schema, JSON.stringify(schema));
  return issue === null ? checkSchema(schema) : [issue];
}
