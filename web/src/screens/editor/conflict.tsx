import { useState } from 'react';
import type { MetaTask } from '../../api/types.js';
import { TextDifference } from '../../parts/text-difference.js';
import { together } from '../../parts/merged-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/editor.js';

const VIEWS = ['theirs', 'mine', 'both'] as const;

/** View of a save conflict with another user: their changes, the local changes, and both merged. */
export function Conflict({
  before,
  mine,
  theirs,
  onTake,
}: {
  /** Script of the version that both sides started from. */
  before: string;
  mine: string;
  theirs: MetaTask;
  /** Continues with a text, which becomes a change of `theirs`. */
  onTake: (text: string, keepsSettings: boolean) => void;
}) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('theirs');
  const other = theirs.script ?? '';
  const both = together(before, mine, other);
  return (
    <section className="panel" aria-labelledby="conflict">
      <header>
        <h2 id="conflict">{texts.conflict.title(theirs.current_version)}</h2>
        <div className="switch" role="group" aria-label={texts.conflict.views}>
          {VIEWS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === view}
              onClick={() => setView(one)}
            >
              {texts.conflict.view[one]}
            </button>
          ))}
        </div>
      </header>
      <p role="alert">{texts.conflict.about(visibleText(theirs.created_by), both.conflicts)}</p>
      <TextDifference
        before={view === 'both' ? other : before}
        after={view === 'theirs' ? other : view === 'mine' ? mine : both.text}
      />
      <div className="buttons">
        <button type="button" className="primary" onClick={() => onTake(both.text, true)}>
          {texts.conflict.together}
        </button>
        <button type="button" onClick={() => onTake(mine, true)}>
          {texts.conflict.keepMine}
        </button>
        <button type="button" className="danger" onClick={() => onTake(other, false)}>
          {texts.conflict.takeTheirs}
        </button>
      </div>
    </section>
  );
}
