import { atWholeSize, type HostileCase } from '../support/hostile-case.js';
import { powerless } from './target.js';

export const files: HostileCase[] = [
  {
    name: 'plants files for the next run wherever it can write',
    body: `
import site, sysconfig
code = "import os; os._exit(66)"
places = ["/tmp", "/dev/shm", "/var/tmp", "/run", "/", "/etc", os.path.expanduser("~"), os.getcwd(), "/tmp/metarun"]
places += [*sys.path, *sysconfig.get_paths().values(), *site.getsitepackages(), site.getusersitepackages()]
places += [os.path.dirname(module.__file__) for module in list(sys.modules.values()) if getattr(module, "__file__", None)]
done = []
for at in {os.path.abspath(place) for place in places}:
    for name in ("usercustomize.py", "sitecustomize.py", "json.py", "evil.pth", "__pycache__/json.cpython-311.pyc", "fork.sock"):
        try:
            os.makedirs(os.path.dirname(os.path.join(at, name)), exist_ok=True)
            with open(os.path.join(at, name), "w") as file: file.write(code)
            done.append(at)
        except OSError: pass
os.environ["PYTHONSTARTUP"] = "/tmp/json.py"
return sorted({at for at in done if not at.startswith(("/tmp", "/dev/shm"))})`,
    ends: ['success'],
    wrong: ({ result }) =>
      JSON.stringify(result) === '[]' ? null : `planted in ${JSON.stringify(result)}`,
  },
  powerless(
    'looks for the data of the server',
    `
found = []
for at, folders, names in os.walk("/"):
    folders[:] = [folder for folder in folders if os.path.join(at, folder) not in ("/proc", "/usr/share")]
    found += [os.path.join(at, name) for name in names if name.startswith(("metarun.", "secret"))]
for at in ("/etc/shadow", "/root", "/home", "/var", "/sys", "/boot", "/mnt", "/srv"):
    if os.path.exists(at): found.append(at)
if [line.split(":")[0] for line in open("/etc/passwd")] != ["root", "metarun"] or os.listdir("/workspace"): found.append("users or files")
# Where a run that has a network finds its socket.
if os.listdir("/run") != ["metarun"] or os.listdir("/run/metarun"): found.append("/run")
return [path for path in found if not path.startswith(("/usr/", "/lib"))]`,
  ),
  powerless(
    'follows links out of its folder',
    `
found = []
for number, target in enumerate(("/etc/shadow", "/proc/1/environ", "/proc/1/root/etc/shadow", "/proc/self/root/root", "../../../../etc/shadow")):
    os.symlink(target, f"link{number}")
    try: found.append(open(f"link{number}").read(1))
    except OSError: pass
    try:
        reporter.files.write(f"/out{number}", open(f"link{number}", "rb").read())
        found.append(target)
    except OSError: pass
return found`,
  ),
  {
    name: 'makes a sparse file of a terabyte and maps it',
    body: `
import mmap
sizes = []
for size in (1 << 40, 1 << 29):
    try:
        with open("sparse", "wb") as file: file.truncate(size)
        sizes.append(size)
    except OSError: pass
file = open("sparse", "r+b")
held = mmap.mmap(file.fileno(), sizes[-1])
for at in range(0, sizes[-1], 4096): held[at] = 1`,
    ends: ['script_error', 'out_of_memory'],
  },
  powerless(
    'reads the environment and the secrets of its host',
    `
found = sorted({*os.environ} - {"PATH", "HOME", "TMPDIR", "LANG", "LC_CTYPE", "PWD"})
for pid in filter(str.isdigit, os.listdir("/proc")):
    for name in ("environ", "cmdline"):
        try: text = open(f"/proc/{pid}/{name}").read()
        except OSError: continue
        found += [word for word in ("METARUN_", "mrt_", "mrk_", "postgres://") if word in text]
for name in ("SHOP_TOKEN", "../../key", "METARUN_SECRET_KEY"):
    try: found.append(reporter.secrets.get(name))
    except Exception as error:
        if getattr(error, "code", "") not in ("not_found", "validation_failed", "invalid_params"): found.append(repr(error))
return found`,
  ),
  powerless(
    'asks for files of other projects and of the server',
    `
found = []
for path in ("../../../etc/passwd", "/../neighbour/open", "/..%2f..%2fetc/passwd", "/open", "\\\\..\\\\x", "file:///etc/passwd"):
    for ws in (None, "neighbour", "default", "../neighbour", "00000000-0000-0000-0000-000000000000"):
        try: found.append([path, ws, reporter.files.read(path, ws=ws)])
        except Exception as error:
            if getattr(error, "code", "internal") == "internal": found.append(repr(error))
return found`,
  ),
  powerless(
    'speaks on every descriptor that it holds, but for its channel and its output',
    `
import socket, stat
found = []
for fd in map(int, os.listdir("/proc/self/fd")):
    try: kind = os.fstat(fd).st_mode
    except OSError: continue
    if fd > 3 and stat.S_ISSOCK(kind): found.append(fd)
    if stat.S_ISREG(kind) or stat.S_ISBLK(kind): found.append(fd)
    if stat.S_ISDIR(kind) and os.readlink(f"/proc/self/fd/{fd}") != "/proc/self/fd" and not os.readlink(f"/proc/self/fd/{fd}").startswith("/proc/"): found.append(fd)
    if fd == 0:
        try: found += os.write(0, b"x") and [0] if not stat.S_ISCHR(kind) else []
        except OSError: pass
return found`,
  ),
  ...atWholeSize(
    {
      name: 'reads a FIFO without a writer into its output',
      body: 'os.mkfifo("out")\nreporter.files.write("/out", open("out", "rb").read())',
      ends: ['timeout'],
    },
    {
      name: 'makes files until there are no more inodes',
      body: `
count = 0
try:
    while True:
        os.mkdir(f"d{count}")
        count += 1
except OSError: return count < 20_000`,
      ends: ['success', 'timeout'],
    },
    {
      name: 'makes folders as deep as it can, without rights',
      body: `
depth = 0
try:
    while depth < 5_000:
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
        depth += 1
except OSError: pass
for _ in range(depth):
    os.chdir("..")
    os.chmod("d" * 100, 0)
return depth > 100`,
      ends: ['success'],
    },
    {
      name: 'makes names that are not text',
      body: 'for name in (b"\\xff\\xfe", b"a\\nb", b"-rf", b"*", b"~", b" "): open(name, "w").close()\nreturn 1',
      ends: ['success'],
    },
  ),
];
