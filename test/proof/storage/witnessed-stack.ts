/** A running environment whose log a witness of somebody else watches, with one delivered job. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookedJob, bundle } from '@svc/contracts';
import { freePort, until } from '@svc/devnet';
import { auditLog } from '@svc/proof/audit/audit';
import { httpFiles } from '@svc/proof/audit/log-files';
import { parseSignedCheckpoint } from '@svc/proof/log/checkpoint';
import { formatVkey, generateSecret, parseSecret } from '@svc/proof/log/note-key';
import { parsePolicy } from '@svc/proof/log/policy';
import { verifyBundle } from '@svc/proof/verify/bundle';
import { serveWitness } from '@svc/proof/witness/server';
import { openState } from '@svc/proof/witness/state';
import { createWitness, type WitnessReport } from '@svc/proof/witness/witness';
import type { JWK } from 'jose';
import { deliver, deskOf, noProof } from '../../journeys/desk.ts';
import { resource } from '../../journeys/http.ts';
import { bookingOf } from '../../journeys/tenants.ts';
import { startWorld } from '../../journeys/world.ts';

const deadline = { timeoutMs: 60_000, everyMs: 100 };

export type WitnessedStack = Awaited<ReturnType<typeof startWitnessedStack>>;

export async function startWitnessedStack() {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'));
  const [port, secret] = [await freePort(), await generateSecret('hospital.example/w', 4)];
  const signer = await parseSecret(secret);
  const world = await startWorld({
    env: { SVC_LOG_WITNESSES: `${formatVkey(signer.key)} http://127.0.0.1:${port}` },
  });
  const { publicUrl, owner, settings } = world.stage;
  const files = httpFiles(`${publicUrl}/log`);
  const policy = parsePolicy(await files.policy());
  const [log] = policy.logs;
  if (!log) throw new Error('the log names its key');
  const alarms: string[] = [];
  const state = await openState(folder);
  const alarm = ({ fault }: WitnessReport) => alarms.push(fault);
  const witness = createWitness({ log: log.key, signer, state, now: () => new Date(), alarm });
  const onFault = (error: unknown) => alarms.push(String(error));
  const server = await serveWitness({
    witness,
    origin: log.key.name,
    host: '127.0.0.1',
    port,
    onFault,
  });
  // Cosigned while it is empty: every entry is proved to be younger.
  const isCosigned = async () =>
    parseSignedCheckpoint(await files.checkpoint()).note.signatures.length > 1;
  await until(isCosigned, { ...deadline, what: 'a cosignature of the empty log' });
  const tenant = await world.tenant();
  const body = { ...bookingOf(tenant), requirements: noProof };
  const { id } = resource(await tenant.send('POST /jobs', { key: 'a', body }), 201, bookedJob);
  await deliver(deskOf(world.stage, tenant.id), id);

  const fetchBundle = async () =>
    resource(await tenant.send(`GET /jobs/${id}/custody/bundle`), 200, bundle);
  /** By the policy of before, and the carrier's keys as it publishes them, or as it could. */
  const verdict = async (given: unknown, keys?: { keys: readonly JWK[] }) => {
    const published = await fetch(`${publicUrl}/.well-known/certificate-keys.json`);
    return verifyBundle(given, { jwks: keys ?? JSON.parse(await published.text()), policy });
  };
  const isProved = async () => {
    const { status, text } = await tenant.send(`GET /jobs/${id}/custody/bundle`);
    return status === 200 && (await verdict(JSON.parse(text))).log.status === 'proved';
  };
  await until(isProved, { ...deadline, what: 'a proof that the witness cosigned' });
  const keptBundle = await fetchBundle();
  const keptCheckpoint = await files.checkpoint();
  return {
    owner,
    id,
    secret: settings.secret,
    alarms,
    /** As the tenant fetched it after the delivery. */
    keptBundle,
    fetchBundle,
    verdict,
    /** Findings of an auditor who kept a checkpoint and the bundle. */
    audit: async (bundles: readonly unknown[] = [keptBundle]): Promise<string> => {
      const chains = bundles.map((each, n) => ({ name: `chain ${n}`, bundle: each }));
      const kept = [keptCheckpoint];
      return (await auditLog({ files, key: log.key, kept, chains })).findings.join(' ');
    },
    /** The first alarm of the witness, and after how long it came. */
    alarmed: async () => {
      const from = performance.now();
      const fault = await until(() => alarms.at(0), { ...deadline, what: 'an alarm' });
      return { fault, seconds: (performance.now() - from) / 1_000 };
    },
    /** Why the log has halted by itself. */
    halted: () =>
      until(
        async () =>
          (await owner.query<{ halted: string | null }>('select halted from log.tree')).rows[0]
            ?.halted ?? undefined,
        { ...deadline, what: 'the log to halt' },
      ),
    /** Adds an entry as the log's reaction does; resolves when the witness has cosigned it. */
    append: async (entry: { leaf_hash: Buffer; text: string }) => {
      await owner.query(
        'insert into log.entry (leaf_hash, body, submitted_at) values ($1, $2, now())',
        [entry.leaf_hash, entry.text],
      );
      const isCovered = async () => {
        const { rows } = await owner.query(
          `select 1 from log.entry e
            where leaf_hash = $1 and leaf_index < (select max(size) from log.cosignature)`,
          [entry.leaf_hash],
        );
        return rows.length > 0;
      };
      await until(isCovered, { ...deadline, what: 'a cosigned checkpoint of the entry' });
    },
    stop: async () => {
      await server.close();
      await world.stop();
      await rm(folder, { recursive: true });
    },
  };
}
