import { visibleText } from './visible-text.js';

/** A text that a user or a script has written, in the direction of its own language. */
export function UserText({ children }: { children: string }) {
  return <bdi title={children}>{visibleText(children)}</bdi>;
}
