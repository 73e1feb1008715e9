import { PROVIDER_KINDS } from '../../api/model-providers.js';
import { ChoiceField, FlagField, TextField } from '../../parts/fields.js';
import { texts } from '../../texts/en/models.js';
import { ModelFields } from './model-fields.js';
import { NEW_MODEL, type ProviderDraft } from './provider-draft.js';
import { SecretChoice } from './secret-choice.js';

const WHOLE = { type: 'number', min: 1, step: 1 } as const;
const KINDS = PROVIDER_KINDS.map((kind) => [kind, texts.kinds[kind]] as const);

export function ProviderFields({
  draft,
  issueAt,
  onChange,
}: {
  draft: ProviderDraft;
  issueAt: (pointer: string) => string | undefined;
  onChange: (part: Partial<ProviderDraft>) => void;
}) {
  const { models } = draft;
  return (
    <>
      <TextField
        id="provider-name"
        label={texts.name}
        note={texts.nameNote}
        error={issueAt('/name')}
        input={{ required: true, maxLength: 50 }}
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <ChoiceField
        id="provider-kind"
        label={texts.kind}
        error={issueAt('/kind')}
        options={KINDS}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <TextField
        id="provider-url"
        label={texts.url}
        note={texts.urlNote}
        error={issueAt('/base_url')}
        input={{ maxLength: 2_000, required: draft.kind === 'openai_compatible' }}
        value={draft.url}
        onChange={(url) => onChange({ url })}
      />
      <SecretChoice
        id="provider-secret"
        label={texts.secret}
        note={texts.secretNote}
        none={texts.noSecretOption}
        store={texts.storeSecret}
        value={draft.secret}
        error={issueAt('/secret')}
        onChange={(secret) => onChange({ secret })}
      />
      <h3>{texts.models}</h3>
      {issueAt('/models') !== undefined && models.length === 0 && (
        <p className="field-error">{issueAt('/models')}</p>
      )}
      {models.map((model, index) => (
        <ModelFields
          key={index}
          index={index}
          draft={model}
          issueAt={issueAt}
          onChange={(next) => onChange({ models: models.with(index, next) })}
          onRemove={
            models.length === 1 ? null : () => onChange({ models: models.toSpliced(index, 1) })
          }
        />
      ))}
      <div className="buttons">
        <button type="button" onClick={() => onChange({ models: [...models, NEW_MODEL] })}>
          {texts.addModel}
        </button>
      </div>
      <More draft={draft} issueAt={issueAt} onChange={onChange} />
    </>
  );
}

function More({ draft, issueAt, onChange }: React.ComponentProps<typeof ProviderFields>) {
  const field = (
    name: 'timeout' | 'firstToken' | 'concurrency' | 'requests' | 'tokens',
    pointer: string,
    required: boolean,
  ) => (
    <TextField
      id={`provider-${name}`}
      label={texts[name]}
      {...(!required && { note: texts.noLimitNote })}
      error={issueAt(pointer)}
      input={{ ...WHOLE, required }}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <details>
      <summary>{texts.limits}</summary>
      <div className="form">
        <div className="field-grid">
          {field('timeout', '/timeout_seconds', true)}
          {field('firstToken', '/first_token_seconds', true)}
          {field('concurrency', '/max_concurrency', true)}
          {field('requests', '/requests_per_minute', false)}
          {field('tokens', '/tokens_per_minute', false)}
        </div>
        <FlagField
          label={texts.stream}
          value={draft.stream}
          onChange={(stream) => onChange({ stream })}
        />
        <TextField
          id="provider-headers"
          label={texts.headers}
          note={texts.headersNote}
          error={issueAt('/headers')}
          rows={3}
          code
          value={draft.headers}
          onChange={(headers) => onChange({ headers })}
        />
      </div>
    </details>
  );
}
