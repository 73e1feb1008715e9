import type { Diagnostic } from '../../../base/kernel/guided-error.js';
import { phaseKey } from '../../../workflow/engine/runs/phase-times.js';
import { nearest } from '../../../base/schema/nearest.js';
import { shortened } from '../../../base/kernel/quoted.js';
import { type CheckDiagnostic, warning } from './check-diagnostic.js';

/** A call of the reporter with a checked first argument, by the script's text. Places count from 1. */
export interface ScriptCall {
  kind: 'phase' | 'step' | 'task';
  /** Literal texts between interpolated values; null if the argument is computed as a whole. */
  parts: string[] | null;
  /** A call in the argument that returns a different value in each run, such as `Date.now()`. */
  varies: string | null;
  /** True within a loop. */
  loop: boolean;
  line: number;
  column: number;
}

export interface KnownNames {
  /** Declared phases; may be empty. */
  phases: readonly string[];
  /** Meta-tasks of the repository; null if unknown. */
  identifiers: readonly string[] | null;
}

/** Returns warnings about phases, steps and child tasks that are probably not intended. `file`: path of the script. */
export function checkCalls(
  calls: readonly ScriptCall[],
  file: string,
  { phases, identifiers }: KnownNames,
): CheckDiagnostic[] {
  const steps = new Map<string, number>();
  return calls.flatMap((call) => {
    const { line, column } = call;
    const messages =
      call.kind === 'step'
        ? stepMessages(call, steps)
        : call.kind === 'phase'
          ? phaseMessages(call, phases)
          : taskMessages(call, identifiers);
    return messages.map((message) => warning({ file, line, column, message } satisfies Diagnostic));
  });
}

function stepMessages(
  { parts, varies, loop, line }: ScriptCall,
  steps: Map<string, number>,
): string[] {
  if (varies !== null)
    return [
      `the name of the step differs in each run, by ${varies}: a run that goes on would not find its record`,
    ];
  if (parts === null)
    return [
      'the name of the step is computed: begin it with literal text, so that its records can be distinguished',
    ];
  const [name = '', ...rest] = parts;
  if (rest.length > 0) return [];
  if (loop)
    return [
      `the step "${name}" is called in a loop: put what differs into its name, so that each has a record of its own`,
    ];
  const first = steps.get(name);
  steps.set(name, first ?? line);
  return first === undefined ? [] : [`there is a step "${name}" in line ${first} already`];
}

function phaseMessages({ parts }: ScriptCall, phases: readonly string[]): string[] {
  if (parts === null || phases.length === 0 || phases.some((phase) => fits(parts, phase)))
    return [];
  const shown = parts.join('…');
  const meant = nearest(shown, phases);
  const hint =
    meant === undefined
      ? `declared are ${shortened(phases.map((each) => JSON.stringify(each)).join(', '), 200)}`
      : `did you mean "${meant}"?`;
  return [`the phase "${shown}" is not declared in phases: ${hint}`];
}

function taskMessages({ parts }: ScriptCall, identifiers: readonly string[] | null): string[] {
  const [identifier, ...rest] = parts ?? [];
  if (identifier === undefined || rest.length > 0 || identifiers === null) return [];
  if (identifiers.includes(identifier)) return [];
  const meant = nearest(identifier, identifiers);
  const hint = meant === undefined ? '; is it on the server?' : `: did you mean "${meant}"?`;
  return [`no folder of this repository has the meta-task "${identifier}"${hint}`];
}

/** Returns whether these parts may form a phase; texts that differ only in numbers are the same phase. */
function fits(parts: readonly string[], phase: string): boolean {
  const key = phaseKey(phase);
  const [first = '', ...rest] = parts.map(phaseKey);
  if (rest.length === 0) return key === first;
  if (!key.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = key.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return rest.at(-1) === '' || key.endsWith(rest.at(-1) ?? '');
}
