import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toRequestError } from '../../api/request-error.js';
import { putSecret } from '../../api/settings.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Labelled } from '../../parts/labelled.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { Warnings } from '../../parts/warnings.js';
import { texts } from '../../texts/en/settings.js';

/** Form to store a secret. The value is only in the field, which is cleared once it is stored. */
export function SecretForm({
  replacing,
  onDone,
}: {
  /** Name of the secret whose value is replaced; null for a new one. */
  replacing: string | null;
  onDone: () => void;
}) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const [stored, setStored] = useState('');
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const value = useRef<HTMLTextAreaElement>(null);
  const hosts = useRef<HTMLTextAreaElement>(null);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (replacing !== null) value.current?.focus();
  }, [replacing]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const wanted = replacing ?? name.current?.value.trim() ?? '';
    const listed = (hosts.current?.value ?? '').split(/\s+/).filter(Boolean);
    void run(async () => {
      const found = await putSecret(project.id, wanted, {
        value: value.current?.value ?? '',
        ...(listed.length > 0 && { hosts: listed }),
      });
      form.reset();
      setStored(texts.secrets.stored(wanted));
      setWarnings(found);
      await client.invalidateQueries({ queryKey: ['secrets', project.id] });
      if (replacing !== null && found.length === 0) onDone();
    });
  };
  const problem = error === null ? null : toRequestError(error);
  const issueAt = (pointer: string): string | undefined => problem?.issueAt(pointer);
  return (
    <form className="panel form narrow-form" autoComplete="off" onSubmit={submit}>
      <h2>{replacing === null ? texts.secrets.store : texts.secrets.replaceTitle(replacing)}</h2>
      {problem !== null && problem.issues.length === 0 && <ErrorNote error={problem} />}
      {replacing === null && (
        <Labelled
          id="secret-name"
          label={texts.secrets.name}
          note={texts.secrets.nameNote}
          error={issueAt('name')}
        >
          {(field) => <input {...field} ref={name} required maxLength={100} autoComplete="off" />}
        </Labelled>
      )}
      <Labelled
        id="secret-value"
        label={texts.secrets.value}
        note={texts.secrets.valueNote}
        error={issueAt('/value')}
      >
        {(field) => (
          <textarea
            {...field}
            ref={value}
            className="masked"
            required
            rows={2}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Labelled>
      <Labelled
        id="secret-hosts"
        label={texts.secrets.hosts}
        note={texts.secrets.hostsNote}
        error={issueAt('/hosts')}
      >
        {(field) => <textarea {...field} ref={hosts} className="code" rows={2} />}
      </Labelled>
      <p role="status">{stored}</p>
      <Warnings of={warnings} />
      <div className="buttons">
        <button type="submit" className="primary" disabled={busy}>
          {busy ? texts.busy : texts.secrets.submit}
        </button>
        {replacing !== null && (
          <button type="button" onClick={onDone}>
            {texts.secrets.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
