import { type ReactNode, useEffect } from 'react';
import { texts } from '../texts/en.js';

/** The main part of a screen, with its heading and the title of the document. */
export function Page({
  title,
  className,
  lead,
  beside,
  actions,
  children,
}: {
  title: string;
  className?: string;
  /** Stands before the heading, such as the way back. */
  lead?: ReactNode;
  /** Stands right beside the heading. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = texts.titleOf(title);
  }, [title]);
  return (
    <main id="content" tabIndex={-1} className={className}>
      <header className="page-head">
        {lead}
        <h1 dir="auto">{title}</h1>
        {beside}
        {actions}
      </header>
      {children}
    </main>
  );
}
