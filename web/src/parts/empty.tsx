import type { ReactNode } from 'react';
import { CodeText } from './code-text.js';

/** Placeholder of an empty list that explains its purpose and offers one action. */
export function Empty({
  title,
  about,
  command,
  children,
}: {
  title: string;
  about: string;
  command?: string;
  children?: ReactNode;
}) {
  return (
    <div className="note">
      <h2>{title}</h2>
      <p>
        <CodeText>{about}</CodeText>
      </p>
      {command !== undefined && <code>{command}</code>}
      {children}
    </div>
  );
}
