/** SFTP poller: accepts files of inbound folders whose stat snapshot has been stable. */
import { newId } from '@svc/kit/ids';
import type { SftpSession } from '../adapters/sftp/session.ts';
import {
  archivedId,
  folders,
  isManifestName,
  type RemoteEntry,
  restartsMax,
  retryAt,
  statSnapshot,
} from '../domain/file.ts';
import { insertFile, listReadSince, restartReading } from '../store/files.ts';
import { saveInboundStats } from '../store/inbound-stats.ts';
import { claimHomeToPoll, listCentres, type WholesalerHome } from '../store/wholesalers.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';
import { sftpVisits } from './metrics.ts';
import { moveToArchive } from './read-inbound.ts';

/** For this long after arrival an archived file may still grow, because its upload had stalled. */
const growsForMs = 24 * 60 * 60_000;
/** Files accepted per poll of a folder; the rest are accepted by the next poll. */
const acceptedMax = 100;

/** Polls the wholesaler that is due. False when none is. */
export async function pollNextHome(deps: ExchangeDependencies): Promise<boolean> {
  const { transaction, config, log, metrics } = deps.context;
  const home = await transaction(({ db, now }) =>
    claimHomeToPoll(db, { now, until: new Date(now.getTime() + config.SVC_SFTP_POLL_MS) }),
  );
  if (!home) return false;
  for (const { dc } of await listCentres(deps.context.db, home.tenant_id)) {
    // A missing folder must not stop the polling of the others.
    const outcome = await pollCentre(deps, home, dc).then(
      () => 'done',
      (err: unknown) => {
        log.warn({ err, tenant_id: home.tenant_id, dc }, 'polling a folder failed');
        return 'failed';
      },
    );
    metrics.of.counter(sftpVisits).inc({ outcome });
  }
  return true;
}

async function pollCentre(
  deps: ExchangeDependencies,
  home: WholesalerHome,
  dc: string,
): Promise<void> {
  const { inbound, archive } = folders(dc);
  await deps.sftpPool.withSession(home.username, async (session) => {
    const found = await session.list(inbound);
    await restartGrownFiles(deps, session, { ...home, archive });
    const manifests = found.filter(({ name, kind }) => kind !== 'folder' && isManifestName(name));
    for (const name of await listStableNames(deps, home, { dc, manifests })) {
      // A failed move is retried as the step `moving` of its own file.
      await acceptFile(deps, session, { ...home, dc, name }).catch((err: unknown) => {
        deps.context.log.warn({ err, tenant_id: home.tenant_id, dc }, 'accepting a file failed');
      });
    }
  });
}

async function listStableNames(
  { context: { transaction, config } }: ExchangeDependencies,
  home: WholesalerHome,
  { dc, manifests }: { dc: string; manifests: readonly RemoteEntry[] },
): Promise<string[]> {
  const found = manifests.map((entry) => ({ name: entry.name, stat: statSnapshot(entry) }));
  const still = await transaction(({ db, now }) => {
    const stillSince = new Date(now.getTime() - config.SVC_SFTP_STILL_MS);
    return saveInboundStats(db, home.tenant_id, { dc, now, found, stillSince });
  });
  return still.slice(0, acceptedMax);
}

/** Write-ahead intent, then the move; see `moveToArchive`. */
async function acceptFile(
  deps: ExchangeDependencies,
  session: SftpSession,
  { tenant_id, dc, name }: WholesalerHome & { dc: string; name: string },
): Promise<void> {
  const intent = await deps.context.transaction(async ({ db, now }) => {
    const file = { id: newId('wf_', now), dc, name, stat: null };
    const isNew = await insertFile(db, tenant_id, { ...file, step: 'moving', source: 'sftp', now });
    return isNew ? { tenant_id, ...file } : undefined;
  });
  if (intent) await moveToArchive(deps, session, intent);
}

/** Restarts archived files whose stat snapshot has changed since they were read. */
async function restartGrownFiles(
  { context: { db, transaction, clock } }: ExchangeDependencies,
  session: SftpSession,
  { tenant_id, archive }: WholesalerHome & { archive: string },
): Promise<void> {
  const since = new Date(clock.now().getTime() - growsForMs);
  const read = await listReadSince(db, tenant_id, { since, restartsMax });
  const byId = new Map(read.map((file) => [file.id, file]));
  for (const entry of await session.list(archive)) {
    const file = byId.get(archivedId(entry.name) ?? '');
    if (!file?.stat || file.stat === statSnapshot(entry)) continue;
    // A server may list a file otherwise than it describes it alone, as when it was read.
    const found = await session.stat(`${archive}/${entry.name}`);
    if (!found || file.stat === statSnapshot(found)) continue;
    await transaction(({ db: trx, now }) => {
      const due_at = retryAt(file.restarts, now);
      return restartReading(trx, tenant_id, { id: file.id, now, due_at });
    });
  }
}
