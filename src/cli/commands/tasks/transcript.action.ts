import { answerOf, type components, cursorOf } from '@metarun/client';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { findTask } from '../../toolkit/find-task.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { style } from '../../toolkit/terminal.js';
import { stderr, stdout } from '../../toolkit/output.js';

type Message = components['schemas']['TranscriptMessageDto'];

const TRANSCRIPT = '/external/v1/projects/{project_id}/tasks/{task_id}/transcript';
const PAGE = 200;

/** Runs `metarun tasks transcript`, which prints the messages of an agent and its model, page by page. */
export async function runTranscript(reference: string, options: ApiOptions): Promise<void> {
  const { api, client, path } = await session(options);
  const task_id = await findTask(client, reference);
  const all: Message[] = [];
  let count = 0;
  for (let cursor: number | null = -1; cursor !== null;) {
    const params = { path: { ...path, task_id }, query: { cursor, limit: PAGE } };
    const answer = await api.GET(TRANSCRIPT, { params });
    const messages = answerOf(answer);
    count += messages.length;
    if (options.json) all.push(...messages);
    else for (const message of messages) stdout.write(formatMessage(message));
    const next: string | null = cursorOf(answer.response);
    cursor = next === null ? null : Number(next);
  }
  if (options.json) return printJson(all);
  if (count === 0) stderr.write('The task has asked no model.\n');
}

function formatMessage({
  role,
  name,
  failed,
  usage,
  finished_at: at,
  text,
  calls,
}: Message): string {
  const about = [
    name === null ? null : plainLine(name),
    failed ? 'failed' : null,
    at === null ? null : at.replace('T', ' ').slice(0, 19),
    usage === null ? null : `${usage.input_tokens} tokens in, ${usage.output_tokens} out`,
  ].filter((part) => part !== null);
  const head = style(failed ? 'red' : 'bold', stdout)(role);
  const faint = style('dim', stdout)(about.join(' · '));
  const asked = calls.map((call) => `→ ${plainLine(call.name)} ${JSON.stringify(call.input)}`);
  const lines = [...(text === '' ? [] : [plainText(text)]), ...asked].join('\n');
  return `${head}${about.length === 0 ? '' : `  ${faint}`}\n${lines.replaceAll(/^/gm, '  ')}\n\n`;
}
