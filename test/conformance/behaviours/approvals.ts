import type { Behaviour, Group, PortBehaviour } from '../behaviour.js';

type Scripts = Pick<Behaviour, 'python' | 'typescript'>;

const APPROVED = {
  state: 'approved',
  decision: 'approve',
  comment: 'Häl',
  payload: { n: [1] },
  decided_by: 'Ada',
};
const REJECTED = { state: 'rejected', message: 'Ada said no', comment: 'No', decided_by: 'Ada' };
const EXPIRED = { state: 'expired', message: 'Too late' };

function misused(
  raises: NonNullable<Behaviour['raises']>,
  message: RegExp,
  says: string,
  scripts: Scripts,
): PortBehaviour {
  return { says, raises, message, events: [], calls: [], ...scripts };
}

export const APPROVALS: Group<PortBehaviour> = {
  title: 'Approvals',
  behaviours: {
    'approval.asked': {
      says: 'all parts of an approval request reach the host, and the script receives the decision',
      python:
        'return reporter.ask_approval("Go?", proposal={"a": "ü"}, form={"type": "object"}, expires_in=90)',
      typescript:
        'return await reporter.askApproval("Go?", { proposal: { a: "ü" }, form: { type: "object" }, expiresIn: 90 });',
      answers: () => Promise.resolve(APPROVED),
      calls: [
        {
          method: 'approval.ask',
          args: { prompt: 'Go?', proposal: { a: 'ü' }, form: { type: 'object' }, expires_in: 90 },
        },
      ],
      result: { decision: 'approve', comment: 'Häl', payload: { n: [1] }, decided_by: 'Ada' },
    },
    'approval.plain': {
      says: 'an approval can be requested with only a prompt',
      python: 'return reporter.ask_approval("Go?")["decided_by"]',
      typescript: 'return (await reporter.askApproval("Go?")).decided_by;',
      answers: () => Promise.resolve(APPROVED),
      calls: [
        {
          method: 'approval.ask',
          args: { prompt: 'Go?', proposal: null, form: null, expires_in: null },
        },
      ],
      result: 'Ada',
    },
    'approval.rejected': {
      says: 'a rejected approval raises a catchable ApprovalRejected with comment and decider',
      python:
        'from metarun import ApprovalRejected\ntry:\n    reporter.ask_approval("Go?")\nexcept ApprovalRejected as error:\n    return [error.code, str(error), error.comment, error.decided_by]',
      typescript:
        'try { await reporter.askApproval("Go?"); } catch (error: any) { return error.name === "ApprovalRejected" && [error.code, error.message, error.comment, error.decided_by]; }',
      answers: () => Promise.resolve(REJECTED),
      result: ['approval_rejected', 'Ada said no', 'No', 'Ada'],
    },
    'approval.rejected-uncaught': {
      says: 'an uncaught rejection fails the run with its message',
      python: 'reporter.log("asks")\nreporter.ask_approval("Go?")',
      typescript: 'reporter.log("asks");\nawait reporter.askApproval("Go?");',
      answers: () => Promise.resolve(REJECTED),
      error: 'script_error',
      message: /^ApprovalRejected: Ada said no$/,
    },
    'approval.expired': {
      says: 'an approval that expires without a decision raises ApprovalExpired',
      python:
        'from metarun import ApprovalExpired\ntry:\n    reporter.ask_approval("Go?", expires_in=0.5)\nexcept ApprovalExpired as error:\n    return [error.code, str(error)]',
      typescript:
        'try { await reporter.askApproval("Go?", { expiresIn: 0.5 }); } catch (error: any) { return error.name === "ApprovalExpired" && [error.code, error.message]; }',
      answers: () => Promise.resolve(EXPIRED),
      result: ['approval_expired', 'Too late'],
    },
    'approval.waits': {
      says: 'a run that only waits for an approval is suspended',
      python: 'reporter.ask_approval("Go?")',
      typescript: 'await reporter.askApproval("Go?");',
      answers: (_call, _host, pending) => {
        pending.expectLongWait();
        return new Promise(() => undefined);
      },
      suspended: [1],
    },
    'approval.prompt-number': misused(
      'type',
      /prompt/,
      'a number as the prompt of an approval raises a type error',
      {
        python: 'reporter.ask_approval(7)',
        typescript: 'await reporter.askApproval(7);',
      },
    ),
    'approval.form-text': misused(
      'type',
      /form/,
      'a string as the form of an approval raises a type error',
      {
        python: 'reporter.ask_approval("Go?", form="object")',
        typescript: 'await reporter.askApproval("Go?", { form: "object" });',
      },
    ),
    'approval.expires-text': misused(
      'type',
      /number/,
      'a string as the expiry time of an approval raises a type error',
      {
        python: 'reporter.ask_approval("Go?", expires_in="1h")',
        typescript: 'await reporter.askApproval("Go?", { expiresIn: "1h" });',
      },
    ),
    'approval.expires-negative': misused(
      'value',
      /0\.001 to 31622400/,
      'a negative expiry time of an approval raises a value error',
      {
        python: 'reporter.ask_approval("Go?", expires_in=-1)',
        typescript: 'await reporter.askApproval("Go?", { expiresIn: -1 });',
      },
    ),
    'approval.proposal-nan': misused(
      'value',
      /NaN/,
      'a proposal that contains NaN raises a value error',
      {
        python: 'reporter.ask_approval("Go?", proposal=[float("nan")])',
        typescript: 'await reporter.askApproval("Go?", { proposal: [NaN] });',
      },
    ),
    'approval.notified': {
      says: '`notify` runs as a step before the wait and can create an approval link',
      python:
        'return reporter.ask_approval("Go?", notify=lambda approval: print(approval.link("Ada")))["decided_by"]',
      typescript:
        'return (await reporter.askApproval("Go?", { notify: async (approval: any) => console.log(await approval.link("Ada")) })).decided_by;',
      answers: ({ method }) =>
        Promise.resolve(
          {
            'approval.open': { id: 'a-1', automatic: false, pending: true, expires_at: null },
            'step.begin': { state: 'run', id: 's-1', attempt: 1 },
            'approval.link': { url: 'https://a.example/approve/x', expires_at: null },
            'step.end': { state: 'success' },
            'approval.await': APPROVED,
          }[method] ?? null,
        ),
      reports: ['info:https://a.example/approve/x'],
      result: 'Ada',
    },
    'approval.notify-function': misused(
      'type',
      /notify/,
      'a `notify` that is not a function raises a type error',
      {
        python: 'reporter.ask_approval("Go?", notify="Ada")',
        typescript: 'await reporter.askApproval("Go?", { notify: "Ada" as any });',
      },
    ),
  },
};
