import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { readEntry, rereadFiles } from '../../api/files.js';
import { type UploadCondition, uploadFile } from '../../api/file-upload.js';
import { convertedName, within } from './file-names.js';
import { type Upload, UploadQueue } from './upload-queue.js';
import type { FilePlace } from './use-workspace.js';

/** Upload queues by project id. They outlive the screens of files. */
const queues = new Map<string, UploadQueue>();

/** Returns the upload queue of a project, and its uploads to the workspace on the screen. */
export function useUploads({ project, ws }: FilePlace): {
  queue: UploadQueue;
  uploads: readonly Upload[];
} {
  const client = useQueryClient();
  let queue = queues.get(project.id);
  if (queue === undefined) {
    queue = createUploadQueue(project.id, client);
    queues.set(project.id, queue);
  }
  const all = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const goesOn = all.some(({ state }) => state === 'sends' || state === 'waits');
  useEffect(() => {
    if (!goesOn) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [goesOn]);
  return { queue, uploads: all.filter((upload) => upload.ws === ws) };
}

function createUploadQueue(project: string, client: QueryClient): UploadQueue {
  return new UploadQueue(project, {
    send: uploadFile,
    present: async (ws, folder, name): Promise<UploadCondition> => {
      // A converted document is stored under the name of its Markdown file.
      for (const each of new Set([name, convertedName(name)])) {
        const entry = await readEntry(project, ws, within(folder, each));
        if (entry?.etag != null) return { is: 'replaces', etag: entry.etag };
      }
      return { is: 'any' };
    },
    onStored: (ws) => void rereadFiles(client, project, ws),
  });
}
