import { texts } from '../../texts/en/meta-task.js';

/** Options of a run besides its params, as the text of their fields; '' if an option is not set. */
export interface RunOptions {
  name: string;
  /** Local time such as `2026-01-31T08:00`. */
  runAt: string;
  priority: string;
}

/** Returns the members of the request that the options set. */
export function runOptions({ name, runAt, priority }: RunOptions): {
  name?: string;
  run_at?: string;
  priority?: number;
} {
  const at = runAt === '' ? NaN : new Date(runAt).getTime();
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(Number.isFinite(at) && { run_at: new Date(at).toISOString() }),
    ...(priority.trim() !== '' && { priority: Number(priority) }),
  };
}

/** Collapsed fields for options that are seldom needed. */
export function MoreOfRun({
  options,
  onChange,
}: {
  options: RunOptions;
  onChange: (options: RunOptions) => void;
}) {
  return (
    <details>
      <summary>{texts.run.more}</summary>
      <div className="form">
        <div className="form-field">
          <label htmlFor="run-name">{texts.run.name}</label>
          <input
            id="run-name"
            maxLength={200}
            placeholder={texts.run.namePlaceholder}
            value={options.name}
            onChange={({ target }) => onChange({ ...options, name: target.value })}
          />
        </div>
        <div className="form-field">
          <label htmlFor="run-at">{texts.run.runAt}</label>
          <input
            id="run-at"
            type="datetime-local"
            value={options.runAt}
            onChange={({ target }) => onChange({ ...options, runAt: target.value })}
          />
        </div>
        <div className="form-field">
          <label htmlFor="run-priority">{texts.run.priority}</label>
          <input
            id="run-priority"
            type="number"
            min={-100}
            max={100}
            step={1}
            value={options.priority}
            onChange={({ target }) => onChange({ ...options, priority: target.value })}
          />
        </div>
      </div>
    </details>
  );
}
