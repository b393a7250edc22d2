import { eventSources, webhooks } from '@svc/contracts';
import {
  bind,
  type CommandContext,
  erasing,
  type WorkerContext,
  type WriteContext,
} from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

/** Producers of public events; accounts also emits expired tenants. */
export const calls = eventSources;

export const { query, command, on, onAnyBatch, every, purge, worker } = bind<Tables, Config>()(
  webhooks,
  calls,
);
export const erasure = erasing<Tables>();

export type DelivererContext = WorkerContext<Tables, Config, typeof webhooks, typeof calls>;
export type WebhooksCommandContext = CommandContext<Tables, Config, typeof webhooks>;
export type WebhooksWriteContext = WriteContext<Tables, Config, typeof webhooks>;
