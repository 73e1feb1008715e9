import { answerOf, type components, cursorOf, type FileVersion } from '@metarun/client';
import { printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { usageError } from '../../toolkit/command-error.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { bytesText } from '../../toolkit/units.js';
import { resolveVersionId } from './file-version.js';
import {
  connectFiles,
  type FileOptions,
  pathQuery,
  placeText,
  remotePath,
} from './remote-place.js';
import { stderr, stdout } from '../../toolkit/output.js';

type Options = FileOptions & ApiOptions;
type Schemas = components['schemas'];

const FILES = '/external/v1/projects/{project_id}/files';
const SETTINGS = '/projects/{project_id}/search-settings';
const DOCS = 'cli-tasks.md#files';

export async function move(from: string, to: string, options: Options): Promise<void> {
  const { api, path, ws } = await connectFilesApi(options);
  const body = { from: remotePath(from), to: remotePath(to), ...ws };
  const entry = answerOf(await api.POST(`${FILES}/move`, { params: { path }, body }));
  printDone(`${body.from} is ${entry.path} now`, entry, options);
}

export async function copy(from: string, to: string, options: Options): Promise<void> {
  const { api, path, ws } = await connectFilesApi(options);
  const body = { from: remotePath(from), to: remotePath(to), ...ws };
  const entry = answerOf(await api.POST(`${FILES}/copy`, { params: { path }, body }));
  printDone(`${entry.path} is a copy of ${body.from}`, entry, options);
}

export async function search(
  words: readonly string[],
  options: Options & { path?: string; limit: number },
): Promise<void> {
  const { api, path, ws } = await connectFilesApi(options);
  const below = pathQuery(options.path);
  const query = { ...ws, ...below, q: words.join(' '), limit: options.limit };
  const answer = await api.GET(`${FILES}/search`, { params: { path, query } });
  printList(
    'results',
    answerOf(answer),
    {
      PLACE: ({ path: file, line, place }) => `${file}:${line}${placeText(place)}`,
      HEADING: ({ heading }) => heading.at(-1) ?? '',
      FOUND: ({ match, words }) => (match === 'meaning' ? 'by meaning' : foundText(words)),
      TEXT: ({ snippet }) => snippet,
    },
    { ...options, more: cursorOf(answer.response) !== null },
  );
  if (answer.response.headers.get('x-search-meaning') === 'unavailable')
    stderr.write(
      'These were found by words alone: the model of embeddings did not answer in time.\n',
    );
}

export async function searchSettings(options: ApiOptions & { byMeaning?: boolean }): Promise<void> {
  const { api, path } = await session(options);
  const { byMeaning } = options;
  const params = { path };
  const found = answerOf(
    byMeaning === undefined
      ? await api.GET(SETTINGS, { params })
      : await api.PATCH(SETTINGS, { params, body: { by_meaning: byMeaning } }),
  );
  const { by_meaning, available, sections, problem } = found;
  printOne(
    found,
    {
      'by meaning': by_meaning ? 'yes' : 'no',
      'available here': available ? 'yes' : 'no',
      ...(sections !== null && { embedded: `${sections.embedded} of ${sections.all} sections` }),
      ...(problem !== null && { problem }),
    },
    options,
  );
}

/** Describes the search words that were missing or matched in another form. */
function foundText(words: Schemas['WordFoundDto'][]): string {
  return words
    .flatMap(({ word, by, form }) => {
      if (by === null) return [`no ${word}`];
      return by === 'word' ? [] : [`${word} as ${form ?? ''}`];
    })
    .join(', ');
}

export async function outline(typed: string, options: Options): Promise<void> {
  const { api, path, ws } = await connectFilesApi(options);
  const query = { ...ws, path: remotePath(typed) };
  const found = answerOf(await api.GET(`${FILES}/outline`, { params: { path, query } }));
  if (options.json) return printJson(found);
  for (const { level, title, first_line: line } of found.headings)
    stdout.write(`${String(line).padStart(6)}  ${'  '.repeat(level - 1)}${plainLine(title)}\n`);
  if (found.headings.length === 0) stderr.write('It has no headings.\n');
  if (found.more) stderr.write('It has further headings, which an outline leaves out.\n');
}

export async function versions(typed: string, options: Options & { limit: number }): Promise<void> {
  const { client, ws } = await connectFiles(options);
  const page = await client.files.versions(remotePath(typed), { ...ws, limit: options.limit });
  printVersions('versions', page.items, { ...options, more: page.next !== null });
}

export async function deleted(options: Options & { path?: string; limit: number }): Promise<void> {
  const { api, path, ws } = await connectFilesApi(options);
  const below = pathQuery(options.path);
  const query = { ...ws, ...below, limit: options.limit };
  const answer = await api.GET(`${FILES}/deleted`, { params: { path, query } });
  const more = cursorOf(answer.response) !== null;
  printVersions('deleted', answerOf(answer), { ...options, more });
}

export async function restore(
  typed: string,
  options: Options & { version?: number; to?: string },
): Promise<void> {
  const remote = await connectFiles(options);
  const { client } = remote;
  const id = await resolveVersionId(remote, remotePath(typed), options.version ?? 'before');
  const params = { path: { project_id: client.project, version_id: id } };
  const body = options.to === undefined ? {} : { to: remotePath(options.to) };
  const answer = await client.api.POST(`${FILES}/versions/{version_id}/restore`, { params, body });
  const entry = answerOf(answer);
  printDone(`${entry.path} is back`, entry, options);
}

export async function dropVersions(typed: string, options: Options): Promise<void> {
  const { api, path, ws } = await connectFilesApi(options);
  const query = { ...ws, path: remotePath(typed) };
  await confirmed(`Delete the earlier versions of ${query.path} for good?`, options);
  const { dropped } = answerOf(await api.DELETE(`${FILES}/versions`, { params: { path, query } }));
  printDone(`${dropped} versions are deleted`, { dropped }, options);
}

export async function reconvert(
  typed: string | undefined,
  options: Options & { all?: boolean; charset?: string },
): Promise<void> {
  const { all = false, charset } = options;
  if (all === (typed !== undefined))
    throw usageError('Which documents?', 'Give a path, or --all.', DOCS);
  const { api, path, ws } = await connectFilesApi(options);
  const which = typed === undefined ? { all } : { path: remotePath(typed) };
  const body = { ...ws, ...which, ...(charset !== undefined && { charset }) };
  const answer = answerOf(await api.POST(`${FILES}/reconvert`, { params: { path }, body }));
  printDone('converting; `metarun files ls` shows how far it is', answer, options);
}

function printVersions(
  key: string,
  items: readonly FileVersion[],
  options: Options & { more: boolean },
): void {
  printList(
    key,
    items,
    {
      VERSION: ({ version }) => version,
      SIZE: ({ size }) => bytesText(size),
      FROM: ({ updated_at }) => timeCell(updated_at),
      UNTIL: ({ ended_at: end, ended_by: by }) =>
        end === null ? 'now' : `${timeCell(end)} (${by})`,
      PATH: ({ path }) => path,
    },
    options,
  );
}

async function connectFilesApi(options: Options) {
  const { client, ws } = await connectFiles(options);
  return { api: client.api, path: { project_id: client.project }, ws };
}
