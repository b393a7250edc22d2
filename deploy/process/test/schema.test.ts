/** A process as it is started in production, on a schema that an older version left. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountsService } from '@svc/accounts/service';
import { createTestDatabase } from '@svc/kit/testing/database';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';

const entry = join(import.meta.dirname, '../src/main.ts');

it.skipIf(!inject('natsUrl'))(
  'refuses to start, names the migration, and ends with 1',
  async () => {
    const secret = randomBytes(32).toString('hex');
    const adminUrl = inject('postgresUrl');
    const database = await createTestDatabase({ adminUrl, services: [accountsService], secret });
    const owner = new Client({ connectionString: database.url });
    try {
      await owner.connect();
      await owner.query(`delete from accounts.migration where name = '0009-standard-names'`);
      await owner.end();
      const { SVC_DATABASE_URL = '' } = database.env();
      const env = {
        ...{ PATH: process.env.PATH, SVC_SERVICE: 'accounts', SVC_SECRET: secret },
        ...{
          SVC_DATABASE_URL,
          SVC_NATS_URL: inject('natsUrl'),
          SVC_NAMESPACE: database.name.replaceAll('_', '-'),
        },
        SVC_DATABASE_PASSWORD: database.password('accounts'),
      };
      const started = promisify(execFile)(process.execPath, [entry], { env, timeout: 60_000 });
      await expect(started).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          'The schema accounts is older than this version and lacks migrations: 0009-standard-names. Run "migrate" of this version first.\n',
        ),
      });
    } finally {
      await database.drop();
    }
  },
);
