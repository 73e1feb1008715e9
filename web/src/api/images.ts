import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.js';
import type { Image, ImageDetail } from './types.js';

const LIST = '/projects/{project_id}/images' as const;
const ONE = `${LIST}/{image_id}` as const;

export interface ImageBody {
  name: string;
  reference: string;
  platform: string | null;
  auth_secret: string | null;
}

const pathOf = (project: string, id: string) => ({ path: { project_id: project, image_id: id } });

/** Container images of a project, sorted by name. */
export function imagesQuery(project: string) {
  return queryOptions({
    queryKey: ['images', project],
    queryFn: ({ signal }): Promise<Image[]> =>
      bodyOf(api.GET(LIST, { params: { path: { project_id: project } }, signal })),
  });
}

export function imageQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['image', project, id],
    queryFn: ({ signal }): Promise<ImageDetail> =>
      bodyOf(api.GET(ONE, { params: pathOf(project, id), signal })),
  });
}

export function createImage(project: string, body: ImageBody): Promise<Image> {
  return bodyOf(api.POST(LIST, { params: { path: { project_id: project } }, body }));
}

/** Pulls an image again. */
export function refreshImage(project: string, id: string): Promise<Image> {
  return bodyOf(api.POST(`${ONE}/refresh`, { params: pathOf(project, id) }));
}

/** Deletes an image. Without `force`, the server refuses to delete an image that meta-tasks use. */
export async function deleteImage(project: string, id: string, force: boolean): Promise<void> {
  await bodyOf(api.DELETE(ONE, { params: { ...pathOf(project, id), query: { force } } }));
}
