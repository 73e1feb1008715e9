import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toRequestError } from '../../api/request-error.js';
import { createApiKey } from '../../api/settings.js';
import type { CreatedApiKey, Scope } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Labelled } from '../../parts/labelled.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/settings.js';

const DAY = 86_400;
const EXPIRIES = { never: null, month: 30 * DAY, quarter: 90 * DAY, year: 365 * DAY } as const;
type Expiry = keyof typeof EXPIRIES;
const SCOPES = [
  ...(['tasks:read', 'tasks:write', 'events:read', 'approvals:write'] as const),
  ...(['files:read', 'files:write', 'memories:read', 'memories:write'] as const),
] satisfies readonly Scope[];

export function NewKeyForm({ onMade }: { onMade: (made: CreatedApiKey) => void }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['tasks:read', 'tasks:write']);
  const [expiry, setExpiry] = useState<Expiry>('never');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const seconds = EXPIRIES[expiry];
      const made = await createApiKey(project.id, {
        name: name.trim(),
        scopes: SCOPES.filter((scope) => scopes.includes(scope)),
        ...(seconds !== null && { expires_in_seconds: seconds }),
      });
      setName('');
      onMade(made);
      await client.invalidateQueries({ queryKey: ['api keys', project.id] });
    });
  };
  const issueAt = (pointer: string): string | undefined =>
    error === null
      ? undefined
      : toRequestError(error).issues.find((issue) => issue.pointer === pointer)?.message;
  return (
    <form className="panel form narrow-form" onSubmit={submit}>
      <h2>{texts.keys.make}</h2>
      {error !== null && toRequestError(error).issues.length === 0 && <ErrorNote error={error} />}
      <Labelled id="key-name" label={texts.keys.name} error={issueAt('/name')}>
        {(field) => (
          <input
            {...field}
            required
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Labelled>
      <fieldset className="form-group">
        <legend>{texts.keys.scopes}</legend>
        <div className="options">
          {SCOPES.map((scope) => (
            <label key={scope} className="flag">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes(
                    target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope),
                  )
                }
              />
              {texts.keys.scopeNames[scope]}
            </label>
          ))}
        </div>
        {issueAt('/scopes') !== undefined && <p className="field-error">{issueAt('/scopes')}</p>}
      </fieldset>
      <Labelled id="key-expiry" label={texts.keys.expiry}>
        {(field) => (
          <select
            {...field}
            value={expiry}
            onChange={({ target }) => setExpiry(target.value as Expiry)}
          >
            {(Object.keys(EXPIRIES) as Expiry[]).map((one) => (
              <option key={one} value={one}>
                {texts.keys.expiries[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy || scopes.length === 0}>
          {busy ? texts.busy : texts.keys.submit}
        </button>
      </div>
    </form>
  );
}
