#!/usr/bin/env node
import { hasColour, lineWriter } from '@svc/text/shell';
import { runSvc } from './program.ts';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.exitCode = await runSvc(process.argv.slice(2), {
  env: process.env,
  out: lineWriter(process.stdout),
  err: lineWriter(process.stderr),
  hasColour: hasColour(process.env, process.stdout.isTTY),
  signal: interrupted.signal,
});
