import { phaseKey } from '../../../workflow/engine/runs/phase-times.js';
import { SETUP_PHASES } from '../../../base/languages/index.js';
import { nearest } from '../../../base/schema/nearest.js';
import { shortened } from '../../../base/kernel/quoted.js';

/** Maximum number of warnings per run, for a script that makes a phase of every line. */
const MAX_WARNINGS = 50;
/** Maximum length of a phase, and of the list, in a warning, in characters. */
const SHOWN = 200;

/**
 * Compares the phases that a run sets with those that its meta-task declares. Texts that differ only in numbers are one
 * phase.
 */
export class DeclaredPhases {
  /** Phases that are declared, set by the host, or already reported. */
  private readonly known: Set<string>;
  private warnings = 0;

  constructor(private readonly declared: readonly string[]) {
    this.known = new Set([...declared, ...SETUP_PHASES].map(phaseKey));
  }

  /** Returns the warning about an undeclared phase, once per phase; otherwise undefined. */
  takeWarning(phase: string): string | undefined {
    const key = phaseKey(phase);
    if (this.known.has(key) || this.warnings === MAX_WARNINGS) return undefined;
    this.known.add(key);
    this.warnings += 1;
    const meant = nearest(phase, this.declared);
    const hint =
      meant === undefined
        ? `declared are ${shortened(this.declared.map((each) => JSON.stringify(each)).join(', '), SHOWN)}`
        : `did you mean ${JSON.stringify(meant)}?`;
    const more = this.warnings === MAX_WARNINGS ? ' Further ones are not reported.' : '';
    return `The phase ${JSON.stringify(shortened(phase, SHOWN))} is not declared in the meta-task's phases: ${hint}${more}`;
  }
}
