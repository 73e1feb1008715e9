import { LANGUAGES } from '../../base/languages/index.js';
import type { Config } from '../../base/config/settings.js';
import { isWider } from '../../base/kernel/network.js';
import type { Json } from '../../base/kernel/json.js';
import { grantIssue } from '../catalogue/memory-field.js';
import type { Definition } from './fields.js';
import { mcpHintsIssue } from './mcp-hints.js';

/** The reason why a definition cannot be carried out. */
export interface DefinitionError {
  /**
   * `unavailable`: not possible in any installation; `limit`: not with the settings of this one; `invalid`:
   * contradictory.
   */
  kind: 'unavailable' | 'limit' | 'invalid';
  field: keyof Definition;
  /** RFC 6901 pointer within the field's value; omitted for the field itself. */
  within?: string;
  message: string;
}

/** Settings that limit a definition. */
export type DefinitionLimits = Pick<
  Config,
  'maxTimeoutSeconds' | 'maxMemoryMb' | 'maxCpuSeconds' | 'maxNetwork'
>;

/** Yields the errors that follow from the fields of a definition and the settings, the most important first. */
export function* definitionErrors(
  definition: Omit<Definition, 'script' | 'workspace_id' | 'agent_id' | 'docker_image_id'>,
  limits: DefinitionLimits,
): Generator<DefinitionError, undefined> {
  yield* overLimits(definition, limits);
  yield* contradictions(definition);
}

type Fields = Parameters<typeof definitionErrors>[0];

function* overLimits(definition: Fields, limits: DefinitionLimits): Generator<DefinitionError> {
  const { timeout_seconds: timeout, memory_mb: memory, cpu_seconds: cpu, network } = definition;
  const { maxTimeoutSeconds, maxMemoryMb, maxCpuSeconds, maxNetwork } = limits;
  const over = (field: keyof Definition, most: string): DefinitionError => ({
    kind: 'limit',
    field,
    message: `this installation allows ${most} at most`,
  });
  if (timeout !== null && timeout > maxTimeoutSeconds)
    yield over('timeout_seconds', `${maxTimeoutSeconds} s`);
  if (memory !== null && memory > maxMemoryMb) yield over('memory_mb', `${maxMemoryMb} MiB`);
  if (cpu !== null && maxCpuSeconds > 0 && cpu > maxCpuSeconds)
    yield over('cpu_seconds', `${maxCpuSeconds} s`);
  if (isWider(network, maxNetwork)) yield over('network', `"${maxNetwork}"`);
}

function* contradictions(definition: Fields): Generator<DefinitionError> {
  const { network, allowed_hosts: hosts } = definition;
  const invalid = (field: keyof Definition, message: string): DefinitionError => ({
    kind: 'invalid',
    field,
    message,
  });
  if (network === 'restricted' && hosts.length === 0)
    yield invalid('allowed_hosts', 'is needed with the network "restricted": name the hosts');
  if (network !== 'restricted' && hosts.length > 0)
    yield invalid(
      'allowed_hosts',
      `goes with the network "restricted" alone, and this one is "${network}"; change either`,
    );
  const { runsOnNode, title } = LANGUAGES[definition.script_language];
  if (definition.runtime === 'node' && !runsOnNode)
    yield invalid('runtime', `"node" is for TypeScript alone, and this is ${title}; change either`);
  const grant = grantIssue(definition.memory as Json);
  if (grant !== null) yield { ...invalid('memory', grant.message), within: grant.pointer };
  const hint = mcpHintsIssue(definition.mcp_hints as Json);
  if (hint !== null) yield { ...invalid('mcp_hints', hint.message), within: hint.pointer };
  if (definition.memory_subject === null && definition.memory?.read?.includes('subject'))
    yield invalid(
      'memory_subject',
      'is needed to read memories of the scope "subject": where in the params is the subject?',
    );
  if (definition.retry_max_delay_seconds < definition.retry_delay_seconds)
    yield invalid(
      'retry_max_delay_seconds',
      `must be at least retry_delay_seconds, which is ${definition.retry_delay_seconds}`,
    );
  if (definition.concurrency_key !== null && definition.concurrency_limit === null)
    yield invalid(
      'concurrency_key',
      'goes with a concurrency_limit alone, and there is none; give one, or leave the key out',
    );
}
