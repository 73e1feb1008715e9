import { type ReactNode, useEffect } from 'react';
import { useLiveState } from '../live/live-project.js';
import { texts } from '../texts/en.js';
import { LiveMark } from './live-mark.js';

/** The main part of a screen, with its heading and the title of the document. */
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
  /** Stands before the heading, such as the way back. */
  lead?: ReactNode;
  /** Stands right beside the heading. */
  beside?: ReactNode;
  actions?: ReactNode;
  /** Says also that it follows what happens; every page of a project says that it does not. */
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
