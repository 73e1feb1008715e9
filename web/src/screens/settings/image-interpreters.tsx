import type { ImageVersion } from '../../api/types.js';
import { texts } from '../../texts/en/images.js';

/** Interpreters of an image that can run scripts. */
export function Interpreters({ of: { python, node } }: { of: ImageVersion }) {
  const names = [
    ...(python.issue === null ? [texts.python(python.version ?? '')] : []),
    ...(node.issue === null ? [texts.node(node.version ?? '')] : []),
  ];
  return names.join(', ');
}
