import { makeHttp } from './http/index.js';
import { installLazily } from './web/globals.js';

export function installHttpGlobals(target: object): void {
  const names = ['Blob', 'File', 'FormData', 'Headers', 'Request', 'Response', 'fetch'] as const;
  installLazily(target, names, makeHttp);
}
