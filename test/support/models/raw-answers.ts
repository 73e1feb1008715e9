/** Provider answers as raw HTTP, so that they do not depend on the libraries of the product. */
import { type Behaviour, status } from './faulty-provider.js';

export interface Reported {
  input: number;
  output: number;
}

/** A tool call in an answer. */
export interface RawCall {
  name: string;
  args: object;
}

/** Functions that return the events of an answer with this text and this reported usage, by wire format. */
export const RAW_EVENTS = { openai_chat: chatEvents, anthropic: anthropicEvents };
export type RawFormat = keyof typeof RAW_EVENTS;
export const RAW_FORMATS = Object.keys(RAW_EVENTS) as RawFormat[];

const STREAM = { 'content-type': 'text/event-stream' };

export function wholeAnswer(events: string[]): Behaviour {
  return status(200, events.join(''), STREAM);
}

/** Sends the first half of the events, then ends, resets or leaves the connection open. */
export function halfAnswer(events: string[], end: 'reset' | 'end' | 'nothing'): Behaviour {
  return (response) => {
    response.writeHead(200, STREAM);
    response.write(events.slice(0, events.length / 2).join(''), () => {
      if (end === 'reset') response.socket?.resetAndDestroy();
      if (end === 'end') response.end();
    });
  };
}

function chatEvents(text: string, usage: Reported | null, call?: RawCall): string[] {
  const said = pieces(text).map((content) => ({ content }));
  const called = call && {
    tool_calls: [
      {
        index: 0,
        id: `call-${Math.random()}`,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.args) },
      },
    ],
  };
  const finish_reason = call === undefined ? 'stop' : 'tool_calls';
  return [
    ...[...said, ...(called === undefined ? [] : [called])].map((delta) =>
      chunk({ choices: [{ index: 0, delta }] }),
    ),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason }] }),
    ...(usage === null
      ? []
      : [
          chunk({
            choices: [],
            usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: 0 },
          }),
        ]),
    'data: [DONE]\n\n',
  ];
}

function anthropicEvents(text: string, usage: Reported | null, call?: RawCall): string[] {
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage: { input_tokens: usage?.input ?? 0, output_tokens: 0 },
  };
  return [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...pieces(text).map((part) =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: part } }),
    ),
    event('content_block_stop', { index: 0 }),
    ...(call === undefined
      ? []
      : [
          event('content_block_start', {
            index: 1,
            content_block: {
              type: 'tool_use',
              id: `t${Math.random()}`.replace('.', ''),
              name: call.name,
              input: {},
            },
          }),
          event('content_block_delta', {
            index: 1,
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.args) },
          }),
          event('content_block_stop', { index: 1 }),
        ]),
    event('message_delta', {
      delta: { stop_reason: call === undefined ? 'end_turn' : 'tool_use' },
      usage: { output_tokens: usage?.output ?? 0 },
    }),
    event('message_stop', {}),
  ];
}

function pieces(text: string): string[] {
  return text.match(/.{1,20}/g) ?? [];
}

function chunk(part: object): string {
  const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
  return `data: ${JSON.stringify({ ...head, ...part })}\n\n`;
}

function event(type: string, part: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...part })}\n\n`;
}
