import { create, defineProperty, ErrorClass, toText } from '../intrinsics.js';

/** The constants of the legacy error codes, from 1. */
const CONSTANTS = [
  'INDEX_SIZE_ERR',
  'DOMSTRING_SIZE_ERR',
  'HIERARCHY_REQUEST_ERR',
  'WRONG_DOCUMENT_ERR',
  'INVALID_CHARACTER_ERR',
  'NO_DATA_ALLOWED_ERR',
  'NO_MODIFICATION_ALLOWED_ERR',
  'NOT_FOUND_ERR',
  'NOT_SUPPORTED_ERR',
  'INUSE_ATTRIBUTE_ERR',
  'INVALID_STATE_ERR',
  'SYNTAX_ERR',
  'INVALID_MODIFICATION_ERR',
  'NAMESPACE_ERR',
  'INVALID_ACCESS_ERR',
  'VALIDATION_ERR',
  'TYPE_MISMATCH_ERR',
  'SECURITY_ERR',
  'NETWORK_ERR',
  'ABORT_ERR',
  'URL_MISMATCH_ERR',
  'QUOTA_EXCEEDED_ERR',
  'TIMEOUT_ERR',
  'INVALID_NODE_TYPE_ERR',
  'DATA_CLONE_ERR',
];

/** The legacy error codes, by error name. */
const CODES: Record<string, number> = Object.assign(create(null) as Record<string, number>, {
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
});

export class DOMException extends ErrorClass {
  override readonly name: string;

  /** `options` is the name, or contains it and the cause. */
  constructor(message: unknown = '', options: unknown = 'Error') {
    super(toText(message));
    withConstants();
    const named = typeof options === 'object' && options !== null ? options : { name: options };
    const { name = 'Error' } = named as { name?: unknown };
    this.name = toText(name);
    if ('cause' in named) hide(this, 'cause', named.cause);
  }

  get [Symbol.toStringTag](): string {
    return 'DOMException';
  }

  get code(): number {
    return CODES[this.name] ?? 0;
  }
}

let complete = false;

/** Returns the class with its constants, which are created on first use: otherwise every context would pay for them. */
export function withConstants(): typeof DOMException {
  if (complete) return DOMException;
  complete = true;
  for (let index = 0; index < CONSTANTS.length; index += 1) {
    const constant = { value: index + 1, enumerable: true };
    defineProperty(DOMException, CONSTANTS[index] ?? '', constant);
    defineProperty(DOMException.prototype, CONSTANTS[index] ?? '', constant);
  }
  return DOMException;
}

function hide(target: object, name: string, value: unknown): void {
  defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true });
}
