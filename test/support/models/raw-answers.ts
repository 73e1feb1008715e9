/** Answers of providers as raw HTTP, so that no library of ours says what they are. */
import { type Behaviour, status } from './faulty-provider.js';

export interface Reported {
  input: number;
  output: number;
}

/** A call of a tool that an answer makes. */
export interface RawCall {
  name: string;
  args: object;
}

/** The events of an answer in two wire formats, by what it says and what the provider reports. */
export const RAW_EVENTS = { openai_chat: chatEvents, anthropic: anthropicEvents };
export type RawFormat = keyof typeof RAW_EVENTS;
export const RAW_FORMATS = Object.keys(RAW_EVENTS) as RawFormat[];

const STREAM = { 'content-type': 'text/event-stream' };

/** A whole answer. */
export function wholeAnswer(events: string[]): Behaviour {
  return status(200, events.join(''), STREAM);
}

/** The first half of the events, and then `end`. */
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
