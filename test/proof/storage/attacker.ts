/**
 * Attacker with every database and file of the carrier, the secret that encrypts its keys among
 * them: rewrites tables past every trigger, and signs with the keys of custody and of the log.
 */
import { decrypt } from '@svc/kit/encryption';
import { generateSigningKey, importSigningKey } from '@svc/kit/signing-key';
import { utf8 } from '@svc/proof/log/bytes';
import { signCheckpoint } from '@svc/proof/log/checkpoint';
import { hashLeaf } from '@svc/proof/log/merkle';
import { parseSecret } from '@svc/proof/log/note-key';
import { appendLeaves, type TileReader } from '@svc/proof/log/tree';
import { type CanonicalEvent, canonicalText, genesisHash, hashText } from '@svc/proof/verify/event';
import { decodeJwt, SignJWT } from 'jose';
import type pg from 'pg';

/** Rewrites in one transaction, past triggers, while sequencer and publisher write nothing. */
export type Rewrite = (work: (db: pg.PoolClient) => Promise<unknown>) => Promise<void>;

/** In an order in which rows can be restored. */
export const custodyTables = [
  'custody.custody_event',
  'custody.certificate',
  'custody.certificate_key',
];
const allTables = [
  ...custodyTables,
  'log.entry',
  'log.tile',
  'log.tree',
  'log.checkpoint',
  'log.cosignature',
  'log.witness',
];

const rewriteOf =
  (pool: pg.Pool): Rewrite =>
  async (work) => {
    const db = await pool.connect();
    try {
      await db.query('set session_replication_role = replica');
      await db.query('begin');
      await db.query('select from log.tree for update');
      await work(db);
      await db.query('commit');
    } finally {
      db.release(true);
    }
  };

/** Lets an attack rewrite the tables, and puts them back to what they were. */
export async function attack(
  pool: pg.Pool,
  attempt: (rewrite: Rewrite) => Promise<void>,
  tables: readonly string[] = allTables,
): Promise<void> {
  const rewrite = rewriteOf(pool);
  await rewrite(async (db) => {
    await db.query('create schema kept');
    for (const table of tables) {
      await db.query(`create table kept.${nameOf(table)} as table ${table}`);
    }
  });
  try {
    await attempt(rewrite);
  } finally {
    await rewrite(async (db) => {
      for (const table of tables) {
        const own = `overriding system value table kept.${nameOf(table)}`;
        await db.query(`delete from ${table}`);
        await db.query(`insert into ${table} ${own}`);
      }
      await db.query('drop schema kept cascade');
    });
  }
}

const nameOf = (table: string): string => table.replace('.', '_');

/**
 * Rewrites a chain, hashes and certificate with it, signed by the key that custody has. With `salt` its
 * entries in the log are those of another chain.
 */
export async function rewriteChain(
  db: pg.PoolClient,
  { jobId, secret, salt }: { jobId: string; secret: string; salt?: string },
  change: (events: CanonicalEvent[]) => CanonicalEvent[],
): Promise<void> {
  const { rows } = await db.query(
    'select tenant_id, bytes, log_salt from custody.custody_event where job_id = $1 order by seq',
    [jobId],
  );
  const [{ tenant_id, log_salt }] = rows;
  await db.query('delete from custody.custody_event where job_id = $1', [jobId]);
  let head = genesisHash;
  const events = change(rows.map(({ bytes }) => JSON.parse(bytes)));
  for (const [n, event] of events.entries()) {
    const bytes = canonicalText({ ...event, seq: n + 1, prev_hash: head });
    const hash = hashText(bytes);
    await db.query(
      `insert into custody.custody_event (tenant_id, job_id, seq, bytes, prev_hash, hash, log_salt)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenant_id, jobId, n + 1, bytes, head, hash, salt ?? log_salt],
    );
    head = hash;
  }
  const seal = events.findLast((event) => event.seal !== null)?.seal ?? null;
  await certifyAnew(db, { jobId, secret }, { events: events.length, seal, chain_hash: head });
}

interface Certified {
  events?: number;
  seal?: string | null;
  chain_hash?: string;
  issued_at?: Date;
  /** Signs with a key that custody has not logged, and publishes it. */
  isNewKey?: boolean;
}

/** Signs and stores the certificate of a job anew, with other contents. */
export async function certifyAnew(
  db: pg.PoolClient,
  { jobId, secret }: { jobId: string; secret: string },
  { isNewKey = false, ...changes }: Certified,
): Promise<void> {
  const purpose = 'certificate-key';
  if (isNewKey) {
    const key = await generateSigningKey(new Date(), { secret, purpose });
    await db.query('insert into custody.certificate_key values ($1, $2, $3, now())', [
      key.kid,
      JSON.stringify(key.public_jwk),
      key.encrypted_private_jwk,
    ]);
  }
  const { rows: keys } = await db.query(
    'select kid, encrypted_private_jwk from custody.certificate_key order by created_at desc limit 1',
  );
  const { rows } = await db.query('select * from custody.certificate where job_id = $1', [jobId]);
  const [before] = rows;
  const { events, seal, chain_hash, issued_at } = { ...before, ...changes };
  const custody = { events, seal, chain_hash };
  const payload = { ...decodeJwt(before.jws), custody, issued_at: issued_at.toISOString() };
  const jws = await new SignJWT(payload)
    .setProtectedHeader({ ...headerOf(before.jws), alg: 'ES256', kid: keys[0].kid })
    .setIssuedAt(issued_at)
    .sign(await importSigningKey(keys[0], { secret, purpose }));
  await db.query(
    `update custody.certificate
        set jws = $2, events = $3, seal = $4, chain_hash = $5, issued_at = $6, kid = $7
      where job_id = $1`,
    [jobId, jws, events, seal, chain_hash, issued_at, keys[0].kid],
  );
}

const headerOf = (jws: string): object =>
  JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString());

const noTile: TileReader = async () => new Uint8Array();

/** Computes the whole log anew from changed entries, and signs it with the log's own key. */
export async function rewriteLog(
  db: pg.PoolClient,
  secret: string,
  change: (bodies: string[]) => string[],
): Promise<void> {
  const { rows } = await db.query<{ body: string }>(
    'select body from log.entry where leaf_index is not null order by leaf_index',
  );
  const bodies = change(rows.map(({ body }) => body));
  for (const table of ['entry', 'tile', 'cosignature', 'checkpoint']) {
    await db.query(`delete from log.${table}`);
  }
  const leaves = bodies.map((body) => hashLeaf(utf8(body)));
  await db.query(
    `insert into log.entry (leaf_hash, body, submitted_at, leaf_index)
     select leaf_hash, body, now(), n - 1
       from unnest($1::bytea[], $2::text[]) with ordinality as made (leaf_hash, body, n)`,
    [leaves.map((leaf) => Buffer.from(leaf)), bodies],
  );
  const { writes, root } = await appendLeaves(noTile, 0, leaves);
  for (const { tile, bytes } of writes) {
    const values = [Number(tile.level), tile.index, Buffer.from(bytes)];
    await db.query('insert into log.tile values ($1, $2, $3)', values);
  }
  const size = leaves.length;
  const { rows: trees } = await db.query('update log.tree set size = $1 returning *', [size]);
  const signer = await parseSecret(decrypt(secret, 'log-key', trees[0].encrypted_secret));
  await db.query('insert into log.checkpoint values ($1, $2, now(), now())', [
    size,
    await signCheckpoint({ size, root }, signer),
  ]);
}
