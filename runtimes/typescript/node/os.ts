/** Node's `os`, describing a machine that scripts do not see. */
const MEMORY = 256 * 1024 * 1024;

export default {
  EOL: '\n',
  arch: () => 'x64',
  availableParallelism: () => 1,
  constants: { errno: {}, signals: {}, priority: {}, dlopen: {} },
  cpus: () => [],
  devNull: '/dev/null',
  endianness: () => 'LE',
  freemem: () => MEMORY,
  getPriority: () => 0,
  homedir: () => '/',
  hostname: () => 'metarun',
  loadavg: () => [0, 0, 0],
  machine: () => 'x86_64',
  networkInterfaces: () => ({}),
  platform: () => 'linux',
  release: () => '',
  tmpdir: () => '/tmp',
  totalmem: () => MEMORY,
  type: () => 'Linux',
  uptime: () => 0,
  userInfo: () => ({ uid: -1, gid: -1, username: '', homedir: '/', shell: null }),
  version: () => '',
};
