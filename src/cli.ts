#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { readClientEnvironment } from './base/config/client-environment.js';

// What is loaded from here on is compiled once for all commands.
enableCompileCache(join(readClientEnvironment().cacheDir, 'compiled'));
const { runProgram } = await import('./cli/program.js');

// The reader has closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const code = await runProgram(process.argv.slice(2));
if (code !== null) process.exit(code);
