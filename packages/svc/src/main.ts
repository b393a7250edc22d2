#!/usr/bin/env node
import { hasColour } from '@svc/cli/shell';
import { runSvc } from './program.ts';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.exitCode = await runSvc(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  hasColour: hasColour(process.env, process.stdout.isTTY),
  signal: interrupted.signal,
});
