import { type Attack, python, typescript } from '../support/attack.js';

/** Attacks that allocate memory repeatedly, on and off the heap. */
export const memory: Attack[] = [
  python('Python: the heap', 'held = []\nwhile True: held.append(bytearray(1 << 20))'),
  python(
    'Python: the heaps of many processes',
    `
for _ in range(30):
    if os.fork() == 0: break
held = []
while True: held.append(bytes(1 << 16) + os.urandom(1 << 12))`,
  ),
  python(
    'Python: files in memory',
    'n = 0\nwhile True:\n    n += 1\n    with open(f"/tmp/{n}", "wb") as file: file.write(os.urandom(1 << 20))',
  ),
  typescript(
    'TypeScript: the heap',
    'const held: any[] = []; for (;;) held.push(Array(1e4).fill({}));',
  ),
  typescript(
    'TypeScript: buffers',
    'const held: any[] = []; for (;;) held.push(new Uint8Array(1 << 20).fill(1));',
  ),
];
