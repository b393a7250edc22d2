/**
 * Verifies a bundle of a custody chain or of readings, without an account and, unless keys are fetched, without a network.
 *
 *     npm run verify -- bundle.json [--jwks FILE|URL] [--thumbprint VALUE] [--json]
 *
 * Ends with 0 when everything is verified, 1 when it was tampered with or is no bundle, 2 when the
 * signer is not known, 3 when it was called wrongly or the keys could not be had.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { exitCode, verifyBundle } from './bundle.ts';
import type { Trust } from './certificate.ts';
import { isReadingsBundle, readKeys } from './read.ts';
import { verifyReadings } from './readings-bundle.ts';
import { report, reportReadings } from './report.ts';

const usage =
  'usage: npm run verify -- bundle.json [--jwks FILE|URL] [--thumbprint VALUE] [--json]';

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      jwks: { type: 'string' },
      thumbprint: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Error(usage);
  const trust: Trust = {
    ...(values.jwks !== undefined && { jwks: { keys: await keysFrom(values.jwks) } }),
    ...(values.thumbprint !== undefined && { thumbprint: values.thumbprint }),
  };
  const { verdict, text } = await judged(parsed(await readFile(file, 'utf8')), trust);
  process.stdout.write(values.json ? `${JSON.stringify(verdict, null, 2)}\n` : text);
  return exitCode(verdict);
}

async function judged(bundle: unknown, trust: Trust) {
  if (isReadingsBundle(bundle)) {
    const verdict = await verifyReadings(bundle, trust);
    return { verdict, text: reportReadings(verdict) };
  }
  const verdict = await verifyBundle(bundle, trust);
  return { verdict, text: report(verdict) };
}

/** What is not JSON is no bundle either: the verdict says so. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function keysFrom(source: string) {
  const isUrl = /^https?:\/\//.test(source);
  const keys = readKeys(JSON.parse(isUrl ? await fetched(source) : await readFile(source, 'utf8')));
  if (!keys || keys.length === 0) throw new Error(`no keys in ${source}`);
  return keys;
}

async function fetched(source: string): Promise<string> {
  const { protocol, hostname } = new URL(source);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isHere) {
    throw new Error('keys that anybody on the way could exchange prove nothing: use https');
  }
  const response = await fetch(source, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${source} answers ${response.status}`);
  return response.text();
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 3;
}
