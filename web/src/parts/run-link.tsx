import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function RunLink({
  project,
  id,
  children,
  className,
}: {
  project: string;
  id: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Link
      to="/p/$project/runs/$task"
      params={{ project, task: id }}
      {...(className !== undefined && { className })}
    >
      {children}
    </Link>
  );
}

/** Returns a function that opens a run. */
export function useOpenRun(): (project: string, id: string) => Promise<void> {
  const navigate = useNavigate();
  return (project, id) => navigate({ to: '/p/$project/runs/$task', params: { project, task: id } });
}
