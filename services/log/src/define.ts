import { custody, transparencyLog, withActions } from '@svc/contracts';
import { bind, type WorkerContext, type WriteContext } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = { custody: withActions(custody) };

export type LogWriteContext = WriteContext<Tables, Config, typeof transparencyLog>;
export type LogWorkerContext = WorkerContext<Tables, Config, typeof transparencyLog, typeof calls>;

export const { query, command, onBatch, every, worker } = bind<Tables, Config>()(
  transparencyLog,
  calls,
);
