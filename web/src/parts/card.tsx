import { type ReactNode, useId } from 'react';

/** A framed section of a page, with a heading. */
export function Card({
  title,
  aside,
  kind,
  children,
}: {
  title: ReactNode;
  /** Content next to the heading. */
  aside?: ReactNode;
  kind?: 'failed';
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={kind === undefined ? 'card' : `card card-${kind}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <span className="quiet card-aside">{aside}</span>}
      </header>
      {children}
    </section>
  );
}
