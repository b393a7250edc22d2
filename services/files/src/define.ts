import { accounts, custody, files, jobs, withActions } from '@svc/contracts';
import { bind, erasing, type WorkerContext, type WriteContext } from '@svc/kit/bind';
import { createStorage, type Storage } from '@svc/kit/storage';
import { taskType } from '@svc/kit/task';
import { z } from 'zod';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = {
  accounts: withActions(accounts, 'bookingSites'),
  custody: withActions(custody, 'pod', 'certificate', 'longLinks'),
  jobs: withActions(jobs, 'bookBatch', 'get'),
};

export const { query, command, on, every, purge, task, worker } = bind<Tables, Config>()(
  files,
  calls,
);
export const erasure = erasing<Tables>();

export type { Storage };
/** File storage of the environment. */
export const openStorage = ({ SVC_FILES_URL }: Config): Storage => createStorage(SVC_FILES_URL);

/** Deletes what is kept of a file beyond its summary. */
export const removeContentsTask = taskType(
  'remove-contents',
  z.object({ tenant_id: z.string(), file_id: z.string() }),
);

/** Context of the service's workers and tasks. */
export type FilesWorkerContext = WorkerContext<Tables, Config, typeof files, typeof calls>;

/** Context of their transactions. */
export type FilesWriteContext = Pick<
  WriteContext<Tables, Config, typeof files>,
  'db' | 'emit' | 'now'
>;
