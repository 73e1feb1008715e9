import { type FieldError, MetarunError } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import type { AgentDefinition } from './agent-fields.js';
import type { ContractFault } from './agent-tools.js';
import { contractFaults } from './contract-rules.js';
import type { ContractWorlds } from './contract-world.js';

/** Decides whether the definition of an agent can be honoured here. What cannot be is refused, never ignored. */
export class AgentCheck {
  constructor(private readonly worlds: ContractWorlds) {}

  /** Throws MetarunError with the place of each fault. */
  async check(projectId: string, definition: AgentDefinition): Promise<void> {
    const limits = await limitFaults(definition.limits as Json);
    if (limits.length > 0) throw refusal(limits);
    const { model, tools, approve } = definition;
    // Contracts that list tools of their own may have what it approves.
    const named = { ...definition, approve: tools.length === 0 ? [] : approve };
    const faults = await contractFaults(named, {
      world: this.worlds.of(projectId),
      network: null,
      inherited: { model, tools },
    });
    if (faults.length > 0) throw refusal(faults);
  }
}

/** Loaded where there are limits to check: the validator is a large part of a start. */
async function limitFaults(limits: Json): Promise<ContractFault[]> {
  if (limits === null) return [];
  const { limitIssues } = await import('./compile-contract.js');
  return limitIssues(limits).map(({ pointer, message }) => ({
    pointer: `/limits${pointer}`,
    message: message.replace('property', 'limit'),
    kind: 'invalid',
  }));
}

/** Returns the error of faults: `not_available` if each would be right elsewhere. */
function refusal(faults: readonly ContractFault[]): MetarunError {
  const errors = faults.map(({ pointer, message }): FieldError => ({ pointer, message }));
  const text = faults.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  const isElsewhere = faults.every(({ kind }) => kind === 'unavailable');
  return new MetarunError(isElsewhere ? 'not_available' : 'validation_failed', `${text}.`, {
    errors,
  });
}
