/** `crypto.subtle`: validates requests and keeps the keys; the supervisor does the computations. */
import { CryptoKey, SubtleCrypto, makeSubtle } from './subtle/subtle-crypto.js';

export default { CryptoKey, SubtleCrypto, subtle: makeSubtle() };
