import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sendEvent } from '../../api/run.js';
import type { Json } from '../../api/types.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { runTexts } from '../../texts/en/run.js';
import type { Subject } from './subject.js';

/** Dialog that sends an event to a run: a name and any JSON value. */
export function SendEventDialog({
  subject: { project, run },
  onClose,
}: {
  subject: Subject;
  onClose: () => void;
}) {
  const awaited = run.waiting_on.find(({ kind }) => kind === 'event')?.name ?? '';
  const [name, setName] = useState(awaited);
  const [payload, setPayload] = useState('null');
  const [wrong, setWrong] = useState('');
  const send = useMutation({
    mutationFn: (value: Json) => sendEvent(project.id, run.id, name.trim(), value),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const value = parseJson(payload);
    if (name.trim() === '') setWrong(runTexts.sending.needsName);
    else if (value === undefined) setWrong(runTexts.sending.notJson);
    else {
      setWrong('');
      send.mutate(value);
    }
  };
  return (
    <Dialog title={runTexts.sending.title} onClose={onClose}>
      <form className="dialog-body" onSubmit={submit}>
        <label className="field">
          <span>{runTexts.sending.name}</span>
          <input value={name} onChange={({ target }) => setName(target.value)} autoFocus />
        </label>
        <label className="field">
          <span>{runTexts.sending.payload}</span>
          <textarea
            className="code"
            rows={6}
            value={payload}
            onChange={({ target }) => setPayload(target.value)}
          />
        </label>
        {wrong !== '' && (
          <p className="error" role="alert">
            {wrong}
          </p>
        )}
        {send.isError && <ErrorNote error={send.error} />}
        {send.isSuccess && (
          <p role="status">{send.data ? runTexts.sending.delivered : runTexts.sending.kept}</p>
        )}
        <div className="dialog-actions">
          <button type="submit" className="primary" disabled={send.isPending}>
            {runTexts.sending.send}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
