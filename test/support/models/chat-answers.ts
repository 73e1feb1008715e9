import { streamAnswer } from '../scripted-model.js';
import type { Behaviour } from './faulty-provider.js';

/** Token counts of each request and of each answer. */
const TOKENS = [10, 5] as const;

/** Answers with a stream of chat completions that contain this text. */
export function says(text: string): Behaviour {
  return (response) => streamAnswer(response, text, 0, TOKENS);
}

/** Answers with a stream of chat completions that call a tool. If `input` is a string, it is sent unchanged. */
export function calls(name: string, input: unknown): Behaviour {
  return (response) => streamAnswer(response, [[name, input]], 0, TOKENS);
}

/** Applies the behaviours one after the other; the last one answers all further requests. */
export function inTurn(...behaviours: Behaviour[]): Behaviour {
  let turn = 0;
  return (...given) => {
    const behaviour = behaviours[Math.min(turn, behaviours.length - 1)];
    turn += 1;
    return behaviour?.(...given);
  };
}
