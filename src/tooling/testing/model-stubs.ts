import { MetarunError } from '../../base/kernel/errors.js';
import { MODEL_ERRORS } from '../../agents/models/errors.js';
import type { ModelTurn } from '../local/scripted.model-gateway.js';
import type { Mismatch, UnmatchedStubs } from './test-case.js';

const POINTER = '/model';
const SHOWN = 200;

/** Answers the model requests of one case, in order. */
export class ModelStubs {
  private used = 0;
  private readonly unanswered: Mismatch[] = [];

  /** `asker`: the subject of the case, for messages. */
  constructor(
    private readonly turns: readonly ModelTurn[],
    private readonly asker: string,
  ) {}

  /** Throws MetarunError if no answer is left. */
  next(asked: string): ModelTurn {
    const turn = this.turns[this.used];
    this.used += 1;
    if (turn !== undefined) return turn;
    const shown = JSON.stringify(
      asked.length <= SHOWN ? asked : `${asked.slice(0, SHOWN).toWellFormed()}…`,
    );
    const message = `the ${this.asker} asked a model ${shown}, which is request ${this.used}; add to model:\n  - text: …`;
    this.unanswered.push({ pointer: POINTER, message });
    throw new MetarunError(
      MODEL_ERRORS.model_error,
      `No answer of the test is left for request ${this.used} to a model.`,
    );
  }

  unmatched(): UnmatchedStubs {
    const { turns, used } = this;
    const unused =
      used >= turns.length
        ? []
        : [
            {
              pointer: `${POINTER}/${used}`,
              message: `${used} of ${turns.length} answers of the model were asked for`,
            },
          ];
    return { missing: this.unanswered, unused };
  }
}
