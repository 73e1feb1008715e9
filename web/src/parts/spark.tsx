import { partTexts } from '../texts/en/parts.js';

const HEIGHT = 20;
const LEAST = 3;

/**
 * Recent runs as bars, newest last: the height shows the duration, the colour the status. `runs` are sorted newest
 * first.
 */
export function Spark({
  runs,
}: {
  runs: readonly { readonly status: string; readonly ms: number | null }[];
}) {
  if (runs.length === 0) return null;
  const longest = Math.max(1, ...runs.map(({ ms }) => ms ?? 0));
  const failed = runs.filter(({ status }) => status === 'failed').length;
  return (
    <span className="spark" role="img" aria-label={partTexts.spark(runs.length, failed)}>
      {runs.toReversed().map(({ status, ms }, index) => (
        <span
          key={index}
          className={`status-${status}`}
          style={{ blockSize: Math.max(LEAST, Math.round((HEIGHT * (ms ?? 0)) / longest)) }}
        />
      ))}
    </span>
  );
}
