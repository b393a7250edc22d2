import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSchemaFit } from '../src/database/schema-fit.ts';
import { createLogger } from '../src/observability/log.ts';
import { startServices } from '../src/testing/start-services.ts';
import { notesService } from './notes.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const schema = { service: 'notes', migrations: notesService.migrations };

describe('the schema of a service', () => {
  let app: Awaited<ReturnType<typeof startServices>>;
  let pool: Pool;
  beforeAll(async () => {
    app = await startServices([notesService]);
    const { databaseUrl } = app.service('notes');
    pool = new Pool({ connectionString: databaseUrl, options: '-c search_path=notes' });
  });
  afterAll(async () => {
    await pool?.end();
    await app?.stop();
  });

  const check = (parts = schema) => checkSchemaFit(pool, parts, log);

  it('fits after the migration of the same version, and of a newer one', async () => {
    await expect(check()).resolves.toBeUndefined();
    const [newest, ...older] = schema.migrations.toReversed();
    expect(newest).toBeDefined();
    await expect(check({ ...schema, migrations: older })).resolves.toBeUndefined();
  });

  it('is refused when it is older, with the names of missing migrations', async () => {
    const added = ['0098-dock', '0099-gate'].map((name) => ({ name, sql: '' }));
    const migrations = [...schema.migrations, ...added];
    await expect(check({ ...schema, migrations })).rejects.toThrow(
      'The schema notes is older than this version and lacks migrations: 0098-dock, 0099-gate. Run "migrate" of this version first.',
    );
  });

  it.each([
    [
      'the role may not see what was applied',
      `do $$ declare name text; begin
         for name in select grantee from information_schema.table_privileges
           where table_schema = 'notes' and table_name = 'migration' and grantee not like '%_owner'
         loop execute format('revoke select on notes.migration from %I', name); end loop; end $$`,
    ],
    ['nothing was migrated', 'alter table notes.migration rename to former'],
  ])('is refused when the table %s', async (_, sql) => {
    await app.owner.query(sql);
    await expect(check()).rejects.toThrow('The schema notes is older than this version');
  });
});
