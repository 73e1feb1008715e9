import { describe, expect, it } from '@jest/globals';
import { adviceFor } from './task-advice.js';

const advice = (
  error_code: 'budget_exceeded' | 'model_error',
  error_message: string,
): string | null => adviceFor({ id: '7f3a91c2', error_code, error_message, task_type: 'triage' });

describe('advice for a task that asked a model', () => {
  it('the advice for an exceeded budget names the limit of the agent to extend', () => {
    expect(
      advice('budget_exceeded', 'max_steps is 1: the model has been asked as often.'),
    ).toContain('metarun tasks retry 7f3a91c2 --extend max_steps=…');
    expect(advice('budget_exceeded', 'The budget of the month is used up.')).not.toContain(
      '--extend',
    );
  });

  it('the advice for a model error is to retry the task', () => {
    expect(advice('model_error', 'The key is wrong.')).toContain('metarun tasks retry 7f3a91c2');
  });
});
