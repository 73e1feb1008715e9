"""Runs a command on a terminal of its own: terminal.py COLUMNS COMMAND...

Keys are typed by writing to standard input; what the terminal shows comes out on standard output.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

columns = int(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
typed = [0]
while True:
    ready, _, _ = select.select([terminal, *typed], [], [])
    if terminal in ready:
        try:
            shown = os.read(terminal, 65536)
        except OSError:
            break
        if not shown:
            break
        os.write(1, shown)
    elif typed:
        text = os.read(0, 65536)
        if text:
            os.write(terminal, text)
        else:
            typed = []
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 0xFF)
