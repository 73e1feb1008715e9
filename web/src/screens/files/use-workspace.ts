import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { workspacesQuery } from '../../api/files.js';
import type { Workspace } from '../../api/types.js';
import { useProject } from '../../parts/use-project.js';

/** The file or folder of an address. */
export interface FilePlace {
  project: { id: string; slug: string };
  ws: string;
  /** Absolute, with no slash at its end. */
  path: string;
  /** Null while it is read, and where there is none. */
  workspace: Workspace | null;
  /** True where the user may change files. */
  mayWrite: boolean;
}

export function useFilePlace(): FilePlace {
  const { project, may } = useProject();
  const { ws, _splat = '' } = useParams({ from: '/signed-in/p/$project/files/$ws/$' });
  const workspaces = useQuery(workspacesQuery(project.id)).data;
  return {
    project,
    ws,
    path: `/${_splat.replace(/^\/|\/$/g, '')}`,
    workspace: workspaces?.find(({ id }) => id === ws) ?? null,
    mayWrite: may('files:write'),
  };
}
