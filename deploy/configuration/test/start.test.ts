/** Processes as they are started in production, with settings that are wrong. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const entry = join(import.meta.dirname, '../../process/src/main.ts');

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const start = (role: string, env: Record<string, string>): Promise<Ended> =>
  promisify(execFile)(process.execPath, [entry], {
    env: { PATH: process.env.PATH, SVC_SERVICE: role, ...env },
    timeout: 60_000,
  }).then(
    (output) => ({ code: 0, ...output }),
    (error: Ended) => error,
  );

it.each<[string, Record<string, string>, string[]]>([
  [
    'files',
    {
      SVC_SECRET: 'too short to be one',
      SVC_POOL_MAX: 'many',
      SVC_NATS_CA_FILE: '/nowhere/ca.crt',
      SVC_SFTP_KEEP_DAYS: '0',
      SVC_MAIL_ADDRESS: 'nobody',
    },
    [
      'SVC_NATS_CA_FILE: the file /nowhere/ca.crt cannot be read (ENOENT)',
      'SVC_SECRET: ',
      'SVC_POOL_MAX: ',
      'SVC_DATABASE_URL: is not set, and neither is SVC_POSTGRES_URL',
      'SVC_NATS_URL: is not set',
      'SVC_SFTP_KEEP_DAYS: ',
      'SVC_MAIL_ADDRESS: ',
    ],
  ],
  [
    'gateway',
    { SVC_ENVIRONMENT: 'test', SVC_LIVE_LIMIT: '-1', SVC_PUBLIC_URL: 'example.org' },
    [
      'SVC_ENVIRONMENT: ',
      'SVC_SECRET: is not set',
      'SVC_NATS_URL: is not set',
      'SVC_PUBLIC_URL: ',
      'SVC_LIVE_LIMIT: ',
    ],
  ],
  [
    'desk',
    { SVC_SECRET: 'too short to be one', SVC_DESK_URL: 'desk.example.org' },
    [
      'SVC_SECRET: ',
      'SVC_NATS_URL: is not set',
      'SVC_DESK_URL: ',
      'SVC_OIDC_ISSUER: ',
      'SVC_OIDC_CLIENT_ID: ',
    ],
  ],
])('%s names every fault at once, no value, and ends with 1', async (role, env, faults) => {
  const { code, stdout, stderr } = await start(role, env);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  const [title, ...lines] = stderr.trimEnd().split('\n');
  expect(title).toBe('Configuration is not valid:');
  const named = (fault: string) => lines.filter((line) => line.startsWith(`  ${fault}`)).length;
  expect(faults.map(named)).toEqual(faults.map(() => 1));
  expect(lines).toHaveLength(faults.length);
  expect(stderr).not.toContain('too short to be one');
});
