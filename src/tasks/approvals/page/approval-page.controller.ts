import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../access/auth/access.decorators.js';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import { type Approval, DECISIONS, getFormSchema } from '../approval.js';
import { ApprovalLinks } from '../approval-links.service.js';
import { Decisions } from '../decisions.service.js';
import { formDefaults } from '../../../base/forms/form-defaults.js';
import { outcomePage, questionPage, type Refused, unknownPage } from './approval-page.js';
import { parsePayload, formatPayload } from '../../../base/forms/form-answer.js';
import { refusalText } from '../../../base/forms/refusal-text.js';
import { readForm } from './form-body.js';
import { type FormField, formField } from '../../../base/forms/form-field.js';
import { PAGE_POLICY } from './style.js';
import { APPROVAL_ERRORS } from '../errors.js';
import { MAX_COMMENT_LENGTH } from '../../../base/kernel/max-lengths.js';

/**
 * The page behind a link. It works in any browser, without scripts and without the dashboard. A GET never decides
 * anything; only the form's POST does.
 */
@ApiExcludeController()
@Public()
@Controller('approve')
export class ApprovalPageController {
  constructor(
    private readonly links: ApprovalLinks,
    private readonly decisions: Decisions,
  ) {}

  @Get(':token')
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    const found = await this.links.open(token);
    if (found === null) return send(response, 404, unknownPage());
    const { approval, link } = found;
    if (approval.status !== 'pending') return send(response, 200, outcomePage(approval, null));
    const field = findFormField(approval);
    const texts =
      field === null
        ? new Map<string, string>()
        : formatPayload(field, computeFormDefaults(approval));
    const question = { approval, decider: link.name, field, texts, comment: '', refused: null };
    return send(response, 200, questionPage(question));
  }

  /** Redirects (303) to the page once the approval is decided; otherwise shows the page with the errors. */
  @Post(':token')
  async decide(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await this.links.open(token);
    if (found === null) return send(response, 404, unknownPage());
    const { approval, link } = found;
    const texts = await readForm(request);
    const field = findFormField(approval);
    const comment = texts.get('comment') ?? '';
    try {
      const decision = parseDecision(texts.get('decision'));
      if (comment.length > MAX_COMMENT_LENGTH)
        throw invalidField('/comment', `${MAX_COMMENT_LENGTH} characters are allowed`);
      await this.decisions.decide(
        approval.projectId,
        approval.id,
        {
          decision,
          comment: comment.trim() === '' ? null : comment,
          payload: decision === 'approve' && field ? (parsePayload(field, texts) ?? null) : null,
          hash: texts.get('hash') ?? null,
        },
        { name: link.name, via: 'link', linkId: link.id },
      );
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      const now = await this.links.open(token);
      if (now === null) return send(response, 404, unknownPage());
      if (now.approval.status !== 'pending')
        return send(response, 409, outcomePage(now.approval, error.message));
      const question = { approval, decider: link.name, field, texts, comment };
      const status = error.kind === 'conflict' ? 409 : 422;
      return send(
        response,
        status,
        questionPage({ ...question, refused: refusedBy(error, field) }),
      );
    }
    dress(response);
    // The redirect is relative, since only a proxy in front of the server may know the whole path.
    response.redirect(303, request.path.endsWith('/') ? `../${token}` : token);
  }
}

function parseDecision(text: string | undefined): (typeof DECISIONS)[number] {
  const found = DECISIONS.find((known) => known === text);
  if (found === undefined) throw invalidField('/decision', 'must be approve or reject');
  return found;
}

function findFormField(approval: Approval): FormField | null {
  const form = getFormSchema(approval);
  return form === null ? null : formField(form);
}

function computeFormDefaults(approval: Approval): Json | undefined {
  const form = getFormSchema(approval);
  return form === null ? undefined : formDefaults(form);
}

function refusedBy(error: MetarunError, field: FormField | null): Refused {
  const errors = new Map(
    error.errors.map(({ pointer, message }) => [pointer, refusalText(field, pointer, message)]),
  );
  const message =
    error.code === APPROVAL_ERRORS.invalid_payload.code
      ? 'The answer is not complete: see below.'
      : error.message;
  return { message, errors };
}

function send(response: Response, status: number, page: string): void {
  dress(response);
  response.status(status).type('text/html; charset=utf-8').send(page);
}

/** Sets the headers that keep a page private whose URL is a secret. */
function dress(response: Response): void {
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
}
