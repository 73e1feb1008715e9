/** `URLPattern`, from an established implementation. Its main module would look for the global that is created here. */
import { URLPattern } from 'urlpattern-polyfill/urlpattern';

export default { URLPattern };
