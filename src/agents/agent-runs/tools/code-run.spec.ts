import { expect, it } from '@jest/globals';
import { FairSlots } from '../../../base/kernel/fair-slots.js';
import type { Runtimes } from '../../../sandbox/runtime/runtimes.js';
import type { OpenRun } from '../../../tasks/tasks/runs/mode-executor.js';
import type { EffectiveContract } from '../../agents/merge-contract.js';
import { codeTool } from './code-run.js';

it.each([
  ['those of the contract', false, [], 'files.read, files.write'],
  ['none that a person has to approve', false, ['files.write'], 'files.read'],
  ['all where approvals are given by themselves', true, ['files.write'], 'files.read, files.write'],
])('code that a model has written has as tools %s', (_, auto_approve, approve, methods) => {
  const definition = { auto_approve, script_language: 'python' };
  const open = { version: { definition } } as unknown as OpenRun;
  const contract = { tools: ['files.read', 'files.write', 'code.run'], approve };
  const services = { runtimes: {} as Runtimes, processes: new FairSlots(1) };
  const tool = codeTool(services, open, contract as unknown as EffectiveContract, new Map());
  expect(tool.description).toContain(`The reporter has ${methods}. `);
});
