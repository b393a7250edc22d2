/** Looks into the inbound folders of a wholesaler and takes the files that hold still. */
import { newId } from '@svc/kit/ids';
import { archivedId, type Entry, folders, isManifestName, lookOf } from './domain/file.ts';
import { moveIn } from './reading.ts';
import type { SftpSession } from './sftp.ts';
import { insertFile, listReadSince, readAgain } from './store/files.ts';
import { recordSightings } from './store/sightings.ts';
import { claimHome, type Home, listCentres } from './store/wholesalers.ts';
import type { Tools } from './tools.ts';

/** A file that was read may still grow: an upload that stood still for a while. */
const growsForMs = 24 * 60 * 60_000;
/** In one visit; the others hold still until the next. */
const takenMax = 100;

/** Visits the wholesaler that is due. False when none is. */
export async function pollNext(tools: Tools): Promise<boolean> {
  const { transaction, config, log } = tools.context;
  const home = await transaction(({ db, now }) =>
    claimHome(db, { now, until: new Date(now.getTime() + config.SVC_SFTP_POLL_MS) }),
  );
  if (!home) return false;
  for (const { dc } of await listCentres(tools.context.db, home.tenant_id)) {
    // A folder that is missing keeps none of the others waiting.
    await visit(tools, home, dc).catch((err: unknown) => {
      log.warn({ err, tenant_id: home.tenant_id, dc }, 'folder not looked at');
    });
  }
  return true;
}

async function visit(tools: Tools, home: Home, dc: string): Promise<void> {
  const { inbound, archive } = folders(dc);
  await tools.sessions.use(home.username, async (session) => {
    const found = await session.list(inbound);
    await noticeGrowth(tools, home, await session.list(archive));
    const manifests = found.filter(({ name, kind }) => kind !== 'folder' && isManifestName(name));
    for (const name of await stillNames(tools, home, { dc, manifests })) {
      // One that cannot be taken now is tried again as a step of its own.
      await take(tools, session, { ...home, dc, name }).catch((err: unknown) => {
        tools.context.log.warn({ err, tenant_id: home.tenant_id, dc }, 'file not taken yet');
      });
    }
  });
}

async function stillNames(
  { context: { transaction, config } }: Tools,
  home: Home,
  { dc, manifests }: { dc: string; manifests: readonly Entry[] },
): Promise<string[]> {
  const found = manifests.map((entry) => ({ name: entry.name, look: lookOf(entry) }));
  const still = await transaction(({ db, now }) => {
    const stillSince = new Date(now.getTime() - config.SVC_SFTP_STILL_MS);
    return recordSightings(db, home.tenant_id, { dc, now, found, stillSince });
  });
  return still.slice(0, takenMax);
}

/** The intent first, then the move; see `moveIn`. */
async function take(
  tools: Tools,
  session: SftpSession,
  { tenant_id, dc, name }: Home & { dc: string; name: string },
): Promise<void> {
  const intent = await tools.context.transaction(async ({ db, now }) => {
    const file = { id: newId('wf_', now), dc, name, look: null };
    const isNew = await insertFile(db, tenant_id, { ...file, step: 'taking', source: 'sftp', now });
    return isNew ? { tenant_id, ...file } : undefined;
  });
  if (intent) await moveIn(tools, session, intent);
}

/** What is in the archive looks otherwise than it was read: it is read again. */
async function noticeGrowth(
  { context: { db, transaction, clock } }: Tools,
  { tenant_id }: Home,
  archived: readonly Entry[],
): Promise<void> {
  const since = new Date(clock.now().getTime() - growsForMs);
  const read = new Map((await listReadSince(db, tenant_id, since)).map((f) => [f.id, f.look]));
  for (const entry of archived) {
    const id = archivedId(entry.name);
    const look = id && read.get(id);
    if (!look || look === lookOf(entry)) continue;
    await transaction(({ db: trx, now }) => readAgain(trx, tenant_id, { id, now }));
  }
}
