import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to a file or folder of a workspace, optionally to a version or to lines of it. */
export function FileLink({
  project,
  ws,
  path,
  version,
  line,
  className,
  children,
}: {
  /** Slug of the project. */
  project: string;
  ws: string;
  path: string;
  version?: string | undefined;
  line?: string | number | undefined;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to="/p/$project/files/$ws/$"
      params={{ project, ws, _splat: path.slice(1) }}
      search={{
        ...(version !== undefined && { version }),
        ...(line !== undefined && { line }),
      }}
      className={className}
    >
      {children}
    </Link>
  );
}
