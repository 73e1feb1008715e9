import type { ReactNode } from 'react';

/** Dims what was there before while something else is read in its place; not at once, since most answers come sooner. */
export function Dimmed({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className="dimmed" aria-busy={busy}>
      {children}
    </div>
  );
}
