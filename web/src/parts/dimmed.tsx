import type { ReactNode } from 'react';

/** Dims the previous content while new content is being loaded, with a delay, since most responses arrive quickly. */
export function Dimmed({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className="dimmed" aria-busy={busy}>
      {children}
    </div>
  );
}
