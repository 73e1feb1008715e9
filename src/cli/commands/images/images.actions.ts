import { setTimeout as delay } from 'node:timers/promises';
import { answerOf, checkAnswer, type components } from '@metarun/client';
import { findOne } from '../../toolkit/api/find-one.js';
import { idCell, printDone, printList, printOne, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, type Session, session } from '../../toolkit/api/session.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { table } from '../../toolkit/table.js';
import { bytesText, countText } from '../../toolkit/units.js';
import { stderr, stdout } from '../../toolkit/output.js';

type Image = components['schemas']['ImageDto'];
type Detail = components['schemas']['ImageDetailDto'];
type Version = components['schemas']['ImageVersionDto'];
type Interpreter = components['schemas']['InterpreterDto'];

const IMAGES = '/projects/{project_id}/images';
const IMAGE = `${IMAGES}/{image_id}` as const;
/** Polling interval of a pull, in ms. */
const POLL_MS = 1_000;
/** Number of characters of a digest shown in a table. */
const SHORT = 'sha256:'.length + 12;

interface PullOptions extends ApiOptions {
  wait?: boolean;
}

export async function list(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  printList(
    'images',
    answerOf(await api.GET(IMAGES, { params: { path } })),
    {
      ID: ({ id }) => idCell(id),
      NAME: ({ name }) => name,
      REFERENCE: ({ reference }) => reference,
      STATE: ({ state }) => state,
      DIGEST: ({ digest }) => digest?.slice(0, SHORT) ?? '',
      PYTHON: ({ version }) => usable(version?.python),
      NODE: ({ version }) => usable(version?.node),
      SIZE: ({ version }) => (version === null ? '' : bytesText(version.size)),
    },
    options,
  );
}

export async function add(
  name: string,
  reference: string,
  options: PullOptions & { secret?: string; platform?: string },
): Promise<void> {
  const to = await session(options);
  const { secret, platform } = options;
  const body = {
    name,
    reference,
    ...(secret !== undefined && { auth_secret: secret }),
    ...(platform !== undefined && { platform }),
  };
  const made = answerOf(await to.api.POST(IMAGES, { params: { path: to.path }, body }));
  await reportPull(to, made, options);
}

export async function refresh(reference: string, options: PullOptions): Promise<void> {
  const { params, ...to } = await found(reference, options);
  const image = answerOf(await to.api.POST(`${IMAGE}/refresh`, { params }));
  await reportPull(to, image, options);
}

export async function show(reference: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const one = answerOf(await api.GET(IMAGE, { params }));
  printOne(
    one,
    {
      name: one.name,
      id: one.id,
      reference: one.reference,
      platform: one.platform,
      secret: one.auth_secret,
      state: one.error === null ? one.state : `${one.state}: ${one.error.message}`,
      digest: one.digest,
      python: one.version === null ? null : stated(one.version.python),
      node: one.version === null ? null : stated(one.version.node),
      libc: one.version?.libc ?? null,
      'meta-tasks': one.meta_tasks.length === 0 ? null : one.meta_tasks.join(' '),
      changed: `${timeCell(one.updated_at)} by ${one.updated_by}`,
    },
    options,
  );
  if (options.json !== true && one.versions.length > 0) printVersions(one);
}

export async function remove(
  reference: string,
  { force = false, ...options }: ApiOptions & { force?: boolean },
): Promise<void> {
  const { api, params, image } = await found(reference, options);
  await confirmed(`Delete the image ${image.name}?`, options);
  const query = force ? { force } : {};
  checkAnswer(await api.DELETE(IMAGE, { params: { ...params, query } }));
  printDone(`${image.name} is deleted`, { deleted: image.id }, options);
}

/** Prints the state of a pull. Sets the exit code if it has failed. */
async function reportPull(to: Session, image: Image, options: PullOptions): Promise<void> {
  const now = options.wait === true ? await ended(to, image.id) : image;
  if (now.state === 'failed') process.exitCode = EXIT.failed;
  if (options.json === true) return printJson(now);
  if (now.state === 'failed')
    stderr.write(`✗ ${plainLine(`${now.name}: ${now.error?.message ?? ''}`)}\n`);
  else if (now.state === 'ready')
    printDone(`${now.name} is ready, at ${now.digest?.slice(0, SHORT)}`, now, options);
  else printDone(`${now.name} is being pulled`, now, options);
}

async function ended({ api, path }: Session, id: string): Promise<Detail> {
  for (;;) {
    const params = { path: { ...path, image_id: id } };
    const image = answerOf(await api.GET(IMAGE, { params }));
    if (image.state !== 'pulling') return image;
    await delay(POLL_MS);
  }
}

function printVersions({ versions }: Detail): void {
  const rows = versions.map((version) => [
    String(version.number),
    version.digest,
    bytesText(version.size),
    timeCell(version.probed_at),
  ]);
  stdout.write(
    `\n${countText(versions.length, 'version')}\n${table(['NUMBER', 'DIGEST', 'SIZE', 'PULLED'], rows, Infinity)}`,
  );
}

function usable(found: Interpreter | undefined): string {
  return found?.issue === null ? (found.version ?? '') : '';
}

function stated({ version, issue }: Version['python']): string {
  return issue ?? version ?? '';
}

async function found(reference: string, options: ApiOptions) {
  const to = await session(options);
  const all = answerOf(await to.api.GET(IMAGES, { params: { path: to.path } }));
  const image = findOne(all, reference, {
    what: 'image',
    list: 'metarun images list',
    id: ({ id }) => id,
    name: ({ name }) => name,
  });
  return { ...to, image, params: { path: { ...to.path, image_id: image.id } } };
}
