/** Node's `path/win32`, for which the port provides POSIX paths. */
import path from 'node:path';

export default path.win32;
