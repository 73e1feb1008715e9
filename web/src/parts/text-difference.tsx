import { useMemo, useSyncExternalStore } from 'react';
import { texts } from '../texts/en/values.js';
import { type Line, type LinePair, lineDifferences } from './line-differences.js';
import { visibleText } from './visible-text.js';

const NARROW = '(max-width: 719px)';

/**
 * Differences between two texts, side by side or, in a narrow window, one below the other. `label` distinguishes them
 * on the page.
 */
export function TextDifference({
  before,
  after,
  label = texts.differences,
}: {
  before: string;
  after: string;
  label?: string;
}) {
  const pairs = useMemo(() => lineDifferences(before, after), [before, after]);
  const narrow = useIsNarrow();
  if (pairs.length === 0) return <p className="quiet">{texts.unchanged}</p>;
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={label}>
      <table className="difference">
        {!narrow && (
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {texts.before}
              </th>
              <th scope="col" colSpan={2}>
                {texts.after}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {pairs.map((pair, index) => (
            <PairRows key={index} pair={pair} narrow={narrow} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PairRows({ pair, narrow }: { pair: LinePair; narrow: boolean }) {
  if (pair.kind === 'skip')
    return (
      <tr className="skipped">
        <td colSpan={narrow ? 2 : 4}>{texts.linesLeftOut(pair.count)}</td>
      </tr>
    );
  const { kind, left, right } = pair;
  const removed = kind === 'changed' ? 'removed' : '';
  const added = kind === 'changed' ? 'added' : '';
  if (!narrow)
    return (
      <tr>
        <Cells line={left} look={removed} />
        <Cells line={right} look={added} />
      </tr>
    );
  return (
    <>
      {kind === 'changed' && left !== null && (
        <tr>
          <Cells line={left} look={removed} />
        </tr>
      )}
      {right !== null && (
        <tr>
          <Cells line={right} look={added} />
        </tr>
      )}
    </>
  );
}

function Cells({ line, look }: { line: Line | null; look: string }) {
  if (line === null) return <td colSpan={2} className="nothing" />;
  const sign = look === 'removed' ? '-' : look === 'added' ? '+' : ' ';
  return (
    <>
      <td className={`number ${look}`}>{line.number}</td>
      <td className={`line ${look}`}>
        {sign} {visibleText(line.text)}
      </td>
    </>
  );
}

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(NARROW);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(NARROW).matches,
  );
}
