import { defineErrors } from '../../base/kernel/errors.js';

export const IMAGE_ERRORS = defineErrors({
  image_unusable: { kind: 'invalid', title: 'The image cannot run scripts' },
  image_not_ready: { kind: 'invalid', title: 'The image has no version yet' },
  image_pull_failed: { kind: 'invalid', title: 'The image could not be pulled' },
  image_in_use: { kind: 'conflict', title: 'Meta-tasks run on the image' },
});
