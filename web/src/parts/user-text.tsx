import { visibleText } from './visible-text.js';

/** A text written by a user or a script, in the direction of its own language. */
export function UserText({ children }: { children: string }) {
  return <bdi title={children}>{visibleText(children)}</bdi>;
}
