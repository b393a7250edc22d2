/** Cleanup of the SFTP server: removes answers and archived files after `SVC_SFTP_KEEP_DAYS`. */
import type { RemoteEntry } from '../domain/file.ts';
import { archivedId, folders } from '../domain/file.ts';
import { claimHomeToCleanUp, listCentres } from '../store/wholesalers.ts';
import type { ExchangeDependencies } from './exchange-dependencies.ts';

const dayMs = 24 * 60 * 60_000;

/** Cleans the folders of the next wholesaler, each once a day. False when none is due. */
export async function cleanUpNextHome(deps: ExchangeDependencies): Promise<boolean> {
  const { transaction, config, db, clock, log } = deps.context;
  const home = await transaction(({ db: trx, now }) =>
    claimHomeToCleanUp(trx, { now, before: new Date(now.getTime() - dayMs) }),
  );
  if (!home) return false;
  const oldest = (clock.now().getTime() - config.SVC_SFTP_KEEP_DAYS * dayMs) / 1000;
  const isOld = ({ kind, changed }: RemoteEntry) => kind === 'file' && changed < oldest;
  try {
    for (const { dc } of await listCentres(db, home.tenant_id)) {
      const { outbound, archive } = folders(dc);
      await deps.sftpPool.withSession(home.username, async (session) => {
        const answers = (await session.list(outbound)).filter((entry) => isOld(entry));
        for (const { name } of answers) await session.remove(`${outbound}/${name}`);
        const files = (await session.list(archive)).filter((e) => isOld(e) && archivedId(e.name));
        for (const { name } of files) await session.remove(`${archive}/${name}`);
      });
    }
  } catch (err) {
    log.warn({ err, tenant_id: home.tenant_id }, 'removing old files over SFTP failed');
  }
  return true;
}
