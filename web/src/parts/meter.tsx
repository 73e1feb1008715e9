/**
 * Used share of a limit as a bar, next to which the figures are shown as text. With `plain`, a full bar is no warning.
 */
export function Meter({
  used,
  limit,
  label,
  plain = false,
}: {
  used: number;
  limit: number;
  label: string;
  plain?: boolean;
}) {
  const share = limit <= 0 ? 1 : Math.min(1, used / limit);
  const state = plain || share < 0.8 ? 'low' : share < 1 ? 'high' : 'full';
  return (
    <div
      className={`meter meter-${state}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <span style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
