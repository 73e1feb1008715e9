import { differenceTexts as texts } from '../texts/en/parts.js';
import { ValueView } from './value-view.js';

/** A table with the previous and current values of settings. */
export function SettingsDifference<T extends object>({
  names,
  before,
  after,
}: {
  names: readonly (keyof T & string)[];
  before: T;
  after: T;
}) {
  if (names.length === 0) return null;
  return (
    <div className="wide" tabIndex={0} role="region" aria-label={texts.setting}>
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">{texts.setting}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <ValueView value={before[name]} depth={1} />
              </td>
              <td>
                <ValueView value={after[name]} depth={1} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
