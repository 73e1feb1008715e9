import { defineErrors } from '../../base/kernel/errors.js';

export const MODEL_ERRORS = defineErrors({
  unknown_model: { kind: 'invalid', title: 'The model does not exist' },
  model_error: { kind: 'invalid', title: 'The model has not answered' },
  model_refused: { kind: 'invalid', title: 'The model has refused the request' },
  too_long: { kind: 'invalid', title: 'The request is too long for the model' },
  budget_exceeded: { kind: 'invalid', title: 'A budget for models is used up' },
});
