import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { retryRun, runKey, runQuery } from '../../api/run.js';
import { copyText } from '../../parts/copy.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Menu, type MenuItem } from '../../parts/menu.js';
import { againPlace, approvalPlace } from '../../parts/places.js';
import { useKeys } from '../../parts/use-keys.js';
import { partTexts } from '../../texts/en/parts.js';
import { runTexts } from '../../texts/en/run.js';
import { type Action, availableActions } from './available-actions.js';
import { CancelDialog } from './cancel-dialog.js';
import { SendEventDialog } from './send-event-dialog.js';
import { pullCommand, type Subject } from './subject.js';

type Asked = 'cancel' | 'sendEvent' | null;
const KEYS: Partial<Record<Action, string>> = { retry: 'r', again: 'e', cancel: 'x' };
/** Number of actions shown as buttons; the others are in the menu. */
const BUTTONS = 2;

/** Actions that the user may take on a run: the most likely as buttons, the others in a menu. */
export function RunActions({ subject }: { subject: Subject }) {
  const { project, run } = subject;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>(null);
  const [said, setSaid] = useState('');
  const retry = useMutation({
    mutationFn: () => retryRun(project.id, run.id),
    onSuccess: (now) => {
      client.setQueryData(runQuery(project.id, run.id).queryKey, now);
      return client.invalidateQueries({ queryKey: runKey(project.id, run.id) });
    },
  });
  const { mutate } = retry;
  const available = availableActions(run, project).join();
  const approval = run.waiting_on.find(({ kind }) => kind === 'approval')?.step_id;
  const does = useMemo((): Record<Action, () => void> => {
    const go = (to: string): void => void navigate({ to });
    return {
      decide: () => approval !== undefined && go(approvalPlace(project.slug, approval)),
      retry: () => mutate(),
      again: () => go(againPlace(project.slug, run.id)),
      cancel: () => setAsked('cancel'),
      sendEvent: () => setAsked('sendEvent'),
    };
  }, [approval, mutate, navigate, project.slug, run.id]);
  const actions = available.split(',').filter((name): name is Action => name in does);
  const copy = (text: string): void =>
    void copyText(text).then((done) => setSaid(done ? partTexts.copied : text));
  // The command line pulls no drafts.
  const pull = run.draft ? null : pullCommand(run);
  useKeys(
    useMemo(() => {
      const keys: Record<string, () => void> = {};
      if (pull !== null) keys['p'] = () => copy(pull);
      for (const action of available.split(',')) {
        const key = KEYS[action as Action];
        if (key !== undefined) keys[key] = does[action as Action];
      }
      return keys;
    }, [available, does, pull]),
  );
  const [shown, hidden] = [actions.slice(0, BUTTONS), actions.slice(BUTTONS)];
  const more: MenuItem[] = [
    ...hidden.map((action) => toMenuItem(action, does[action])),
    { label: runTexts.actions.copyLink, onSelect: () => copy(location.href) },
    ...(pull === null
      ? []
      : [{ label: runTexts.actions.pull, shortcut: 'p', onSelect: () => copy(pull) }]),
  ];
  return (
    <div className="run-actions" role="group" aria-label={runTexts.actions.label}>
      <span className="said" role="status">
        {said}
      </span>
      {shown.map((action, index) => (
        <ActionButton
          key={action}
          action={action}
          primary={index === 0 && action !== 'cancel'}
          busy={action === 'retry' && retry.isPending}
          onClick={does[action]}
        />
      ))}
      <Menu label={runTexts.actions.more} items={more} />
      {retry.isError && <ErrorNote error={retry.error} onRetry={() => mutate()} />}
      {asked === 'cancel' && <CancelDialog subject={subject} onClose={() => setAsked(null)} />}
      {asked === 'sendEvent' && (
        <SendEventDialog subject={subject} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

function toMenuItem(action: Action, onSelect: () => void): MenuItem {
  const shortcut = KEYS[action];
  return {
    label: runTexts.actions[action],
    danger: action === 'cancel',
    ...(shortcut !== undefined && { shortcut }),
    onSelect,
  };
}

function ActionButton({
  action,
  primary,
  busy,
  onClick,
}: {
  action: Action;
  primary: boolean;
  busy: boolean;
  onClick: () => void;
}): ReactNode {
  const kind = action === 'cancel' ? 'danger' : primary ? 'primary' : undefined;
  return (
    <button type="button" className={kind} disabled={busy} onClick={onClick}>
      {runTexts.actions[action]} {KEYS[action] !== undefined && <kbd>{KEYS[action]}</kbd>}
    </button>
  );
}
