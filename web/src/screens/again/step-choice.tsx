import type { Step } from '../../api/types.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/again.js';
import { Choice } from './question.js';

/** Choice of the step that the new run starts from. */
export function StepChoice({
  steps,
  chosen,
  isAgent,
  onChoose,
}: {
  steps: readonly Step[];
  /** Id of a step; undefined if the run starts from the beginning. */
  chosen: string | undefined;
  isAgent: boolean;
  onChoose: (id: string) => void;
}) {
  const [first] = steps;
  if (isAgent) return <p className="quiet">{texts.from.agent}</p>;
  if (first === undefined) return <p className="quiet">{texts.from.noSteps}</p>;
  const last = steps.find(({ status }) => status === 'failed') ?? steps.at(-1) ?? first;
  return (
    <>
      <Choice
        name="from"
        checked={chosen !== undefined}
        onChoose={() => onChoose(last.id)}
        label={texts.from.step}
      />
      {chosen !== undefined && (
        <div className="form-field">
          <label htmlFor="from-step">{texts.from.which}</label>
          <select id="from-step" value={chosen} onChange={({ target }) => onChoose(target.value)}>
            {steps.map(({ id, name, status }, index) => (
              <option key={id} value={id}>
                {texts.from.option(index + 1, visibleText(name), status)}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}
