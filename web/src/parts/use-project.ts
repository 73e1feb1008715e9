import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { meQuery } from '../api/session.js';
import type { Me, MyProject, Role } from '../api/types.js';

const RANK: readonly Role[] = ['viewer', 'author', 'admin'];

/** The project in the URL and the permissions of the user in it. */
export interface CurrentProject {
  me: Me;
  project: MyProject;
  /** Returns whether the user has this role or a higher one. */
  is: (role: Role) => boolean;
  may: (scope: MyProject['scopes'][number]) => boolean;
}

/** Returns the project in the URL. Throws outside the projects of the user. */
export function useProject(): CurrentProject {
  const found = useProjectIfAny();
  if (found === null) throw new Error('The URL does not name a project of the user.');
  return found;
}

/** Returns the project in the URL; null if the URL does not name a project of the user. */
export function useProjectIfAny(): CurrentProject | null {
  const { project: named } = useParams({ strict: false });
  const me = useQuery(meQuery).data;
  const project = me?.projects.find(({ id, slug }) => slug === named || id === named);
  if (me === undefined || project === undefined) return null;
  return {
    me,
    project,
    is: (role) => RANK.indexOf(project.role ?? 'viewer') >= RANK.indexOf(role),
    may: (scope) => project.scopes.includes(scope),
  };
}
