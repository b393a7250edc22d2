import { services } from '@svc/local/services';
import { expect, it } from 'vitest';
import type { Given } from './world.ts';

/** As `encrypt` of the kit writes it: version, 96 bits of IV, tag, text, id of the key. */
const encrypted = '^v1\\.[A-Za-z0-9_-]{16}\\.[A-Za-z0-9_-]{22}\\.';

/** Every service has receipts; some are encrypted. */
const declared = new Set(
  services.flatMap(({ contract: { name }, encrypted: columns = [] }) => [
    `${name}.receipt.outcome`,
    ...columns.map(({ table, column }) => `${name}.${table}.${column}`),
  ]),
);

export function encryptionJourneys(given: Given): void {
  it('nothing is encrypted but what a service lists for the replacement of its secret', async () => {
    const { owner } = given().stage;
    const { rows: columns } = await owner.query<{ name: string; sql: string }>(
      `select format('%s.%s.%s', table_schema, table_name, column_name) as name,
              format('select 1 from %I.%I where %I::text ~ $1 limit 1',
                     table_schema, table_name, column_name) as sql
         from information_schema.columns
        where table_schema = any($1) and data_type in ('text', 'json', 'jsonb')
          and not exists (select from pg_inherits
                           where inhrelid = format('%I.%I', table_schema, table_name)::regclass)`,
      [services.map(({ contract }) => contract.name)],
    );
    const found = await Promise.all(
      columns.map(async ({ name, sql }) =>
        (await owner.query(sql, [encrypted])).rowCount === 0 ? [] : [name],
      ),
    );
    expect(found.flat()).toContain('accounts.signing_key.encrypted_private_jwk');
    expect(found.flat().filter((name) => !declared.has(name))).toEqual([]);
  });
}
