import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import type { Json } from '../../../../src/base/kernel/json.js';
import { formDefaults } from '../../../../src/base/forms/form-defaults.js';
import { parsePayload, formatPayload } from '../../../../src/base/forms/form-answer.js';
import { formField } from '../../../../src/base/forms/form-field.js';
import { refusalText } from '../../../../src/base/forms/refusal-text.js';
import { approvalQuery, decide } from '../../api/approvals.js';
import { RequestError, toRequestError } from '../../api/request-error.js';
import type { Approval } from '../../api/types.js';
import { AnswerFields } from '../../forms/answer-fields.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/approvals.js';
import { MAX_COMMENT_LENGTH } from '../../../../src/base/kernel/max-lengths.js';

/**
 * Form that decides a waiting approval. The decision is sent with the hash of the proposal on the screen, so that the
 * server rejects it if the proposal has changed.
 */
export function DecisionForm({
  approval,
  children,
}: {
  approval: Approval;
  /** Content between the answer and the buttons. */
  children: ReactNode;
}) {
  const { me, project } = useProject();
  const client = useQueryClient();
  const form = approval.form as Json;
  const field = useMemo(() => (form === null ? null : formField(form)), [form]);
  const [held, setHeld] = useState<ReadonlyMap<string, string>>(() =>
    field === null ? new Map() : formatPayload(field, formDefaults(form)),
  );
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [sending, setSending] = useState(false);
  const send = async (decision: 'approve' | 'reject'): Promise<void> => {
    setSending(true);
    setProblem(null);
    const payload =
      decision === 'approve' && field !== null ? parsePayload(field, held) : undefined;
    const { queryKey } = approvalQuery(project.id, approval.id);
    try {
      const answer = { decision, comment: comment.trim() || null, hash: approval.hash };
      const decided = await decide(project.id, approval.id, {
        ...answer,
        ...(payload !== undefined && { payload }),
      });
      client.setQueryData(queryKey, decided);
    } catch (thrown) {
      setProblem(toRequestError(thrown));
      // The approval was decided or expired in the meantime: reading it again shows its state.
      if (toRequestError(thrown).status === 409) await client.invalidateQueries({ queryKey });
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send('approve');
  };
  const errors = new Map(
    problem?.issues.map(({ pointer, message }) => [pointer, refusalText(field, pointer, message)]),
  );
  return (
    <form className="form" onSubmit={submit}>
      {problem !== null && <ErrorNote error={inWords(problem)} />}
      {field !== null && (
        <>
          <h2>{texts.answer}</h2>
          <AnswerFields
            field={field}
            texts={held}
            errors={errors}
            onChange={(pointer, text) => setHeld((before) => changed(before, pointer, text))}
          />
        </>
      )}
      <div className="form-field">
        <label htmlFor="comment">
          {texts.comment} <span className="quiet">{texts.commentNote}</span>
        </label>
        <textarea
          id="comment"
          rows={2}
          maxLength={MAX_COMMENT_LENGTH}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </div>
      {children}
      <p className="quiet">{texts.final}</p>
      <div className="thumb-bar">
        <button
          type="button"
          className="danger"
          disabled={sending}
          onClick={() => void send('reject')}
        >
          {texts.reject}
        </button>
        <button type="submit" className="primary" disabled={sending}>
          {sending ? texts.deciding : texts.approve(visibleText(me.name))}
        </button>
      </div>
    </form>
  );
}

function changed(
  before: ReadonlyMap<string, string>,
  pointer: string,
  text: string | null,
): ReadonlyMap<string, string> {
  const after = new Map(before);
  if (text === null) after.delete(pointer);
  else after.set(pointer, text);
  return after;
}

/** Returns the server's error about the answer as a whole, reworded for the form. */
function inWords(problem: RequestError): RequestError {
  if (problem.code === 'conflict')
    return new RequestError(texts.changed, problem.status, problem.code, problem.requestId);
  if (problem.code === 'invalid_payload')
    return new RequestError(texts.incomplete, problem.status, problem.code, problem.requestId);
  return problem;
}
