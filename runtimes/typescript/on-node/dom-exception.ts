/** What stands for `guest/web/dom-exception.ts` on Node. */
const { DOMException } = globalThis;
type DOMException = globalThis.DOMException;
export { DOMException };
