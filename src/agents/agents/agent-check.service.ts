import { Injectable } from '@nestjs/common';
import { type FieldError, invalidField, MetarunError } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import { grantIssue } from '../../tasks/catalogue/memory-field.js';
import type { AgentDefinition } from './agent-fields.js';
import type { ContractIssue } from './agent-tools.js';
import { contractIssues } from './contract-rules.js';
import { ContractWorlds } from './contract-world.js';

/**
 * Checks that every part of an agent's definition is supported here. Unsupported parts are refused rather than
 * ignored.
 */
@Injectable()
export class AgentCheck {
  constructor(private readonly worlds: ContractWorlds) {}

  /** Throws MetarunError with the location of each issue. */
  async check(projectId: string, definition: AgentDefinition): Promise<void> {
    const limits = await limitIssues(definition.limits as Json);
    if (limits.length > 0) throw refusal(limits);
    const memory = grantIssue(definition.memory as Json);
    if (memory !== null) throw invalidField(`/memory${memory.pointer}`, memory.message);
    const { model, tools, approve } = definition;
    // Contracts with their own tools may have the tools that it approves.
    const named = { ...definition, approve: tools.length === 0 ? [] : approve };
    const issues = await contractIssues(named, {
      world: this.worlds.of(projectId),
      network: null,
      inherited: { model, tools },
    });
    if (issues.length > 0) throw refusal(issues);
  }
}

/** Loaded only if there are limits, since the validator is a large part of a start. */
async function limitIssues(limits: Json): Promise<ContractIssue[]> {
  if (limits === null) return [];
  const { limitIssues } = await import('./compile-contract.js');
  return limitIssues(limits).map(({ pointer, message }) => ({
    pointer: `/limits${pointer}`,
    message: message.replace('property', 'limit'),
    kind: 'invalid',
  }));
}

/** Returns the error for issues: `not_available` if all of them depend on the installation. */
function refusal(issues: readonly ContractIssue[]): MetarunError {
  const errors = issues.map(({ pointer, message }): FieldError => ({ pointer, message }));
  const text = issues.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  const isElsewhere = issues.every(({ kind }) => kind === 'unavailable');
  return new MetarunError(isElsewhere ? 'not_available' : 'validation_failed', `${text}.`, {
    errors,
  });
}
