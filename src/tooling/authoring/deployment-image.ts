import { answerOf, type components, type MetarunClient, type MetaTask } from '@metarun/client';
import { placedError } from './deployment-diagnostics.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

const IMAGES = '/projects/{project_id}/images';
/** Number of shown characters of a digest. */
const SHOWN = 'sha256:'.length + 12;

export type Image = components['schemas']['ImageDto'];

/**
 * Returns the image that a meta-task names; null if it names none. Throws GuidedError if the project has no such image.
 */
export async function resolveImage(
  client: MetarunClient,
  { bindings, file, locatePointer }: Pick<MetaTaskFolder, 'bindings' | 'file' | 'locatePointer'>,
): Promise<Image | null> {
  const { docker_image: name } = bindings;
  if (name === undefined) return null;
  const all = await listImages(client);
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const there =
    all.length === 0 ? 'it has none' : `there are ${all.map((one) => one.name).join(', ')}`;
  throw placedError(`The project "${client.project}" has no image "${name}".`, {
    code: 'unknown_binding',
    fix: `An administrator adds it by \`metarun images add\`; or correct the name: ${there}.`,
    docs: 'images.md#add-an-image',
    file,
    place: locatePointer('/docker_image'),
  });
}

/** Returns the name of an image; its id if it no longer exists. */
export async function imageById(client: MetarunClient, id: string): Promise<string> {
  return (await listImages(client)).find((one) => one.id === id)?.name ?? id;
}

/**
 * Returns whether an image now has another digest than the current version of a meta-task. A deployment takes the new
 * one.
 */
export function hasMoved(
  { docker_image_id: id, docker_image_version_id: has }: MetaTask,
  image: Image,
): boolean {
  return id === image.id && image.version !== null && image.version.id !== has;
}

/** Returns an image with its digest, as shown to people. */
export function shownImage(name: string, digest: string | null): string {
  return digest === null ? name : `${name} ${digest.slice(0, SHOWN)}`;
}

async function listImages(client: MetarunClient): Promise<Image[]> {
  const params = { path: { project_id: client.project } };
  return answerOf(await client.api.GET(IMAGES, { params }));
}
