import type { Fault } from './fault-provider.js';

/** A stream of chat completions that says a text. */
export function says(text: string): Fault {
  return streamOf([{ delta: { role: 'assistant', content: text } }], 'stop');
}

/** A stream of chat completions that calls a tool. */
export function calls(name: string, input: unknown): Fault {
  const call = { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) };
  const delta = { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] };
  return streamOf([{ delta: { role: 'assistant', ...delta } }], 'tool_calls');
}

function streamOf(choices: { delta: object }[], finish: string): Fault {
  const base = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'local' };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const chunks = [
    ...choices.map((choice) => ({
      ...base,
      choices: [{ index: 0, ...choice, finish_reason: null }],
    })),
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { ...base, choices: [], usage },
  ];
  const text = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
  return (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(text.map((line) => `data: ${line}\n\n`).join(''));
}

/** Each in its turn, the last one for all that follow. */
export function inTurn(...faults: Fault[]): Fault {
  let turn = 0;
  return (...given) => {
    const fault = faults[Math.min(turn, faults.length - 1)];
    turn += 1;
    return fault?.(...given);
  };
}
