import { type ReactNode, useEffect } from 'react';
import { useLiveState } from '../live/live-project.js';
import { texts } from '../texts/en.js';
import { LiveMark } from './live-mark.js';

/** Main element of a screen, with its heading. It also sets the title of the document. */
export function Page({
  title,
  className,
  lead,
  beside,
  actions,
  live = false,
  children,
}: {
  title: string;
  className?: string;
  /** Content before the heading, such as a back link. */
  lead?: ReactNode;
  /** Content directly next to the heading. */
  beside?: ReactNode;
  actions?: ReactNode;
  /** True to show that updates are live. Every page of a project shows that the connection is down. */
  live?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = texts.titleOf(title);
  }, [title]);
  const state = useLiveState();
  return (
    <main id="content" tabIndex={-1} className={className}>
      <header className="page-head">
        {lead}
        <h1 dir="auto">{title}</h1>
        {beside}
        {(live || state.is === 'down') && <LiveMark state={state} />}
        {actions}
      </header>
      {children}
    </main>
  );
}
