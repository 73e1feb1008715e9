import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import type { Image, ImageDetail } from './types.js';

const LIST = '/projects/{project_id}/images' as const;
const ONE = `${LIST}/{image_id}` as const;

export interface ImageBody {
  name: string;
  reference: string;
  platform: string | null;
  auth_secret: string | null;
}

const buildPathParams = (project: string, id: string) => ({
  path: { project_id: project, image_id: id },
});

/** Container images of a project, sorted by name. */
export function imagesQuery(project: string) {
  return queryOptions({
    queryKey: ['images', project],
    queryFn: ({ signal }): Promise<Image[]> =>
      readBody(api.GET(LIST, { params: { path: { project_id: project } }, signal })),
  });
}

export function imageQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['image', project, id],
    queryFn: ({ signal }): Promise<ImageDetail> =>
      readBody(api.GET(ONE, { params: buildPathParams(project, id), signal })),
  });
}

export function createImage(project: string, body: ImageBody): Promise<Image> {
  return readBody(api.POST(LIST, { params: { path: { project_id: project } }, body }));
}

/** Pulls an image again. */
export function refreshImage(project: string, id: string): Promise<Image> {
  return readBody(api.POST(`${ONE}/refresh`, { params: buildPathParams(project, id) }));
}

/** Deletes an image. Without `force`, the server refuses to delete an image that meta-tasks use. */
export async function deleteImage(project: string, id: string, force: boolean): Promise<void> {
  await readBody(
    api.DELETE(ONE, { params: { ...buildPathParams(project, id), query: { force } } }),
  );
}
