/** `URLPattern`, by a kept implementation. Its main module asks for the global, which is what is made here. */
import { URLPattern } from 'urlpattern-polyfill/urlpattern';

export default { URLPattern };
