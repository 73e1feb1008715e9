import { texts } from '../texts/en.js';

/** Lists the URL parameters that a screen does not know. */
export function UnknownParameters({ names }: { names: string | undefined }) {
  if (names === undefined) return null;
  return (
    <p className="quiet" role="status">
      {texts.run.unknownParameters(names)}
    </p>
  );
}
