import type { Config } from '../../config/settings.js';
import type { JsonObject } from '../../kernel/json.js';
import { checkSchema } from '../../schema/check.js';
import { findCapIssue } from '../../schema/schema-caps.js';
import { definitionErrors } from '../../task-types/definition-rules.js';
import type { MetaTaskFolder } from '../meta-task-folder.js';
import { type CheckFault, error, faultAt, warning } from './check-fault.js';

/** What the fields of a meta-task say that a server would refuse. */
export function checkDefinition(metaTask: MetaTaskFolder, config: Config): CheckFault[] {
  return [...rules(metaTask, config), ...schemas(metaTask)];
}

function* rules(metaTask: MetaTaskFolder, config: Config): Generator<CheckFault> {
  for (const { kind, field, message } of definitionErrors(metaTask.definition, config)) {
    const fault = faultAt(metaTask, [field], `${field}: ${message}`);
    if (field === 'execution_mode')
      // The contract can be written and checked before there is a model.
      yield warning({ ...fault, message: `${field}: ${AGENT}` });
    // The server that it goes to may have other settings than this machine.
    else if (kind === 'limit') yield warning({ ...fault, message: `${fault.message}${ELSEWHERE}` });
    else yield error(fault);
  }
}

const AGENT =
  'agents need a language model, which no server has yet: the contract is checked, and cannot be run';
const ELSEWHERE = ' (METARUN_MAX_…); a server with other settings may allow more';

function* schemas(metaTask: MetaTaskFolder): Generator<CheckFault> {
  for (const field of ['params_schema', 'result_schema'] as const) {
    const schema = metaTask.definition[field];
    if (schema === null) continue;
    for (const { pointer, message } of schemaFaults(schema))
      yield error(faultAt(metaTask, [field, ...partsOf(pointer)], `${field}${pointer} ${message}`));
  }
}

function schemaFaults(schema: JsonObject): { pointer: string; message: string }[] {
  const fault = findCapIssue(schema, JSON.stringify(schema));
  return fault === null ? checkSchema(schema) : [fault];
}

function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
