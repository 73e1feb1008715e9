/** The texts of fields, and what is wrong with what they hold. */
export const texts = {
  yes: 'Yes',
  answer: 'Answer',
  optional: '(optional)',
  asJson: 'As JSON.',
  notJson: (why: string) => `This is not JSON: ${why}`,
};
