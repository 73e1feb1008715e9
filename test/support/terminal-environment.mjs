// Makes tests of terminal output independent of their environment: CI jobs set CI or TERM=dumb.
process.env.TERM = 'xterm';
delete process.env.CI;
