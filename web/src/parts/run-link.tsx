import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads to a run. */
export function RunLink({
  project,
  id,
  children,
  className,
  title,
}: {
  project: string;
  id: string;
  children: ReactNode;
  className?: string;
  title?: string;
}) {
  return (
    <Link
      to={runPath(project, id)}
      {...(className !== undefined && { className })}
      {...(title !== undefined && { title, 'aria-label': title })}
    >
      {children}
    </Link>
  );
}

/** Returns what opens a run. */
export function useOpenRun(): (project: string, id: string) => Promise<void> {
  const navigate = useNavigate();
  return (project, id) => navigate({ to: runPath(project, id) });
}

function runPath(project: string, id: string): string {
  return `/p/${encodeURIComponent(project)}/runs/${encodeURIComponent(id)}`;
}
