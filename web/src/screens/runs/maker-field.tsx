import { useState } from 'react';
import { toMakerKey, type RunsFilter } from '../../api/runs-filter.js';
import type { Actor, Me, Task } from '../../api/types.js';
import { visibleText } from '../../parts/visible-text.js';
import { listTexts } from '../../texts/en/runs.js';

const words = listTexts.by;
const KINDS = Object.keys(words.kinds) as Actor['kind'][];
const SHORT_ID = 8;

/** Field that filters the list by the user or API key that made the runs. */
export function MakerField({
  filter: { by, ...others },
  makers,
  onChange,
}: {
  filter: RunsFilter;
  makers: ReadonlyMap<string, string>;
  onChange: (filter: RunsFilter) => void;
}) {
  return (
    <select
      aria-label={words.label}
      value={by ?? ''}
      onChange={({ target: { value } }) =>
        onChange(value === '' ? others : { ...others, by: value })
      }
    >
      <option value="">{words.anyone}</option>
      {[...makers].map(([maker, name]) => (
        <option key={maker} value={maker}>
          {name}
        </option>
      ))}
      {by !== undefined && !makers.has(by) && (
        <option value={by}>{words.other(nameless(by))}</option>
      )}
    </select>
  );
}

/** Returns the makers to choose from: the user, and the users and API keys that made the runs shown so far. */
export function useMakers(me: Me, tasks: readonly Task[] | undefined): ReadonlyMap<string, string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(
    () => new Map(me.id === null ? [] : [[`user:${me.id}`, words.me]]),
  );
  const fresh = new Map<string, string>();
  for (const task of tasks ?? []) {
    const maker = toMakerKey(task);
    const { created_by: by } = task;
    if (maker === undefined || by == null || known.has(maker)) continue;
    if (by.kind === 'user' || by.kind === 'api_key')
      fresh.set(maker, words.other(words.kinds[by.kind](visibleText(by.name ?? by.id))));
  }
  if (fresh.size > 0) setKnown(new Map([...known, ...fresh]));
  return known;
}

/** Returns a label for a maker known only by the parameter in the address. */
function nameless(maker: string): string {
  const [kind, id = ''] = maker.split(':');
  const known = KINDS.find((one) => one === kind);
  const short = `…${id.slice(-SHORT_ID)}`;
  return known === undefined ? short : words.kinds[known](short);
}
