/** Removes what has lain on the server long enough. */
import type { Entry } from './domain/file.ts';
import { archivedId, folders } from './domain/file.ts';
import { claimSweep, listCentres } from './store/wholesalers.ts';
import type { Tools } from './tools.ts';

const dayMs = 24 * 60 * 60_000;

/** Sweeps the folders of the next wholesaler, each once a day. False when all are clean. */
export async function sweepNext(tools: Tools): Promise<boolean> {
  const { transaction, config, db, clock, log } = tools.context;
  const home = await transaction(({ db: trx, now }) =>
    claimSweep(trx, { now, before: new Date(now.getTime() - dayMs) }),
  );
  if (!home) return false;
  const oldest = (clock.now().getTime() - config.SVC_SFTP_KEEP_DAYS * dayMs) / 1000;
  const isOld = ({ kind, changed }: Entry) => kind === 'file' && changed < oldest;
  try {
    for (const { dc } of await listCentres(db, home.tenant_id)) {
      const { outbound, archive } = folders(dc);
      await tools.sessions.use(home.username, async (session) => {
        const answers = (await session.list(outbound)).filter((entry) => isOld(entry));
        for (const { name } of answers) await session.remove(`${outbound}/${name}`);
        const files = (await session.list(archive)).filter((e) => isOld(e) && archivedId(e.name));
        for (const { name } of files) await session.remove(`${archive}/${name}`);
      });
    }
  } catch (err) {
    log.warn({ err, tenant_id: home.tenant_id }, 'old files not removed');
  }
  return true;
}
