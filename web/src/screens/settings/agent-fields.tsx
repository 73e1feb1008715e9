import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../api/model-providers.js';
import { ChoiceField, FlagField, TextField } from '../../parts/fields.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/agents.js';
import { type AgentDraft, LIMITS, MEMORY_SCOPES, REASONING } from './agent-draft.js';

const { fields, notes } = texts;
type TextName =
  'name' | 'description' | 'model' | 'instructions' | 'tools' | 'approve' | 'knowledge';

interface Props {
  draft: AgentDraft;
  issueAt: (pointer: string) => string | undefined;
  onChange: (part: Partial<AgentDraft>) => void;
}

export function AgentFields({ draft, issueAt, onChange }: Props) {
  const text = (name: TextName, more: Partial<React.ComponentProps<typeof TextField>> = {}) => (
    <TextField
      id={`agent-${name}`}
      label={fields[name]}
      error={issueAt(`/${name}`)}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
      {...more}
    />
  );
  return (
    <>
      {text('name', { input: { required: true, maxLength: 200 } })}
      {text('description', { rows: 2 })}
      <Models />
      {text('model', { note: notes.model, input: { maxLength: 200, list: 'agent-models' } })}
      {text('instructions', { note: notes.instructions, rows: 10 })}
      {text('tools', { note: notes.tools, rows: 4, code: true })}
      {text('approve', { rows: 2, code: true })}
      {text('knowledge', { note: notes.knowledge, rows: 2, code: true })}
      <More draft={draft} issueAt={issueAt} onChange={onChange} />
    </>
  );
}

/** Suggestions for the names of models that the project may use. Only authors may read the providers. */
function Models() {
  const { project, is } = useProject();
  const providers = useQuery({ ...providersQuery(project.id), enabled: is('author') }).data ?? [];
  return (
    <datalist id="agent-models">
      {providers.flatMap(({ name, models }) =>
        models
          .filter(({ embeddings }) => embeddings == null)
          .map((model) => <option key={name + model.name} value={`${name}/${model.name}`} />),
      )}
    </datalist>
  );
}

function More({ draft, issueAt, onChange }: Props) {
  return (
    <details>
      <summary>{texts.moreFields}</summary>
      <div className="form">
        <fieldset className="form-group">
          <legend>{fields.limits}</legend>
          <p className="quiet">{notes.limits}</p>
          <div className="field-grid">
            {LIMITS.map((name) => (
              <TextField
                key={name}
                id={`agent-${name}`}
                label={texts.limits[name]}
                error={issueAt(`/limits/${name}`)}
                input={{ type: 'number', min: 0, step: 'any' }}
                value={draft.limits[name]}
                onChange={(value) => onChange({ limits: { ...draft.limits, [name]: value } })}
              />
            ))}
          </div>
        </fieldset>
        <MemoryFields draft={draft} issueAt={issueAt} onChange={onChange} />
        <TextField
          id="agent-temperature"
          label={fields.temperature}
          error={issueAt('/temperature')}
          input={{ type: 'number', min: 0, max: 2, step: 'any' }}
          value={draft.temperature}
          onChange={(temperature) => onChange({ temperature })}
        />
        <ChoiceField
          id="agent-reasoning"
          label={fields.reasoning}
          error={issueAt('/reasoning')}
          options={REASONING.map((one) => [one, texts.reasoning[one]] as const)}
          value={draft.reasoning}
          onChange={(reasoning) => onChange({ reasoning })}
        />
      </div>
    </details>
  );
}

function MemoryFields({ draft, issueAt, onChange }: Props) {
  const { saysMemory, read, write } = draft;
  return (
    <fieldset className="form-group">
      <legend>{fields.read}</legend>
      <FlagField
        label={fields.saysMemory}
        value={saysMemory}
        onChange={(next) => onChange({ saysMemory: next })}
      />
      {saysMemory && (
        <>
          <div className="options">
            {MEMORY_SCOPES.map((scope) => (
              <FlagField
                key={scope}
                label={texts.scopes[scope]}
                value={read.includes(scope)}
                onChange={(on) =>
                  onChange({
                    read: MEMORY_SCOPES.filter((one) => (one === scope ? on : read.includes(one))),
                  })
                }
              />
            ))}
          </div>
          <FlagField
            label={fields.write}
            value={write}
            onChange={(next) => onChange({ write: next })}
          />
        </>
      )}
      {issueAt('/memory') !== undefined && <p className="field-error">{issueAt('/memory')}</p>}
    </fieldset>
  );
}
