// Tests of what a terminal shows do not depend on where they run: a CI job has TERM=dumb, or CI.
process.env.TERM = 'xterm';
delete process.env.CI;
