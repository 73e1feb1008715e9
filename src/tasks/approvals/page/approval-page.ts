import { isoTime } from '../../../base/kernel/clock.js';
import type { StoredJson } from '../../../base/kernel/stored-json.js';
import { type Approval, getFormSchema } from '../approval.js';
import type { FieldTexts } from '../../../base/forms/form-answer.js';
import type { FormField } from '../../../base/forms/form-field.js';
import { fieldHtml } from './form-html.js';
import { type Html, markup } from './html.js';
import { promptHtml, promptTitle } from './prompt-html.js';
import { LOCAL_TIMES, STYLE } from './style.js';
import { valueHtml } from './value-html.js';
import { MAX_COMMENT_LENGTH } from '../../../base/kernel/max-lengths.js';

/** The validation errors of an answer, as a page shows them. */
export interface Refused {
  /** Summary of the errors. */
  message: string;
  /** Error of each field, by JSON pointer. */
  errors: ReadonlyMap<string, string>;
}

export interface Question {
  approval: Approval;
  /** Name of the link. */
  decider: string;
  /** Root field of the form; null if the approval has no form. */
  field: FormField | null;
  texts: FieldTexts;
  comment: string;
  refused: Refused | null;
}

/**
 * Returns the page of a pending approval. Its first button, which Enter in a field would press, is disabled, so that
 * Enter decides nothing.
 */
export function questionPage({ approval, field, texts, comment, ...more }: Question): string {
  const errors = more.refused?.errors ?? new Map<string, string>();
  const commentError = errors.get('/comment') ?? null;
  return page(
    promptTitle(approval.prompt),
    markup`${heading(approval)}
      ${more.refused === null ? null : markup`<div class="alert" role="alert"><p>${more.refused.message}</p></div>`}
      ${proposalHtml(approval.proposal)}
      <form method="post" enctype="multipart/form-data">
        <button disabled hidden></button>
        <input type="hidden" name="hash" value="${approval.hash}" />
        <h2>Your answer</h2>
        ${field === null ? null : fieldHtml(field, texts, errors)}
        <div class="field">
          <label for="comment">Comment <small>(optional)</small></label>
          <textarea id="comment" name="comment" rows="3" maxlength="${MAX_COMMENT_LENGTH}">
${comment}</textarea>
          ${commentError === null ? null : markup`<p class="error">${commentError}</p>`}
        </div>
        <div class="buttons">
          <button name="decision" value="approve">Approve</button>
          <button name="decision" value="reject" class="reject" formnovalidate>Reject</button>
        </div>
        <p class="note">You decide as ${more.decider}. What is decided cannot be changed.</p>
      </form>
      ${detailsHtml(approval)}`,
  );
}

const OUTCOMES: Record<Approval['status'], string> = {
  pending: '',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired before anybody decided',
  cancelled: 'No longer needed: the task has ended',
};

/** Returns the page of an approval that can no longer be decided. `notice` explains why an answer came too late. */
export function outcomePage(approval: Approval, notice: string | null): string {
  const { status, decidedBy, decidedAt, comment, payload } = approval;
  return page(
    promptTitle(approval.prompt),
    markup`${heading(approval)}
      ${notice === null ? null : markup`<div class="alert" role="alert"><p>${notice}</p></div>`}
      <div class="outcome ${status}" role="status">
        <p>${OUTCOMES[status]}${decidedBy === null ? null : markup` by ${decidedBy}`}</p>
        ${decidedAt === null ? null : markup`<p class="about">${timeHtml(decidedAt)}</p>`}
        ${comment === null ? null : markup`<p class="said">${comment}</p>`}
      </div>
      ${
        payload === null
          ? null
          : markup`<h2>Answer</h2>
              ${valueHtml(payload.value, getFormSchema(approval))}`
      }
      ${proposalHtml(approval.proposal)} ${detailsHtml(approval)}`,
  );
}

/** Returns the page of an invalid link. */
export function unknownPage(): string {
  return page(
    'This link is not valid',
    markup`<h1>This link is not valid</h1>
      <p>
        It may have been copied in part, or been revoked. Ask the sender for another one.
      </p>`,
  );
}

function page(title: string, body: Html): string {
  const whole = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title.slice(0, 100).toWellFormed()}</title>
        ${STYLE}
      </head>
      <body>
        <main>${body}</main>
        ${LOCAL_TIMES}
      </body>
    </html>`;
  return `${whole.text}\n`;
}

function heading({ prompt, taskName, metaTask, createdAt, expiresAt, status }: Approval): Html {
  return markup`${promptHtml(prompt)}
    <p class="about">
      ${taskName} (${metaTask}), asked
      ${timeHtml(createdAt)}${status === 'pending' && expiresAt !== null ? markup`, open until ${timeHtml(expiresAt)}` : null}
    </p>`;
}

function proposalHtml(proposal: StoredJson | null): Html | null {
  return proposal === null
    ? null
    : markup`<h2>Proposal</h2>
        ${valueHtml(proposal.value)}`;
}

function detailsHtml({ id, hash, metaTaskVersion }: Approval): Html {
  return markup`<details>
    <summary>Details</summary>
    <p>Version ${metaTaskVersion} of the meta-task. Approval ${id}.</p>
    <p>Hash of version, params, prompt and proposal: ${hash}</p>
  </details>`;
}

function timeHtml(ms: number): Html {
  const time = isoTime(ms);
  return markup`<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 16)} UTC</time>`;
}
