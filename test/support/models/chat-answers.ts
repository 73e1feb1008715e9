import { streamAnswer } from '../scripted-model.js';
import type { Behaviour } from './faulty-provider.js';

/** The tokens of each request, and of each answer. */
const TOKENS = [10, 5] as const;

/** A stream of chat completions that says a text. */
export function says(text: string): Behaviour {
  return (response) => streamAnswer(response, text, 0, TOKENS);
}

/** A stream of chat completions that calls a tool; a text is sent as it is. */
export function calls(name: string, input: unknown): Behaviour {
  return (response) => streamAnswer(response, [[name, input]], 0, TOKENS);
}

/** Each in its turn, the last one for all that follow. */
export function inTurn(...behaviours: Behaviour[]): Behaviour {
  let turn = 0;
  return (...given) => {
    const behaviour = behaviours[Math.min(turn, behaviours.length - 1)];
    turn += 1;
    return behaviour?.(...given);
  };
}
