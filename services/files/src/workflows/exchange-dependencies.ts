import { createSftpPool, type SftpPool } from '../adapters/sftp/pool.ts';
import { type FilesWorkerContext, openStorage, type Storage } from '../define.ts';

/** Dependencies of the steps of the file exchange. */
export interface ExchangeDependencies {
  context: FilesWorkerContext;
  sftpPool: SftpPool;
  storage: Storage;
}

export const createExchangeDependencies = (context: FilesWorkerContext): ExchangeDependencies => ({
  context,
  sftpPool: createSftpPool(context.config),
  storage: openStorage(context.config),
});
