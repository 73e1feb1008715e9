import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Copy } from './copy.js';

/** A new credential, which is shown only once. `children` are the next steps. */
export function ShownOnce({
  title,
  about,
  value,
  children,
}: {
  title: string;
  about: string;
  value: string;
  children: ReactNode;
}) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{about}</p>
      <div className="buttons">
        <code className="long">{value}</code>
        <Copy text={value} />
      </div>
      <div className="buttons">{children}</div>
    </section>
  );
}
