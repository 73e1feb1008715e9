import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import {
  type Conditions,
  COUNT_CHANGED,
  MAX_IDS,
  MAX_TASKS,
  previewQuery,
  startBulk,
} from '../../api/bulk.js';
import { toRequestError } from '../../api/request-error.js';
import { toFilterConditions } from '../../api/runs-filter.js';
import type { Bulk, BulkAction, NewBulk } from '../../api/types.js';
import { Dialog } from '../../parts/dialog.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useAction } from '../../parts/use-action.js';
import { bulkTexts } from '../../texts/en/bulk.js';
import { type BulkTarget, hitBy, matchingFilter } from './bulk-target.js';
import { MAX_NAME_LENGTH } from '../../../../src/base/kernel/max-lengths.js';

const texts = bulkTexts.ask;

interface BulkDialogProps {
  project: string;
  action: BulkAction;
  onClose: () => void;
  onStarted: (bulk: Bulk) => void;
}

/** Dialog that confirms cancelling, retrying or rerunning many runs, and shows how many runs are affected. */
export function BulkDialog({ target, ...props }: BulkDialogProps & { target: BulkTarget }) {
  const { action, onClose } = props;
  const [filter] = useState(() =>
    target.kind === 'matching' ? matchingFilter(target.filter, action) : null,
  );
  // Relative times are resolved once, when the dialog opens.
  const [conditions] = useState(() => filter && toFilterConditions(filter, Date.now()));
  return (
    <Dialog title={texts.title(action)} onClose={onClose}>
      {target.kind === 'selected' && <OfSelected {...props} target={target} />}
      {target.kind === 'matching' && conditions === null && (
        <Nothing action={action} onClose={onClose} />
      )}
      {conditions !== null && <OfMatching {...props} conditions={conditions} />}
    </Dialog>
  );
}

function OfSelected({
  target,
  ...props
}: BulkDialogProps & { target: Extract<BulkTarget, { kind: 'selected' }> }) {
  const { action } = props;
  const hit = hitBy(action, target.tasks);
  const others = target.tasks.length - hit.length;
  if (hit.length === 0) return <Nothing action={action} onClose={props.onClose} />;
  return (
    <Question
      {...props}
      count={hit.length}
      blocked={hit.length > MAX_IDS ? texts.tooManyIds(MAX_IDS) : null}
      buildBody={() => ({ action, ids: hit.map(({ id }) => id), expected: hit.length })}
    >
      {others > 0 && <p className="quiet">{texts.others[action](others)}</p>}
    </Question>
  );
}

function OfMatching({ conditions, ...props }: BulkDialogProps & { conditions: Conditions }) {
  const { action, project } = props;
  const client = useQueryClient();
  const preview = useQuery(previewQuery(project, conditions));
  const [before, setBefore] = useState<number | null>(null);
  if (preview.isError)
    return <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />;
  if (preview.data === undefined) return <p role="status">{texts.counting}</p>;
  const { total, more } = preview.data;
  if (total === 0) return <Nothing action={action} onClose={props.onClose} />;
  return (
    <Question
      {...props}
      count={total}
      blocked={more ? texts.tooMany(MAX_TASKS) : null}
      buildBody={() => ({
        action,
        filter: { ...conditions, roots: conditions.roots ?? false },
        expected: total,
      })}
      onRefused={async (error) => {
        if (toRequestError(error).code !== COUNT_CHANGED) throw error;
        await client.refetchQueries({ queryKey: previewQuery(project, conditions).queryKey });
        setBefore(total);
      }}
    >
      <p className="quiet">{texts.matching}</p>
      {before !== null && (
        <p className="error" role="alert">
          {texts.changed(before, total)}
        </p>
      )}
    </Question>
  );
}

function Nothing({ action, onClose }: Pick<BulkDialogProps, 'action' | 'onClose'>) {
  return (
    <div className="dialog-body">
      <p>{texts.none[action]}</p>
      <div className="dialog-actions">
        <button type="button" onClick={onClose}>
          {texts.keep}
        </button>
      </div>
    </div>
  );
}

function Question({
  project,
  action,
  count,
  blocked,
  buildBody,
  onRefused,
  onClose,
  onStarted,
  children,
}: BulkDialogProps & {
  count: number;
  /** Reason why the operation cannot be started; null if it can. */
  blocked: string | null;
  buildBody: () => NewBulk;
  /** Handles the error of a request, or throws it again. */
  onRefused?: (error: unknown) => Promise<void>;
  children: ReactNode;
}) {
  const { busy, error, run } = useAction();
  const [version, setVersion] = useState<'same' | 'current'>('same');
  const [name, setName] = useState('');
  const nameId = useId();
  const start = async (): Promise<void> => {
    const named = name.trim();
    const body: NewBulk = {
      ...buildBody(),
      ...(action === 'rerun' && { version }),
      ...(named !== '' && { name: named }),
    };
    try {
      onStarted(await startBulk(project, body));
    } catch (thrown) {
      if (onRefused === undefined) throw thrown;
      await onRefused(thrown);
    }
  };
  return (
    <form
      className="dialog-body"
      onSubmit={(event) => {
        event.preventDefault();
        void run(start);
      }}
    >
      {blocked === null ? <p>{texts.hits[action](count)}</p> : <p className="error">{blocked}</p>}
      {children}
      {action === 'rerun' && blocked === null && (
        <fieldset className="bulk-versions">
          <legend>{texts.version}</legend>
          {(['same', 'current'] as const).map((one) => (
            <label key={one} className="flag">
              <input
                type="radio"
                name="version"
                checked={version === one}
                onChange={() => setVersion(one)}
              />
              {texts[one]}
            </label>
          ))}
        </fieldset>
      )}
      {blocked === null && (
        <div className="form-field">
          <label htmlFor={nameId}>{texts.name}</label>
          <input
            id={nameId}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
      )}
      {error !== null && <ErrorNote error={error} />}
      <div className="dialog-actions">
        <button type="button" onClick={onClose}>
          {texts.keep}
        </button>
        {blocked === null && (
          <button
            type="submit"
            className={action === 'cancel' ? 'danger' : 'primary'}
            disabled={busy}
          >
            {busy ? texts.busy : texts.confirm(action, count)}
          </button>
        )}
      </div>
    </form>
  );
}
