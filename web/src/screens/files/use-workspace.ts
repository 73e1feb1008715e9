import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { workspacesQuery } from '../../api/files.js';
import type { Workspace } from '../../api/types.js';
import { useProject } from '../../parts/use-project.js';

/** File or folder that an address names. */
export interface FilePlace {
  project: { id: string; slug: string };
  ws: string;
  /** Absolute path without a trailing slash. */
  path: string;
  /** Null while the workspaces are loaded, or if the workspace does not exist. */
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
