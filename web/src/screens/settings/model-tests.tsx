import { useState } from 'react';
import { testModel } from '../../api/model-providers.js';
import type { ProviderModel } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/models.js';

/** Buttons that test the models of a provider with its stored settings. */
export function ModelTests({ id, models }: { id: string; models: readonly ProviderModel[] }) {
  return (
    <section className="panel wide-form" aria-labelledby="model-tests">
      <h2 id="model-tests">{texts.tests}</h2>
      <p className="quiet">{texts.testsAbout}</p>
      {models.map(({ name }) => (
        <ModelTest key={name} id={id} model={name} />
      ))}
    </section>
  );
}

function ModelTest({ id, model }: { id: string; model: string }) {
  const { project } = useProject();
  const { busy, error, run } = useAction();
  const [said, setSaid] = useState<string | null>(null);
  const test = async (): Promise<void> => {
    setSaid(null);
    const { latency_ms: ms, usage } = await testModel(project.id, id, model);
    setSaid(texts.answered(ms, usage.input_tokens + usage.output_tokens));
  };
  return (
    <div className="buttons">
      <button
        type="button"
        className="small"
        disabled={busy}
        aria-label={texts.of(texts.test, model)}
        onClick={() => void run(test)}
      >
        {texts.test}
      </button>
      <code>{model}</code>
      <span role="status">{busy ? texts.testing : said}</span>
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}
