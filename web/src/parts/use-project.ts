import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { meQuery } from '../api/session.js';
import type { Me, MyProject, Role } from '../api/types.js';

const RANK: readonly Role[] = ['viewer', 'author', 'admin'];

/** The project of an address, and what the user may do there. */
export interface CurrentProject {
  me: Me;
  project: MyProject;
  /** Returns whether the user has this role or a higher one. */
  is: (role: Role) => boolean;
  may: (scope: MyProject['scopes'][number]) => boolean;
}

/** Returns the project of the address. Only below a project that the user has. */
export function useProject(): CurrentProject {
  const found = useProjectIfAny();
  if (found === null) throw new Error('This address is of no project.');
  return found;
}

/** Returns the project of the address; null where it names none of the user's. */
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
