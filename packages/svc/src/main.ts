#!/usr/bin/env node
import { runSvc } from './program.ts';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.exitCode = await runSvc(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  hasColour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  signal: interrupted.signal,
});
