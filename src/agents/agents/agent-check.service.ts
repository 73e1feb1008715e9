import { Injectable } from '@nestjs/common';
import { type FieldError, invalidField, MetarunError } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import { grantIssue } from '../../tasks/catalogue/memory-field.js';
import type { AgentDefinition } from './agent-fields.js';
import type { ContractIssue } from './agent-tools.js';
import { contractIssues } from './contract-rules.js';
import { ContractWorlds } from './contract-world.js';

/** Decides whether the definition of an agent can be honoured here. What cannot be is refused, never ignored. */
@Injectable()
export class AgentCheck {
  constructor(private readonly worlds: ContractWorlds) {}

  /** Throws MetarunError with the place of each issue. */
  async check(projectId: string, definition: AgentDefinition): Promise<void> {
    const limits = await limitIssues(definition.limits as Json);
    if (limits.length > 0) throw refusal(limits);
    const memory = grantIssue(definition.memory as Json);
    if (memory !== null) throw invalidField(`/memory${memory.pointer}`, memory.message);
    const { model, tools, approve } = definition;
    // Contracts that list tools of their own may have what it approves.
    const named = { ...definition, approve: tools.length === 0 ? [] : approve };
    const issues = await contractIssues(named, {
      world: this.worlds.of(projectId),
      network: null,
      inherited: { model, tools },
    });
    if (issues.length > 0) throw refusal(issues);
  }
}

/** Loaded where there are limits to check: the validator is a large part of a start. */
async function limitIssues(limits: Json): Promise<ContractIssue[]> {
  if (limits === null) return [];
  const { limitIssues } = await import('./compile-contract.js');
  return limitIssues(limits).map(({ pointer, message }) => ({
    pointer: `/limits${pointer}`,
    message: message.replace('property', 'limit'),
    kind: 'invalid',
  }));
}

/** Returns the error of issues: `not_available` if each would be right elsewhere. */
function refusal(issues: readonly ContractIssue[]): MetarunError {
  const errors = issues.map(({ pointer, message }): FieldError => ({ pointer, message }));
  const text = issues.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  const isElsewhere = issues.every(({ kind }) => kind === 'unavailable');
  return new MetarunError(isElsewhere ? 'not_available' : 'validation_failed', `${text}.`, {
    errors,
  });
}
