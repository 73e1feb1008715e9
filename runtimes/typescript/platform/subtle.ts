/** `crypto.subtle`: checks what is asked for, keeps the keys, and has the supervisor do the rest. */
import { CryptoKey, SubtleCrypto, makeSubtle } from './subtle/subtle-crypto.js';

export default { CryptoKey, SubtleCrypto, subtle: makeSubtle() };
