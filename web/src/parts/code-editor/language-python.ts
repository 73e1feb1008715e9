import { python } from '@codemirror/lang-python';

export const support = python();
