import type { TaskStatus } from '../api/types.js';
import { texts } from '../texts/en.js';

/** A status shown by shape, word and colour. */
export function Status({ of }: { of: TaskStatus }) {
  return (
    <span className={`status status-${of}`}>
      <span className="mark" aria-hidden="true" />
      {texts.run.status[of]}
    </span>
  );
}
