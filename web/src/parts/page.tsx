import { type ReactNode, useEffect } from 'react';
import { texts } from '../texts/en.js';

/** The main part of a screen, with its heading and the title of the document. */
export function Page({
  title,
  actions,
  back,
  children,
}: {
  title: string;
  /** Leads to where this screen belongs. */
  back?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = texts.titleOf(title);
  }, [title]);
  return (
    <main id="content" tabIndex={-1}>
      <header className="page-head">
        {back}
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </main>
  );
}
