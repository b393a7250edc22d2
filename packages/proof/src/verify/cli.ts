/**
 * Verifies a bundle of a custody chain or of readings, or a public proof, without an account and, unless
 * keys are fetched, without a network. Exit codes: outcome.ts; 3 when it was called wrongly or the keys
 * could not be had.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { FormatError } from '../log/bytes.ts';
import { parsePolicy } from '../log/policy.ts';
import { readKeys } from './bundle-parser.ts';
import type { Trust } from './certificate.ts';
import { parsed, verifyFile } from './file.ts';
import { exitCode } from './outcome.ts';

const usage = `usage: npm run proof -- verify FILE [--jwks FILE|URL] [--thumbprint VALUE] [--policy FILE] [--json]

  FILE          a custody bundle, a bundle of readings, or what a certificate's page hands out
  --jwks        the carrier's keys: a file, or …/.well-known/certificate-keys.json over https
  --thumbprint  the key that may have signed (RFC 7638); several with commas between
  --policy      logs, witnesses and quorum that you trust (c2sp.org/tlog-policy): the file must be
                proved to be in such a log; one of readings carries no proof
  --json        the verdict as JSON
  --help        prints this

exit codes
  0  verified
  1  tampered with
  2  nothing contradicts itself, but the signer is not known, or the cold chain is not shown
  3  called wrongly, or the keys could not be had
  4  public proof: signature and links hold, contents are withheld
  5  the file is something else
  6  signed by a key that is none of those you trust
  7  signed, and not proved to be in a log that your policy accepts
`;

const options = {
  jwks: { type: 'string' },
  thumbprint: { type: 'string' },
  policy: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const [file, ...others] = positionals;
  if (!file) throw new Error(`No file was named.\n\n${usage}`);
  if (others.length > 0) {
    throw new Error(`One file at a time; not expected: ${others.join(' ')}\n\n${usage}`);
  }
  const trust: Trust = {
    ...(values.jwks !== undefined && { jwks: { keys: await keysFrom(values.jwks) } }),
    ...(values.thumbprint !== undefined && { thumbprint: values.thumbprint }),
    ...(values.policy !== undefined && { policy: await policyFrom(values.policy) }),
  };
  const { verdict, report } = await verifyFile(await contentOf(file), trust);
  process.stdout.write(values.json ? `${JSON.stringify(verdict, null, 2)}\n` : report);
  return exitCode(verdict);
}

async function keysFrom(source: string) {
  const isUrl = /^https?:\/\//.test(source);
  const keys = readKeys(parsed(isUrl ? await fetched(source) : await contentOf(source)));
  if (!keys || keys.length === 0) throw new Error(`There are no keys in ${source}.`);
  return keys;
}

async function policyFrom(file: string) {
  const text = await contentOf(file);
  try {
    return parsePolicy(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new Error(`${file} is no policy: ${error.message}.`, { cause: error });
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Error(`${file} cannot be read: ${reasons[code] ?? code}.`, { cause: error });
  }
}

async function fetched(source: string): Promise<string> {
  const { protocol, hostname } = new URL(source);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isHere) {
    throw new Error('Keys that anybody on the way could exchange prove nothing: use https.');
  }
  const init = { redirect: 'error', signal: AbortSignal.timeout(10_000) } as const;
  const response = await fetch(source, init).catch((cause: unknown) => {
    throw new Error(`${source} cannot be reached.`, { cause });
  });
  if (!response.ok) throw new Error(`${source} answers ${response.status}.`);
  return response.text();
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 3;
}
