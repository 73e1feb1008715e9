import { javascript } from '@codemirror/lang-javascript';

export const support = javascript({ typescript: true });
