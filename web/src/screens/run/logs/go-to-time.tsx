import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../../parts/dialog.js';
import { ErrorNote } from '../../../parts/error-note.js';
import { Labelled } from '../../../parts/labelled.js';
import { useAction } from '../../../parts/use-action.js';
import { logTexts } from '../../../texts/en/log.js';

/** Button that asks for a time and shows the log line written at that time. */
export function GoToTime({ onTime }: { onTime: (time: string) => Promise<boolean> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {logTexts.goTo}
      </button>
      {open && <TimeDialog onTime={onTime} onClose={() => setOpen(false)} />}
    </>
  );
}

function TimeDialog({
  onTime,
  onClose,
}: {
  onTime: (time: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const id = useId();
  const { busy, error, run } = useAction();
  const [value, setValue] = useState('');
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const time = Date.parse(value);
    setWrong(Number.isNaN(time) ? logTexts.noTime : undefined);
    if (!Number.isNaN(time))
      void run(async () => {
        if (await onTime(new Date(time).toISOString())) onClose();
        else setWrong(logTexts.none);
      });
  };
  return (
    <Dialog title={logTexts.goTo} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Labelled id={id} label={logTexts.time} note={logTexts.timeNote} error={wrong}>
          {(props) => (
            <input
              {...props}
              type="datetime-local"
              step="0.001"
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </Labelled>
        {error !== null && <ErrorNote error={error} />}
        <div className="buttons">
          <button type="submit" className="primary" disabled={busy}>
            {logTexts.go}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
