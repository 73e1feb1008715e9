import { answerOf, cursorOf, type TaskDetail } from '@metarun/client';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { idCell, printList } from '../../toolkit/api/print.js';
import type { ApiOptions } from '../../toolkit/api/session.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { shortId } from '../../toolkit/short-id.js';
import { stderr, stdout } from '../../toolkit/output.js';
import { findTask } from '../../toolkit/find-task.js';
import { follow, reportEnd } from '../tasks/follow.js';
import { connectFiles, type FileOptions, pathQuery, placeText } from './remote-place.js';

type Options = FileOptions & ApiOptions;

const EXTERNAL = '/external/v1/projects/{project_id}';

/** Asks a question, shows the progress, and prints the answer with its citations. */
export async function ask(
  words: readonly string[],
  options: Options & { path?: string },
): Promise<void> {
  const { json = false } = options;
  const { client, ws } = await connectFiles(options);
  const below = pathQuery(options.path);
  const { id } = answerOf(
    await client.api.POST(`${EXTERNAL}/files/ask`, {
      params: { path: { project_id: client.project } },
      body: { question: words.join(' '), ...ws, ...below },
    }),
  );
  const task = await follow(client, id, { level: 'warning', json });
  if (json || task.status !== 'success') return reportEnd(task, json);
  printAnswer(task);
}

function printAnswer({ id, result }: TaskDetail): void {
  const { found, answer, citations } = isJsonObject(result) ? result : {};
  stdout.write(`${plainText(toText(answer))}\n`);
  const cited = Array.isArray(citations) ? citations.filter(isJsonObject) : [];
  if (cited.length > 0) stdout.write('\n');
  for (const [index, citation] of cited.entries())
    stdout.write(
      `[${index + 1}] ${formatCitationPlace(citation)}\n    "${plainLine(toText(citation['quote']))}"\n`,
    );
  if (found === false) {
    stderr.write(`The files do not have the answer: metarun tasks transcript ${shortId(id)}\n`);
    process.exitCode = EXIT.failed;
  }
}

/** Returns the location of a citation: file, line, page and heading. */
function formatCitationPlace({ path, line, place, heading }: JsonObject): string {
  const page = isJsonObject(place)
    ? placeText({ kind: toText(place['kind']), number: toText(place['number']) })
    : '';
  const titles = Array.isArray(heading) ? heading.map(toText).join(' › ') : '';
  return plainLine(`${toText(path)}:${toText(line)}${page}${titles === '' ? '' : `  ${titles}`}`);
}

function toText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Lists citations in the results of tasks. */
export async function citations(
  options: Options & { stale?: boolean; task?: string; path?: string; limit: number },
): Promise<void> {
  const { client, ws } = await connectFiles(options);
  const of = options.task === undefined ? {} : { task_id: await findTask(client, options.task) };
  const below = pathQuery(options.path);
  const query = { ...ws, ...of, ...below, stale: options.stale ?? false, limit: options.limit };
  const answer = await client.api.GET(`${EXTERNAL}/citations`, {
    params: { path: { project_id: client.project }, query },
  });
  printList(
    'citations',
    answerOf(answer),
    {
      TASK: ({ task_id: task }) => idCell(task),
      PLACE: ({ path, line }) => `${path}:${line}`,
      STATE: ({ stale }) => stale ?? 'holds',
      QUOTE: ({ quote }) => quote,
    },
    { ...options, more: cursorOf(answer.response) !== null },
  );
}
