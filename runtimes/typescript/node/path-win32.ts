/** Node's `path/win32`: its port has the paths of POSIX under this name as well. */
import path from 'node:path';

export default path.win32;
